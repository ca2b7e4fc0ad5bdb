"""What a new statement is to a known one: the same, its update, another matter, or not clear (B8, case B16).

By the words that carry them, never by similarity: a number, a name, an object or a negation of difference keeps
two statements apart or makes one the update of the other; only what says the same in other words is one.
Vectors merely find what is worth comparing.
"""

import re
from functools import lru_cache
from typing import Literal

from memory.language.kin import ALIASES
from memory.language.modality import ends
from memory.language.people import called
from memory.language.sense import against
from memory.language.text import even, fold, plain
from memory.language.words import words
from memory.user.opposites import contradict, reversed_choice
from memory.user.roles import swapped
from memory.user.slots import stated
from memory.user.vocabulary import ACTS, MARKERS, OPPOSITES, THINGS, TIME, VALUES_OF_FACTS, VALUES_OF_RULES, WEAK

Relation = Literal["same", "update", "different", "unsure"]
_ADDS = re.compile(
    r"(还(?!是|在|房贷|车贷|贷|款|钱|清|债|书)|也(?!是)|另外|另一|又一|第二|除了"
    r"|\b(?:also|another|too|as well"
    r"|second|in addition"
    r"|besides)\b)",
    re.I,
)
_AS_WELL = re.compile(r"(?<!再)也(?!是|不|没)|\b(?:also|as well|another)\b", re.I)
_ONE_MORE = re.compile(r"又(?:养|买|领|捡|添|生|多)")
_CHANGES = re.compile(
    r"(现在|如今|改[为成到用]?|(?<![轮交])换|搬|不再|已经|已(?=[\u4e00-\u9fff])|升级|放宽|收紧|算了|还是[用说讲]"
    r"|推迟|延[期后]|提前|提高|降"
    r"|涨|恢复"
    r"|开始|离开|卖|戒|离|毕业|结婚|转岗|转行|刚满|重考|续费|取消|[涨降调增减扩缩升招]\w{0,2}[到至]|不.{1,6}了"
    r"|[了啦](?=[，,。.!！~～]|$)|[挪移][到至]"
    r"|\b(?:now|back to|these days|nowadays|make (?:that|it)|put (?:\w+ ){0,3}up|no longer|gone off|went off"
    r"|cancel\w*"
    r"|trad\w+|extend\w*|any ?more|anymore|switch\w*|moved?"
    r"|moving|replac\w+|quit|again|slipped|migrat\w+|instead|started|start|married|divorced|turned|has come to"
    r"|changed?|raised|lowered|increas\w+"
    r"|broke off|called off|given up|taken over|took over|retired|finished|completed|dropped|scrapped|resigned"
    r"|cut (?:to|by|from)|decreas\w+|postponed|rescheduled|upgraded|left|sold|stopped|gave up|used to|become"
    r"|became|promoted|grown"
    r"|grew|rose|fell|shrunk|climbed|went (?:up|down))\b)",
    re.I,
)
_SAID_CHANGES = re.compile(
    r"(转[学到去做用成]|[调派][到去]|[加减缩增][到至]|领证|分手|跳槽|入职|辞职|新(?:公司|学校|单位|工作|家|老板|导师|方向)|变了"
    r"|还是[^，。]{1,8}吧|从[^，。]{1,6}(?:起|开始)|以后|今后|出来了|改期|往后挪|加码"
    r"|\b(?:bump\w*|push\w*|brought forward|put back|upp?ed|swap\w*|ditch\w*|renam\w+|ripp?ed out|rebook\w*"
    r"|rearrang\w*|deferred|delayed|put off|is off|are over|picked up|moved in|from (?:now|today|then"
    r"|next|\w+ on|\w+day)|broke up|split up"
    r"|engaged|transferred|assigned|handed in|down to|up to (?=\d)|gone up|cut (?:me|my|our)|given (?:me|us)|as of"
    r"|(?:can|could) \w+ (?:more|longer)|since (?:last|yesterday|\w+day)"
    r"|new (?:job|place|company|team|school|boss|client|flat|house|address|date|plan|rule|shift|rota|role"
    r"|deadline))\b)",
    re.I,
)
"""Of a sentence, not of a memory: that a team is new or a date was pushed, says in a memory what it is."""
_CORRECTS = re.compile(
    r"(说错|记错|写错|搞错|打错|口误|不(?:叫|姓)[^，,。]{1,12}[，,]?(?:而)?(?:叫|姓|是)|更正|纠正|不对[，,]"
    r"|不是[^，,。]{1,12}[，,]?(?:而)?是|\b(?:sorry|correction|actually,? no|autocorrect|typo|mistyped"
    r"|mixed (?:that|it|them) up|no,? wait|wait,? no|my mistake|scratch that|i meant"
    r"|not [A-Z]\w+|rather than)\b)",
    re.I,
)
_CONDITION = re.compile(r"^.{2,16}?(?:时|的话|就)|\b(?:when|whenever|if|after|before|while)\b[^,.]{3,60}", re.I)
_STILL = re.compile(r"(还是|还在|仍|依然|依旧|照样|\bstill\b)", re.I)
_ROLES = {f"={role}" for role in "老师 导师 教练 学生 徒弟 老板 组长 总监 下属 客户 客人 房东 房客".split()}
"""People by what they do, which changes."""
_KIN = frozenset(f"={line.split()[0]}" for line in ALIASES) - _ROLES
MIN_SHARED = 0.3
"""Share of the shorter statement's words from which a change in the newer one is a change of the older."""
UNSURE_SHARED = 0.6
"""From which two statements with a few words of difference may still be one."""


