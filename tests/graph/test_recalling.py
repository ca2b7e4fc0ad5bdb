"""Recall under its deadline: what breaks costs quality, never the turn; and the steps down from hosted to words."""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any

import pytest
from langgraph.store.base import BaseStore, GetOp, Op, Result, SearchOp
from langgraph.store.memory import InMemoryStore
from structlog.testing import capture_logs

from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.recalling import Recalled, recall
from memory.platform.store.shelf import KEPT, Shelves
from memory.platform.store.user_store import UserStore
from memory.recall.giving import Compared, consider, give
from memory.recall.known import Known
from memory.recall.query import query_of
from memory.recall.selection import Limits
from scripts.labelled import labelled_memory
from tests.fakes import DIMENSIONS, BigramEncoder, fake_embeddings, plain_calibration

LIMITS = Limits(3, 300, 900)
PEACH = labelled_memory(id="peach", text="我喜欢吃桃子", subject="桃子", tags=["水果"])
RULE = labelled_memory(id="rule", text="以后回答请简短", type="standing_instruction")
KEYS = labelled_memory(id="keys", text="备用钥匙在鞋柜第二层", subject="备用钥匙")


class Encoder(BigramEncoder):
    """Embeds, until it is told to fail, to hang, or to return something wrong."""

    broken = hangs = wrong = False

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        if self.hangs:
            await asyncio.sleep(60)
        if self.broken:
            raise ConnectionError("401: no such key sk-secret at https://user:pass@example.com")
        vectors = await super().encode(texts, query=query)
        return [[float("nan")] * DIMENSIONS for _ in vectors] if self.wrong else vectors


class Store(InMemoryStore):
    """The in-memory store, until a read of the stamp or of all memories fails or hangs."""

    broken: str = ""
    hangs: str = ""

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        for op in listed:
            if isinstance(op, SearchOp | GetOp):
                kind = "list" if isinstance(op, SearchOp) else "stamp"
                if kind == self.hangs:
                    await asyncio.sleep(60)
                if kind == self.broken:
                    raise ConnectionError("the store is down")
        return await super().abatch(listed)


class World:
    """A person's memories behind a hosted embedding model, with the local one beside it or not."""

    def __init__(self, *, fallback: bool = False) -> None:
        self.encoder, self.local = Encoder(), Encoder()
        self.embeddings = fake_embeddings(self.encoder)
        index: Any = {"dims": DIMENSIONS, "embed": self.embeddings, "fields": ["search_text"]}
        self.store = Store(index=index)
        beside = fake_embeddings(self.local) if fallback else None
        self.own = UserStore(self.store, "somebody", self.embeddings, beside, shelves=Shelves(KEPT))

    async def remember(self) -> None:
        await self.own.write({memory.id: memory for memory in (PEACH, RULE, KEYS)})

    async def ask(self, *turns: str, deadline_ms: int = 2_000) -> Recalled:
        return await recall(self.own, turns, limits=LIMITS, deadline_ms=deadline_ms)


async def world(*, fallback: bool = False) -> World:
    made = World(fallback=fallback)
    await made.remember()
    return made


def ids(given: Recalled) -> list[str]:
    return [memory.id for memory in given.memories]


async def test_by_meaning() -> None:
    given = await (await world()).ask("我喜欢吃什么桃子")
    assert (ids(given), given.by, given.degraded) == (["rule", "peach"], "meaning", [])
    assert given.dropped == {"below_threshold": 1}


async def test_a_greeting_searches_for_nothing_and_embeds_nothing() -> None:
    """Case B70."""
    made = await world()
    embedded = len(made.encoder.encoded)
    given = await made.ask("你好")
    assert (ids(given), given.by) == (["rule"], "")
    assert len(made.encoder.encoded) == embedded


async def test_a_question_is_embedded_once() -> None:
    made = await world()
    embedded = len(made.encoder.encoded)
    await made.ask("我喜欢吃什么桃子")
    assert len(made.encoder.encoded) == embedded + 1


