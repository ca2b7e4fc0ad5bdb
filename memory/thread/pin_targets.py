"""Which pinned decision a user means: by number, by its words, or by what they now allow."""

import re
from collections.abc import Sequence

from memory.language.text import sentences, simplified
from memory.thread.details import share
from memory.thread.pin_words import Unpin
from memory.thread.thread import PinnedDecision

MIN_SHARE = 0.5
"""Share of what the user names that must stand in the pin that is meant."""
LIFTED_SHARE = 0.75
"""The same for a prohibition that is lifted without being called a decision."""

_LIFT = re.compile(
    r"((?:现在|你|已经)*可以(?!不)|\byou (?:can|may)\b(?: now)?|\bgo ahead and\b|\bfeel free to\b)", re.I
)
_ASKS = re.compile(r"[?？]|[吗嗎么]\W*$|会怎|\b(?:what if|when|if)\b", re.I)
_FORBIDS = re.compile(r"(不要|不得|不能|不许|不准|禁止|别|勿|\b(?:don'?t|do not|never|must not|not)\b)", re.I)


def targets(wanted: Unpin, pins: Sequence[PinnedDecision]) -> list[PinnedDecision]:
    """Return the pins that are to be dropped: by number, all, the last one, or the one the words name best.

    When two are named equally well none is dropped: the wish is not clear.
    """
    if wanted.everything:
        return list(pins)
    if wanted.number is not None:
        at = len(pins) - 1 if wanted.number == -1 else wanted.number - 1
        return [pins[at]] if 0 <= at < len(pins) else []
    if not wanted.words:
        return list(pins[-1:])
    named = [(share(wanted.words, pin["text"]), pin) for pin in pins]
    best = max((score for score, _ in named), default=0.0)
    found = [pin for score, pin in named if score == best]
    return found if best >= MIN_SHARE and len(found) == 1 else []


def _allows(sentence: str) -> bool:
    """Whether a sentence allows something, and neither asks nor forbids itself."""
    return bool(_LIFT.search(sentence)) and not _ASKS.search(sentence) and not _FORBIDS.search(sentence)


def lifts(text: str, pins: Sequence[PinnedDecision]) -> list[PinnedDecision]:
    """Return the prohibitions the user lifts by saying so: 可以合并到 main 了, "you can merge to main now"."""
    forbidding = [pin for pin in pins if _FORBIDS.search(pin["text"])]
    said = [simplified(text[slice(*span)]) for span in sentences(text)]
    allowed = [_LIFT.sub(" ", sentence) for sentence in said if _allows(sentence)]
    return [pin for pin in forbidding if any(share(words, pin["text"]) >= LIFTED_SHARE for words in allowed)]
