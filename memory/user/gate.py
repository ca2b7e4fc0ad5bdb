"""The doorkeeper: is there anything in these turns worth a model call? (R6.18, first set of rules)."""

import re
from collections.abc import Sequence

from memory.user.turn import FinishedTurn

_NOT_TO_BE_KEPT = re.compile(
    r"((?:别|不要|不用|不必|无需|甭)(?:再)?(?:帮我)?(?:把.{1,8})?(?:记住|记下来?|记录|记着|存|保存|记)"
    r"(?:这|了|哈|啊|[：:，,。！!]|下来|一下|$)|(?:别|不要|不用)(?:把)?(?:这|那).{0,6}(?:记|存)|(?:这话|这句|这条|这个)别(?:存|记)"
    r"|(?<!\bi )\b(?:don'?t|do not|no need to|never) (?:\w+ )?(?:remember|save|store|note|memori[sz]e|keep)"
    r" (?:this|that|it|what i|anything|the following)\b|\boff the record\b)",
    re.I,
)
_FORGET = re.compile(
    r"((?:忘了|忘掉|忘记|删掉|删除|删了)(?:吧|这|那|我|它|，|,|。|$)|(?:把|将).{1,20}(?:忘|删)|(?:这|那)[条个句些].{0,6}(?:忘|删)"
    r"|(?:^|[.!?,;]\s*|\bplease |\bcan you |\bcould you )(?:forget|delete|erase)\b)",
    re.I,
)
_FILLER = re.compile(
    r"(你好|您好|嗨|哈喽|早上好|早|晚上好|晚安|在吗|谢谢|多谢|感谢|好的|好|嗯+|哦+|哈+|行|可以|不错|继续|再见|拜拜"
    r"|hi|hello|hey|good (?:morning|evening|night)|thanks?|thank you|thx|ok(?:ay)?|great|nice|cool|sure|bye|go on)"
    r"(\s*(啊|呀|哦|啦|了|吧|你|您|there|so much|a lot|very much))*",
    re.I,
)
_MARKS = re.compile(r"[\s，,。.！!？?~～…]+")
MAX_IDLE_CHARS = 40
"""A longer text is never a mere greeting."""


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
    if len(text) > MAX_IDLE_CHARS:
        return False
    words = [word for word in _MARKS.split(text) if word]
    return all(_FILLER.fullmatch(word) for word in words) or bool(_FILLER.fullmatch(" ".join(words)))
