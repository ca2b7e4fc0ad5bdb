"""The sentences around one that it goes on from, or that go on from it: they carry a statement together."""

import re

from memory.language.clauses import sentence_of
from memory.language.kin import relations
from memory.language.sense import senses
from memory.language.text import Span, clauses, sentences

_POINTS_BACK = re.compile(
    r"\W*(?:[它他她]们?|店里|那边|(?:we|it|its|they|there|he|she|his|her|their|the|and the)\b)", re.I
)
_SOMEBODY = re.compile(r"\W*(?:[他她]们?(?!人)|(?:he|she|they)(?:'s|'re)?\b)", re.I)
_PIECE = re.compile(
    r"\W*(?:so|now|not|no|none|nothing|just|only|mostly|mainly|plus|and|or|from|since|at|on|with|for)\b"
    r"(?!\W*(?:i|we|you|he|she|it|they|my|our|your|his|her|their|the|this|that|there|what|how|why|when|who)\b)",
    re.I,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|will|would|can|could|should|must)\b|n't\b|'(?:s|re|ll|ve|d)\b", re.I
)
_AGE_OF = re.compile(r"\W*(?-i:[A-Z][a-z]+)(?:'s| is| just turned| turned) (?:only |almost |nearly )?\d", re.I)
_SEVERAL = re.compile(
    r"\b(?:boys|girls|kids|children|sons|daughters|twins|siblings|brothers|sisters|cats|dogs|pets)\b", re.I
)
_GOES_ON = re.compile(
    r"\W*(?:(?:it|that|this|they)(?:'s|'re| is| are| was)\b|(?:no|not|none|nothing|only|just|especially|like|such as)\b"
    r"|[它这那]|尤其|特别是|比如|例如|包括)",
    re.I,
)
MAX_PIECE_WORDS = 8
"""A longer sentence without a verb is a list or a line of something pasted."""


def is_piece(sentence: str) -> bool:
    """Whether a sentence says nothing without the one before it: "So pescatarian.", "No slug pellets."."""
    few = len(sentence.split()) <= MAX_PIECE_WORDS
    return few and bool(_PIECE.match(sentence)) and not _VERB.search(sentence)


def ages(sentence: str, before: str) -> bool:
    """Whether it tells the ages of those the sentence before it speaks of: "three boys. Mason's 12, Eli's 9"."""
    return bool(_AGE_OF.match(sentence) and _SEVERAL.search(before) and relations(before))


def goes_on_from(text: str, span: Span) -> str:
    """Return the sentence before that of `span`, if this one goes on from it; else nothing."""
    start, end = sentence_of(text, span)
    earlier = [s for s in sentences(text) if s[1] <= start]
    if not earlier:
        return ""
    before = text[slice(*earlier[-1])]
    parts = (text[slice(*c)] for c in clauses(text) if span[0] <= c[0] < span[1])
    points = _POINTS_BACK.match(text[slice(*span)]) or any(map(_SOMEBODY.match, parts))
    said = text[start:end]
    return before if points or is_piece(said) or ages(said, before) else ""


def gone_on_with(text: str, span: Span) -> str:
    """Return the sentences after that of `span` that go on about the same, in the same sense."""
    said, last = text[slice(*span)], sentence_of(text, span)[1]
    found: list[str] = []
    for sentence in (text[slice(*s)] for s in sentences(text) if s[0] >= last):
        if not _GOES_ON.match(sentence) or not senses(sentence) <= senses(said):
            break
        found.append(sentence)
    return " ".join(found)