def relation(old: str, new: str, *, rules: bool = False) -> Relation:
    """Return what the statement `new` is to the known statement `old`.

    Args:
        old: a memory's text.
        new: what is said now.
        rules: both tell the assistant how to answer, so that one language, length or format excludes another.
    """
    if fold(old) == fold(new):
        return "same"
    known, said = words(old), words(new)
    gone, come, shared = known - said, said - known, known & said
    if reversed_choice(old, new):
        return "update"
    if (
        not gone - WEAK
        and not come - WEAK
        and shared - WEAK
        and not _exchanged(gone, come)
        and not _called_otherwise(old, new)
    ):
        if contradict(old, new):
            return "update" if against(old) != against(new) else "different"
        return "different" if swapped(old, new) else "same"
    if {"form of address"} <= stated(old).keys() & stated(new).keys():
        return "update"  # 文姐 is no sister
    if _apart(old, new, gone, come):
        return "different"
    if _updates(old, new, gone, come, shared, rules=rules):
        return "update"
    least = min(len(known), len(said)) or 1
    return "unsure" if len(shared) / least >= UNSURE_SHARED and not _numbers(gone | come) else "different"


def corrects_or_changes(said: str) -> bool:
    """Whether a sentence says that something is otherwise now, or was told wrongly, whatever of it stays."""
    text = even(said)
    patterns = (_CHANGES, _SAID_CHANGES, _CORRECTS)
    return any(pattern.search(text) for pattern in patterns) and not _ADDS.search(text)


def changes(said: str) -> bool:
    """Whether a sentence says that something is otherwise now, or was told wrongly; "still" and 还 deny it."""
    return corrects_or_changes(said) and not _STILL.search(even(said))


def adds(said: str) -> bool:
    """Whether a sentence says that something is so as well: 也, "also"."""
    return bool(_AS_WELL.search(even(said)))


def may_be(claimed: Relation, old: str, new: str) -> bool:
    """Whether a model's word that `new` is `claimed` to `old` can be believed.

    Never one with a number, a name, a person or a negation of difference.
    """
    known, said = words(old), words(new)
    gone, come = known - said, said - known
    apart = _apart(old, new, gone, come) or _called_otherwise(old, new)
    if claimed == "different":
        return True
    if claimed == "update":
        return not apart
    turned = contradict(old, new) or against(old) != against(new) or swapped(old, new) or _exchanged(gone, come)
    return not (apart or turned or _numbers(gone | come))


def _exchanged(gone: frozenset[str], come: frozenset[str]) -> bool:
    """Whether one thing is done instead of another, or to another, or before instead of after."""
    return any(kind & gone and kind & come for kind in (*OPPOSITES, ACTS, THINGS))


def _called_otherwise(old: str, new: str) -> bool:
    one, other = called(old), called(new)
    return bool(one and other) and not one & other


