"""The rules of ThreadState on labelled sentences: pins, constraints, and facts that a summary lost."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memory.language.text import Language, find
from memory.thread.carried import Summary, completed
from memory.thread.constraints import constraints
from memory.thread.pin_words import Pin, Unpin, wish
from memory.thread.wishes import binding

HERE = Path(__file__).parent
VAGUE: dict[Language, str] = {"zh": "用户讨论了一些工作上的事情。", "en": "The user talked about some work."}


def rows(name: str, **wanted: str) -> list[dict[str, Any]]:
    """Return the rows of a labelled file that have these values."""
    lines = (HERE / f"{name}.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    return [row for row in found if all(row[key] == value for key, value in wanted.items())]


def wished(text: str) -> str:
    """Return the label that the rules give a message."""
    wanted = wish(text)
    return "pin" if isinstance(wanted, Pin) else "unpin" if isinstance(wanted, Unpin) else "none"


def of_label(label: str, **wanted: str) -> tuple[int, int, int]:
    """Return right, found and labelled for one label of `pin_words`."""
    pairs = [(wished(row["text"]), row["label"]) for row in rows("pin_words", **wanted)]
    right = sum(one == other == label for one, other in pairs)
    return right, sum(one == label for one, _ in pairs), sum(other == label for _, other in pairs)


def of_constraints(**wanted: str) -> tuple[int, int, int]:
    """Return right, found and labelled for `constraints`."""
    pairs = [(bool(constraints(row["text"])), bool(row["constraint"])) for row in rows("constraints", **wanted)]
    right = sum(one and other for one, other in pairs)
    return right, sum(one for one, _ in pairs), sum(other for _, other in pairs)


def vague(text: str, language: Language) -> str:
    """Return what a summariser says that keeps nothing."""
    return VAGUE[language]


def numbers_only(text: str, language: Language) -> str:
    """Return what a summariser says that keeps the numbers and loses names, paths and tasks."""
    numbers = "、".join("".join(c if c.isdigit() else " " for c in text).split())
    return f"{VAGUE[language]} {numbers}"


def facts_kept(summarise: Callable[[str, Language], str]) -> tuple[int, int]:
    """Return how many labelled facts stand in the summary after a compaction, and how many there are."""
    kept = labelled = 0
    for row in rows("facts"):
        covered: list[AnyMessage] = [HumanMessage(row["text"], id="u"), AIMessage("好的。", id="a")]
        summary = completed(
            summarise(row["text"], row["lang"]),
            old=Summary(""),
            covered=covered,
            binding=binding((), covered, []),
            limit=2_500,
            language=row["lang"],
        )
        labelled += len(row["facts"])
        kept += sum(find(fact, summary) is not None for fact in row["facts"])
    return kept, labelled
