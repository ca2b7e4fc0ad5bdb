"""A memory's vector inside its document, as half-precision numbers in base64: 1 KB for 384 of them."""

import base64
from collections.abc import Sequence

import numpy as np

from memory.user.document import UserMemory


def packed(vector: Sequence[float]) -> str:
    """Return `vector` as text."""
    return base64.b64encode(np.asarray(vector, dtype=np.float16).tobytes()).decode("ascii")


def similarities(query: Sequence[float], memories: Sequence[UserMemory]) -> dict[str, float | None]:
    """Return the cosine of `query` and each memory that carries a vector of the same length, by id."""
    wanted = np.asarray(query, dtype=np.float32)
    found: dict[str, float | None] = {}
    for memory in memories:
        if memory.local_vector is not None:
            vector = np.frombuffer(base64.b64decode(memory.local_vector), dtype=np.float16).astype(np.float32)
            if vector.shape == wanted.shape:
                found[memory.id] = float(vector @ wanted)
    return found
