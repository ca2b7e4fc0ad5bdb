"""The extraction graph from run to run: each turn once, lost ones later, every write by the same rules."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.memory import InMemoryStore

from memory.errors import ModelError
from memory.language.text import find
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.user.admit import Admitted, admit
from memory.user.turn import FinishedTurn
from tests.fakes import FakeChat
from tests.graph.people import LATER, Person, output, statuses, turn
from tests.provider.process import candidate

VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
METAL = candidate(
    "用户不喜欢重金属音乐",
    "我不喜欢重金属音乐",
    "重金属音乐",
    type="user_preference",
    identity={"subject": "重金属音乐", "polarity": "avoid"},
)
HOME = candidate("用户住在杭州", "我住在杭州", "杭州")


async def test_a_turn_is_read_once_however_often_it_is_handed_over(person: Person) -> None:
    """Case B52."""
    await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    again = await person.says(turn("我长期吃素"))
    assert (again["outcome"], again["code"], person.asked) == ("skipped", "nothing_lasting", 1)
    new = await person.says(turn("我长期吃素"), turn("我住在杭州", "t2"), proposed=output(HOME))
    assert new["outcome"] == "processed"
    assert "我长期吃素" not in str(person.chats["extraction"].asked[-1][0][-1].content)
    assert await person.active() == {"用户长期吃素", "用户住在杭州"}


@pytest.mark.parametrize(
    "answer",
    [
        "",
        '{"candidates": []}',
        "用户喜欢桃子。" * 200,
        '{"candidates": [' + '{"text": "用户喜欢桃子"},' * 200 + "]}",
        "[]",
        "null",
    ],
)
async def test_an_empty_or_degenerate_answer_leaves_the_store_as_it_is(person: Person, answer: str) -> None:
    """Case B18: nothing replaces a profile by what a model says; there is only one memory at a time."""
    for number in range(5):
        said = [f"我的第{number * 6 + n}号储物柜里放着{n + 1}本书" for n in range(5)]
        known = output(*[candidate(text, text, f"储物柜{text[3:6]}") for text in said])
        await person.says(turn("。".join(said), f"t{number}"), proposed=known)
    before = await person.stored()
    assert len(before) >= 20
    person.chats["extraction"].answers += [answer, answer]
    await person.says(turn("我一直喜欢整理东西", "t9", hour=9))
    assert await person.stored() == before


@pytest.mark.parametrize(
    ("failure", "outcome", "code"),
    [
        (OSError("gone"), "provider_failed", "provider_error"),
        (["nonsense", "nonsense"], "malformed_output", "malformed"),
    ],
)
async def test_a_turn_that_was_lost_is_read_with_the_next(
    person: Person, failure: Any, outcome: str, code: str
) -> None:
    """Case B40."""
    lost = await person.says(turn("我长期吃素"), proposed=failure)
    assert (lost["outcome"], lost["code"]) == (outcome, code)
    found = await person.says(turn("我长期吃素"), turn("我住在杭州", "t2"), proposed=output(VEGAN, HOME))
    assert statuses(found) == [("new", None), ("new", None)]


async def test_a_turn_that_always_fails_is_given_up(person: Person) -> None:
    for _ in range(5):
        await person.says(turn("我长期吃素"), proposed=ModelError("timeout", "slow"))
    assert person.asked == 3
    state = await person.graph.aget_state({"configurable": {"thread_id": "person"}})
    assert state.values["cursor"]["given_up"] == 1


async def test_a_message_sent_again_in_other_words_is_read_again(person: Person) -> None:
    await person.says(turn("我住在杭州"), proposed=output(HOME))
    await person.says(turn("我住在苏州"), proposed=output(candidate("用户住在苏州", "我住在苏州", "苏州")))
    assert await person.active() == {"用户住在苏州"}


async def test_nothing_is_written_once_memory_was_switched_off_meanwhile(person: Person) -> None:
    """Case B68."""
    await person.runs.switch("c1", "off")
    result = await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    assert (result["outcome"], result["code"], result["results"]) == ("skipped", "switched_off", [])
    await person.runs.switch("c1", "on")
    await person.says(turn("我长期吃素"))
    assert await person.stored() == {}


@pytest.mark.parametrize(
    "proposed",
    [
        METAL | {"action": "suppress", "evidence": "我现在喜欢重金属音乐了"},
        METAL | {"evidence": "我现在喜欢重金属音乐了"},
        METAL
        | {
            "text": "用户现在喜欢重金属音乐",
            "evidence": "我现在喜欢重金属音乐了",
            "identity": {"subject": "重金属音乐", "polarity": "prefer"},
            "conflict_signal": True,
        },
    ],
)
async def test_after_a_change_of_mind_one_live_memory_says_what_holds_now(
    person: Person, proposed: dict[str, Any]
) -> None:
    """Case B13: whatever the model's operation is; the old one keeps its text and points to the new (B10)."""
    await person.says(turn("我不喜欢重金属音乐"), proposed=output(METAL))
    await person.says(turn("我现在喜欢重金属音乐了", "t2", hour=9), proposed=output(proposed))
    stored = await person.stored()
    [now] = await person.active()
    assert "现在喜欢重金属音乐" in now
    old = stored["用户不喜欢重金属音乐"]
    assert (old["status"], old["superseded_by"]) == ("superseded", stored[now]["id"])
    assert old["history"][-1]["what"] == "superseded"


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "公司电脑还是用 Windows，我自己从 Windows 换成 Linux 了",
            [("公司电脑用 Windows", "公司电脑"), ("我自己换成 Linux 了", "电脑")],
        ),
        (
            "My work laptop runs Windows, but I switched from Windows to Linux at home",
            [("Work laptop runs Windows", "work laptop"), ("I switched to Linux at home", "operating system")],
        ),
    ],
)
async def test_one_message_does_not_end_what_it_says_itself(
    person: Person, said: str, facts: list[tuple[str, str]]
) -> None:
    await person.says(turn(said), proposed=output(*[candidate(text, said, subject) for text, subject in facts]))
    assert await person.active() == {text for text, _ in facts}


