"""Does the user's own text carry what a candidate claims? (design section 6, requirement B7)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.text import Span, find, fold, has_han, language, sentences
from memory.user.candidate import Candidate
from memory.user.turn import FinishedTurn

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LATIN_NAME = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z0-9+#.]+")
_LATIN_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9+#.]*")
_OWN_WORDS = frozenset({"the", "user", "user's", "users", "they", "their", "he", "she", "his", "her"})


@dataclass(frozen=True)
class Quote:
    """Where a candidate's evidence stands."""

    turn: FinishedTurn
    span: Span

    @property
    def text(self) -> str:
        """The user's words as they were said."""
        return self.turn.user_text[self.span[0] : self.span[1]]


def locate(evidence: str, turns: Sequence[FinishedTurn]) -> Quote | None:
    """Return where `evidence` stands in what the user said, newest turn first; None: nowhere.

    Only the user's texts are looked at. Assistant text, recalled memories, summaries and prompts are
    never evidence (cases B01, B03, B04).
    """
    for turn in reversed(turns):
        span = find(evidence, turn.user_text)
        if span is not None:
            return Quote(turn, span)
    return None


def kept_language(candidate: Candidate, quote: Quote) -> bool:
    """Whether the memory is in the language of its evidence, or of the message around it (case B19).

    Evidence that mixes both (deploy 用 Kong) is kept in Chinese as well as in English.
    """
    spoken = {language(quote.text), language(quote.turn.user_text)}
    return language(candidate.text) in (spoken | {"zh"} if has_han(quote.text) else spoken)


def supported(candidate: Candidate, quote: Quote) -> bool:
    """Whether each number and each name of the memory stands in the user's text.

    In a Chinese memory every Latin word counts as a name, in an English one every capitalised word
    that does not begin a sentence. And memory and evidence must have words in common at all.
    """
    said = fold(quote.turn.user_text)
    claims = _NUMBER.findall(candidate.text) + _names(candidate.text)
    return all(fold(claim.rstrip(".")) in said for claim in claims) and _overlap(candidate.text, quote.text)


def _names(text: str) -> list[str]:
    if language(text) == "zh":
        return _LATIN_TOKEN.findall(text)
    begins = {start for start, _ in sentences(text)}
    names = [m.group() for m in _LATIN_NAME.finditer(text) if m.start() not in begins]
    return [name for name in names if name.casefold() not in _OWN_WORDS]


def _overlap(memory: str, quote: str) -> bool:
    if language(memory) == "zh":
        folded = fold(memory)
        return any(folded[i : i + 2] in fold(quote) for i in range(len(folded) - 1))
    stems = {word.casefold()[:5] for word in _LATIN_TOKEN.findall(quote) if len(word) > 2}
    return any(word.casefold()[:5] in stems for word in _LATIN_TOKEN.findall(memory))
