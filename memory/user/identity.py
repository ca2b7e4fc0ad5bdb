"""The stable key: what two candidates share when they speak of the same thing."""

import hashlib
import re
import unicodedata

from memory.language.text import fold
from memory.user.candidate import Identity, MemoryType

MAX_KEY_CHARS = 96
_BLANK = re.compile(r"[\s_-]+")


def canonical(value: str) -> str:
    """Return the comparable form of a subject or facet; symbols stay (C, C++ and C# differ)."""
    words = _BLANK.split(unicodedata.normalize("NFKC", value).strip())
    joined = "-".join(folded for word in words if (folded := fold(word)))
    return joined.replace("%", "%25").replace("/", "%2f").replace(":", "%3a")


def stable_key(type: MemoryType, identity: Identity) -> str:
    """Return the readable key `type:[polarity-]subject[/facet]` (R2.3).

    Polarity counts for `user_preference` only. A body longer than 96 characters ends in a hash of the
    whole, so that no two identities share a key.
    """
    subject = canonical(identity.subject)
    body = f"{subject}/{canonical(identity.facet)}" if identity.facet else subject
    if type == "user_preference" and identity.polarity:
        body = f"{identity.polarity}-{body}"
    if len(body) > MAX_KEY_CHARS:
        digest = hashlib.sha256(body.encode()).hexdigest()[:16]
        body = f"{body[: MAX_KEY_CHARS - 17]}~{digest}"
    return f"{type}:{body}"


def related_keys(type: MemoryType, identity: Identity) -> list[str]:
    """Return the keys under which the same thing may stand: for a taste, both polarities."""
    if type != "user_preference":
        return [stable_key(type, identity)]
    own = identity.polarity or "prefer"
    other = "avoid" if own == "prefer" else "prefer"
    return [stable_key(type, identity.model_copy(update={"polarity": p})) for p in (own, other)]
