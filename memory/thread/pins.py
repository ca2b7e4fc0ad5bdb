"""Pinned decisions: what the user wants kept stays word for word, whatever a model proposes (B3).

The user pins, revises and drops; a model may only add, revise and retire what models have pinned.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, cast

from langchain_core.messages import AnyMessage
from pydantic import TypeAdapter, ValidationError

from memory.errors import InputError, input_error
from memory.language.text import fold
from memory.sensitive import mask, sensitive
from memory.thread.compaction import AddPin, PinOperation, RevisePin
from memory.thread.messages import text_of
from memory.thread.thread import Limits, PinnedDecision

Refusal = Literal["empty", "too_long", "sensitive", "full"]
_operations = TypeAdapter(list[PinOperation])


def without_source(pins: Sequence[PinnedDecision], replaced: Sequence[AnyMessage]) -> list[PinnedDecision]:
    """Return the pins that do not come from a turn that is replaced (B4)."""
    gone = {message.id for message in replaced}
    return [pin for pin in pins if pin["source_message_id"] is None or pin["source_message_id"] not in gone]


@dataclass(frozen=True)
class Board:
    """The pinned decisions of a conversation and how new ones are made."""

    pins: tuple[PinnedDecision, ...]
    limits: Limits
    now: datetime
    new_id: Callable[[], str]

    def pinned(self, text: str, *, source: str | None) -> "Board | Refusal":
        """Return the board with a decision of the user on it, word for word, or why it cannot be.

        One that says the same becomes the user's own. When the board is full, the oldest pin of a model
        makes room, never one of the user's.
        """
        text = text_of(text)
        if not text:
            return "empty"
        if len(text) > self.limits.pin_chars:
            return "too_long"
        if sensitive(text):
            return "sensitive"
        others = [pin for pin in self.pins if fold(pin["text"]) != fold(text)]
        same = next((pin for pin in self.pins if fold(pin["text"]) == fold(text)), None)
        if same is not None and same["origin"] == "user":
            return self
        board = replace(self, pins=(*others, self._made(text, "user", source))).bounded()
        return board if len(board.pins) <= self.limits.pins else "full"

    def without(self, dropped: Sequence[PinnedDecision]) -> "Board":
        """Return the board without some pins."""
        ids = {pin["id"] for pin in dropped}
        return replace(self, pins=tuple(pin for pin in self.pins if pin["id"] not in ids))

    def proposed(self, operations: Sequence[PinOperation]) -> "Board":
        """Return the board after a model's operations; what it may not touch stays as it is."""
        pins = list(self.pins)
        for change in operations:
            if isinstance(change, AddPin):
                new = fold(change.text)
                if new and not any(new in fold(pin["text"]) or fold(pin["text"]) in new for pin in pins):
                    pins.append(self._made(change.text, "model", change.source_message_id))
                continue
            at = next((i for i, p in enumerate(pins) if p["id"] == change.id and p["origin"] == "model"), None)
            if at is not None and isinstance(change, RevisePin):
                pins[at] = {**pins[at], "text": change.text}
            elif at is not None:
                del pins[at]
        return replace(self, pins=tuple(pins)).bounded()

    def edited(self, raw: object) -> "Board":
        """Return the board after the user's own operations, given as the chat input `pins`.

        Raises:
            InputError: names the operation and what is wrong with it; nothing of them is done.
        """
        try:
            operations = _operations.validate_python(raw)
        except ValidationError as error:
            raise input_error(error, "pins") from None
        board = self
        for number, change in enumerate(operations):
            board = board._edited_once(f"pins.{number}", change)
        return board

    def masked(self) -> "Board":
        """Return the board with what is secret in a model's pin made unreadable."""
        pins = [pin if pin["origin"] == "user" else {**pin, "text": mask(pin["text"])} for pin in self.pins]
        return replace(self, pins=tuple(cast("list[PinnedDecision]", pins)))

    def bounded(self) -> "Board":
        """Return the board with the oldest pins of models retired where there are too many."""
        pins = list(self.pins)
        while len(pins) > self.limits.pins and any(pin["origin"] == "model" for pin in pins):
            pins.remove(next(pin for pin in pins if pin["origin"] == "model"))
        return replace(self, pins=tuple(pins))

    def _edited_once(self, where: str, change: PinOperation) -> "Board":
        board = self
        if not isinstance(change, AddPin):
            known = [pin for pin in self.pins if pin["id"] == change.id]
            if not known:
                raise InputError(f"{where}.id: no decision is pinned under this id in this conversation.")
            board = self.without(known)
        if isinstance(change, AddPin | RevisePin):
            pinned = board.pinned(change.text, source=change.source_message_id)
            if not isinstance(pinned, Board):
                raise InputError(f"{where}.text: {self._explained(pinned)}")
            board = pinned if isinstance(change, AddPin) else self._revised(pinned, change.id)
        return board

    def _revised(self, pinned: "Board", id: str) -> "Board":
        """Return the board with the new text under the old id and number."""
        new = cast("PinnedDecision", {**pinned.pins[-1], "id": id})
        kept = {pin["id"] for pin in pinned.pins}
        return replace(
            self, pins=tuple(new if p["id"] == id else p for p in self.pins if p["id"] == id or p["id"] in kept)
        )

    def _explained(self, refusal: Refusal) -> str:
        return {
            "empty": "there is no text in it.",
            "too_long": f"a pinned decision has at most {self.limits.pin_chars} characters. Shorten it.",
            "sensitive": "it holds a secret or a number that identifies a person. Leave that out.",
            "full": f"{self.limits.pins} decisions of yours are pinned already. Unpin one first.",
        }[refusal]

    def _made(self, text: str, origin: Literal["user", "model"], source: str | None) -> PinnedDecision:
        made: dict[str, Any] = {"id": self.new_id(), "text": text, "origin": origin, "source_message_id": source}
        return cast("PinnedDecision", made | {"created_at": self.now.isoformat()})
