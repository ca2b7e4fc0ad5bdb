"""A clock that goes backwards, as after a wrong one was set right: nothing is lost, and people can go on."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memory.platform.identity import LOCAL_USER, scope
from memory.platform.store.control import Control
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.erasure import erase
from memory.platform.store.user_store import UserStore
from tests.graph.people import LATER, Person, output, statuses, turn
from tests.graph.test_resurrection import Nobody
from tests.provider.process import candidate

BEFORE = LATER - timedelta(hours=12)
VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
HOME = candidate("用户住在杭州", "我住在杭州", "住址")


@pytest.fixture
def controlled(embedder: MemoryEmbeddings) -> Callable[[Person], Control]:
    def of(person: Person) -> Control:
        return Control(UserStore(person.store, scope(LOCAL_USER, person.settings), embedder), lambda: person.now)

    return of


def said(text: str, id: str, hours: float) -> dict[str, Any]:
    return turn(text, id, completed_at=(LATER + timedelta(hours=hours)).isoformat())


async def test_what_is_said_after_it_went_back_is_learned(person: Person) -> None:
    await person.says(said("我长期吃素，我住在杭州", "t1", -1), proposed=output(VEGAN, HOME))
    person.now = BEFORE
    again = await person.says(said("我长期吃素", "t2", -13), proposed=output(VEGAN))
    assert statuses(again) == [("duplicate", "outdated")]  # an older word confirms nothing newer
    await person.says(said("我会游泳", "t3", -12.5), proposed=output(candidate("用户会游泳", "我会游泳", "游泳")))
    assert await person.active() == {"用户长期吃素", "用户住在杭州", "用户会游泳"}


async def test_what_was_changed_by_hand_after_it_went_back_stays_so(
    person: Person, controlled: Callable[[Person], Control]
) -> None:
    await person.says(said("我长期吃素", "t1", -1), proposed=output(VEGAN))
    person.now = BEFORE
    [memory] = await controlled(person).store.all()
    edited = await controlled(person).edit(memory.id, text="用户长期吃全素", version=1)
    assert edited.version == 2
    await controlled(person).suppress(memory.id)
    again = Person(person.settings, person.store, controlled(person).store.embeddings)
    await again.says(said("我长期吃素", "t1", -1), proposed=output(VEGAN))
    assert await person.active() == set()
    assert (await controlled(person).restore(memory.id)).status == "active"


async def test_nothing_said_before_an_erasure_comes_back_and_learning_goes_on_when_the_clock_has_caught_up(
    person: Person, controlled: Callable[[Person], Control]
) -> None:
    await person.says(said("我长期吃素", "t1", -1), proposed=output(VEGAN))
    await erase(controlled(person).store, Nobody(), now=LATER, conversations=False)
    person.now = BEFORE
    await person.says(said("我长期吃素", "t1", -1), said("我住在杭州", "t2", -11), proposed=output(VEGAN, HOME))
    assert await person.active() == set()
    person.now = LATER + timedelta(hours=1)
    await person.says(said("我住在杭州", "t3", 1), proposed=output(HOME))
    assert await person.active() == {"用户住在杭州"}
