"""Short answers to a question: what a bare "对" or "no" says is what was asked."""

import re
from typing import Literal

from memory.language.lasting import lasts_by_word
from memory.language.text import even, has_han, sentences

MAX_ANSWER_CHARS = 30
_YES = re.compile(
    r"\W*+(?:(?:嗯|恩|啊|哦|噢|哎|呢)[，,\s]*+)*+(?:对|是的|是|没错|确实(?:是|如此)?|正是|可不是|那当然|当然|行"
    r"|好的|好|可以|没问题|要|需要"
    r"|正解|係|就是这样|这样|(?<=嗯)|y(?:es|ep|eah|up)|aye|righto|correct|right|exactly|indeed|absolutely"
    r"|definitely|sure|of course|true"
    r"|that'?s (?:right|correct|it|me|my name)|i (?:do|am|did|have)|you got it|spot on|uh[- ]?huh)"
    r"(?:[\s，,！!]|对|头|是|就这样|这样|行|好|可以|的|没错|啊|呀|哈|呢|了|嗯|您说得对|谢谢|(?:一直|每次|总是"
    r"|以后)?都(?:要|可以|行|好)|(?:长期|一直)都?(?:这样|是)|(?:以后"
    r"|今后)?(?:一直|每次|总是)?(?:都要?"
    r"|就)(?:这样|如此)|please\b|always\b|from now on\b|exactly\b"
    r"|correct\b|right\b|indeed\b"
    r"|it is\b|that'?s (?:right|correct|it|me|my name)\b|(?:就)?是我|i (?:do|am|did|have)\b|sure\b|thanks?\b"
    r"|yes\b|yeah\b)*+\W*",
    re.I,
)
_NO = re.compile(
    r"\W*+(?:不是的|不是啦|不是|不对|不会|不用|不要|不需要|不|没有|没|并不是?|错了|nope|nah|not really|not at all|no"
    r"|i (?:don'?t|do not|am not|didn'?t|haven'?t)|i'm not|incorrect|wrong)(?![a-z])"
    r"(?:[\s，,]|的|啊|哦|呢|了|哈|谢谢|no\b|i (?:don'?t|am not)\b|i'm not\b|thanks?\b)*+\W*",
    re.I,
)
_QUESTION_END = re.compile(r"[？?][\s\"”’)）]*$|(?:吗|么|对吧|是吧|对不对|是不是|行吗)[\s。.？?]*$")
_TAIL = re.compile(
    r"\W*(?:我|好让我)?(?:再|先|来)?(?:确认|核对|记|核实)一?下|\W*(?:just checking|just to (?:check|confirm"
    r"|be sure)|i want to be sure)",
    re.I,
)
"""Says no more than why it is asked: 你对虾过敏？我确认一下。"""
_YOU = re.compile(r"(你|您|\b(?:you|your|you're|i should|should i|shall i)\b)", re.I)
_TASK = re.compile(
    r"((?:要|需要|想要?|希望)(?:我|把|不要)|是要|是[说指想]|(?:do|would) you (?:want|like) (?:me|to)|(?:shall"
    r"|should) (?:i|we)|(?:did|do) you mean)",
    re.I,
)
"""Asks about what is being done, not about the user, unless it says that it holds for good."""
_EITHER_OR = re.compile(r"(还是|或者是?|\bor\b)", re.I)

