"""Where a candidate's evidence stands in what the user said (design section 6, requirement B7)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.language import answers
from memory.language.clauses import sentence_of, widen
from memory.language.text import Span, even, find
from memory.user.turn import FinishedTurn

_MARKS = " \n\t。，、；：！？…．.,;:!?\"'“”‘’「」『』()（）"


@dataclass(frozen=True)
class Quote:
    """What a candidate rests on: whole clauses of what the user said in a turn, or what they said yes or no to."""

    turn: FinishedTurn
    source: str
    """The user's text as rules read it (`text.even`); of a bare yes or no, what it says (`answers.statement`)."""
    span: Span
    """The clauses, in `source`."""
    words: Span
    """The evidence itself, in `source`."""
    answer: str = ""
    """The bare yes or no, as it was said."""

    @property
    def text(self) -> str:
        """The user's words as they were said."""
        return self.answer or self.turn.user_text[slice(*self.span)]

    @property
    def asked(self) -> str | None:
        """What the user was asked, if these words are only an answer."""
        return answers.asked_about_user(self.turn.in_reply_to) if self.answer else None

    @property
    def said(self) -> str:
        """The clauses that carry the candidate."""
        return self.source[slice(*self.span)]

    @property
    def sentence(self) -> str:
        """The sentence around them."""
        return self.source[slice(*sentence_of(self.source, self.span))]


def locate(evidence: str, turns: Sequence[FinishedTurn]) -> Quote | None:
    """Return where `evidence` stands in what the user said, newest turn first; None: nowhere.

    Only the user's texts are looked at. Assistant text, recalled memories, summaries and prompts are
    never evidence (cases B01, B03, B04); but a bare yes says what the assistant asked, and only that.
    Marks around the evidence do not count. The quote grows to whole clauses: a shorter one could leave
    out 不, "no longer" or 吗. A Latin word is not found in the middle of another.
    """
    for turn in reversed(turns):
        words = find(evidence.strip(_MARKS), turn.user_text)
        if words is None or not _whole_words(turn.user_text, words):
            continue
        statement = answers.statement(turn.user_text, turn.in_reply_to)
        if statement:
            everything = (0, len(statement))
            return Quote(turn, statement, everything, everything, answer=turn.user_text.strip())
        source = even(turn.user_text)
        return Quote(turn, source, widen(source, words), words)
    return None


def _whole_words(text: str, span: Span) -> bool:
    before, after = text[: span[0]], text[span[1] :]
    starts = re.search(r"[A-Za-z]$", before) and re.match(r"[A-Za-z]", text[span[0] :])
    ends = re.search(r"[A-Za-z]$", text[: span[1]]) and re.match(r"[A-Za-z]", after)
    return not (starts or ends)