def _apart(old: str, new: str, gone: frozenset[str], come: frozenset[str]) -> bool:
    """Whether something tells that both are true side by side: another person, thing or name, "also"."""
    other = (gone & THINGS and come & THINGS) or _conditions_opposed(old, new)
    before, after = identifiers(old), identifiers(new)
    moved = before <= after and _CHANGES.search(even(new))  # from room 214 to room 330
    return bool(
        other
        or _ADDS.search(even(new))
        or _ONE_MORE.search(even(new))
        or (gone | come) & _KIN
        or (before != after and not moved)
    )


def _conditions_opposed(old: str, new: str) -> bool:
    """Whether both hold under conditions of which one is the opposite of the other: 下跌时…, 上涨时…."""
    one, other = _CONDITION.search(even(old)), _CONDITION.search(even(new))
    if one is None or other is None:
        return False
    before, after = words(one.group()), words(other.group())
    return any(kind & before - after and kind & after - before for kind in OPPOSITES)


def _updates(
    old: str, new: str, gone: frozenset[str], come: frozenset[str], shared: frozenset[str], *, rules: bool
) -> bool:
    """Whether `new` says how it is now, about the same thing."""
    topic = shared - WEAK
    rest_gone, rest_come = gone - WEAK - MARKERS, come - WEAK - MARKERS
    if against(old) != against(new) and topic and not (rest_gone and rest_come) and len(rest_gone | rest_come) <= 3:
        return True
    if shared and rest_gone and rest_come and _one_class(rest_gone | rest_come, rules=rules):
        return True
    least = min(len(gone | shared), len(come | shared))
    changed = _CHANGES.search(even(new)) or ends(new)
    if changed and topic and _a_word(shared) and len(shared) / least >= MIN_SHARED:
        return True
    before, now = stated(old), stated(new)
    return bool(rest_come) and any(
        _whose(old, before[slot]) == _whose(new, now[slot]) for slot in before.keys() & now.keys()
    )


def _a_word(shared: frozenset[str]) -> bool:
    """Whether these are more than one Chinese character, which 数学 and 导数 have in common."""
    return len(shared) > 1 or any(len(word) > 1 for word in shared)


def _whose(text: str, start: int) -> frozenset[str]:
    """Return the words before a value: whose it is; nobody's but the user's when there are none."""
    return words(text[:start]) - WEAK - MARKERS - TIME


def _one_class(values: frozenset[str], *, rules: bool) -> bool:
    """Whether the words of difference are values of one kind: numbers and dates, languages, times of day."""
    rest = {value for value in values if not value.startswith("⟨")}
    return not rest or any(rest <= kind for kind in (VALUES_OF_RULES if rules else VALUES_OF_FACTS))


def _numbers(values: frozenset[str]) -> bool:
    return any(value.startswith("⟨") for value in values)


@lru_cache(maxsize=8_192)
def identifiers(text: str) -> frozenset[str]:
    """Return the numbers that name what a statement is about instead of being what it says: web-01, 7号仓库, Bus 42."""
    said = plain(text)
    named = re.findall(
        r"(\d+)(?=(?:号|年)?的)|第\s?(\d+)"
        r"|(?<![月\d一二三四五六七八九十])(?<!月 )([\d一二三四五六七八九十]+)(?=号[\u4e00-\u9fff]{2})"
        r"|^.{0,4}?([\d一二三四五六七八九十]+)\s?(?=(?:号|楼|层|年级|班|组|栋|单元|车间)[\u4e00-\u9fff])(?!..?了)"
        r"|(?:工单|订单|单号|编号|房间|航班|车次|端口|分支|issue|ticket|order|room|flight|route|bug|pr"
        r"|#)\s?#?(\d+)|((?:19"
        r"|20)\d\d)(?= [A-Z])|^\s*(\d+)(?=号)|\b([A-Za-z]+-\d+)\b"
        r"|\b(work|gym|office|company|school|spare|second) (?=car|locker|phone|laptop|computer|desk|bike|account)"
        r"|(?<=[\u4e00-\u9fff])([A-Z])(?![A-Za-z+#])|(公司|工作|办公室|健身房|学校|备用)的?(?=车|柜|手机|电脑|桌"
        r"|邮箱)",
        said,
    )
    opening = re.match(
        r"(?i)(?:the |user'?s )?(?:(?!is\b|are\b|was\b|has\b|at\b|on\b)[A-Za-z]+ ){0,2}#?(\d[\d.]*)(?= [a-z])", said
    )
    return frozenset(part for parts in named for part in parts if part) | frozenset(opening.groups() if opening else ())