_NEGATED = re.compile(r"(?<!是)不(?!是)|没|别|\b(?:not|never|no)\b|n't\b", re.I)
_TAG = re.compile(
    r"[，,\s]*(?:对吧|是吧|对吗|是吗|行吗|好吗|可以吗|对不对|是不是|好不好|我理解得(?:没错|对)吧|没错吧|吗|么|吧"
    r"|, ?right|, ?correct"
    r"|, ?is that right)?[？?。\s]*$",
    re.I,
)
_OPENING = re.compile(
    r"^\W*(?:(?:所以|那么?|请问|确认一下|也就是说|我记得|我猜|我理解|顺便问一下|so|just to (?:check|confirm)"
    r"|to confirm|then|and|ok(?:ay)?|got it|by the way)[，,:：\s]*)+",
    re.I,
)
_SWAPPED = str.maketrans("你我", "我你")
_INVERTED = re.compile(
    r"^(\W*(?:[\w' ]{0,40}[:,] )?)(do you|did you|are you|were you|have you|can you|would you|will you|should i"
    r"|shall i|is your|are your|does your)\b",
    re.I,
)
_UPRIGHT = {
    "do you": "I", "did you": "I", "are you": "I am", "were you": "I was", "have you": "I have", "can you": "I can",
    "would you": "I would", "will you": "I will", "should i": "please", "shall i": "please", "is your": "my",
    "are your": "my", "does your": "my",
}  # fmt: skip
_YOURS = re.compile(r"\b(?:you're|you've|you are|your|yours|yourself|you|me|i)\b", re.I)
_MINE = {
    "you're": "I am",
    "you've": "I have",
    "you are": "I am",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "you": "I",
    "me": "you",
    "i": "I",
}

Reply = Literal["yes", "no"]


def reply(text: str) -> Reply | None:
    """Return whether `text` is a bare yes or no; "对，我就是喜欢街拍" is more than that."""
    said = even(text)
    if len(said) > MAX_ANSWER_CHARS:
        return None
    return "yes" if _YES.fullmatch(said) else "no" if _NO.fullmatch(said) else None


def short(text: str) -> bool:
    """Whether `text` may be a mere answer."""
    return len(text) <= MAX_ANSWER_CHARS and "?" not in text and "？" not in text


def asked_about_user(before: str) -> str | None:
    """Return the one question about the user that `before` ends with; None when it asks none or several.

    "A 还是 B？" is none that a yes answers.
    """
    said = [before[slice(*span)] for span in sentences(before)]
    if len(said) > 1 and _TAIL.match(said[-1]):
        said.pop()
    asked = [sentence for sentence in said if _QUESTION_END.search(sentence)]
    last = said[-1] if said else ""
    about_user = lasts_by_word(last) or (_YOU.search(last) and not _TASK.search(last))
    return last if asked == [last] and about_user else None


def statement(text: str, before: str) -> str | None:
    """Return what a bare yes or no to `before` says, as the user's own statement; None when it is not one.

    对 to 您平时坐地铁上班吗？ says 我平时坐地铁上班; "no" to "Do you eat meat?" says that it is not so. A no to
    a question with a negation in it, and in English a yes to one, may mean either and says nothing.
    """
    answer, question = reply(text), asked_about_user(before)
    if answer is None or question is None or not yes_or_no(question):
        return None
    if _NEGATED.search(question) and (answer == "no" or not has_han(question)):
        return None
    said = _said_by_user(question)
    if answer == "yes":
        return said
    return f"并非{said}" if has_han(question) else f"It is not true that {said}"


def _said_by_user(question: str) -> str:
    said = _TAG.sub("", even(question) if has_han(question) else question).strip(" ？?。，,")
    if has_han(question):
        said = re.sub(r"([\u4e00-\u9fff])(?:不|没)\1", r"\1", _OPENING.sub("", said))
        return said.translate(_SWAPPED).replace("您", "我")
    said = _INVERTED.sub(lambda m: f"{m[1] or ''}{_UPRIGHT.get(m[2].casefold(), '')}", _OPENING.sub("", said), count=1)
    return _YOURS.sub(lambda m: _MINE[m[0].casefold()], said)


def either_or(question: str) -> bool:
    """Whether `question` offers a choice, so that not all of it is said by an answer."""
    return bool(_EITHER_OR.search(question))


def yes_or_no(question: str) -> bool:
    """Whether a yes answers `question`: it offers no choice and has no question word."""
    return not either_or(question) and not re.search(
        r"(什么|哪|谁|几|多少|怎么|为什么|\b(?:what|which|who|where|when|how|why)\b)", question, re.I
    )
