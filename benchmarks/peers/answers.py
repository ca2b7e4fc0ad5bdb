"""What the scripted model answers: the same facts to every library, in the form that the library asks for.

The model stands for a good reader with a free tongue. It says exactly what the labels of a turn say a model
proposed, sound or not, and it is told nothing that does not stand in the request, but for one thing: which earlier
texts spoke of the same matter, so that it can recognise them *if* a library shows them to it. What each gets:

* ours (`OURS`): the candidates of `prompts.extraction`, with evidence, identity and confidence. Our prompt shows no
  stored memory, so none can be named; a forget is a candidate with the action `suppress`.
* mem0: the JSON of its `ADDITIVE_EXTRACTION_PROMPT`, which knows additions alone. A forget cannot be said in it and
  is left out, rather than added as one more fact. Its prompt shows ten memories and asks to skip what is captured
  there and to link what is related: the careful model does (`MEM0_SKIPS`), the careless one does not (`MEM0_ADDS`).
* LangMem: tool calls. The careless model makes a `Memory` call for each fact (`INSERTS`). The careful one is the best
  that its design allows (`PATCHES`): a fact about a document that stands in the request patches it, also when it
  only repeats it, which writes nothing; what is to be forgotten and stands there is removed, where `RemoveDoc` is
  offered; the rest is inserted. Its calls are always valid.

So each peer is measured with a model that overlooks what it is shown and with one that never does; a real one is
in between. With nothing to say the model calls nothing, though LangMem's `tool_choice` asks for a call and a real
endpoint would make it call something: that costs LangMem least.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from tests.provider.process import candidate
from tests.provider.script import Reply, ToolCall

OURS = "ours"
MEM0_ADDS, MEM0_SKIPS = "mem0-adding", "mem0-skipping"
INSERTS, PATCHES = "langmem-inserting", "langmem-patching"
"""Names of the model, by which it knows who asks."""
_INSTANCE = re.compile(r'<instance id=(\S+) schema_type="[^"]*">\n(.*?)\n</instance>', re.S)
_EXISTING = re.compile(r"^## Existing Memories\n(\[.*\])$", re.M)


class Fact(BaseModel):
    """One thing the model says of a turn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    evidence: str
    subject: str
    type: str = "stable_user_context"
    polarity: Literal["prefer", "avoid"] | None = None
    action: Literal["add", "suppress"] = "add"
    by: Literal["user", "assistant"] = "user"
    """Who said it; mem0's format asks."""
    same: tuple[str, ...] = ()
    """Earlier texts that say the same: a reader recognises them where they stand in the request."""
    about: tuple[str, ...] = ()
    """Earlier texts that say something else about the same matter."""


class Said(BaseModel):
    """What the model says of a turn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    facts: tuple[Fact, ...] = ()
    ended: tuple[str, ...] = ()
    """Earlier texts about what the user wants forgotten."""

    @property
    def added(self) -> list[Fact]:
        """The facts that are to be remembered."""
        return [fact for fact in self.facts if fact.action == "add"]


def answer(said: Said, request: Mapping[str, Any]) -> Reply:
    """Return the answer to a request, by the name of the model it asks.

    Raises:
        ValueError: no library is known by this name.
    """
    match request["model"]:
        case "ours":
            return Reply(json=_candidates(said))
        case "mem0-adding":
            return Reply(json=_additions(said, {}))
        case "mem0-skipping":
            return Reply(json=_additions(said, shown_by_mem0(request)))
        case "langmem-inserting":
            return _called(_patched(said, {}), request)
        case "langmem-patching":
            return _called(_patched(said, shown_by_langmem(request)), request)
        case other:
            raise ValueError(f"nobody asks a model named {other!r}")


def in_sight(said: Said, request: Mapping[str, Any]) -> Said:
    """Return the facts whose evidence stands in the request, wherever: a reader of everything it is shown."""
    shown = json.dumps(request["messages"], ensure_ascii=False)
    return said.model_copy(update={"facts": tuple(fact for fact in said.facts if fact.evidence in shown)})


def shown_by_mem0(request: Mapping[str, Any]) -> dict[str, str]:
    """Return the stored texts that mem0 shows in a request, by the id it gives them."""
    found = _EXISTING.search(str(request["messages"][-1]["content"]))
    return {one["id"]: one["text"] for one in json.loads(found[1])} if found else {}


def shown_by_langmem(request: Mapping[str, Any]) -> dict[str, str]:
    """Return the stored texts that LangMem shows in a request, by the id it gives them."""
    shown = "\n".join(str(message.get("content")) for message in request["messages"])
    documents = {id: ast.literal_eval(document) for id, document in _INSTANCE.findall(shown)}
    return {id: str(document.get("content", "")) for id, document in documents.items()}


def _candidates(said: Said) -> dict[str, Any]:
    proposed = [_candidate(fact) for fact in said.facts]
    return {"kind": "about_me" if proposed else "question", "candidates": proposed}


def _candidate(fact: Fact) -> dict[str, Any]:
    identity = {"subject": fact.subject} | ({"polarity": fact.polarity} if fact.polarity else {})
    return candidate(fact.text, fact.evidence, fact.subject, type=fact.type, action=fact.action, identity=identity)


def _additions(said: Said, shown: Mapping[str, str]) -> dict[str, Any]:
    new = [fact for fact in said.added if not {fact.text, *fact.same} & set(shown.values())]
    return {
        "memory": [
            {
                "id": str(number),
                "text": fact.text,
                "attributed_to": fact.by,
                "linked_memory_ids": [id for id, text in shown.items() if text in fact.about],
            }
            for number, fact in enumerate(new)
        ]
    }


def _patched(said: Said, shown: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for fact in said.added:
        alike = {fact.text, *fact.same, *fact.about}
        found = next((id for id, text in shown.items() if text in alike), None)
        yield ("Memory", {"content": fact.text}) if found is None else ("PatchDoc", _patch(found, fact.text))
    yield from (("RemoveDoc", {"json_doc_id": id}) for id, text in shown.items() if text in said.ended)


def _patch(id: str, text: str) -> dict[str, Any]:
    replaced = {"op": "replace", "path": "/content", "value": text}
    return {"json_doc_id": id, "planned_edits": "replace - /content", "patches": [replaced]}


def _called(calls: Iterator[tuple[str, dict[str, Any]]], request: Mapping[str, Any]) -> Reply:
    """Return the calls of which the tool is offered; a model cannot call another."""
    offered = {tool["function"]["name"] for tool in request.get("tools", ())}
    made = [
        ToolCall(name=name, arguments=arguments, id=f"call_{number}")
        for number, (name, arguments) in enumerate(calls)
        if name in offered
    ]
    return Reply(tool_calls=made)
