"""What a summary left out is carried along word for word, in bounded lists at its end (case B57).

The model's summary is checked by code against what it replaces: the older summary, what was carried
before, and the messages. Nothing that is missing depends on the model's goodwill.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AnyMessage, HumanMessage

from memory.language.text import Language, clauses, find, sentences
from memory.sensitive import mask
from memory.thread.constraints import CODE_BLOCK
from memory.thread.details import claims, details, missing, open_tasks, share
from memory.thread.messages import text_of

BINDING: dict[Language, str] = {"zh": "【用户的要求，仍然有效】", "en": "[Required by the user, still binding]"}
VERBATIM: dict[Language, str] = {"zh": "【原文保留】", "en": "[Kept verbatim]"}
MAX_LINE_CHARS = 200
"""Of a longer sentence the clauses with what is missing are carried."""
MAX_READ_CHARS = 12_000
"""Of a longer message the beginning is read for facts; the rest is a pasted text."""
MIN_TEXT_CHARS = 300
"""Of the model's own text at least so much stays when room is short."""
CARRIED_CHARS = 1_000
"""Room that a long summary has to leave for what it left out."""
ASSISTANT_LINES = 6
"""Lines of answers that may be carried; what the user said comes first."""
MIN_SHARE = 0.5
"""Share of a task or a claim that must stand in the summary."""
SENSE_SHARE = 0.25
"""The same for a sentence whose details are there: a number alone says nothing."""


@dataclass(frozen=True)
class Summary:
    """A summary as it is kept: the model's text, what binds, and what was carried word for word."""

    text: str
    binding: Sequence[str] = ()
    verbatim: Sequence[str] = ()
    language: Language = field(default="zh", compare=False)

    @classmethod
    def read(cls, summary: str) -> "Summary":
        """Take a kept summary apart."""
        text = summary
        lists: dict[str, list[str]] = {"binding": [], "verbatim": []}
        for name, headers in (("verbatim", VERBATIM), ("binding", BINDING)):
            for header in headers.values():
                before, found, after = text.partition(f"\n{header}\n")
                if found:
                    text, lists[name] = before, [line.removeprefix("- ") for line in after.splitlines() if line]
        return cls(text, lists["binding"], lists["verbatim"])

    def __str__(self) -> str:
        """Return it as it is kept."""
        parts = [self.text]
        for headers, lines in ((BINDING, self.binding), (VERBATIM, self.verbatim)):
            parts += [headers[self.language], *(f"- {line}" for line in lines)] if lines else []
        return "\n".join(parts)


@dataclass(frozen=True)
class _Line:
    text: str
    rank: int
    """0 is to be done, 1 states details, 2 claims something or asks with details, 3 is the assistant's."""


def completed(
    summary: str,
    *,
    old: Summary,
    covered: Sequence[AnyMessage],
    pins: Sequence[str] = (),
    binding: Sequence[str] = (),
    limit: int,
    language: Language,
) -> str:
    """Return the summary with what it left out, at most `limit` characters together.

    What does not fit falls out in this order: the assistant's, claims without details, details, open
    tasks, what binds; within each what stands in the middle, between the first facts and the newest.

    Args:
        summary: the model's.
        old: the summary it replaces.
        covered: the messages it replaces.
        pins: texts that stand beside it anyway.
        binding: what the user made binding; it stands as it is, whatever the summary says of it.
        limit: characters.
        language: of the headers.
    """
    text, bound = _own(mask(summary)), _both_ends(binding, limit - MIN_TEXT_CHARS)
    sources = [
        *_of_text(old.text, rank=1),
        *(_Line(line, _rank(line)) for line in old.verbatim),
        *_of_messages(covered),
    ]
    beside = [*pins, *bound]
    left_out = _left_out(sources, [text, *beside])
    headers = len(BINDING[language]) + len(VERBATIM[language]) + 4
    room = limit - headers - _length(bound)
    reserved = min(CARRIED_CHARS, _length([line.text for line in left_out]))
    if len(text) + reserved > room:
        shorter = _shortened(text, max(room - reserved, min(MIN_TEXT_CHARS, room)))
        left_out = _left_out([*_of_text(text, rank=1), *sources], [shorter, *beside])
        text = shorter
    kept = _fitting(left_out, room - len(text))
    return str(Summary(text, bound, [line.text for line in kept], language))


