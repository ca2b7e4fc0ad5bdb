"""Measure the configured embedding model once, and write its calibration file (`make calibrate`).

Twelve invented people with 20 memories and a question for each, and 240 ordinary messages that need no memory, half
of all Chinese. Means are taken of these texts; thresholds are the lowest at which at most 5 % of the ordinary messages
and 15 % of the questions put to somebody else's memories would get a memory. Those questions are as personal as
questions get, and each is put to eleven others; of LoCoMo's fewer get one.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.errors import SettingsError
from memory.language.text import Language, language
from memory.platform.settings import get_settings
from memory.platform.store.calibrations import path_of
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL, Encoder, HostedEncoder, LocalEncoder
from memory.recall.calibration import Calibration
from memory.recall.known import Known
from memory.recall.query import Query, query_of
from memory.recall.scoring import by_meaning, by_words
from memory.recall.subjects import asked_about
from memory.user.document import UserMemory
from scripts.labelled import Question, read_lines, read_people, read_questions

FOLDER = Path(__file__).parent / "calibration"
ORDINARY_SHARE = 0.05
FOREIGN_SHARE = 0.15
IMPERSONAL = (0.06, 0.09, 0.12, 0.15)
LEAST_FOUND = 0.35
"""A model with which fewer of the questions find their memory separates nothing."""
BATCH = 16
NEVER = -9.0
"""Score of a memory about somebody else than the question asks about."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sets:
    """The labelled texts."""

    people: dict[str, list[UserMemory]]
    questions: list[Question]
    ordinary: list[Query]


class Useless(Exception):
    """The model separates nothing."""


async def calibrate(encoder: Encoder, model: str, dimensions: int, sets: Sets) -> Calibration:
    """Return the calibration of what `encoder` computes.

    Raises:
        Useless: questions and ordinary messages look alike to the model.
    """
    means = await _means(encoder, sets, model, dimensions)
    embeddings = MemoryEmbeddings(encoder, means)
    real = [query_of(question.turns) for question in sets.questions]
    own = [
        [await _scores(embeddings, query, sets.people[q.person])] for query, q in zip(real, sets.questions, strict=True)
    ]
    ordinary = [[await _scores(embeddings, q, known) for known in sets.people.values()] for q in sets.ordinary]
    foreign = [
        [await _scores(embeddings, query, known) for person, known in sets.people.items() if person != q.person]
        for query, q in zip(real, sets.questions, strict=True)
    ]
    chosen = max(
        (_measured(impersonal, sets, real, own, ordinary, foreign) for impersonal in IMPERSONAL),
        key=lambda found: found["found"],
    )
    if chosen["found"] < LEAST_FOUND:
        raise Useless(f"{model}: only {chosen['found']:.0%} of the questions find their memory; it separates nothing.")
    return means.model_copy(
        update={
            "threshold": round(chosen["threshold"], 4),
            "impersonal": round(chosen["threshold"] + chosen["impersonal"], 4),
            "how": {
                "made": f"make calibrate, {datetime.now(UTC):%Y-%m-%d}",
                "memories": sum(map(len, sets.people.values())),
                "questions": len(sets.questions),
                "ordinary messages": len(sets.ordinary),
            }
            | {
                name: round(chosen[name], 3)
                for name in ("found", "found_zh", "found_en", "answered", "ordinary", "foreign")
            },
        }
    )


def read_sets() -> Sets:
    """Return the texts that a model is calibrated with."""
    ordinary = [query_of([line["text"]]) for line in read_lines(FOLDER / "ordinary.jsonl")]
    return Sets(
        read_people(FOLDER / "memories.jsonl"),
        read_questions(FOLDER / "questions.jsonl"),
        [query for query in ordinary if query.text],
    )


async def _means(encoder: Encoder, sets: Sets, model: str, dimensions: int) -> Calibration:
    messages = [*(" ".join(q.turns) for q in sets.questions), *(query.text for query in sets.ordinary)]
    memories = [memory.search_text for known in sets.people.values() for memory in known]
    return Calibration(
        model=model,
        dimensions=dimensions,
        questions=await _mean_by_language(encoder, messages, query=True),
        memories=await _mean_by_language(encoder, memories, query=False),
        threshold=0,
        impersonal=0,
        how={},
    )


