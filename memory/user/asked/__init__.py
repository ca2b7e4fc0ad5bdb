"""What the user asks of memory in words: to keep, to drop, to list, to stop; and which memories they mean."""