async def test_the_turns_before_join_and_a_new_question_leaves_them() -> None:
    """W3.6."""
    made = await world()
    assert ids(await made.ask("我喜欢吃什么桃子", "那这个呢")) == ["rule", "peach"]
    assert ids(await made.ask("我喜欢吃什么桃子", "帮我查一下北京到上海的高铁票价")) == ["rule"]


@pytest.mark.parametrize("fault", ["broken", "wrong"])
async def test_without_an_embedding_words_serve(fault: str) -> None:
    """W3.5 and R6.10: function does not drop."""
    made = await world()
    setattr(made.encoder, fault, True)
    given = await made.ask("备用钥匙放哪了")
    assert (ids(given), given.by, given.degraded) == (["rule", "keys"], "words", ["embedding"])
    assert ids(await made.ask("北京到上海多远")) == ["rule"]


async def test_the_local_model_serves_before_words_do() -> None:
    """Hosted, then local, then words (R6.10)."""
    made = await world(fallback=True)
    made.encoder.broken = True
    given = await made.ask("我喜欢吃什么桃子")
    assert (ids(given), given.by, given.degraded) == (["rule", "peach"], "local", ["embedding"])
    made.local.broken = True
    given = await made.ask("备用钥匙放哪里了")
    assert (ids(given), given.by, given.degraded) == (["rule", "keys"], "words", ["embedding"])


async def test_what_was_stored_before_a_fallback_was_kept_is_found_by_words() -> None:
    made = await world()
    made.own = UserStore(made.store, "somebody", made.embeddings, fake_embeddings())
    made.encoder.broken = True
    given = await made.ask("备用钥匙放哪了")
    assert (ids(given), given.by) == (["rule", "keys"], "words")


async def test_a_failing_model_is_asked_three_times_in_ten_turns() -> None:
    """Case B62."""
    made = await world()
    made.encoder.broken = True
    for number in range(10):
        given = await made.ask(f"备用钥匙放哪了 {number}")
        assert ids(given) == ["rule", "keys"]
    assert made.embeddings.breaker.resting


@pytest.mark.parametrize("deadline_ms", [500, 1_500])
async def test_a_hanging_model_costs_the_deadline_and_leaves_nothing_behind(deadline_ms: int) -> None:
    made = await world()
    made.encoder.hangs = True
    before, started = asyncio.all_tasks(), perf_counter()
    given = await made.ask("备用钥匙放哪了", deadline_ms=deadline_ms)
    assert (perf_counter() - started) * 1_000 <= deadline_ms
    assert given.milliseconds <= deadline_ms
    assert (ids(given), given.by, given.degraded) == (["rule", "keys"], "words", ["deadline"])
    assert asyncio.all_tasks() == before


async def test_a_model_that_is_given_up_early_leaves_time_for_the_local_one() -> None:
    made = await world(fallback=True)
    made.embeddings.timeout_s = 0.05
    made.encoder.hangs = True
    given = await made.ask("我喜欢吃什么桃子", deadline_ms=1_000)
    assert (ids(given), given.by, given.degraded) == (["rule", "peach"], "local", ["embedding"])


async def test_turns_do_not_queue_behind_one_slow_embedding() -> None:
    made = await world()
    made.encoder.hangs = True
    slow = asyncio.create_task(made.ask("备用钥匙放哪了", deadline_ms=600))
    await asyncio.sleep(0.05)
    made.encoder.hangs = False
    started = perf_counter()
    given = await made.ask("我喜欢吃什么桃子")
    assert perf_counter() - started < 0.4
    assert given.by == "meaning"
    assert not slow.done()
    assert (await slow).degraded == ["deadline"]


