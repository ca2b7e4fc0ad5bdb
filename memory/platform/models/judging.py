"""Ask a model about pairs of statements that rules leave open; each answer is checked before it counts."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from memory.model_output import MalformedOutput, read_object
from memory.platform.models.models import Model
from memory.platform.models.structured import Answered, ask
from memory.user.compare import Relation, may_be
from memory.user.resolve import Judged
from prompts import resolve

MAX_PAIRS = 8
"""Most pairs of one extraction; it is one request, however many memories there are."""


class _Pair(BaseModel):
    model_config = ConfigDict(extra="forbid")

    pair: int
    relation: Literal["same", "update", "different"]


class _Pairs(BaseModel):
    model_config = ConfigDict(extra="forbid")

    pairs: list[_Pair]


SCHEMA: dict[str, Any] = _Pairs.model_json_schema()
_pairs = TypeAdapter(list[_Pair])


async def judge(model: Model, pairs: Sequence[tuple[str, str]]) -> Answered[Judged]:
    """Return what `model` says of (new, old) pairs, without what the program cannot believe.

    A pair it does not mention, or says impossible things of, stays open: both statements are kept.

    Raises:
        ModelError: the model could not be reached.
        MalformedOutput: it did not return the agreed object.
    """
    asked = list(pairs)[:MAX_PAIRS]
    answered = await ask(
        model, resolve.render([(old, new) for new, old in asked]), schema=SCHEMA, name="pairs", read=_read
    )
    judged: dict[tuple[str, str], Relation] = {}
    for answer in answered.value:
        if 1 <= answer.pair <= len(asked):
            new, old = asked[answer.pair - 1]
            if may_be(answer.relation, old, new):
                judged[new, old] = answer.relation
    return Answered(judged, answered.usage)


def _read(output: str) -> list[_Pair]:
    try:
        return _pairs.validate_python(read_object(output, key="pairs")["pairs"])
    except ValidationError as error:
        raise MalformedOutput(error.errors()[0]["type"]) from None
