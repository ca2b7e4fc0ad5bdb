"""What the scripted model says of each labelled turn, with what was said of the same matter before it."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from benchmarks.peers.answers import Fact, Said
from benchmarks.write_path.turns import Proposal, Turn

_AGAINST = re.compile(r"不|怕|讨厌|\b(?:can't|cannot|won't|not|never|refuses|hates|dislikes)\b")
_CLAUSE_ENDS = re.compile(r"[，,]")


def script(turns: Iterable[Turn]) -> list[Said]:
    """Return what the model says of each turn, in order.

    A proposal without a slot is about nothing that was said before. What was forgotten is still recognised where it
    stands in a request.
    """
    said: list[Said] = []
    earlier: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for turn in turns:
        facts = [_fact(turn, proposal, earlier[turn.person, proposal.slot]) for proposal in turn.proposals]
        ended = [text for slot in turn.forgets for _, text in earlier[turn.person, slot]]
        said.append(Said(facts=tuple(facts), ended=tuple(ended)))
        for proposal in turn.proposals:
            if proposal.action == "add" and proposal.slot:
                earlier[turn.person, proposal.slot].append((proposal.value, proposal.text))
    return said


def _fact(turn: Turn, proposal: Proposal, earlier: list[tuple[str, str]]) -> Fact:
    return Fact(
        text=proposal.text,
        evidence=proposal.evidence,
        subject=proposal.subject,
        type=proposal.type,
        polarity=_polarity(proposal),
        action=proposal.action,
        by="assistant" if turn.kind == "assistant_claim" else "user",
        same=tuple(text for value, text in earlier if value == proposal.value),
        about=tuple(text for value, text in earlier if value != proposal.value),
    )


def _polarity(proposal: Proposal) -> Literal["prefer", "avoid"] | None:
    """Return the side of a taste, which our format asks for: the labels do not name it, the first clause does."""
    if proposal.type != "user_preference":
        return None
    return "avoid" if _AGAINST.search(_CLAUSE_ENDS.split(proposal.text)[0]) else "prefer"
