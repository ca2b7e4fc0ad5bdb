"""Rules of UserMemory: what is remembered of one person across all conversations."""