async def _mean_by_language(encoder: Encoder, texts: Sequence[str], *, query: bool) -> dict[Language, list[float]]:
    batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
    vectors = np.array([vector for batch in batches for vector in await encoder.encode(batch, query=query)])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    spoken = np.array([language(text) for text in texts])
    languages: tuple[Language, Language] = ("zh", "en")
    return {one: [round(float(x), 5) for x in vectors[spoken == one].mean(axis=0)] for one in languages}


async def _scores(embeddings: MemoryEmbeddings, query: Query, known: Sequence[UserMemory]) -> Numbers:
    """Return the score of each memory, by the product's own scoring."""
    wanted = np.array(await embeddings.aembed_query(query.meaning))
    vectors = np.array(await embeddings.aembed_documents([memory.search_text for memory in known]))
    words, cast = by_words(query, Known(known).lexicon, range(len(known))), Known(known).cast
    scored, _ = by_meaning(query, known, vectors @ wanted, words, cast=cast, threshold=NEVER)
    scores = np.array([one.score for one in scored])
    asked = asked_about(query.newest, cast)
    about = np.array([not asked or cast.concerns(memory.text, asked) for memory in known])
    return np.where(about, scores, NEVER)


def _measured(
    impersonal: float,
    sets: Sets,
    real: Sequence[Query],
    own: Sequence[Sequence[Numbers]],
    ordinary: Sequence[Sequence[Numbers]],
    foreign: Sequence[Sequence[Numbers]],
) -> dict[str, float]:
    """Return the lowest threshold that lets through what it may, and what is found with it."""

    def best(query: Query, stores: Sequence[Numbers]) -> list[float]:
        return [float(scores.max()) - (0.0 if query.own else impersonal) for scores in stores]

    idle = np.array(
        [score for query, stores in zip(sets.ordinary, ordinary, strict=True) for score in best(query, stores)]
    )
    others = np.array([score for query, stores in zip(real, foreign, strict=True) for score in best(query, stores)])
    answered = np.array([best(query, stores)[0] for query, stores in zip(real, own, strict=True)])
    threshold = float(max(np.quantile(idle, 1 - ORDINARY_SHARE), np.quantile(others, 1 - FOREIGN_SHARE)))
    found = np.array(
        [
            _found(question, sets.people[question.person], stores[0], threshold + (0.0 if query.own else impersonal))
            for question, query, stores in zip(sets.questions, real, own, strict=True)
        ]
    )
    chinese = np.array([question.language == "zh" for question in sets.questions])
    return {
        "impersonal": impersonal,
        "threshold": threshold,
        "found": float(found.mean()),
        "found_zh": float(found[chinese].mean()),
        "found_en": float(found[~chinese].mean()),
        "answered": float((answered >= threshold).mean()),
        "ordinary": float((idle >= threshold).mean()),
        "foreign": float((others >= threshold).mean()),
    }


def _found(question: Question, known: Sequence[UserMemory], scores: Numbers, threshold: float) -> bool:
    first = np.argsort(-scores)[:3]
    return any(scores[n] >= threshold and known[n].id in question.expect for n in first)


def main() -> int:
    """Calibrate the configured model."""
    try:
        settings = get_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    hosted = settings.hosted_embeddings
    encoder: Encoder = HostedEncoder(settings) if hosted else LocalEncoder()
    model = settings.embedding_model if hosted else LOCAL_MODEL
    try:
        made = asyncio.run(
            calibrate(encoder, model, settings.embedding_dimensions if hosted else LOCAL_DIMENSIONS, read_sets())
        )
    except Useless as error:
        print(error, file=sys.stderr)
        return 1
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in made.model_dump(mode="json").items()]
    path_of(model).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(path_of(model))
    print(*(f"{name}: {value}" for name, value in made.how.items()), sep="\n")
    print(f"threshold {made.threshold}  impersonal {made.impersonal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
