"""Whether words take something back, in whatever wording: struck out, called off, given up, over and done with.

Much wider than an express wish (`forgetting`), so never enough alone: it counts only where a model has proposed to
forget a memory that exists and that these words name. A question, a refusal ("don't scrap it"), a story and what is
off only for today take nothing back.
"""

import re
from collections.abc import Iterator
from itertools import islice

from memory.language.clauses import sentence_of
from memory.language.modality import imagined, unsure
from memory.language.questions import asks
from memory.language.text import Span, clauses
from memory.user.asked.forgetting import only_points
from memory.user.asked.orders import is_order
from memory.user.asked.remembered import speaks_of_memory

MAX_WORDS = 8
"""How many of the words below are looked at in one clause."""
_PARTS = re.compile(r"\b(?:so|but|then|and|because|cause|cos|since)\b|所以|但是?|因为|而且", re.I)
_ORDER = re.compile(
    r"[删抹][了掉除去吧]?|[划清擦勾剔拿移撤][了掉除去走出下]|去掉|销毁|撤[回销]|清(?:一[下清]|理)|[a-zA-Z]掉|收回|取消|作废"
    r"|停[掉了]|免了|丢[开掉下]|扔[掉了]|打住|叫停|放下"
    r"|\b(?:delet[ei]|eras[ei]|remov[ei]|drop|scrap|scratch|strik[ei]|scrub|purg[ei]|wip[ei]|bin|ditch|dump|axe|nix"
    r"|los[ei]|kill|chuck|toss|discard|disregard|ignor[ei]|un(?:learn|remember|save|note|store|list)|cancel"
    r"|undo|revok[ei]|retract|shelv[ei]|expung[ei]|delet|dlete|remvoe)(?:[bplt]?(?:ing)|ng)?\b"
    r"|\b(?:please|can|could|should|must|to)\b[^,.!?]{,60}\bbe (?:deleted|erased|removed|dropped|struck|gone)\b"
    r"|\b(?:cross|clear|throw|leave|rule|take|call)(?:ing)? (?:\w+ ){0,5}(?:off|out|away|back|down)\b"
    r"|\bget (?:it |that )?rid of\b|\bdo away with\b|\bdispose of\b|\blet (?:\w+ ){1,5}(?:go|drop)\b",
    re.I,
)
"""What is asked to be done with it."""
_WAIVED = re.compile(
    r"(?:别|甭|不用|不必|不要|不需要|用不着|没必要|无需)(?:再|[^，,。]{0,12}了)|算了|拉倒|作罢|[当就]当?没|没这回事"
    r"|不算数|不作数|到此为止|翻篇"
    r"|\bnot be (?:kept|retained|stored|remembered|saved)\b|\b(?:want|need|like) (?:\w+ ){1,5}gone\b"
    r"|\bno (?:more|further|need)\b|\bnever ?mind\b|\bnvm\b|\benough (?:of|with|about)\b"
    r"|\b(?:don'?t|dont|do not|needn'?t|need not) (?:\w+ ){0,2}(?:need|have|bother|worry)\b"
    r"|\brather (?:you )?(?:didn'?t|did not|not)\b|\b(?:stop|quit) (?:\w+ ){0,3}\w+ing\b",
    re.I,
)
"""What need not be done any more."""
_ENDED = (
    r"(?:over(?! (?:\d|an?\b|the\b))|off(?! (?:to|on|for|sick|at)\b)|out of the|done|finished|history|moot|dead|void"
    r"|ended|binned|shelved|scrapped|scratched|dropped|axed|cancell?ed|called off|obsolete|out ?dated|out of date"
    r"|expired|withdrawn|settled|wrapped up|not happening)"
)
_GIVEN_UP = (
    r"(?:withdr[ea]wn?|(?:pull|back|bow|bail|dropp)(?:ed|ing) out|bail(?:ed|ing)"
    r"|g(?:ave|iven?|iving) up|quit(?:ting)?|(?:dropp|scrapp|ditch|abandon|stopp|cancell?)(?:ed|ing)|called off"
    r"|(?:pack|jack)(?:ed|ing) (?:it |that )?in|switched|sold|left|broke up|got rid|(?:went|gone) off"
    r"|(?:done|finished|through) with|not (?:doing|going))"
)
_OVER = re.compile(
    r"取消|作废|作罢|没了|(?:改|换|卖|辞)[了成掉]|送人|搬[走离]|离开了|离职|泡汤|告吹|[黄吹散]了|没戏|失效|无效|过时"
    r"|过期|到期|结束|完结|散伙|分手|离婚|放弃|退[出了租学订货]|停[了办掉]"
    r"|撤[了回]|[考办学做搞干去练用写养弄参读报要玩跑买修装建](?:完|腻|够)了|戒了|翻篇|不再|没再|再也不"
    r"|不(?!过|仅|但|光|管|只|论)[^，,。不]{1,8}了"
    rf"|(?:\b(?:is|are|was|were|got|been|went|gone)|'s|'re)(?: \w+ly| all| now| well| quite| already| just)* {_ENDED}\b"
    r"|\b(?:has|have|had)(?: \w+ly| all| now| since| been)* (?:stopped|finished|cancell?ed)\b|\b(?:ended|lapsed)\b"
    rf"|\b(?:i|we)(?:'ve|'m|'re)?(?: \w+ly| have| am| are| had| just| now| since| all)* {_GIVEN_UP}\b"
    r"|\boff the (?:table|menu|cards|list|agenda|books)\b|\b(?:isn'?t|not|won'?t be) (?:happening|going ahead)\b"
    r"|\bf(?:e|a)ll(?:en)? through\b|\bthing of the past\b|\b(?:doesn'?t|don'?t|do(?:es)? not) (?:apply|matter|count)\b"
    r"|\b(?:not|\w+n'?t|dont)\b[^,.;!?]{0,60}\bany ?more\b|\b(?:no longer|used to|changed my mind|second thoughts)\b"
    r"|\b(?:decided|going|gonna|want|plan|mean)(?:ing)?(?: to)? (?:drop|scrap|quit|stop|cancel|give up|ditch|skip"
    r"|abandon|leave|pull out|withdraw)\b|\bdecided (?:against|not to)\b",
    re.I,
)
"""What is so no longer, or will not be."""
_ONLY = re.compile(
    r"\W*(?:(?:so|just|then|please|pls|plz)\W+)*(\w+)(?: (?:it|that|this|them))?(?:\W+(?:please|pls|thanks))?\W*",
    re.I,
)
"""An order that names nothing: "delete pls", "scrap that"."""
_TOGETHER = re.compile(r"\b(?:can|could|shall|may) we |\blet's ", re.I)
_NOT = re.compile(
    r"(?:没有?|不(?:会|能|想|肯|打算|准备|许|准|可)?|别|未|勿|并未|并非|还没|从未|差点|要不要|该不该)[^，,。]{0,2}$"
    r"|(?:叫|让|劝|要求|建议|催)[我咱他她][^，,。]*$"
    r"|\b(?:not|never|nor|hardly|almost|nearly|without|\w+n'?t|dont|cannot)\b(?: \w+){0,2} ?$"
    r"|\b(?:told|asked|wants?|wanted|begged|advised|says?|said) (?:me|us|him|her|them)\b[^,]*$",
    re.I,
)
"""Before a word of the above: it is not so, not to be done, or what somebody else would have."""
_POLITE = re.compile(
    r"(?<!我)(?<!我们)(?:能不能|可不可以|能否|可否|可以|能|麻烦|请|帮我)|\b(?:can|could|would|will) (?:you|u|ya|we)\b"
    r"|\bwill you\W*$|\bmind \w+ing\b",
    re.I,
)
_FOR_NOW = re.compile(
    r"今[天晚早]|明[天晚早]|后天|昨[天晚]|[这下](?:次|回|一次|周|个?星期|两天|几天|会儿)|暂[时停]|先不"
    r"|\b(?:today|tonight|tomorrow|yesterday|for (?:now|once|the moment|a (?:bit|while|sec|second|minute))|right now"
    r"|temporarily|(?:this|next|last) (?:week(?:end)?|morning|afternoon|evening|time|once|\w+day))\b",
    re.I,
)
_OF_A_TEXT = re.compile(
    r"段落|文档|代码|表格|文件|文字|文案|句子?|[一这那上下]段|草稿|简历|标题|第.行"
    r"|\b(?:paragraph|sentence|line|word|comma|column|row|file|folder|function|variable|slide|draft|essay|e-?mail|code"
    r"|script|branch|table|section|title|heading|footnote)s?\b",
    re.I,
)