async def test_a_forget_of_what_the_user_did_not_mention_is_refused(person: Person) -> None:
    """Case B15."""
    await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    result = await person.says(
        turn("我换了新键盘，是HHKB", "t2"), proposed=output(VEGAN | {"action": "suppress", "evidence": "我换了新键盘"})
    )
    assert statuses(result) == [("rejected", "not_withdrawn")]
    assert await person.active() == {"用户长期吃素"}


@pytest.mark.parametrize(
    ("forget", "left"),
    [
        ("忘掉我的住址", {"用户长期吃素"}),
        ("可以把我住在杭州的事忘了吗？", {"用户长期吃素"}),
        ("别再记着我吃素了", {"用户住在杭州"}),
        ("忘掉关于我的一切", set()),
        ("forget everything about me", set()),
        ("忘掉我的生日", {"用户长期吃素", "用户住在杭州"}),
    ],
)
async def test_a_forget_is_done_although_the_model_proposes_nothing(
    person: Person, forget: str, left: set[str]
) -> None:
    """Case B12, requirement B9: found among what exists; nothing found leaves no tombstone."""
    await person.says(turn("我长期吃素，我住在杭州"), proposed=output(VEGAN, HOME))
    result = await person.says(turn(forget, "t2", hour=9), proposed=output())
    assert await person.active() == left
    assert set(await person.stored()) == {"用户长期吃素", "用户住在杭州"}
    assert {one["status"] for one in result["results"]} == ({"suppressed"} if len(left) < 2 else {"not_found"})


async def test_a_correction_ends_what_somebody_else_said(person: Person) -> None:
    """Case B08."""
    shellfish = candidate("用户对贝类过敏", "我对贝类过敏", "贝类", type="recurring_constraint")
    await person.says(turn("我对贝类过敏"), proposed=output(shellfish))
    said = "上次说对贝类过敏的人不是我，是我的客人，请更正"
    await person.says(turn(said, "t2", hour=9), proposed=output(shellfish | {"action": "suppress", "evidence": said}))
    assert await person.active() == set()


