"""What two consecutive requests have in common from their beginning, in tokens; and what made them differ."""

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import bpe_openai

Part = Literal["tools", "system", "memory", "summary", "binding", "pins", "history", "newest"]
END = "<|im_end|>\n"
PARTS: tuple[Part, ...] = ("tools", "system", "memory", "summary", "binding", "pins", "history", "newest")


@dataclass(frozen=True)
class Piece:
    """A part of a request as a model reads it."""

    part: Part
    text: str


@dataclass(frozen=True)
class Step:
    """A request beside the one before it.

    Args:
        tokens: of the newer request.
        shared: of these, what both begin with.
        said: what was said between them: the answer, and the newest message.
        cause: the first part in which they differ; `newest`: all of the older request is the beginning of the newer.
    """

    tokens: int
    shared: int
    said: int
    cause: Part

    @property
    def share(self) -> float:
        """Share of the newer request that a provider has read before."""
        return self.shared / self.tokens

    @property
    def fresh(self) -> int:
        """Tokens that have to be read anew."""
        return self.tokens - self.shared


def pieces(body: Mapping[str, Any], marks: Mapping[str, Part] | None = None) -> list[Piece]:
    """Return a request in the order in which chat templates put it: tools, answer format, messages.

    Args:
        body: of a chat completion request.
        marks: beginnings of the blocks that stand in the leading system message.
    """
    found = [Piece("tools", _json(body[name])) for name in ("tools", "response_format") if body.get(name)]
    for number, message in enumerate(body["messages"]):
        text = f"<|im_start|>{message['role']}\n{_text(message)}"
        if message["role"] == "system":
            found += [*_blocks(text, marks or {}), Piece("history", END)]
        else:
            found.append(Piece("newest" if number == len(body["messages"]) - 1 else "history", text + END))
    return found


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    spoken = content if isinstance(content, str) else _json(content)
    return spoken + (_json(message["tool_calls"]) if message.get("tool_calls") else "")


def _blocks(text: str, marks: Mapping[str, Part]) -> list[Piece]:
    """Return the blocks of a system message, each with the empty line before it."""
    starts = sorted((len(text[: text.index(mark)].rstrip("\n")), part) for mark, part in marks.items() if mark in text)
    begun: list[tuple[int, Part]] = [(0, "system"), *starts]
    ends = [*(at for at, _ in starts), len(text)]
    return [Piece(part, text[at:end]) for (at, part), end in zip(begun, ends, strict=True)]


def encoded(text: str) -> list[int]:
    """Return the tokens of a text (o200k_base)."""
    return list(_encoding().encode_ordinary(text))


def common(older: Sequence[object], newer: Sequence[object]) -> int:
    """Return how many items two sequences begin with together."""
    pairs = zip(older, newer, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(older), len(newer)))


def step(older: Sequence[Piece], newer: Sequence[Piece]) -> Step:
    """Return what two consecutive requests have in common."""
    texts = ["".join(piece.text for piece in request) for request in (older, newer)]
    tokens = [encoded(text) for text in texts]
    known = {piece.text for piece in older}
    said = sum(len(encoded(p.text)) for p in newer if p.part in ("history", "newest") and p.text not in known)
    return Step(len(tokens[1]), common(*tokens), said, _cause(older, newer, common(*texts)))


def _cause(older: Sequence[Piece], newer: Sequence[Piece], at: int) -> Part:
    """Return the part in which two requests differ at a character; of two the one that stands first."""
    if at == sum(len(piece.text) for piece in older):
        return "newest"
    return min((_part(request, at) for request in (older, newer)), key=PARTS.index)


def _part(request: Sequence[Piece], at: int) -> Part:
    for piece in request:
        at -= len(piece.text)
        if at < 0:
            return piece.part
    return request[-1].part


def summed(steps: Sequence[Step]) -> dict[str, Any]:
    """Return the figures of a conversation; shares in per cent."""
    if not steps:
        return {"steps": 0}
    shares = [100 * one.share for one in steps]
    causes = {part: sum(one.cause == part for one in steps) for part in PARTS}
    return {
        "steps": len(steps),
        "share": round(100 * sum(one.shared for one in steps) / sum(one.tokens for one in steps), 1),
        "median": round(statistics.median(shares), 1),
        "least": round(min(shares), 1),
        "tokens": round(statistics.mean(one.tokens for one in steps)),
        "fresh": round(statistics.mean(one.fresh for one in steps)),
        "said": round(statistics.mean(one.said for one in steps)),
        "causes": {part: count for part, count in causes.items() if count},
        "by turn": [round(share, 1) for share in shares],
    }


@lru_cache(maxsize=1)
def _encoding() -> bpe_openai.Encoding:
    return bpe_openai.get_encoding("o200k_base")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
