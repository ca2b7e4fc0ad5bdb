"""Who a run belongs to, and the opaque names derived from that."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from langgraph.runtime import Runtime

from memory.platform.settings import Settings

LOCAL_USER = "local"
_THREADS = UUID("6d7c8a52-50c1-5f0c-9a53-0f1f1a0d6b11")


def scope_of(runtime: Runtime[Any], settings: Settings) -> str | None:
    """Return the scope of the person a run belongs to, or None when nobody is known.

    It comes from the server's authentication (`auth.authenticate`), which knows a person by their scope alone, so
    that no name stands in any run or checkpoint; never from `configurable["user_id"]`, which a caller can forge.
    Without an identity there is no memory, but still a chat. In `local` mode everybody is one person.
    """
    server = runtime.server_info
    user = server.user if server is not None else None
    if user is not None:
        return user.identity
    return scope(LOCAL_USER, settings) if settings.auth == "local" else None


def scope(identity: str, settings: Settings) -> str:
    """Return the 64 hex characters that stand for `identity` wherever it is stored (R1.9.1)."""
    return scopes(identity, settings)[0]


def scopes(identity: str, settings: Settings) -> list[str]:
    """Return the scope of `identity` under each secret, the current one first (B20)."""
    secrets = settings.session_secrets
    return [hmac.new(secret.encode(), identity.encode(), hashlib.sha256).hexdigest() for secret in secrets]


def namespace(person: str) -> tuple[str, ...]:
    """Return the store namespace of a person's scope (R2.7.1)."""
    return ("ai-mind", "user-memory", "v1", person)


def ledger_namespace(person: str) -> tuple[str, ...]:
    """Return the store namespace of what is known about a person's memory as a whole."""
    return ("ai-mind", "user-ledger", "v1", person)


def memory_thread_id(person: str) -> str:
    """Return the thread on which the server runs a person's extractions, one after the other."""
    return str(uuid5(_THREADS, f"memory:{person}"))


def compaction_thread_id(thread_id: str) -> str:
    """Return the companion thread on which a conversation's compactions run."""
    return str(uuid5(_THREADS, f"compaction:{thread_id}"))


def graph_of(metadata: Mapping[str, Any] | None) -> str:
    """Return the id of the graph that runs on a thread with these metadata, the server's or the registry's."""
    known = metadata or {}
    noted = {"extraction": "memory_extraction", "compaction": "compaction"}.get(known.get("ai_mind", ""), "chat")
    return str(known.get("graph_id", noted))


def is_conversation(metadata: Mapping[str, Any] | None) -> bool:
    """Return whether a thread with these metadata is a conversation, and no memory thread or companion."""
    return graph_of(metadata) == "chat"


def is_thread_id(id: str) -> bool:
    """Whether the server may know a thread by this id; a caller may name any conversation."""
    try:
        return bool(UUID(id))
    except ValueError:
        return False


def memory_id(person: str, stable_key: str) -> str:
    """Return the id, and store key, of the memory with this stable key.

    Opaque on purpose: ids go into answers, logs and addresses, which outlive a memory that is erased.
    """
    return str(uuid5(_THREADS, f"memory-item:{person}:{stable_key}"))