async def test_what_was_forgotten_is_not_learned_again_from_old_turns_but_from_a_new_statement(person: Person) -> None:
    """Requirement B11."""
    await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    await person.says(turn("别再记着我吃素了", "t2", hour=9), proposed=output())
    late = await person.says(turn("我长期吃素，真的", "t0", hour=8), proposed=output(VEGAN))
    assert statuses(late) == [("duplicate", "outdated")]
    assert await person.active() == set()
    pin = {"id": "p", "text": "我长期吃素", "origin": "user", "created_at": "2026-11-30T10:00:00+08:00"}
    pinned = await person.says(turn("我住在杭州", "t3", hour=10), proposed=output(VEGAN, HOME), pinned_decisions=[pin])
    assert ("duplicate", "not_revived") in statuses(pinned)
    assert await person.active() == {"用户住在杭州"}
    await person.says(turn("我长期吃素", "t4", hour=11), proposed=output(VEGAN))
    assert "用户长期吃素" in await person.active()
    events = [event["what"] for event in (await person.stored())["用户长期吃素"]["history"]]
    assert events == ["created", "suppressed", "revived"]


async def test_the_users_pins_are_promoted_and_no_model_s(person: Person) -> None:
    """Requirement B15."""
    rule = "以后上线前都要先跑回归测试"
    pins = [
        {"id": "p1", "text": rule, "origin": "user", "created_at": "2026-11-30T07:00:00+08:00"},
        {"id": "p2", "text": "我住在苏州", "origin": "model", "created_at": "2026-11-30T07:00:00+08:00"},
        {"id": "p3", "text": "我住在南京", "origin": "user", "memory": "off"},
        {"id": "p4"},
        {"id": "p5" * 500, "text": "以后都叫我阿远", "origin": "user"},
        "no pin at all",
    ]
    proposed = output(
        candidate("上线前先跑回归测试", rule, "上线", type="standing_instruction"),
        candidate("用户住在苏州", "我住在苏州", "苏州"),
        candidate("用户住在南京", "我住在南京", "南京"),
    )
    result = await person.says(turn("我长期吃素"), proposed=proposed, pinned_decisions=pins)
    assert statuses(result) == [("rejected", "no_evidence"), ("rejected", "no_evidence"), ("new", None)]
    [stored] = (await person.stored()).values()
    assert (stored["confidence"], stored["source"]) == (0.85, "pinned_decision_promotion")
    assert stored["source_signal"] == "pinned_decision_signal"
    await person.says(turn("我住在杭州", "t2"), proposed=output(HOME), pinned_decisions=pins)
    assert f"<user>{rule}" not in str(person.chats["extraction"].asked[-1][0])


async def test_a_pin_that_says_what_is_known_changes_nothing(person: Person) -> None:
    await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    before = await person.stored()
    pin = {"id": "p", "text": "我长期吃素", "origin": "user", "created_at": "2026-11-30T09:00:00+08:00"}
    await person.says(turn("我每天都很早起床", "t2", hour=9), proposed=output(VEGAN), pinned_decisions=[pin])
    assert await person.stored() == before


async def test_a_mention_refreshes_and_changes_nothing_else(person: Person) -> None:
    """Requirement B12, case B03: the assistant's own words and recalled memories never do."""
    await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    echo = await person.says(
        turn("我都在家做饭", "t2", assistant_text="您长期吃素"), proposed=output(VEGAN | {"evidence": "您长期吃素"})
    )
    assert statuses(echo) == [("rejected", "no_evidence")]
    before = (await person.stored())["用户长期吃素"]
    assert before["evidence_count"] == 1
    said = VEGAN | {"text": "用户一直吃素", "evidence": "我一直吃素的"}
    await person.says(turn("我一直吃素的，推荐个菜吧", "t3", hour=10), proposed=output(said))
    after = (await person.stored())["用户长期吃素"]
    assert after["evidence_count"] == 2
    assert after | {"evidence": 0, "evidence_count": 0, "last_seen_at": 0} == before | {
        "evidence": 0,
        "evidence_count": 0,
        "last_seen_at": 0,
    }


