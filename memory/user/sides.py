"""Sides of a life that have one value at a time once the user says that it has changed: shift, place, job, stack.

They are looked at only where key and words say already that something is otherwise now (`resolve`); alone they would
make one of two things that are true side by side.
"""

import re

from memory.language.kin import KIN_EN, KIN_ZH, relations
from memory.language.mentions import names
from memory.language.people import called
from memory.language.sense import against
from memory.language.words import words
from memory.user.slots import slots
from memory.user.vocabulary import HELPERS, MARKERS, TIME, VALUES_ONCE_CHANGED

_TECHNOLOGY = (
    r"golang|go|rust|java|kotlin|scala|python|ruby|php|perl|swift|javascript|typescript|ts|js|c\+\+|c#|elixir|haskell"
    r"|react|vue|svelte|solid|angular|next\.?js|nuxt|ember|jquery|django|flask|fastapi|rails|laravel|spring|express"
    r"|postgres\w*|mysql|sqlite|mongodb|mongo|redis|oracle|kafka|docker|kubernetes|k8s|terraform|jest|vitest|webpack|vite"
    r"|pytorch|tensorflow|jax|tailwind|node|deno|bun|flutter|unity|unreal|godot"
)
_SIDES = {
    "shift": r"[早中晚夜白]班|[单双]休|做[一二三四五六]休|[两三]班倒|倒班|朝九晚|\b(?:earlies|lates|nights|days"
    r"|shifts?|rota)\b",
    "place": r"住|搬[到去来]|[调派]到|在[\u4e00-\u9fff]{2,6}(?:上班|工作|读|做|当)"
    r"|\b(?:live[sd]?|living|works?|working|based|mov(?:ed|ing|es)|relocat\w+|sent|transferred|is"
    r"|bought (?:an? )?\w+) (?:back )?(?:in|to)"
    r" (?-i:[A-Z])",
    "job": r"[是当做任转](?=[\u4e00-\u9fffA-Za-z]{2,10}(?:$|[，。]))|跳槽|入职|辞职|改行"
    r"|\b(?:teaches|works? (?:as|at|for)|(?:is|as) (?:now )?(?:an? )?[\w -]{0,30}(?:er|or|ist|ian|lead|head|chef"
    r"|cook|mechanic|vet|surgeon|guard|barista|nurse"
    r"|clerk|pilot|student|intern|analyst|assistant|manager|partner|attorney|ceo|cto))\b",
    "stack": rf"技术栈|主力|(?<![A-Za-z])(?:{_TECHNOLOGY})(?![A-Za-z])",
    "partner": r"[男女]朋友|[男女]友|老公|老婆|丈夫|妻子|未婚[夫妻]|对象|领证|结婚|订婚|单身|分手|离婚"
    r"|\b(?:girlfriend|boyfriend|partner|husband|wife|fianc\w+|engaged|married|single|divorced|dating|split up"
    r"|broken up)\b",
    "trip": r"[去飞到](?=[\u4e00-\u9fff]{2})|旅[行游]|\b(?:trip|travel\w*|going|flying|holiday)\b",
    "tool": r"[使改]?用(?!户)|\b(?:uses?|using|switched to)\b",
    "diet": r"[吃荤][素肉鱼荤蛋奶]|纯素|素食|\b(?:eats?|eating) (?:fish|meat|chicken|eggs|dairy|seafood|anything"
    r"|everything)\b|\b(?:vegan|vegetarian|pescatarian|keto)\b",
    "alcohol": r"酒|\b(?:alcohol|wine|beer|sober|teetotal)\b",
    "grade": r"[大高初研小][一二三四五六](?!(?!了)[\u4e00-\u9fff])|年级|[大中小]班|\b(?:year|grade|form|class) \d",
}
_PATTERNS = {side: re.compile(pattern, re.I) for side, pattern in _SIDES.items()}
_SEVERAL_AT_ONCE = frozenset({"home", "allergy", "pet", "family", "health"})
"""Of these, much is there beside what has changed: a new allergy ends no other."""
_DAYS = re.compile(r"周[一二三四五六日末]|\b(?:mon|tues|wednes|thurs|fri|satur|sun|week)(?:day|end)s?\b", re.I)
"""Shifts of single days are there side by side."""
_MEATLESS = re.compile(r"素|\b(?:vegan|vegetarian|pescatarian)\b", re.I)
_WITH = re.compile(
    r"用户的?(?:[男女]朋友|[男女]友|老公|老婆|丈夫|妻子|未婚[夫妻]|对象)(?:叫|是)|用户(?:现在)?(?:单身|已婚|离婚|订婚|结婚)|用户[和跟与][^，。]{1,6}(?:结婚|领证|订婚|分手)"
    r"|\buser'?s (?:girlfriend|boyfriend|partner|husband|wife|fianc\w+) is (?:called |named )?(?-i:[A-Z])"
    r"|\buser (?:is (?:now )?(?:single|married|engaged|divorced)|(?:and (?-i:[A-Z])\w+ (?:are|got) )(?:engaged"
    r"|married))",
    re.I,
)
_IS = re.compile(r"用户(?:现在)?[是当做](?!.{0,6}的)|(?:the )?user is (?:now )?an? ", re.I)
_OWN_TIME = re.compile(
    r"自己的小?(?:项目|网站|应用)|业余|副业|私活|个人项目|\b(?:side (?:project|job|gig|hustle)|hobby|personal project"
    r"|own time|spare time|for fun)\b",
    re.I,
)
_SEVERAL_OF_A_KIND = re.compile(
    r"预算|截[止稿]|期限|交稿|预约|\b(?:budget|deadline|due|submission|appointment)\b", re.I
)
"""Of which each thing has its own: the kitchen's budget and the bathroom's."""
_OWNER = re.compile(rf"(?:用户的?)?(?:{KIN_ZH})|(?:the )?user'?s (?:[\w-]+ )?(?:{KIN_EN})\b", re.I)


