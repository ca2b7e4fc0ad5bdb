"""Public labelled data as memories and questions; what is absent is left out. The data stays outside of the project."""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEED = 7
NOISE = 200


@dataclass(frozen=True)
class Document:
    """Something that could be remembered, and which evidence it is."""

    text: str
    evidence: frozenset[str]


@dataclass(frozen=True)
class Asked:
    """A question to a store, with the evidence that answers it."""

    store: str
    turns: Sequence[str]
    evidence: frozenset[str]


@dataclass(frozen=True)
class Collection:
    """The stores of a data set and the questions put to them."""

    stores: Mapping[str, Sequence[Document]]
    asked: Sequence[Asked]


def locomo(folder: Path, *, turns: bool) -> Collection:
    """Return LoCoMo: its facts, or its turns, and the questions that have an answer."""
    stores: dict[str, list[Document]] = {}
    asked: list[Asked] = []
    for conversation in _json(folder / "locomo" / "first5.json"):
        name = conversation["sample_id"]
        stores[name] = list(_turns(conversation["conversation"]) if turns else _facts(conversation["observation"]))
        known = frozenset().union(*(document.evidence for document in stores[name]))
        for question in conversation["qa"]:
            evidence = frozenset(id for text in question.get("evidence", []) for id in _turn_ids(text)) & known
            if evidence and question["category"] != 5:
                asked.append(Asked(name, [question["question"]], evidence))
    return Collection(stores, asked)


def _turns(conversation: Mapping[str, Any]) -> Iterator[Document]:
    for key, session in conversation.items():
        if re.fullmatch(r"session_\d+", key):
            for turn in session:
                seen = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
                yield Document(f"{turn['speaker']}: {turn['text']}{seen}", frozenset(_turn_ids(turn["dia_id"])))


def _facts(observation: Mapping[str, Any]) -> Iterator[Document]:
    for session in observation.values():
        for facts in session.values():
            for text, source in facts:
                sources = source if isinstance(source, list) else [source]
                yield Document(text, frozenset(id for one in sources for id in _turn_ids(one)))


def _turn_ids(text: str) -> list[str]:
    return [f"{session}:{turn}" for session, turn in re.findall(r"D:?(\d+):(\d+)", text)]


def memdaily(folder: Path, *, alike: bool) -> Collection:
    """Return MemDaily: each question over its own messages and 200 of other trajectories.

    Args:
        folder: of the data.
        alike: whether the noise may be of the same kind, and so contradict the answer (two hometowns of one mother).
    """
    data: dict[str, list[dict[str, Any]]] = _json(folder / "memdaily" / "dev.json")
    chance = random.Random(SEED)
    kinds = [name for name in data if not name.endswith("hybrid")]
    messages = {
        name: {m["message"] for t in trajectories for m in t["message_list"]} for name, trajectories in data.items()
    }
    stores: dict[str, list[Document]] = {}
    asked: list[Asked] = []
    for name in kinds:
        kind = name.rsplit("_", 1)[1]
        for trajectory in chance.sample(data[name], 13):
            own = [Document(m["message"], frozenset([str(m["mid"])])) for m in trajectory["message_list"]]
            others = (texts for other, texts in messages.items() if alike or not other.endswith((kind, "hybrid")))
            pool = sorted(set().union(*others) - {document.text for document in own})
            store = f"{name}/{trajectory['tid']}"
            stores[store] = [*own, *(Document(text, frozenset()) for text in chance.sample(pool, NOISE))]
            asked += [
                Asked(store, [question["question"]], frozenset(map(str, question["target_step_id"])))
                for question in trajectory["question_list"]
            ]
    return Collection(stores, asked)


def madial(folder: Path, language: str) -> Collection:
    """Return MADial-Bench: the user's turns before a reply, and the memories worth recalling."""
    data = _json(folder / "madial" / f"{language}.json")
    documents = [Document(memory["event"], frozenset([str(memory["id"])])) for memory in data["memories"]]
    return Collection({"all": documents}, list(_dialogues(data["dialogues"])))


def mixed(folder: Path, language: str) -> Collection:
    """Return one store half Chinese and half English of the memories MADial-Bench has in both; questions in one."""
    chinese, english = (_json(folder / "madial" / f"{one}.json") for one in ("zh", "en"))
    texts = [{memory["id"]: memory["event"] for memory in data["memories"]} for data in (chinese, english)]
    both = sorted(texts[0].keys() & texts[1].keys(), key=int)
    documents = [Document(texts[number % 2][id], frozenset([id])) for number, id in enumerate(both)]
    asked = [
        Asked(one.store, one.turns, one.evidence & set(both))
        for one in _dialogues((chinese if language == "zh" else english)["dialogues"])
        if one.evidence & set(both)
    ]
    return Collection({"all": documents}, asked)


def _dialogues(dialogues: Sequence[Mapping[str, Any]]) -> Iterator[Asked]:
    for dialogue in dialogues:
        spoken = (
            re.match(r"<(.*?)>\s*[:：]?\s*(.*)", line.strip())
            for line in dialogue["dialogue"][: dialogue["test-turn"][0]]
        )
        turns = [m[2].strip().strip('"“”') for m in spoken if m and m[1] not in ("BOD", "EOD", "Assistant")]
        yield Asked("all", turns, frozenset(map(str, dialogue["relevant-id"])))


BEAM_ABILITIES = (
    "contradiction_resolution event_ordering information_extraction knowledge_update multi_session_reasoning "
    "preference_following temporal_reasoning"
).split()


def beam(folder: Path, abilities: Sequence[str] = BEAM_ABILITIES) -> Collection:
    """Return BEAM's chats: the user's messages, and the questions of these abilities."""
    stores: dict[str, list[Document]] = {}
    asked: list[Asked] = []
    for path in sorted((folder / "beam").iterdir(), key=lambda one: one.name):
        if not path.is_dir():
            continue
        messages = {
            str(m["id"]): re.sub(r"\s*->->.*$", "", m["content"], flags=re.S)
            for m in _messages(_json(path / "chat.json"))
        }
        stores[path.name] = [Document(text, frozenset([id])) for id, text in messages.items() if text.strip()]
        probing = _json(path / "probing_questions.json")
        for question in (question for ability in abilities for question in probing[ability]):
            evidence = frozenset(_flat(question.get("source_chat_ids", []))) & messages.keys()
            if evidence:
                asked.append(Asked(path.name, [question["question"]], evidence))
    return Collection(stores, asked)


def _messages(part: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, dict) and "role" in part:
        if part["role"] == "user":
            yield part
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _messages(inner)


def _flat(part: Any) -> Iterator[str]:
    if isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _flat(inner)
    else:
        yield str(part)


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


SETS: Mapping[str, Callable[[Path], Collection]] = {
    "LoCoMo facts": lambda folder: locomo(folder, turns=False),
    "LoCoMo turns": lambda folder: locomo(folder, turns=True),
    "MemDaily-zh": lambda folder: memdaily(folder, alike=False),
    "MemDaily-zh, alike noise": lambda folder: memdaily(folder, alike=True),
    "MADial-zh": lambda folder: madial(folder, "zh"),
    "MADial-en": lambda folder: madial(folder, "en"),
    "mixed store, zh asked": lambda folder: mixed(folder, "zh"),
    "mixed store, en asked": lambda folder: mixed(folder, "en"),
    "BEAM": beam,
}
