"""Stores and savers for compiled graphs."""

import pytest
from langgraph.store.memory import InMemoryStore

from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from tests.fakes import DIMENSIONS, fake_embeddings
from tests.graph.people import Person


@pytest.fixture
def settings() -> Settings:
    return Settings(_env_file=None)


@pytest.fixture
def embedder() -> MemoryEmbeddings:
    return fake_embeddings()


@pytest.fixture
def store(embedder: MemoryEmbeddings) -> InMemoryStore:
    return InMemoryStore(index={"dims": DIMENSIONS, "embed": embedder, "fields": ["search_text"]})


@pytest.fixture
def person(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> Person:
    return Person(settings, store, embedder)
