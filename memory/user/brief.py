"""The short proposal of a small model, and how the program makes full candidates of it.

A model of 1.5 billion parameters writes English about a Chinese sentence, turns meanings round and
cuts names. So it is asked only for what it is good at: the kind of message, words to copy, and what
they are about. Text, confidence and identity are the program's, built from the user's own words.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from pydantic import Field, ValidationError

from memory.language import clauses, lasting
from memory.language.text import Span, find, sentences
from memory.user.asked.explicit import wishes
from memory.user.candidate import MAX_NAME_CHARS, MAX_TEXT_CHARS, Closed, MemoryType, Polarity
from memory.user.corrections import corrects

Kind = Literal[
    "question", "request", "small_talk", "mood_or_today", "not_about_me",
    "about_me", "my_taste", "rule_for_you", "forget",
]  # fmt: skip
"""What a message is, from the user's point of view. Only the last four hold anything lasting."""
LASTING: frozenset[Kind] = frozenset({"about_me", "my_taste", "rule_for_you", "forget"})

About = Literal[
    "likes", "dislikes", "answer_style", "way_of_working", "rule", "limit", "who_i_am", "project", "risk"
]  # fmt: skip
_TYPES: Mapping[About, tuple[MemoryType, Polarity | None]] = {
    "likes": ("user_preference", "prefer"),
    "dislikes": ("user_preference", "avoid"),
    "answer_style": ("communication_preference", None),
    "way_of_working": ("workflow_preference", None),
    "rule": ("standing_instruction", None),
    "limit": ("recurring_constraint", None),
    "who_i_am": ("stable_user_context", None),
    "project": ("project_context", None),
    "risk": ("risk_preference", None),
}
_FOR_THE_ASSISTANT = frozenset({"answer_style", "way_of_working", "rule"})
_BODY = re.compile(
    r"(过敏|不耐受|忌口|吃素|素食|清真|allerg|intoleran|\bvegan|vegetarian|kosher|halal|c(?:o?)eliac|gluten)", re.I
)
"""What a body or a faith does not take is a limit and always recalled, whatever the model called it."""
MAX_EVIDENCE_SENTENCES = 2
"""More is a message copied whole, in which several things may stand; its sentences are then asked about."""
CONFIDENCE = 0.8
"""A small model's proposal, checked against the user's words: "stable and reusable" (R2.5.5)."""

_ASIDE = re.compile(
    r"^\W*(?:对了|另外|还有|话说|顺便(?:说一句|提一下)?|哦"
    r"|(?:btw|by the way|also|so|oh|ok(?:ay)?|heads up|fyi)(?![A-Za-z']))[\s，,：:]*",
    re.I,
)
_COMMAND = re.compile(
    r"^\W*(?:(?:请|麻烦)?(?:你)?(?:帮我)?(?:记住|记一下|记下来?|记得|备注一下|记着)(?:哈|啊|哦|一下)?(?!.*[吗？?])"
    r"|(?:please\s+|can you\s+|could you\s+)?(?:remember|note|keep in mind|make a note)\b(?:\s+that|\s+this)?)"
    r"[\s，,：:、。.]*",
    re.I,
)


class _Item(Closed):
    evidence: str = Field(min_length=1)
    about: About
    subject: str


class _Brief(Closed):
    kind: Kind
    candidates: list[_Item]


