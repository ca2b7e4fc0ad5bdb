"""Rules of ThreadState: one conversation's recent messages, summary and pinned decisions."""
