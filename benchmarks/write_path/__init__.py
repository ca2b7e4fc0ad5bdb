"""What learning from a turn costs, and what comes of it, beside the peers."""
