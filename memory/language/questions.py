"""Whether a clause asks: by its end, its beginning or a word in it, in both languages."""

import re

from memory.language.clauses import sentence_of
from memory.language.lasting import how_to_talk, is_procedure, lasts_by_word, remembers
from memory.language.text import Span

_TAG_QUESTION = re.compile(
    r"[，,\s]*(行吗|好吗|可以吗|好不好|行不行|可以不|行不|成吗|\b(?:ok|okay|please|right"
    r"|alright))[？?！!。.\s]*$",
    re.I,
)
_MODAL = re.compile(
    r"(can|could|would|will) you\b|\b(?:would you )?mind \w+ing\b|is it possible|能不能|可不可以"
    r"|可以|能",
    re.I,
)
_ASKING_END = re.compile(
    r"([？?]|(吗|么|没有|知道不|记得不|是不是|对不对|有没有|能不能|可不可以|谁|多少|哪里|哪儿|哪个|怎么办"
    r"|为啥|(?<=[知记认]..)不|印象没|没(?<=过没)|(?:知道|记得|清楚|了解)[^，,。]{0,14}不)[。！!~～.]*"
    r"|(?<!没)(?<!别的)什么[。！!~～.]*)$"
)
_ASKING_WORD = re.compile(
    r"(?<!没)(?<!不)(?<!不管)(?<!无论)(什么|怎么|怎样|为什么|为啥|为何|如何|啥|咋|哪[里儿些个种位家]?|谁|多少"
    r"|多久|多大"
    r"|几[个点岁号时])(?![都也的])(?![^，,。]{0,4}[都也])"
    r"|是不是|([\u4e00-\u9fff])不\2"
)
_INDIRECT = re.compile(
    r"(?:说|讲|写|标|注|解释|列|指|告诉我?)[^，。？?]{0,4}(?:为什么|为啥|怎么|如何|哪里|哪些|什么)[^，。？?]{0,8}$"
)
"""Something is to be told with what is done: 每处改动都说一下为什么."""
_ASKING_START = re.compile(
    r"^\W*(为什么|为啥|为何|想问|请问|请教|问一?下|what'?s\b|how (?:long|much|many|far|often|come|to)\b|why\b"
    r"|(what|how|why|when|where|who|whom|whose|which)"
    r"('s| (do|does|did|is|are|was|were|can|could|should|would|will|am|actually|exactly|happened)\b)"
    r"|(am|do|did|was|have|had|would|should|could|can|will|may|might|are|were) (i|we)\b"
    r"|do you|did you|have you|are you)",
    re.I,
)


def asks(text: str, span: Span, *, of_oneself: bool = False) -> bool:
    """Whether the clause at `span` is a question.

    A polite tag (行吗, please?) makes none, nor does an order in the shape of one (能记住…吗,
    "could you always …?"); and a question after the clause is another clause's.

    Args:
        text: what the user said.
        span: the clause.
        of_oneself: it is meant as a statement of the user about themselves; then a question word in
            the middle makes it a question too (我适合吃点什么补铁的), but not 什么都 or 没什么.
    """
    start, end = sentence_of(text, span)
    said, clause = text[start:end], text[span[0] : span[1]]
    if _MODAL.search(said) and (lasts_by_word(said) or how_to_talk(said) or remembers(text, span)):
        return False
    if not of_oneself and is_procedure(clause) and _INDIRECT.search(clause):
        return False
    rest = _TAG_QUESTION.sub("", text[span[0] : end])
    is_last = len(rest.rstrip(" ？?！!。.~～")) <= len(clause)
    inside = of_oneself and _ASKING_WORD.search(clause)
    return bool(inside or _ASKING_START.match(clause) or (is_last and _ASKING_END.search(rest.rstrip())))
