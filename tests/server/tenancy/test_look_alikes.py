"""People whose names look alike see exactly their own (case B66)."""

import asyncio
import json
from collections.abc import Mapping

import pytest

from memory.platform.identity import memory_thread_id
from tests.provider.process import ScriptedProvider, candidate, proposes
from tests.server.talk import learned, say
from tests.server.tenancy.people import LOOK_ALIKES, Person

pytestmark = pytest.mark.server

OWN = dict(zip(LOOK_ALIKES, ("吃素", "怕高", "左撇子", "怕狗", "会游泳", "色盲", "怕冷", "住校"), strict=True))


async def test_look_alikes_see_exactly_their_own(people: Mapping[str, Person], provider: ScriptedProvider) -> None:
    people = {name: people[name] for name in LOOK_ALIKES}
    rules = [proposes(candidate(f"用户{own}", f"我{own}", own), contains=f"我{own}") for own in OWN.values()]
    provider.script(*rules)

    async def tell(name: str) -> str:
        said = await say(people[name].client, f"我{OWN[name]}")
        assert (await learned(people[name].client, said))["outcome"] == "processed"
        return said.thread_id

    told = dict(zip(people, await asyncio.gather(*map(tell, people)), strict=True))

    for name, person in people.items():
        others = [own for other, own in OWN.items() if other != name]
        seen = [(await person.http.get(path)).text for path in ("/memory", "/memory/export", f"/memory?q={others[0]}")]
        for prefix in ([], ["ai-mind"], list(person.namespace[:3]), list(person.namespace)):
            for more in ({}, {"query": "用户"}, {"query": others[0]}, {"filter": {"status": "active"}}):
                found = await person.json(
                    "POST", "/store/items/search", json={"namespace_prefix": prefix, "limit": 1_000, **more}
                )
                assert [item["value"]["text"] for item in found["items"]] == [f"用户{OWN[name]}"]
        for body in ({}, {"prefix": ["ai-mind"]}, {"suffix": [person.scope]}):
            listed = await person.json("POST", "/store/namespaces", json=body)
            assert listed["namespaces"] == [list(person.namespace)]
        assert await person.json("POST", "/store/namespaces", json={"suffix": [people["li"].scope]}) in (
            {"namespaces": []}, {"namespaces": [list(people["li"].namespace)] if name == "li" else []}
        )  # fmt: skip
        threads = await person.json("POST", "/threads/search", json={"limit": 1_000})
        seen.append(json.dumps(threads, ensure_ascii=False))
        assert {one["thread_id"] for one in threads} == {told[name], memory_thread_id(person.scope)}
        assert await person.json("POST", "/threads/count", json={}) == 2
        assert not [own for own in others if any(f"用户{own}" in text or f"我{own}" in text for text in seen)]

    erased = await people["li"].json("DELETE", "/memory")
    assert (erased["memories"], erased["conversations"], erased["background_threads"]) == (1, 1, 1)
    for name, person in people.items():
        left = (await person.json("GET", "/memory"))["items"]
        assert [item["text"] for item in left] == ([] if name == "li" else [f"用户{OWN[name]}"])
        assert await person.json("POST", "/threads/count", json={}) == (0 if name == "li" else 2)

    rest = [person for name, person in people.items() if name != "li"]
    for receipt in await asyncio.gather(*(person.json("DELETE", "/memory") for person in rest)):
        assert (receipt["memories"], receipt["conversations"], receipt["background_threads"]) == (1, 1, 1)
