"""What `store.index.embed` in langgraph.json names: the process's embedding model.

The server loads this file by its path, as a module of its own. The model must not be loaded twice,
so it lives in a module that is imported by name.
"""

from memory.platform.services import embeddings

__all__ = ["embeddings"]
