"""Secrets and personal data: found by shape, checksum and context rather than by keyword, or masked (B6).

A sentence about a kind of secret ("不要保存身份证号") holds none. Everything looks at a copy without format
characters, in half width and simplified script, so that neither full-width digits nor zero-width characters nor
號 and 樓 hide anything.
"""

import re
from collections.abc import Iterator

from memory.language.text import Span, even, plain, plain_with_origins
from memory.sensitive import contacts, credentials, dictated, numbers, vendors

MASK = "[***]"
"""What stands where a secret stood."""
_SPELT = re.compile(r"(?<![!-~])(?:[A-Za-z0-9_-] ){15,}[A-Za-z0-9_-](?![!-~])")


def sensitive(text: str) -> bool:
    """Whether `text` holds a secret, a number that identifies a person, or where one lives (R2.2, gate 8)."""
    seen = even(plain(text))
    return any(True for _ in _secret(seen)) or any(True for _ in contacts.addresses(seen))


def mask(text: str) -> str:
    """Return `text` with each secret and each number that identifies a person replaced by `MASK` (case B30).

    Addresses stay: within a conversation "send it to 文三路 100 号" is what it is about.
    """
    seen, origins = plain_with_origins(text)
    for start, end in sorted(_disjoint(_secret(even(seen))), reverse=True):
        text = text[: origins[start][0]] + MASK + text[origins[end - 1][1] :]
    return text


def _secret(seen: str) -> Iterator[Span]:
    for finder in (vendors.found, credentials.found, dictated.found, numbers.found, contacts.phones):
        yield from finder(seen)
    # A key written with a space after each character.
    yield from (m.span() for m in _SPELT.finditer(seen) if any(vendors.found(m.group().replace(" ", ""))))


def _disjoint(spans: Iterator[Span]) -> list[Span]:
    """Return the same places without overlaps."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