@pytest.mark.parametrize("broken", ["stamp", "list"])
async def test_a_store_that_fails_costs_what_it_holds(broken: str) -> None:
    made = await world()
    made.store.broken = broken
    given = await made.ask("备用钥匙放哪了")
    assert (ids(given), given.degraded) == ([], ["store"])


async def test_what_was_read_is_not_given_when_the_store_cannot_say_whether_it_still_holds() -> None:
    made = await world()
    assert ids(await made.ask("备用钥匙放哪了")) == ["rule", "keys"]
    made.store.broken = "stamp"
    given = await made.ask("备用钥匙放哪了")
    assert (ids(given), given.degraded) == ([], ["store"])


@pytest.mark.parametrize("hangs", ["stamp", "list"])
async def test_a_store_that_hangs_costs_the_deadline(hangs: str) -> None:
    made = await world()
    made.store.hangs = hangs
    started = perf_counter()
    given = await made.ask("备用钥匙放哪了", deadline_ms=300)
    assert (perf_counter() - started) * 1_000 <= 300
    assert given.degraded == ["deadline"]


async def test_an_empty_store_is_no_failure() -> None:
    given = await World().ask("我喜欢吃什么")
    assert (ids(given), given.degraded, given.left_out) == ([], [], [])


async def test_logs_carry_codes_counts_and_milliseconds_only() -> None:
    """B24."""
    made = await world()
    with capture_logs() as logs:
        await made.ask("我喜欢吃什么桃子")
        made.encoder.broken = True
        await made.ask("备用钥匙放哪了")
    written = json.dumps(logs, ensure_ascii=False)
    for secret in ("桃", "钥匙", "简短", "secret", "example.com", "somebody", "peach"):
        assert secret not in written
    assert {log["event"] for log in logs} == {"recalled", "recall_degraded"}


async def test_everybody_else_stays_out() -> None:
    made = await world()
    other = UserStore(made.store, "somebody-else", made.embeddings)
    assert ids(await recall(other, ["我喜欢吃什么桃子"], limits=LIMITS, deadline_ms=2_000)) == []


@pytest.mark.parametrize(
    "text", ["我喜欢喝咖啡，", "I like coffee, ", "，。!?;:.,", "翻译：", "我,", "> a\n", "1", "忘掉"]
)
async def test_a_long_message_of_anything_keeps_the_deadline(text: str) -> None:
    made = await world()
    started = perf_counter()
    given = await made.ask((text * 12_000)[:12_000], deadline_ms=1_500)
    assert perf_counter() - started < 1.5
    assert "rule" in ids(given)


async def test_a_rule_that_trips_over_a_text_costs_what_it_would_have_found() -> None:
    made = await world()
    limit = labelled_memory(id="nuts", text="我对花生过敏", type="recurring_constraint")
    await made.own.write({"nuts": limit})
    given = await made.ask("\ud800我住哪里")  # a lone surrogate, which intake takes out
    assert (ids(given), given.degraded) == (["nuts"], ["rules"])
    assert ids(await made.ask()) == ["nuts", "rule"]


@pytest.mark.parametrize("hour", ["٣", "1" * 5_000])
async def test_an_hour_in_other_digits_is_no_hour(hour: str) -> None:
    made = await world()
    early = labelled_memory(id="early", text="上午10点以前不开会", type="recurring_constraint")
    await made.own.write({"early": early})
    assert "early" in ids(await made.ask(f"{hour}点开会可以"))


async def test_an_outdated_rule_does_not_come_back_as_a_similar_memory() -> None:
    made = await world()
    old = labelled_memory(id="old", text="周报一律用表格写", subject="周报", type="standing_instruction", days_ago=9)
    new = labelled_memory(id="new", text="周报一律写成段落", subject="周报", type="standing_instruction")
    await made.own.write({"old": old, "new": new})
    assert sorted(ids(await made.ask("周报一律用表格写吗"))) == ["new", "rule"]