JSON_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"enum": list(get_args(Kind))},
        "candidates": {
            "type": "array",
            "maxItems": 3,
            "items": {
                "type": "object",
                "properties": {
                    "evidence": {"type": "string", "minLength": 1, "maxLength": 200},
                    "about": {"enum": list(get_args(About))},
                    "subject": {"type": "string", "minLength": 1, "maxLength": 40},
                },
                "required": ["evidence", "about", "subject"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["kind", "candidates"],
    "additionalProperties": False,
}
"""For constrained decoding. The kind comes first: asked for it, a small model stops answering with
an empty list."""


@dataclass(frozen=True)
class _Found:
    span: Span
    item: _Item
    asked: bool = False
    """Whether the user expressly asked for it."""


def expand(brief: object, user_text: str) -> list[object]:
    """Return the full raw candidates of a brief proposal; what does not fit is left as it is.

    Evidence grows to whole clauses; pieces of one sentence that lie in each other or follow each other
    become one candidate. Raw candidates still pass every gate.

    Args:
        brief: the parsed output of the model.
        user_text: the text it was made from.
    """
    try:
        proposal = _Brief.model_validate(brief)
    except ValidationError:
        candidates = brief.get("candidates", []) if isinstance(brief, Mapping) else []
        return list(candidates) if isinstance(candidates, list) else []
    if proposal.kind not in LASTING:
        return []
    return [_candidate(proposal.kind, found, user_text) for found in _merged(_located(proposal, user_text), user_text)]


def explicit(user_text: str, quotes: Sequence[str], ended: Sequence[str] = ()) -> list[object]:
    """Return raw candidates for what the user expressly asked of memory and nothing else covers.

    记住…, "remember that …", 忘掉…: nobody has to guess whether this is wanted (case B12).

    Args:
        user_text: what the user said.
        quotes: the evidence of what was proposed already.
        ended: of these, the evidence of what was proposed to be forgotten; a correction needs one.
    """
    missed: list[object] = []
    for wish in wishes(user_text):
        said = user_text[slice(*wish.sentence)].rstrip("。.!！ ")
        if any(overlap(quote, said) for quote in quotes):
            continue
        about: About = "rule" if lasting.is_rule(user_text, wish.rest) else "who_i_am"
        item = _Item(evidence=said, about=about, subject=user_text[slice(*wish.rest)].strip()[:MAX_NAME_CHARS])
        kind: Kind = "forget" if wish.kind == "forget" else "about_me"
        missed.append(_candidate(kind, _Found(wish.rest, item, asked=True), user_text))
    for span in sentences(user_text):
        said = user_text[slice(*span)].rstrip("。.!！ ")
        if corrects(said) and not any(overlap(quote, said) for quote in ended):
            item = _Item(evidence=said, about="who_i_am", subject=said[:MAX_NAME_CHARS])
            missed.append(_candidate("forget", _Found(span, item), user_text))
    return missed


def overlap(quote: str, sentence: str) -> bool:
    """Whether a quote lies in a sentence, or the sentence in the quote."""
    return bool(find(quote, sentence) or find(sentence.rstrip("。.!！ "), quote))


def _located(proposal: _Brief, user_text: str) -> list[_Found]:
    spans = ((find(item.evidence, user_text), item) for item in proposal.candidates)
    found = [_Found(_whole(user_text, span), item) for span, item in spans if span]
    found = [one for one in found if len(sentences(user_text[slice(*one.span)])) <= MAX_EVIDENCE_SENTENCES]
    return sorted(found, key=lambda f: (f.span[0], -f.span[1]))


def _whole(user_text: str, span: Span) -> Span:
    """Return whole clauses, with the one that says who they are about."""
    span = clauses.widen(user_text, span)
    return span if lasting.is_rule(user_text, span) else clauses.with_subject(user_text, span)


def _merged(found: Sequence[_Found], user_text: str) -> list[_Found]:
    merged: list[_Found] = []
    for piece in found:
        last = merged[-1] if merged else None
        if last and (piece.span[0] < last.span[1] or _continues(last, piece, user_text)):
            both = (last.span[0], max(last.span[1], piece.span[1]))
            merged[-1] = replace(last, span=both)
        else:
            merged.append(piece)
    return merged


def _continues(last: _Found, piece: _Found, user_text: str) -> bool:
    """Whether both are about the same side of the user in one sentence: 在南京做护士，平时用安卓手机."""
    return last.item.about == piece.item.about and clauses.same_sentence(user_text, last.span, piece.span)


def _candidate(kind: Kind, found: _Found, user_text: str) -> object:
    about = found.item.about
    own = user_text[slice(*found.span)]
    if kind != "forget" and _BODY.search(own) and not lasting.is_rule(user_text, found.span):
        about = "limit"
    elif about in ("who_i_am", "likes", "dislikes", "project") and (
        kind == "rule_for_you"
        or (lasting.is_rule(user_text, found.span) and not lasting.remembers(user_text, found.span))
    ):
        about = "rule"  # an instruction filed as a fact
    memory_type, polarity = _TYPES[about]
    said = user_text[found.span[0] : found.span[1]].strip().rstrip("。.!！")
    plain = _ASIDE.sub("", said) or said
    text = _COMMAND.sub("", plain) or plain
    subject = _subject(found.item.subject, text)
    return {
        "action": "suppress" if kind == "forget" else "add",
        "type": memory_type,
        "text": text[:MAX_TEXT_CHARS] if kind == "forget" else text,
        "evidence": said,
        "identity": {"subject": subject} | ({"polarity": polarity} if polarity else {}),
        "tags": [subject[:48]],
        "confidence": CONFIDENCE,
        "stability": "stable",
        "source_signal": _signal(kind, asked=found.asked or plain != text),
    }


def _subject(proposed: str, text: str) -> str:
    """Return the model's subject if the user said it, else the statement itself."""
    span = find(proposed, text)
    if span is None or not proposed.strip():
        return text[:MAX_NAME_CHARS]
    # A length limit may have cut the last word in two.
    end = re.compile(r"[A-Za-z0-9]*").match(text, span[1])
    return text[span[0] : end.end() if end else span[1]].strip()[:MAX_NAME_CHARS]


def _signal(kind: Kind, *, asked: bool) -> str:
    if kind == "forget":
        return "forget_or_negation"
    if asked:
        return "explicit_memory_intent"
    return "standing_instruction_signal" if kind == "rule_for_you" else "implicit_stable_preference"