async def test_a_bare_yes_is_kept_with_what_was_asked(person: Person) -> None:
    asked = candidate("用户住在成都", "对", "成都")
    more = candidate("用户住在成都武侯区", "对", "成都武侯区")
    result = await person.says(
        turn("对", in_reply_to="您住在成都吗？", assistant_text="好的"), proposed=output(asked, more)
    )
    assert statuses(result) == [("rejected", "unsupported_detail"), ("new", None)]
    [evidence] = (await person.stored())["用户住在成都"]["evidence"]
    assert (evidence["quote"], evidence["asked"]) == ("对", "您住在成都吗？")


async def test_the_gate_model_says_yes_or_no_where_rules_leave_it_open(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    person = Person(settings, store, embedder, gate_model="small")
    person.chats["gate"].answers += ['{"worth_extracting": false}', '{"worth_extracting": true}', "maybe", "maybe"]
    no = await person.says(turn("我长期吃素"))
    assert (no["outcome"], no["usage"]["model_calls"], person.asked) == ("skipped", 1, 0)
    yes = await person.says(turn("我长期吃素", "t2"), proposed=output(VEGAN))
    assert (yes["outcome"], yes["usage"]["model_calls"]) == ("processed", 2)
    unclear = await person.says(turn("我住在杭州", "t3"), proposed=output(HOME))
    assert (unclear["outcome"], unclear["usage"]["model_calls"]) == ("processed", 3)
    asked = len(person.chats["gate"].asked)
    await person.says(turn("记住，我每天都六点起床", "t4"), proposed=output())
    assert len(person.chats["gate"].asked) == asked


@pytest.mark.parametrize(
    ("judged", "left"),
    [
        ('{"pairs": [{"pair": 1, "relation": "same"}]}', 1),
        ('{"pairs": [{"pair": 1, "relation": "different"}]}', 2),
        ('{"pairs": [{"pair": 7, "relation": "same"}]}', 2),
        ("who knows", 2),
        (ModelError("timeout", "slow"), 2),
    ],
)
async def test_the_resolve_model_is_asked_once_about_what_rules_leave_open(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, judged: Any, left: int
) -> None:
    person = Person(settings, store, embedder, resolve_model="small")
    person.chats["resolve"].answers += [judged, judged]
    river = candidate("用户周末爱在河边钓鱼", "我周末爱在河边钓鱼", "钓鱼")
    fishing = candidate("用户周末爱去河里钓鱼", "我周末爱去河里钓鱼", "钓鱼爱好")
    await person.says(turn("我周末爱在河边钓鱼"), proposed=output(river))
    result = await person.says(turn("我周末爱去河里钓鱼", "t2", hour=9), proposed=output(fishing))
    assert len(await person.active()) == left
    assert result["usage"]["model_calls"] <= 3
    assert 1 <= len(person.chats["resolve"].asked) <= 2


async def test_the_cost_of_a_turn_does_not_grow_with_what_is_stored(person: Person) -> None:
    """Requirement R6.13."""
    usages = []
    for n in range(60):
        said = f"我的第{n}号储物柜里放着{n}本书"
        result = await person.says(turn(said, f"t{n}", hour=9), proposed=output(candidate(said, said, said)))
        usages.append(result["usage"]["model_calls"])
    assert set(usages) == {1}
    assert len(await person.active()) == 60


async def test_no_more_is_kept_than_there_is_room_for(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    person = Person(settings, store, embedder, max_memories=1)
    result = await person.says(turn("我长期吃素，我住在杭州"), proposed=output(VEGAN, HOME))
    assert statuses(result) == [("new", None), ("rejected", "store_full")]
    again = await person.says(turn("我住在杭州", "t2", hour=9), proposed=output(HOME))
    assert (again["outcome"], statuses(again)) == ("rejected_all", [("rejected", "store_full")])
    moved = candidate("用户不再吃素", "我现在不吃素了", "吃素", type="recurring_constraint")
    await person.says(turn("我现在不吃素了", "t3", hour=10), proposed=output(moved | {"action": "suppress"}))
    assert {text: value["status"] for text, value in (await person.stored()).items()} == {"用户长期吃素": "suppressed"}


async def test_what_a_memory_without_room_would_replace_stays(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    person = Person(settings, store, embedder, max_memories=1)
    await person.says(turn("我不喜欢重金属音乐"), proposed=output(METAL))
    liked = METAL | {
        "text": "用户现在喜欢重金属音乐",
        "evidence": "我现在喜欢重金属音乐了",
        "identity": {"subject": "重金属音乐", "polarity": "prefer"},
    }
    result = await person.says(turn("我现在喜欢重金属音乐了", "t2", hour=9), proposed=output(liked))
    assert statuses(result) == [("rejected", "store_full")]
    assert await person.active() == {"用户不喜欢重金属音乐"}


@pytest.mark.parametrize(("days", "left"), [(29, 2), (31, 1)])
async def test_what_was_forgotten_long_ago_is_deleted_by_a_later_extraction(
    person: Person, days: int, left: int
) -> None:
    await person.says(turn("我长期吃素"), proposed=output(VEGAN))
    await person.says(turn("别再记着我吃素了", "t2", hour=9), proposed=output())
    person.now = LATER + timedelta(days=days)
    await person.says(turn("我住在杭州", "t3", hour=10), proposed=output(HOME))
    assert len(await person.stored()) == left


async def test_secrets_in_a_turn_do_not_reach_the_extraction_model(person: Person) -> None:
    """Case B24."""
    token = "ghp_FAKE0123456789abcdefFAKE0123456789abcd"
    stolen = candidate(f"用户的密钥是 {token}", f"我的密钥是{token}", "密钥")
    result = await person.says(turn(f"记住我的密钥是{token}，我长期吃素"), proposed=output(stolen, VEGAN))
    assert token not in str(person.chats["extraction"].asked[0][0])
    assert ("rejected", "sensitive_personal_information") in statuses(result)
    assert token not in json.dumps(await person.stored())
    assert await person.active() == {"用户长期吃素"}


async def test_the_same_turns_in_parallel_or_again_after_a_kill_leave_the_same_store(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    """Case B49: another worker has neither the cursor nor the checkpoint of the first."""
    said = turn("我长期吃素，我住在杭州")
    workers = [Person(settings, store, embedder) for _ in range(3)]
    await asyncio.gather(*(worker.says(said, proposed=output(VEGAN, HOME)) for worker in workers[:2]))
    before = await workers[0].stored()
    assert set(before) == {"用户长期吃素", "用户住在杭州"}
    again = await workers[2].says(said, proposed=output(HOME, VEGAN))
    assert set(statuses(again)) == {("duplicate", "already_processed")}
    assert await workers[2].stored() == before


async def test_what_was_written_while_the_model_thought_is_read_again(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    """Read-modify-write happens after the model call, on fresh items."""
    first, second = (Person(settings, store, embedder) for _ in range(2))

    class Slow(FakeChat):
        async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
            await second.says(turn("我住在苏州", "t2", hour=9), proposed=output(SUZHOU))
            return self._generate(*args[:2], **kwargs)

    first.chats["extraction"] = Slow(answers=[output(HOME)])
    await first.says(turn("我住在杭州", "t1", hour=8))
    assert await first.active() == {"用户住在苏州"}


SUZHOU = candidate("用户住在苏州", "我住在苏州", "苏州")


@given(st.text(min_size=1, max_size=40), st.text(min_size=4, max_size=40))
def test_no_candidate_whose_evidence_the_user_did_not_say_is_ever_admitted(said: str, evidence: str) -> None:
    """Requirement B7."""
    raw = candidate(evidence, evidence, evidence[:20])
    turns = [FinishedTurn.model_validate(turn(said, assistant_text=evidence, in_reply_to=evidence))]
    if find(evidence.strip(" \n\t。，、；：！？…．.,;:!?\"'“”‘’「」『』()（）"), turns[0].user_text) is None:
        assert not isinstance(admit(raw, turns), Admitted)