@pytest.mark.parametrize("text", ["1+1=?", "16", "12*3"])
async def test_numbers_alone_find_nothing(text: str) -> None:
    """Case B70."""
    made = await world()
    await made.own.write(
        {"go": labelled_memory(id="go", text="go 1.22 on k8s cluster prod-3 since 12 March, PostgreSQL 16")}
    )
    assert ids(await made.ask(text)) == ["rule"]


async def test_what_was_to_be_forgotten_a_turn_ago_is_not_given_before_it_is_learned() -> None:
    """Case B12."""
    made = await world()
    assert ids(await made.ask("忘掉我喜欢吃桃子", "我喜欢吃什么桃子")) == ["rule"]


async def test_a_message_that_looks_marked_is_embedded_once_and_never_in_the_store() -> None:
    made = await world()
    embedded = len(made.encoder.encoded)
    await made.ask("query: 我喜欢吃什么桃子")
    assert made.encoder.encoded[embedded:] == ["query: 我喜欢吃什么桃子"]


async def test_material_to_work_on_sets_nothing_aside() -> None:
    made = await world()
    assert "peach" in ids(await made.ask("翻译成英文：我喜欢吃桃子\n桃子吃腻了"))


def test_beyond_what_the_store_returned_only_its_own_index_has_a_similarity() -> None:
    """B19: a memory that another model has embedded is judged by words, however many were compared."""
    known = [
        labelled_memory(id=f"m{n}", text=f"无关的第{n}条").model_copy(update={"index_version": "v"}) for n in range(3)
    ]
    keys = [KEYS.model_copy(update={"index_version": version, "id": version}) for version in ("v", "older")]
    compared = Compared({"m0": 0.1, "m1": 0.05, "m2": 0.0, "v": 0.0}, plain_calibration(threshold=0.9, impersonal=0.9))
    query = query_of(["备用钥匙"])
    given = [give(consider(query, ["备用钥匙"], Known([*known, one])), compared, LIMITS).memories for one in keys]
    assert [[memory.id for memory in memories] for memories in given] == [[], ["older"]]


@pytest.mark.parametrize(
    ("message", "expected"), [("Gus hasn't eaten all day", ["gus"]), ("Rex hasn't eaten all day", [])]
)
def test_who_names_a_pet_of_theirs_speaks_of_themselves(message: str, expected: list[str]) -> None:
    gus = labelled_memory(id="gus", text="We have a tortoise named Gus")
    compared = Compared({"gus": 0.3}, plain_calibration(threshold=0.2, impersonal=0.9))
    given = give(consider(query_of([message]), [message], Known([gus])), compared, LIMITS).memories
    assert [memory.id for memory in given] == expected


async def test_nothing_is_embedded_inside_the_store() -> None:
    """The server sends the operations of all its runs together: one embedding that hangs would stop them all."""
    made = World()
    inside: list[int] = []
    before = made.store.abatch

    async def counted(ops: Iterable[Op]) -> list[Result]:
        embedded = len(made.encoder.encoded)
        results = await before(ops)
        inside.append(len(made.encoder.encoded) - embedded)
        return results

    made.store.abatch = counted  # type: ignore[method-assign]
    await made.remember()
    await made.own.near(["我爱吃桃子", "钥匙在哪"], [])
    await made.ask("我喜欢吃什么桃子")
    assert len(inside) >= 4
    assert set(inside) == {0}


def held(store: BaseStore) -> Mapping[str, Any]:
    return {item.key: item.value for item in store.search(("ai-mind", "user-memory"), limit=100)}


async def test_a_memory_says_how_it_was_embedded() -> None:
    """R3.4, case B63: the model stands with the data."""
    made = await world(fallback=True)
    documents = held(made.store)
    assert {document["index_version"] for document in documents.values()} == {made.embeddings.index_version}
    assert "bigrams:384" in made.embeddings.index_version
    assert all(document["vector"] and document["local_vector"] for document in documents.values())
    assert isinstance(made.own.fallback, MemoryEmbeddings)
