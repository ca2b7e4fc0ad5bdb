"""What one library makes of a case in which something goes wrong; each is a plain outcome.

In the turn after a failure the model names every fact whose words stand in the request, also where a prompt shows
older messages as context only: what a library sends again, it may still learn.
"""

import asyncio
from dataclasses import dataclass

from benchmarks.peers.answers import Fact, Said
from benchmarks.peers.library import Library
from benchmarks.peers.manners import PLAINLY, Form, Manner
from benchmarks.peers.model import Call, ModelProcess
from benchmarks.write_path.invented import Told, statement

STORED = 3
"""Memories before an outage."""
OVERLAP_S = 0.3
"""How long the model thinks, so that of two turns at once both have looked before either writes."""
CANARY = "Kurrajong"

_ENGLISH = (
    Fact(text="The user lives in Hangzhou", evidence="I live in Hangzhou", subject="home"),
    Fact(text="The user teaches physics", evidence="I teach physics", subject="job"),
)
_CHINESE = (
    Fact(text="用户的猫叫煤球", evidence="我的猫叫煤球", subject="猫的名字"),
    Fact(text="用户每周三晚上练大提琴", evidence="我每周三晚上练大提琴", subject="周三大提琴"),
)
_RIDES = Fact(text="The user rides a bike to work", evidence="I ride a bike to work", subject="commute")
_SECRET = Fact(text=f"The user lives in {CANARY}", evidence=f"I live in {CANARY}", subject="home")


@dataclass(frozen=True)
class Kept:
    """How many of the facts the model has named are stored.

    Args:
        sent: named by the model.
        at_once: stored when the turn is over.
        in_the_end: stored after the conversation's next turn, at which the model answers well.
        error: what reached the caller; empty: nothing. Our graph does not raise: this is how its run ended.
    """

    sent: int
    at_once: int
    in_the_end: int
    error: str


@dataclass(frozen=True)
class Outage:
    """A turn while the model answers every request with HTTP 500.

    Args:
        requests: what the library sent in that turn.
        kept: of the turn's facts, with the next turn after the outage.
    """

    requests: int
    kept: Kept


@dataclass(frozen=True)
class Residue:
    """Where something that was deleted is still found, after one more turn.

    Args:
        memory: the places with the text of the memory.
        words: the places with the user's own words; those with the memory's text left out.
    """

    memory: list[str]
    words: list[str]


async def outage(library: Library, model: ModelProcess, *, given_up_s: float) -> Outage:
    """Let the model fail for one turn; a library that is not done with it in time is given up."""
    await library.fill("outage", [statement(number) for number in range(STORED)])
    requests, kept = await _kept(library, model, _told("outage", 0, *_ENGLISH), Manner(form="error 500"), given_up_s)
    return Outage(requests, kept)


async def spoilt(library: Library, model: ModelProcess, *, form: Form, given_up_s: float) -> tuple[Kept, Kept]:
    """Let the model answer a turn in this form, whenever it is asked; in English, then in Chinese."""
    name = form.replace(" ", "-")  # mem0 takes no spaces in a person's name
    _, english = await _kept(library, model, _told(f"{name}-en", 0, *_ENGLISH), Manner(form=form), given_up_s)
    _, chinese = await _kept(library, model, _told(f"{name}-zh", 0, *_CHINESE), Manner(form=form), given_up_s)
    return english, chinese


async def twice_at_once(library: Library, model: ModelProcess) -> int:
    """Say one fact in two conversations at the same moment; return how many records there are of it."""
    told = [_told(window, 0, _RIDES) for window in ("left", "right")]
    model.say(told[0].said, Manner(delay_s=OVERLAP_S))
    await library.add_at_once("at-once", told)
    return (await library.records("at-once")).count(_RIDES.text)


async def residue(library: Library, model: ModelProcess) -> Residue:
    """Store a fact, delete it, add one more turn of the same conversation, and look for it everywhere.

    Raises:
        RuntimeError: it was not stored, or not deleted, so that there is nothing to look for.
    """
    first, second = _told("residue", 0, _SECRET), _told("residue", 1, _RIDES)
    model.say(first.said)
    await library.add("residue", first)
    stored = await library.records("residue")
    found = any(_SECRET.text.encode() in content for content in (await library.kept("residue")).values())
    await library.delete("residue", _SECRET.text)
    if not found or _SECRET.text not in stored or _SECRET.text in await library.records("residue"):
        raise RuntimeError(f"{library.name}: {stored}")
    model.say(second.said)
    await library.add("residue", second)
    places = {"next request": _sent(model.calls()), **await library.kept("residue")}
    memory = [place for place, content in places.items() if _SECRET.text.encode() in content]
    words = [place for place, content in places.items() if CANARY.encode() in content and place not in memory]
    return Residue(memory, words)


async def _kept(
    library: Library, model: ModelProcess, told: Told, manner: Manner, given_up_s: float
) -> tuple[int, Kept]:
    person = told.conversation
    error = await _added(library, model, told, told.said, manner, given_up_s)
    requests = len(model.calls())
    at_once = await _stored(library, person, told.said)
    following = _told(told.conversation, 1, _RIDES)
    both = Said(facts=(*told.said.facts, *following.said.facts))
    await _added(library, model, following, both, Manner(only_in_sight=True), given_up_s)
    return requests, Kept(len(told.said.facts), at_once, await _stored(library, person, told.said), error)


async def _added(
    library: Library, model: ModelProcess, told: Told, said: Said, manner: Manner = PLAINLY, given_up_s: float = 60.0
) -> str:
    """Add a turn of the person who is named like the conversation; return what reached the caller."""
    model.say(said, manner)
    try:
        async with asyncio.timeout(given_up_s) as limit:
            await library.add(told.conversation, told)
    except Exception as raised:
        return f"given up after {given_up_s:.0f} s" if limit.expired() else f"{type(raised).__name__}: {raised}"[:200]
    return ""


async def _stored(library: Library, person: str, said: Said) -> int:
    records = await library.records(person)
    return sum(fact.text in records for fact in said.facts)


def _told(conversation: str, number: int, *facts: Fact) -> Told:
    user = "; ".join(fact.evidence for fact in facts)
    return Told(f"{conversation}-{number}", conversation, f"{user}.", "Good to know.", Said(facts=facts))


def _sent(calls: list[Call]) -> bytes:
    return repr([call.request for call in calls]).encode()
