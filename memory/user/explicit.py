"""What the user expressly asks of memory: to remember, to forget, to keep something out of it (case B12).

By rule, in both languages and in polite, indirect and negated forms, since nobody has to guess whether it
is wanted: the model is not asked. "记得…吗？" is a question, "我忘了带伞" tells, "remember to …" is for now.
"""

import re
from dataclasses import dataclass
from typing import Literal

from memory.language.text import Span, sentences, simplified

_KEEP = r"(?:记住|记一下|记下来?|记录|记着|存下来?|保存|存|记|留)"
_OFF_RECORD = re.compile(
    rf"(?:别|不要|不用|不必|无需|甭|勿|不许|千万别|不需要|唔好|唔使|咪)(?:再|给我|替我|帮我|去"
    rf"|把)*(?:.{{0,8}}?){_KEEP}"
    r"(?!(?:得|性|账|仇|错|者|不住))(?:这|那|了|哈|啊|哦|住|下来?|一下|在|到|进|起来|[：:，,。！!；;、\s]|$)"
    r"|(?:这话|这句|这条|这个|这事|以下|以上)[^，,。]{0,6}(?:别|不要|勿|不用|不必)(?:再)?(?:帮我)?(?:存|记|留"
    r"|保存|记录)"
    r"|(?:咱|我)?(?:就)?(?:私下|悄悄)说[^，。]{0,8}(?:别|不要)(?:记|存)"
    r"|(?<!\bi )\b(?:don'?t|do not|no need to|never|you (?:needn'?t|don'?t (?:need|have) to)|please not to)(?: \w+)?"
    r" (?:remember|save|store|note|memori[sz]e|keep|record|log) (?:this|that|it\b|what i|anything|any of"
    r"|the following|a record|the next)"
    r"|\b(?:nothing|none) (?:of|in) this (?:gets?|is|should be|to be) (?:saved|stored|kept|remembered)"
    r"|\b(?:off the record|not for (?:the record|your memory)|keep (?:this|that|it) out of (?:your )?memory"
    r"|(?:this|that) (?:stays|is) between us|without (?:saving|storing|remembering))\b",
    re.I,
)
_REMEMBER = re.compile(
    r"(?:(?<![我没不别])(?:(?:请|麻烦|劳烦|帮我|帮忙|替我|给我|你|您|可以|能不能|能否|能|可不可以|好好|务必"
    r"|一定要?|要|先|也|把.{1,20}?)*"
    r"(?:记住|记一下|记一记|记下来?|记着|记好|记牢|备注一?下?|备个注|存一下|存下来|保存一下|做个记录"
    r"|记(?=[：:]))(?!了吗|没|是|的)"
    r"(?:哈|啊|哦|喔|一下|了)?)|(?:别|不要)忘(?:了|记)(?=.{0,4}(?:我|咱|俺|家))|记得(?=[，,：:]?\s?我(?!上次"
    r"|们?说过|之前|昨天))"
    r"|供.{0,4}参考|^\W*(?:备忘|备注|记一笔)\s*[:：]"
    r"|(?<!\bi )(?<!\bwe )(?<!\bi'll )"
    r"\b(?:remember(?:ing)?(?= that\b|\s*[:,]|\s*[-–—]| (?:i|i'm|i've|my|we|our|this|these"
    r"|the following)\b)(?! (?:when|how|what|which|the time))"
    r"|(?:please |and |can you |could you |also |just )?note (?:that|down)\b|(?:make"
    r"|take) (?:a )?(?:\w+ )?note\b|note to (?:self|keep)|note\s*:"
    r"|keep (?:\w+ ){0,3}in mind|for (?:future |your )?reference|for the record|bear in mind"
    r"|don'?t (?:let me |ever |you )?forget (?:that )?(?=(?:i|i'm|i've|my|we|our)\b)|(?:save|store|jot"
    r"|write) (?:this|that|it|down)\b(?=[^?]*:|[^?]*\b(?:i|my)\b)"
    r"|put (?:this|that|it) (?:in|into|on) (?:your )?(?:memory|record)))",
    re.I,
)
_PERSONAL = re.compile(
    r"(我|俺|咱|这[条件句事]|[这那][个些](?:事|话|信息|记忆|偏好)|那[条件句事段]|上[次回面]|之前|以前|刚才|记忆"
    r"|一切|所有|全部|\b(?:i|i've|my"
    r"|me|mine|that|this|it|everything|what|about)\b)",
    re.I,
)
_FORGET = re.compile(
    r"(?<![我他她没又总老会])(?<!差点)(?<!不会)(?<!别)(?<!不要)(?:(?:忘了|忘掉|忘记|忘(?=吧|$)|(?:删|抹|清"
    r"|去)(?:掉|除|了)|移除|清空|撤回|作废|别再?(?:存|留|记)着?(?=了|我|吧|$|[，,。])"
    r"|(?:不要|不用|别|唔好)再?(?:記住|记住|留着|存着|记着|提|保留|保存)了?|当我没(?:说|提|讲)过?|就当没(?:说|听"
    r"|提)过?"
    r"|不算数了?|别留|不用[^，,。]{0,4}惦记着?了?)(?!带|拿|关[了灯门窗机电火水]|吃|买|做|写|去|回|锁|给)(?!时光"
    r"|烦恼|密码))"
    r"|(?<!\bi )(?<!\bi always )(?<!don't )(?<!dont )(?<!not )(?<!never )(?<!ever )(?<!can't )(?<!i'll )"
    r"(?<!me )(?<!to )"
    r"\b(?:forget|forgetting|erase|delete|remove|scrub|scrap|bin|wipe|drop|unlearn|discard)\b"
    r"(?! (?:it\b\W*$|about it\b\W*$|to\b|the (?:\w+ )?(?:row|column|line|paragraph|file|word|comma|duplicate"
    r"|space|table|function|comment|background)))"
    r"|\b(?:don'?t|do not|rather (?:you )?(?:didn'?t|not)|stop|no longer"
    r"|never mind)\b[^.!?]{0,24}\b(?:hang(?:ing)? on to|hold(?:ing)? on to|keep(?:ing)?|stor(?:e|ing)"
    r"|remember(?:ing)?)\b(?! (?:going|it short|in mind|up))"
    r"|\bstrike (?:that|it|what)\b|\b(?:pretend|act like) i (?:never|didn'?t)\b",
    re.I,
)
_SAID_BEFORE = re.compile(
    r"(忘[了掉记]|删[掉除了]|抹掉|清[掉除]|之前|以前|上[次回]|刚才|说过|提过|聊过|记过|再[记記]着|再[记記]住"
    r"|再存着|惦记"
    r"|\b(?:forget|delete|erase|remove|earlier|before|told you|mentioned|i said)\b)",
    re.I,
)
_TELLS = re.compile(r"^\W*(?:我|他|她|i\b|he\b|she\b)[^，,。]{0,6}(?:忘|删|forg[eo]t|deleted|removed)", re.I)
_RECOLLECTS = re.compile(
    r"(?:还|都)?记(?:得|住|不记得)[^，,。]{0,40}(?:吗|么|没有?|不)\s*[？?]?\W*$|你(?:还|都)?记(?:得|住了)"
)
_RECALLS = re.compile(
    r"\b(?:do|did|can|could|don'?t) you (?:still )?(?:remember|recall)\b|^\W*remember (?:when|how|what|which|where"
    r"|who|the time|our|that time)\b|\bremember\b[^.!]{0,200}\?$",
    re.I,
)
_THAT_I = re.compile(r"\b(?:that|please)\b.*\b(?:i|my)\b", re.I)

