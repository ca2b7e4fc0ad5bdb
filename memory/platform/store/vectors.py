"""A memory's vector inside its document, as half-precision numbers in base64: 1 KB for 384 of them."""

import base64
import binascii
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from memory.platform.store.encoders import Vector


def packed(vector: Sequence[float]) -> str:
    """Return `vector` as text."""
    return base64.b64encode(np.asarray(vector, dtype=np.float16).tobytes()).decode("ascii")


@lru_cache(maxsize=20_000)
def unpacked(text: str | None, dimensions: int) -> Vector | None:
    """Return the vector a text stands for; None unless it has `dimensions` numbers, all of them finite.

    Each is read once, however often the memories beside it change.
    """
    try:
        vector = np.frombuffer(base64.b64decode(text or "", validate=True), dtype=np.float16).astype(np.float32)
    except (binascii.Error, ValueError):
        return None
    return vector if len(vector) == dimensions and bool(np.isfinite(vector).all()) else None


def stacked(vectors: Sequence[Vector], dimensions: int) -> Vector:
    """Return one row a vector."""
    return np.stack(vectors) if vectors else np.zeros((0, dimensions), dtype=np.float32)
