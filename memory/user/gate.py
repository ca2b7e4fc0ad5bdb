"""The doorkeeper: is there anything in these turns worth a model call? (R6.18, first set of rules)."""

import re
from collections.abc import Sequence

from memory.user.turn import FinishedTurn

_NOT_TO_BE_KEPT = re.compile(
    r"((别|不要|不用|不必|无需|甭)(再)?(帮我)?(记住|记下|记录|记得|记着|记(?=[这了着：:，,。]|$|一下))"
    r"|\b(?:don'?t|do not|no need to|please don'?t) (?:\w+ )?(?:remember|save|store|note|memori[sz]e)\b)",
    re.I,
)
_FORGET = re.compile(r"(忘(了|掉|记)|删(掉|除)|\bforget\b|\bdelete\b|\berase\b)", re.I)
_FILLER = re.compile(
    r"(你好|您好|嗨|哈喽|早上好|早|晚上好|晚安|在吗|谢谢|多谢|感谢|好的|好|嗯+|哦+|哈+|行|可以|不错|继续|再见|拜拜"
    r"|hi|hello|hey|good (?:morning|evening|night)|thanks?|thank you|thx|ok(?:ay)?|great|nice|cool|sure|bye|go on)"
    r"(\s*(啊|呀|哦|啦|了|吧|你|您|there|so much|a lot|very much))*",
    re.I,
)
_MARKS = re.compile(r"[\s，,。.！!？?~～…]+")


def worth_extracting(turns: Sequence[FinishedTurn]) -> list[FinishedTurn]:
    """Return the turns that may hold something lasting; none means the run ends without a model call.

    Left out: turns of other kinds than ordinary chat, greetings and fillers, and what the user asked
    not to be kept ("别记住这句话", "don't remember this"; "把这条忘掉，不用记了" is a forget and passes).
    """
    return [turn for turn in turns if turn.eligible and not idle(turn.user_text) and not _off_record(turn.user_text)]


def _off_record(text: str) -> bool:
    return bool(_NOT_TO_BE_KEPT.search(text)) and not _FORGET.search(text)


def idle(text: str) -> bool:
    """Whether `text` is nothing but a greeting, a thank-you or a filler, in either language."""
    words = [word for word in _MARKS.split(text) if word]
    return all(_FILLER.fullmatch(word) for word in words) or bool(_FILLER.fullmatch(" ".join(words)))