Kind = Literal["remember", "forget"]


@dataclass(frozen=True)
class Wish:
    """One sentence in which the user asks memory for something."""

    kind: Kind
    sentence: Span
    rest: Span
    """What of it is meant: what follows the words that ask, or all of it when nothing follows."""


def off_record(text: str) -> bool:
    """Whether the user asks that what they say here is not kept ("别记住这句话", "off the record").

    "把这条忘掉，不用记了" is a forget: what was said before is not kept either.
    """
    said = _comparable(text)
    return bool(_OFF_RECORD.search(said)) and not _SAID_BEFORE.search(said)


def wishes(text: str) -> list[Wish]:
    """Return the sentences of `text` that ask memory to keep or to drop something, in order."""
    found = (_wish(text, span) for span in sentences(text))
    return [wish for wish in found if wish]


def _wish(text: str, span: Span) -> Wish | None:
    said = _comparable(text[slice(*span)])
    forgets = _FORGET.search(said)
    if (
        forgets
        and not off_record(text)
        and _about_memory(forgets.group(), said)
        and not _TELLS.match(said)
        and not _recollects(said)
    ):
        return Wish("forget", span, span)
    keeps = _REMEMBER.search(said)
    if keeps and not _OFF_RECORD.search(said) and not _recollects(said):
        start = span[0] + keeps.end()
        rest = text[start : span[1]].strip(" \t，,：:、。.!！-–—")
        about_nothing = len(rest) < 2 or re.fullmatch(r"(?i)(?:了|这一?[点条个句]|that|this|it|吗|好吗)\W*", rest)
        return (
            None
            if about_nothing and not _before(text, span, keeps.start())
            else Wish("remember", span, (start, span[1]))
        )
    return None


def _about_memory(word: str, said: str) -> bool:
    """Whether what is to go is remembered; 删掉 and "delete" are also said of a file or a paragraph."""
    return word[0] in "忘当" or word.casefold().startswith("forget") or bool(_PERSONAL.search(said))


def _before(text: str, span: Span, start: int) -> bool:
    """Whether what is to be remembered stands before the words that ask: 我吃素，记一下."""
    return bool(re.search(r"\w{2}", text[span[0] : span[0] + start])) or span[0] > 0


def _recollects(said: str) -> bool:
    """Whether it asks what is remembered, or whether something is ("记得上次爬山吗？")."""
    return bool(_RECOLLECTS.search(said)) or bool(_RECALLS.search(said) and not _THAT_I.search(said))


def _comparable(text: str) -> str:
    return simplified(text).replace("’", "'")
