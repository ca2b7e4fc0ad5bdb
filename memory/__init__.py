"""Rules of short-term and long-term memory, and the outside world they are given."""
