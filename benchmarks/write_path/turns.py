"""The labelled turns, and what is true of each person when all of them are told."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from memory.user.candidate import MemoryType

FILE = Path(__file__).with_name("turns.jsonl")

Language = Literal["zh", "en"]
Kind = Literal[
    "chat", "fact", "update", "forget", "repeat", "echo", "question", "secret", "injection", "assistant_claim"
]
Label = Literal[
    "right", "hallucinated", "assistant_only", "translated", "echo", "duplicate", "junk", "secret", "injection"
]
Said = Annotated[str, Field(min_length=1)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Proposal(_Line):
    """What the scripted model says of a turn."""

    text: Said
    evidence: Said
    """The words it claims to rest on. Of a right one: verbatim the user's; a wrong one may have made them up."""
    subject: Said
    type: MemoryType
    label: Label
    """What it is worth: see `Label`. `duplicate`: the user did say it again; `echo`: only the assistant did."""
    slot: str
    """The lasting name of what it is about, `zh-03/city`; empty for junk."""
    value: str
    marks: tuple[Said, ...]
    """Words of which a stored text must hold every one to be this fact with this value; none: only the very text is."""
    action: Literal["add", "suppress"] = "add"


class Turn(_Line):
    """What a person said and was answered, with what a model would make of it."""

    id: Said
    person: Said
    lang: Language
    conversation: Said
    kind: Kind
    user: Said
    assistant: Said
    proposals: tuple[Proposal, ...]
    forgets: tuple[Said, ...] = ()
    """The slots the user wants forgotten."""


@dataclass
class Truth:
    """What is true of one person at the end.

    Args:
        active: the last right value of each slot that was not forgotten. A fact that only a translated proposal states
            is not among them: nobody was offered it in the person's language.
        old: the values that a later one of the same slot has replaced.
        forgotten: the slots the person wanted forgotten, and has not spoken of since.
    """

    active: dict[str, str] = field(default_factory=dict)
    old: dict[str, set[str]] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)

    @property
    def updated(self) -> set[str]:
        """The active slots that had another value before."""
        return {slot for slot in self.active if self.old.get(slot)}

    def tell(self, turn: Turn) -> None:
        """Take in the next turn."""
        for proposal in turn.proposals:
            if proposal.label == "right" and proposal.action == "add":
                self._say(proposal.slot, proposal.value)
        for slot in turn.forgets:
            self.active.pop(slot, None)
            self.forgotten.add(slot)

    def _say(self, slot: str, value: str) -> None:
        before = self.active.get(slot, value)
        if before != value:
            self.old.setdefault(slot, set()).add(before)
        self.old.get(slot, set()).discard(value)
        self.active[slot] = value
        self.forgotten.discard(slot)


def load(path: Path = FILE) -> list[Turn]:
    """Return the turns in the order they are told, one person after the other."""
    return [Turn.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]


def truths(turns: Iterable[Turn]) -> dict[str, Truth]:
    """Return what is true of each person after `turns`, which may be a part of the set."""
    people: dict[str, Truth] = {}
    for turn in turns:
        people.setdefault(turn.person, Truth()).tell(turn)
    return people