def withdraws(text: str, span: Span) -> bool:
    """Whether the sentence at `span` takes something back: asks for it (`asks_to_drop`), or says that it is over.

    Args:
        text: what the user said, as `memory.language.text.even` makes it.
        span: what is taken back.
    """
    return asks_to_drop(text, span) or any(_is_over(text, clause) for clause in _around(text, span))


def asks_to_drop(text: str, span: Span) -> bool:
    """Whether the sentence at `span` asks to be rid of something, or what follows its beginning says only "drop it".

    Args:
        text: what the user said, as `memory.language.text.even` makes it.
        span: what is to be dropped.
    """
    start, _ = sentence_of(text, span)
    after = (clause for clause in clauses(text) if clause[0] > start)
    return any(_drops(text, clause) for clause in _around(text, span)) or any(_points(text, clause) for clause in after)


def takes_back(text: str, clause: Span) -> bool:
    """Whether this one clause takes something back, whatever that is.

    Args:
        text: what the user said, as `memory.language.text.even` makes it.
        clause: one of its clauses.
    """
    return _drops(text, clause) or _is_over(text, clause)


def _around(text: str, span: Span) -> list[Span]:
    start, end = sentence_of(text, span)
    return [clause for clause in clauses(text) if start <= clause[0] < end]


def _points(text: str, clause: Span) -> bool:
    """Whether it is "forget it" or "delete pls", said of what stands before: after a question it waves off."""
    said = text[slice(*clause)]
    alone = _ONLY.fullmatch(said)
    points = only_points(said) or (alone and _ORDER.fullmatch(alone[1]))
    return bool(points) and not text[: clause[0]].rstrip().endswith(("?", "？"))


