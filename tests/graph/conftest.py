"""Stores and savers for compiled graphs."""

import pytest
from langgraph.store.memory import InMemoryStore

from memory.platform.embeddings import DIMENSIONS, LocalEmbeddings
from memory.platform.settings import Settings
from tests.fakes import BigramEncoder
from tests.graph.people import Person


@pytest.fixture
def settings() -> Settings:
    return Settings(_env_file=None)


@pytest.fixture
def embedder() -> LocalEmbeddings:
    return LocalEmbeddings(BigramEncoder())


@pytest.fixture
def store(embedder: LocalEmbeddings) -> InMemoryStore:
    return InMemoryStore(index={"dims": DIMENSIONS, "embed": embedder, "fields": ["search_text"]})


@pytest.fixture
def person(settings: Settings, store: InMemoryStore, embedder: LocalEmbeddings) -> Person:
    return Person(settings, store, embedder)
