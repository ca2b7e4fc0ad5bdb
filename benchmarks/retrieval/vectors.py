"""The vectors of the local model behind LangChain's interface, which mem0 and LangMem's store both take."""

import asyncio

from langchain_core.embeddings import Embeddings

from benchmarks.recall.bench import Cached


class Vectors(Embeddings):
    """Questions with the model's prefix for questions, documents with the one for documents.

    The other libraries' best case: over the OpenAI protocol nobody could tell the two apart. The methods that are
    not async are for their threads; called on the event loop they would wait for themselves.

    Args:
        cached: computes the vectors, or knows them.
    """

    def __init__(self, cached: Cached) -> None:
        self._cached = cached
        self._loop = asyncio.get_running_loop()

    async def aembed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        return (await self._cached.encode([text], query=True))[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of documents."""
        return await self._cached.encode(texts, query=False)

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question, in another thread than the loop's."""
        return asyncio.run_coroutine_threadsafe(self.aembed_query(text), self._loop).result()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of documents, in another thread than the loop's."""
        return asyncio.run_coroutine_threadsafe(self.aembed_documents(texts), self._loop).result()