def _drops(text: str, clause: Span) -> bool:
    said = text[slice(*clause)]
    ordered = _ordered(said)
    if not (ordered or _so(_WAIVED, said)) or not _meant(text, clause):
        return False
    return bool(ordered and _POLITE.search(said)) or not asks(text, clause, of_oneself=True)


def _is_over(text: str, clause: Span) -> bool:
    over = _so(_OVER, text[slice(*clause)]) and _meant(text, clause)
    return over and not asks(text, clause, of_oneself=True)


def _meant(text: str, clause: Span) -> bool:
    """Whether it is so, and for good: not imagined, guessed, or said of today."""
    return not (_FOR_NOW.search(text, *clause) or imagined(text, clause) or unsure(text, clause))


def _so(pattern: re.Pattern[str], said: str) -> bool:
    """Whether one of these words stands there, and nothing before it denies it."""
    return any(not _NOT.search(_before(said, match)) for match in _found(pattern, said))


def _ordered(said: str) -> bool:
    """Whether it is asked to be done away with, and is no part of a text."""
    if _OF_A_TEXT.search(said) and not speaks_of_memory(said):
        return False
    return any(
        not _NOT.search(before) and is_order(before, said[verb.end() :], wants=True)
        for verb in _found(_ORDER, said)
        for before in [_TOGETHER.sub("", _before(said, verb))]
    )


def _found(pattern: re.Pattern[str], said: str) -> Iterator[re.Match[str]]:
    return islice(pattern.finditer(said), MAX_WORDS)


def _before(said: str, found: re.Match[str]) -> str:
    """Return what stands before it in its part of the clause."""
    starts = [mark.end() for mark in _PARTS.finditer(said, 0, found.start())]
    return said[starts[-1] if starts else 0 : found.start()]
