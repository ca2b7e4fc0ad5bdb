"""Which labelled proposals a stored text holds, and in which language it is written."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from benchmarks.write_path.turns import Label, Language, Proposal

GROUNDED: tuple[Label, ...] = ("right", "duplicate", "translated", "echo")
"""What the user did say, the best first."""

_HAN = re.compile(r"[\u3400-\u9fff]")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\s-]+(?=\d)")


def matched(text: str, proposals: Iterable[Proposal]) -> Sequence[Proposal]:
    """Return what a stored text holds of its person's proposals; nothing when nobody proposed it.

    The rule: a text that was proposed word for word (capitals and spaces aside) is that proposal, and nothing else.
    Any other text is each proposal all of whose marks occur in it, so that a text merged of two facts holds both. Of
    one slot it holds one value: that with the longer marks, which say more; of equals, the later one. Junk is what it
    is only when it is nothing else.
    """
    known = list(proposals)
    exact = [proposal for proposal in known if _plain(proposal.text) == _plain(text)]
    if exact:
        return [min(exact, key=_worth)]
    held: dict[str, Proposal] = {}
    for proposal in known:
        if holds(text, proposal.marks):
            rival = held.get(proposal.slot)
            if rival is None or _weight(proposal) >= _weight(rival):
                held[proposal.slot] = proposal
    told = [proposal for proposal in held.values() if proposal.label != "junk"]
    return told or list(held.values())


def holds(text: str, marks: Sequence[str]) -> bool:
    """Whether every mark occurs, in whatever case; Latin words and numbers as whole words. No marks occur nowhere."""
    plain = _plain(text)
    return bool(marks) and all(re.search(_whole(_plain(mark)), plain) for mark in marks)


def reveals(text: str, marks: Sequence[str]) -> bool:
    """Whether a secret stands in the text, in whatever grouping of its digits."""
    return holds(_joined(text), [_joined(mark) for mark in marks])


def switched(text: str, language: Language) -> bool:
    """Whether a text is written in the other language than its person's.

    Each Chinese character counts as one and so does each Latin word, so that product names do not make a Chinese
    sentence English. Chinese is what has at least as many of the first as of the second.
    """
    han = len(_HAN.findall(text))
    words = sum(any(letter.isalpha() for letter in word) for word in _HAN.sub(" ", text).split())
    return han + words > 0 and (han >= words) != (language == "zh")


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _joined(text: str) -> str:
    return _BETWEEN_DIGITS.sub("", text)


def _whole(mark: str) -> str:
    before = r"(?<![a-z0-9])" if re.match("[a-z0-9]", mark) else ""
    after = r"(?![a-z0-9])" if re.search("[a-z0-9]$", mark) else ""
    return before + re.escape(mark) + after


def _worth(proposal: Proposal) -> int:
    return GROUNDED.index(proposal.label) if proposal.label in GROUNDED else len(GROUNDED)


def _weight(proposal: Proposal) -> int:
    return sum(map(len, proposal.marks))