def _own(summary: str) -> str:
    """Return the model's own text: lists of ours that it has copied, or made up, are not its to write."""
    starts = [summary.find(header) for header in (*BINDING.values(), *VERBATIM.values())]
    return summary[: min((start for start in starts if start >= 0), default=len(summary))].strip()


def _of_messages(covered: Sequence[AnyMessage]) -> list[_Line]:
    said: list[_Line] = []
    answered: list[_Line] = []
    for message in covered:
        # Masked whole: a piece of a secret is no longer seen to be one.
        text = CODE_BLOCK.sub("", mask(text_of(message.content)[:MAX_READ_CHARS]))
        if isinstance(message, HumanMessage):
            said += [_Line(line, _rank(line)) for line in _pieces(text) if claims(line) or _matters(line)]
        else:
            answered += _of_text(text, rank=3)
    return [*answered[-ASSISTANT_LINES:], *said]


def _of_text(text: str, *, rank: int) -> list[_Line]:
    return [_Line(piece, rank) for piece in _pieces(mask(text)) if _matters(piece)]


def _pieces(text: str) -> Iterator[str]:
    return (text[slice(*span)] for span in sentences(text))


def _matters(sentence: str) -> bool:
    return bool(details(sentence) or open_tasks(sentence))


def _rank(line: str) -> int:
    if open_tasks(line):
        return 0
    return 1 if details(line) and not line.rstrip().endswith(("?", "？")) else 2


def _left_out(sources: Sequence[_Line], kept: Sequence[str]) -> list[_Line]:
    """Return the sources that `kept` does not hold, each once, word for word."""
    whole = "\n".join(kept)
    found = {_cut(line.text, whole): line.rank for line in sources if _lost(line, whole)}
    return [_Line(text, rank) for text, rank in found.items()]


def _lost(line: _Line, kept: str) -> bool:
    if find(line.text.strip(" 。.!！"), kept):
        return False
    least = SENSE_SHARE if line.rank == 1 else MIN_SHARE if line.rank == 0 or claims(line.text) else 0.0
    return bool(missing(line.text, kept)) or share(line.text, kept) < least


def _cut(text: str, kept: str) -> str:
    text = " ".join(text.split())
    if len(text) <= MAX_LINE_CHARS:
        return text
    telling = [piece for piece in (text[slice(*span)] for span in clauses(text)) if missing(piece, kept)]
    return (" … ".join(telling) or text)[:MAX_LINE_CHARS]


def _fitting(lines: Sequence[_Line], room: int) -> list[_Line]:
    """Return the lines that fit, in their own order; the important come first, of these the first and the newest."""
    ranks = sorted({line.rank for line in lines})
    chosen: set[int] = set()
    for rank in ranks:
        same = [at for at, line in enumerate(lines) if line.rank == rank]
        for _, at in sorted((min(n, len(same) - 1 - n), at) for n, at in enumerate(same)):
            room -= _length([lines[at].text])
            if room < 0:
                return [line for at, line in enumerate(lines) if at in chosen]
            chosen.add(at)
    return list(lines)


def _both_ends(lines: Sequence[str], room: int) -> list[str]:
    """Return the first and the newest lines that fit."""
    return [line.text for line in _fitting([_Line(text, 0) for text in lines], room)]


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 3 for line in lines)


def _shortened(text: str, limit: int) -> str:
    """Return the whole sentences of `text` that fit into `limit` characters."""
    if len(text) <= limit:
        return text
    end = max((stop for _, stop in sentences(text) if stop <= limit), default=limit)
    return text[:end]