def same_side(old: str, new: str) -> bool:
    """Whether both speak of one side that has one value at a time."""
    if (slots(old) & slots(new)) - _SEVERAL_AT_ONCE:
        return True
    return any(pattern.search(old) and pattern.search(new) for pattern in _PATTERNS.values())


def one_at_a_time(old: str, new: str) -> bool:
    """Whether both state a side of which nobody has two: a shift, a school year, whom one is with, eating no meat."""
    if _PATTERNS["shift"].search(old) and _PATTERNS["shift"].search(new):
        return not (_DAYS.search(old) or _DAYS.search(new))
    if _PATTERNS["grade"].search(old) and _PATTERNS["grade"].search(new):
        known, said = set(names(old)), set(names(new))
        return known <= said or said <= known
    if _PATTERNS["alcohol"].search(old) and _PATTERNS["alcohol"].search(new):
        return against(old) != against(new)
    meatless = _PATTERNS["diet"].search(old) and _PATTERNS["diet"].search(new)
    return bool((meatless and _MEATLESS.search(old)) or (_WITH.search(old) and _WITH.search(new)))


def same_partner(old: str, said: str) -> bool:
    """Whether the sentence names the one whom `old` calls the user's partner: "Ana and I got engaged"."""
    theirs = called(old) | set(
        re.findall(r"(?<=\bis )[A-Z][a-z]+|(?<=\bdating )[A-Z][a-z]+|(?<=\bpartner )[A-Z][a-z]+", old)
    )
    return bool(_PATTERNS["partner"].search(old) and any(name in said for name in theirs))


def is_role(text: str) -> bool:
    """Whether a word for somebody says what the user is, not whom they have: 用户是小学老师, "User is a coach"."""
    return bool(_IS.match(text)) and len(relations(text)) == 1


def two_things(old: str, new: str) -> bool:
    """Whether both can hold, since they speak of two things of a kind: two allergies, two budgets, work and hobby."""
    if "allergy" in slots(old) & slots(new):
        return True
    if bool(_OWN_TIME.search(old)) != bool(_OWN_TIME.search(new)):
        return True
    known, said = words(old), words(new)
    kinds = [{n for n, kind in enumerate(VALUES_ONCE_CHANGED) if side & kind} for side in (known, said)]
    if all(kinds) and not kinds[0] & kinds[1]:
        return True  # React, Postgres
    if not (_SEVERAL_OF_A_KIND.search(old) and _SEVERAL_OF_A_KIND.search(new)):
        return False
    gone, come = known - said, said - known
    return all({word for word in side - MARKERS - TIME - HELPERS if not word.startswith("⟨")} for side in (gone, come))


def owner(text: str) -> frozenset[str]:
    """Return whose it is by the words before the first verb or 的: the wife's of "User's wife works …"."""
    begins = _OWNER.match(text)
    return frozenset(relations(begins.group())) if begins else frozenset()
