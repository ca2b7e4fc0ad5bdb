"""What the other libraries are asked, what is put into their stores, and which of their set-ups is shown."""

import asyncio
from typing import cast

from benchmarks.recall.bench import Cached
from benchmarks.recall.rankings import scored
from benchmarks.retrieval.delivered import better
from benchmarks.retrieval.peers import payload
from benchmarks.retrieval.ranking import MAX_CHARS, asked, searched
from benchmarks.retrieval.vectors import Vectors


class Echo:
    """Finds what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def search(self, text: str, most: int) -> list[str]:
        self.asked.append(text)
        return [text] * most

    async def delete(self, ids: object) -> None:
        raise AssertionError("nothing is deleted")


class Lengths:
    """The length of a text, of a question with a minus."""

    async def encode(self, texts: list[str], *, query: bool) -> list[list[float]]:
        return [[-float(len(text)) if query else float(len(text))] for text in texts]


def test_turns_are_joined_or_the_newest_is_asked_alone() -> None:
    assert asked(["a", "b"]) == {"turns joined": "a b", "newest message": "b"}
    assert {len(text) for text in asked(["x" * 2 * MAX_CHARS]).values()} == {MAX_CHARS}


async def test_one_turn_is_searched_for_once() -> None:
    peer = Echo()
    assert await searched(peer, ["a"], 2) == {"turns joined": ["a", "a"], "newest message": ["a", "a"]}
    assert await searched(peer, ["a", "b"], 1) == {"turns joined": ["a b"], "newest message": ["b"]}
    assert peer.asked == ["a", "a b", "b"]


async def test_questions_and_documents_have_vectors_of_their_own_in_every_thread() -> None:
    vectors = Vectors(cast(Cached, Lengths()))
    assert await vectors.aembed_query("ab") == await asyncio.to_thread(vectors.embed_query, "ab") == [-2.0]
    documents = await asyncio.to_thread(vectors.embed_documents, ["ab", "c"])
    assert documents == await vectors.aembed_documents(["ab", "c"]) == [[2.0], [1.0]]


def test_a_document_of_mem0_has_what_its_search_reads() -> None:
    made = payload("我喜欢喝茶")
    assert made["data"] == made["text_lemmatized"] == "我喜欢喝茶"
    assert made["user_id"]
    assert len(made["hash"]) == 32


def test_recall_counts_each_evidence_once() -> None:
    evidence = [frozenset({"1"}), frozenset({"1"}), frozenset({"2"}), frozenset[str]()]
    figures = scored(
        [["m0", "m1", "m3"], ["m3", "m2"]], [evidence, evidence], [frozenset({"1", "2"}), frozenset({"2"})]
    )
    assert figures["r@3"] == 75.0
    assert figures["nDCG"] < 75.0


def test_of_a_library_the_set_up_that_finds_more_is_shown() -> None:
    def found(share: float) -> dict[str, float]:
        return {"found": share, "nothing": 0.0, "given": 3.0, "standing": 1.0, "questions": 4}

    figures = {"ours": found(90), "mem0, first 3: plain": found(70), "mem0, first 3: other": found(80)}
    shown, rows = better(figures)
    assert shown["mem0, first 3"]["best"] == "other"
    assert [row.figure[:12] for row in rows] == ["found  90.0 %"[:12], "found  80.0 %"[:12]]
