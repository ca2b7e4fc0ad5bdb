"""The graphs of AI Mind memory: topology and nodes, nothing that decides."""
