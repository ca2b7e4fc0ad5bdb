"""The process's own instances of the outside world, made once and passed in everywhere."""

import logging

from langgraph_sdk import get_client
from prometheus_client import REGISTRY

from memory.platform.access.authentication import Authenticator
from memory.platform.access.moving import Mover
from memory.platform.logs import keep_words_out
from memory.platform.metrics import Metrics
from memory.platform.models.local_server import EmbeddedServer
from memory.platform.models.models import ConfiguredModels
from memory.platform.models.tools import ConfiguredTools
from memory.platform.postgres.database import Database
from memory.platform.postgres.locks import Locks, PostgresLocks, ProcessLocks
from memory.platform.postgres.registry import NoRegistry, PostgresRegistry, Registry
from memory.platform.postgres.run_rate import PostgresRunRate, ProcessRunRate, RunRate
from memory.platform.settings import get_settings
from memory.platform.store import calibrations
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL, HostedEncoder, LocalEncoder
from memory.platform.store.server_store import server_store
from memory.platform.store.stores import UserStores

for _client in ("httpx", "httpx2", "httpcore", "openai"):
    # At INFO they log addresses, which may carry credentials.
    logging.getLogger(_client).setLevel(logging.WARNING)
keep_words_out()

settings = get_settings()
metrics = Metrics()
REGISTRY.register(metrics.registry)  # the server shows all of it under /metrics, which no route of ours can take
embedded = EmbeddedServer(settings)
models = ConfiguredModels(settings, embedded.url, metrics)
tools = ConfiguredTools(settings)
local_embeddings = MemoryEmbeddings(LocalEncoder(), calibrations.load(LOCAL_MODEL, LOCAL_DIMENSIONS))
embeddings = (
    MemoryEmbeddings(
        HostedEncoder(settings),
        calibrations.load(settings.embedding_model, settings.embedding_dimensions),
        timeout_s=settings.embedding_timeout_ms / 1_000,
    )
    if settings.hosted_embeddings
    else local_embeddings
)
"""What the store's index uses."""
fallback = local_embeddings if settings.hosted_embeddings else None
"""Finds memories when the hosted embedding model does not answer."""

database = Database(settings)
"""Opened by who runs on langgraph.postgres.json."""
locks: Locks = PostgresLocks(database) if settings.own_database else ProcessLocks()
stores = UserStores(embeddings, fallback, locks)
registry: Registry = PostgresRegistry(database) if settings.own_database else NoRegistry()

_here = ProcessRunRate(settings.runs_per_minute)
run_rate: RunRate = PostgresRunRate(database, settings.runs_per_minute, _here) if settings.own_database else _here
authenticator = Authenticator(settings)
mover = Mover(server_store, get_client, stores, registry)
