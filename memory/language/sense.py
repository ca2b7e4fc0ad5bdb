"""Whether something is said for or against: by a negation or by a word of aversion, not by both."""

import re
from functools import lru_cache

from memory.language.text import even

_DOUBLE = re.compile(
    r"(?:别|不要|不许|不能|勿)忘[了记]?|\b(?:don'?t|do not|never) forget\b"
    r"|(?:并?不是|也不是|没有?|并非|从未|无)不|不(?:能|得|会|可|可能)不|无不|无非|未尝不|不(?:讨厌|反感|排斥|介意"
    r"|拒绝|抗拒|忌口|挑食|怕)"
    r"|(?:没有?|不会?|未|从未)(?:放弃|戒|取消|作废|结束)(?!了)"
    r"|\b(?:not|never|\w+n'?t)(?: \w+ly| yet| ever)? (?:giv(?:e|en|ing) up|quit(?:ting)?|stop(?:ped|ping)?)\b"
    r"|\b(?:not that i (?:don'?t|do not)|(?:do|does|did|am|is|are|was)(?:n'?t| not) (?:dislike|hate|mind"
    r"|averse to|opposed to|against|allergic to nothing)"
    r"|can'?t not|never not|(?:would|could|will|can)(?:n'?t| not) say no to|never says? no to|wouldn'?t mind"
    r"|not (?:un\w+|without|averse|opposed|against)|nothing against"
    r"|no(?:t an?)? (?:aversion|objection)s? to)",
    re.I,
)
_NO_NEGATION = re.compile(
    r"([\u4e00-\u9fff])不\1|可不可以|不过|不仅|不但|不光|不只|不管|不论|无论|差不多|没错|对不起|不好意思|别人"
    r"|特别|区别|个别|级别|性别|分别|离别|不久|不断|不同|没问题|没事|没关系|不要紧|无所谓|了不起|来不及|不然"
    r"|差点没|百吃不厌|离不开|少不了|无\S{1,2}不欢|不瞒你说|麻烦|未来|未必|未婚|免费|少年|少女|少数|人少|别的"
    r"|别客气|不客气|别介意|没有?[^，。不没]{1,6}(?:我)?(?:就|都)?(?:活不下去|活不了|过不下去)|别啰嗦|不啰嗦"
    r"|不超|不低于|不少于|不多于|不止|不得不|好不容易|\b(?:no (?:more than|trouble"
    r"|problem|issue|doubt|matter)s?|not (?:only|just)|why not|no\. ?\d|(?:can'?t|cannot"
    r"|couldn'?t) (?:live without|get enough)|without (?:a )?(?:fail|doubt|problem"
    r"|trouble))\b",
    re.I,
)
_NEGATION = re.compile(
    r"(不|没|别|唔|冇|无|未|勿|莫|甭|并非|无法|\b(?:no|not|never|without|cannot|neither|none|nothing)\b|n't\b"
    r"|\b(?:cant|dont|doesnt|isnt|wont|dun)\b|戒|放弃|\b(?:stop\w*|quit\w*|g[ai]ve up|given up|giving up)\b)",
    re.I,
)
_INTOLERANT = re.compile(r"不耐受|不适合|受不了|吃不消")
_AVERSION = re.compile(
    r"(讨厌|忌|拒|避免|过敏|素|少|禁|免|怕|烦|嫌|恶心|想吐"
    r"|反胃|空出来|腾出来|留空|难受|煎熬|要命|反感|受够|腻|敬谢"
    r"|\b(?:avoid\w*|dislike\w*|hate\w*|loathe\w*|detest\w*|allerg\w*|alleg[r]?[iy]\w*|alerg\w*|intoleran\w*"
    r"|vegan\w*|vegetarian\w*"
    r"|refuse\w*|except"
    r"|drop|skip\w*|kosher|halal|unwilling|reluctant|unavailable|sick of|(?:gone|went|going) (?:right "
    r"|completely |totally |clean )?off|coeliac|celiac)\b)",
    re.I,
)


