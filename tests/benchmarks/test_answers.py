"""The scripted model says the same to each library, in the form that it asks for."""

import json
from typing import Any

import pytest

from benchmarks.peers.answers import INSERTS, MEM0_ADDS, MEM0_SKIPS, OURS, PATCHES, Fact, Said, answer
from memory.user.candidate import read_candidates

HOME = Fact(text="用户住在上海", evidence="我住在上海", subject="住址", about=("用户住在杭州",))
AGAIN = HOME.model_copy(update={"same": ("用户在上海住",)})
FORGOTTEN = Fact(text="用户养猫", evidence="忘掉我的猫", subject="猫", action="suppress")


def request(model: str, content: str = "", *tools: str) -> dict[str, Any]:
    offered = [{"type": "function", "function": {"name": name}} for name in tools]
    return {"model": model, "messages": [{"role": "user", "content": content}], "tools": offered}


def mem0_shows(**texts: str) -> str:
    shown = json.dumps([{"id": id, "text": text} for id, text in texts.items()], ensure_ascii=False)
    return f"## Last k Messages\n\n## Existing Memories\n{shown}\n\n## New Messages\nuser: 我住在上海\n\n# Output:"


def langmem_shows(**texts: str) -> str:
    return "\n".join(
        f'<instance id={id} schema_type="Memory">\n{ {"content": text} }\n</instance>' for id, text in texts.items()
    )


def test_ours_gets_candidates_that_it_can_read() -> None:
    reply = answer(Said(facts=(HOME, FORGOTTEN)), request(OURS))
    first, second = read_candidates(reply.content)
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert (first["text"], first["evidence"], first["identity"]) == (HOME.text, HOME.evidence, {"subject": "住址"})
    assert (first["action"], second["action"]) == ("add", "suppress")


def test_a_taste_has_its_side() -> None:
    liked = HOME.model_copy(update={"type": "user_preference", "polarity": "prefer"})
    [candidate] = read_candidates(answer(Said(facts=(liked,)), request(OURS)).content)
    assert isinstance(candidate, dict)
    assert candidate["identity"]["polarity"] == "prefer"


def test_mem0_gets_additions_and_no_forget() -> None:
    claimed = HOME.model_copy(update={"by": "assistant"})
    reply = answer(Said(facts=(claimed, FORGOTTEN)), request(MEM0_ADDS, mem0_shows(a=HOME.text)))
    assert json.loads(reply.content) == {
        "memory": [{"id": "0", "text": HOME.text, "attributed_to": "assistant", "linked_memory_ids": []}]
    }


@pytest.mark.parametrize(
    ("shown", "added", "linked"), [("用户在上海住", 0, []), ("用户住在杭州", 1, ["7"]), ("别的", 1, [])]
)
def test_mem0_careful_skips_what_it_is_shown_and_links_what_is_related(
    shown: str, added: int, linked: list[str]
) -> None:
    reply = answer(Said(facts=(AGAIN,)), request(MEM0_SKIPS, mem0_shows(**{"7": shown})))
    found = json.loads(reply.content)["memory"]
    assert len(found) == added
    assert [id for one in found for id in one["linked_memory_ids"]] == linked


def test_langmem_careless_inserts_whatever_it_is_shown() -> None:
    said = Said(facts=(AGAIN,), ended=("用户养猫",))
    reply = answer(said, request(INSERTS, langmem_shows(a="用户在上海住", b="用户养猫"), "Memory", "PatchDoc"))
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [("Memory", {"content": HOME.text})]


@pytest.mark.parametrize("shown", ["用户在上海住", "用户住在杭州", "用户住在上海"])
def test_langmem_careful_patches_what_it_is_shown_of_the_same(shown: str) -> None:
    reply = answer(Said(facts=(AGAIN,)), request(PATCHES, langmem_shows(a="别的", b=shown), "Memory", "PatchDoc"))
    [call] = reply.tool_calls
    assert (call.name, call.arguments["json_doc_id"]) == ("PatchDoc", "b")
    assert call.arguments["patches"] == [{"op": "replace", "path": "/content", "value": HOME.text}]


@pytest.mark.parametrize(("tools", "called"), [(["Memory", "RemoveDoc"], ["RemoveDoc"]), (["Memory"], [])])
def test_langmem_careful_removes_what_is_forgotten_where_it_can(tools: list[str], called: list[str]) -> None:
    said = Said(facts=(FORGOTTEN,), ended=("用户养猫",))
    reply = answer(said, request(PATCHES, langmem_shows(a="用户养猫", b="别的"), *tools))
    assert [call.name for call in reply.tool_calls] == called


def test_what_is_not_shown_is_inserted() -> None:
    [call] = answer(Said(facts=(AGAIN,)), request(PATCHES, "", "Memory")).tool_calls
    assert call.name == "Memory"


def test_nothing_said_is_nothing_in_every_form() -> None:
    assert read_candidates(answer(Said(), request(OURS)).content) == []
    assert json.loads(answer(Said(), request(MEM0_ADDS)).content) == {"memory": []}
    assert not answer(Said(), request(PATCHES, "", "Memory")).tool_calls
    with pytest.raises(ValueError, match="nobody"):
        answer(Said(), request("another"))
