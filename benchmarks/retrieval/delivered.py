"""What the model would be given, on our own labelled people: as delivered, the peers by their default search."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from benchmarks.recall.bench import LABELLED, Bench, fits
from benchmarks.recall.rankings import FAST, share
from benchmarks.reporting.table import Row
from benchmarks.retrieval.peers import Peer
from benchmarks.retrieval.ranking import VARIANTS, searched
from benchmarks.retrieval.vectors import Vectors
from memory.user.document import UserMemory
from scripts.labelled import Question, read_people, read_questions

PARTS = ("first", "second", "third")
DEFAULT = {"mem0": 20, "LangMem": 10}
"""What their search returns unless told otherwise."""
FEW = 3
"""As many as ours finds for a message, beside what always stands."""
FORGOTTEN = 3
"""Every so many found memories of a person are forgotten in the trial of forgetting."""

OPEN = "ours, threshold off"
"""What its ranking can do: the peers have no threshold that would keep anything out."""

Given = list[tuple[Question, list[UserMemory]]]


async def delivered(bench: Bench, vectors: Vectors, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return how often the needed memory is given, and nothing where nothing fits.

    Ours gives its standing memories always, so each peer is also cut to as many as ours gave to the same question.

    Args:
        bench: the product's recall.
        vectors: for the peers, of the same model.
        most: questions of each set, at most.
    """
    given: dict[str, Given] = {}
    for part in _parts(most):
        people = read_people(LABELLED / f"memories-{part}.jsonl")
        questions = read_questions(LABELLED / f"queries-{part}.jsonl")
        questions = questions[:: max(1, len(questions) // most)]
        for person in sorted({question.person for question in questions}):
            own = [question for question in questions if question.person == person]
            for who, found in (await _given(bench, vectors, people[person], own)).items():
                given.setdefault(who, []).extend(found)
    figures = {who: _figures(found) for who, found in given.items()}
    return better(figures)


async def forgotten(bench: Bench, vectors: Vectors, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return how many places forgotten memories take among what is given to the questions that would need them.

    Ours keeps them, with their vectors, as suppressed. The peers know no such status: they are tried before and after
    a deletion by their API. Before is what they have when a person has only said so, since mem0's `add` can only add
    and LangMem's manager is not offered a deletion unless it is made with `enable_deletes`.
    """
    counts: dict[str, list[int]] = {}
    for part in _parts(most):
        people = read_people(LABELLED / f"memories-{part}.jsonl")
        questions = read_questions(LABELLED / f"queries-{part}.jsonl")
        for person, memories in people.items():
            gone = {memory.id for memory in [m for m in memories if m.tier == "soft"][::FORGOTTEN]}
            needing = [q for q in questions if q.person == person and q.expect & gone][:most]
            own = await bench.person([m.model_copy(update={"status": _status(m.id in gone)}) for m in memories])
            for question in needing:
                kept = (await bench.given(own, question.turns)).memories
                counts.setdefault("ours", []).append(sum(memory.id in gone for memory in kept))
            texts = {memory.id: memory.text for memory in memories}
            for library, variants in VARIANTS.items():
                peer = await next(iter(variants.values()))(texts, vectors)
                said = await _places(peer, needing, gone, DEFAULT[library])
                await peer.delete(sorted(gone))
                deleted = await _places(peer, needing, gone, DEFAULT[library])
                counts.setdefault(f"{library} (not deleted)", []).extend(said)
                counts.setdefault(f"{library} (deleted by its API)", []).extend(deleted)
    figures = {who: {"questions": len(took), "places": sum(took)} for who, took in counts.items()}
    line = ", ".join(f"{who} {one['places'] / one['questions']:.1f}" for who, one in figures.items())
    goal = "ours 0"
    return figures, [Row("places of forgotten memories a question", line, goal, not sum(counts["ours"]))]


async def _places(peer: Peer, questions: Iterable[Question], gone: Set[str], most: int) -> list[int]:
    return [len(gone & set(await peer.search(question.turns[-1], most))) for question in questions]


def _parts(most: int) -> Sequence[str]:
    return PARTS if most > FAST else PARTS[:1]


def _status(gone: bool) -> str:
    return "suppressed" if gone else "active"


async def _given(
    bench: Bench, vectors: Vectors, memories: Sequence[UserMemory], questions: Iterable[Question]
) -> dict[str, Given]:
    own, by_id = await bench.person(memories), {memory.id: memory for memory in memories}
    texts = {memory.id: memory.text for memory in memories}
    peers = {
        (library, variant): await make(texts, vectors)
        for library, variants in VARIANTS.items()
        for variant, make in variants.items()
    }
    given: dict[str, Given] = {}
    for question in questions:
        ours = list((await bench.given(own, question.turns)).memories)
        given.setdefault("ours", []).append((question, ours))
        ranked = [by_id[id] for id in await bench.ranked(own, question.turns)]
        given.setdefault(f"{OPEN}: ten found, beside what stands", []).append((question, ranked))
        for (library, variant), peer in peers.items():
            for text, found in (await searched(peer, question.turns, DEFAULT[library])).items():
                cuts = {"by default": len(found), f"first {FEW}": FEW, "as many as ours": len(ours)}
                for cut, number in cuts.items():
                    kept = [by_id[id] for id in found[:number]]
                    given.setdefault(f"{library}, {cut}: {variant}, {text}", []).append((question, kept))
    return given


def _figures(given: Given) -> dict[str, float]:
    found = {
        expected: [fits(q, memories) for q, memories in given if bool(q.expect) == expected]
        for expected in (True, False)
    }
    return {
        "found": round(share(found[True]), 1),
        "nothing": round(share(found[False]), 1),
        "given": round(sum(len(memories) for _, memories in given) / len(given), 1),
        "standing": round(sum(one.tier == "standing" for _, memories in given for one in memories) / len(given), 1),
        "questions": len(given),
    }


def better(figures: Mapping[str, dict[str, float]]) -> tuple[dict[str, Any], list[Row]]:
    """Return the figures with each peer's better set-up chosen for each cut, and the rows."""
    shown: dict[str, Any] = {"ours": figures["ours"]}
    rows = [Row(f"labelled people ({figures['ours']['questions']})  ours", _line(figures["ours"]))]
    for name in dict.fromkeys(one.partition(": ")[0] for one in figures if one != "ours"):
        tried = {one.partition(": ")[2]: found for one, found in figures.items() if one.startswith(f"{name}: ")}
        best = max(tried, key=lambda one: tried[one]["found"])
        shown[name] = {"best": best, **tried}
        rows.append(Row(f"  {name}", f"{_line(tried[best])}  {best}"))
    return shown, rows


def _line(found: Mapping[str, float]) -> str:
    shares = f"found {found['found']:5.1f} %  nothing where nothing fits {found['nothing']:5.1f} %"
    return f"{shares}  given {found['given']:4.1f}, {found['standing']:.1f} of them standing"