_UNLESS = re.compile(
    r"未经([^。]{1,12}?)[，,]?不(?:得|能|要|许|准)|没有?([^。，]{1,12})(?:就|之前)?[，,]?(?:不(?:得|能|要|许|准)|别)"
    r"|\b(?:never|don'?t|do not)\b([^.]{1,40}?)\b(?:without|unless|until)\b",
    re.I,
)
"""What is only forbidden without something is asked for with it."""
_BARE_NOT = re.compile(
    r"(?<!\b[ai]m )(?<!\bis )(?<!\bare )(?<!'[msd] )(?<!'re )(?<!\bdo )(?<!\bdoes )(?<!\bdid )(?<!\bcan )(?<!\bwill )"
    r"(?<!\bwas )(?<!\bwere )(?<!\bhas )(?<!\bhave )(?<!\bhad )(?<!\bshould )(?<!\bwould )(?<!\bcould )(?<!\bmust )"
    r"(?<!\bwhy )(?<!\bor )\bnot (?:(?:an?|the|to|in|on|at|for|my) )?[\w'-]+(?: now| any ?more"
    r"| these days)?(?=\W*$|[,.;!])"
    r"|而不(?:是|包括)[\u4e00-\u9fffA-Za-z]{1,8}$",
    re.I,
)
_KEPT_OUT = re.compile(r"\b(?:keep|leave)(?: all)? (?=[\w ]{2,20} out of\b)", re.I)
_AS = re.compile(r"^(\W*as an? [^,]{3,40}?) (?=i\b)", re.I)  # as a nurse i can't …
_ONE = re.compile(r" ones?(?=\W*$|[,.;])", re.I)
"""Stands for what is named before it: "a dry tone instead of a peppy one"."""
_INSTEAD = re.compile(r"\b(?:rather than|instead of)\b", re.I)
_CONJUNCTION = re.compile(
    r"[，,；;：！!。？]|\.(?=\s+[A-Z])|\b(?:pls|please)\b|:(?=\s)|因为|\b(?:because|cos|cuz|since(?= (?:[iI]|we"
    r"|my)\b)|and|but|so"
    r"|yet|although|though|while)\b|虽然|尽管|而且"
    r"|并且|但"
    r"|(?<=[\u4e00-\u9fff])(?<![不没别很太都也还更最])\s+(?=我|也|不"
    r"|没|但|就|都|很|喜欢|讨厌|爱|是|在|有|用|只)"
)


def without_double_negations(text: str) -> str:
    """Return `text` with what negates a negation taken out: "never … without asking", 未经同意不得, 不是不."""
    return _NO_NEGATION.sub("", _DOUBLE.sub("", _INTOLERANT.sub("忌", _UNLESS.sub(_inner, text))))


def _inner(match: re.Match[str]) -> str:
    return next((f" {group} " for group in match.groups() if group), " ")


def parts(text: str) -> list[tuple[str, bool]]:
    """Return the pieces of `text` that may be said in a sense of their own, each with whether it is said against.

    A mere "not dogs" is said the other way round than what it follows: "allergic to cats but not dogs".
    """
    text = _ONE.sub("", _AS.sub(r"\1, ", even(text)))
    found: list[tuple[str, bool]] = []
    for part in _CONJUNCTION.split(_BARE_NOT.sub(r", \g<0>", _INSTEAD.sub("not", text))):
        if found and _BARE_NOT.fullmatch(part.strip()):
            found.append((part, not found[-1][1]))
        elif part.strip():
            found.append((part, against(part)))
    return found


def exceptions(text: str) -> list[tuple[str, bool]]:
    """Return the parts that are a mere "not …", each with whether it is said against."""
    return [(part, sense) for part, sense in parts(text) if _BARE_NOT.fullmatch(part.strip())]


def senses(text: str) -> set[bool]:
    """Return for what each part of `text` is said, against (True) or for something (False)."""
    return {sense for _, sense in parts(text)}


@lru_cache(maxsize=8_192)
def against(text: str) -> bool:
    """Whether `text` speaks against something; a double negation (不是不喜欢) speaks for it."""
    plain = without_double_negations(_KEPT_OUT.sub("no ", even(text)))
    return bool(_NEGATION.search(plain)) != bool(_AVERSION.search(plain))
