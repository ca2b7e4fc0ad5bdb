"""What README and docstrings promise of one part each, measured against the goal."""
