"""Pieces of a message: the sentence around a piece, whole clauses, the clause that names the speaker."""

import re

from memory.language.text import Span, clauses, sentences

FIRST_PERSON = re.compile(
    r"(我|咱|俺|本人|老子|阿拉(?!伯|斯)|\b(?:i|i'[a-z]+|im|ive|my|me|mine|myself|we"
    r"|we'[a-z]+|our|us)\b)",
    re.I,
)
_POINTS_BACK = re.compile(r"\W*(它|这|那|其中|\b(?:it|it's|this|that|that's|they|which|who)\b)", re.I)


def with_subject(text: str, span: Span) -> Span:
    """Return `span` grown back to the clause of its sentence that names the speaker, if it names none itself.

    平时主要写 Go says nothing alone; 我在做后端，平时主要写 Go does.
    """
    clause = text[span[0] : span[1]]
    if FIRST_PERSON.search(clause) and not _POINTS_BACK.match(clause):
        return span
    sentence = sentence_of(text, span)
    before = [c for c in clauses(text) if sentence[0] <= c[0] < span[0] and FIRST_PERSON.search(text[c[0] : c[1]])]
    return (before[-1][0], span[1]) if before else span


def widen(text: str, span: Span) -> Span:
    """Return `span` grown to whole clauses, so that no negation before it and no name in it is cut off."""
    touched = [c for c in clauses(text) if c[0] < span[1] and span[0] < c[1]]
    return (min(span[0], touched[0][0]), max(span[1], touched[-1][1])) if touched else span


def same_sentence(text: str, first: Span, second: Span) -> bool:
    """Whether both spans stand in one sentence."""
    return sentence_of(text, first) == sentence_of(text, second)


def sentence_of(text: str, span: Span) -> Span:
    """Return the sentence, or sentences, that `span` lies in."""
    around = [s for s in sentences(text) if s[0] < span[1] and span[0] < s[1]]
    return (around[0][0], around[-1][1]) if around else span
