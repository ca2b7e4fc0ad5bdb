"""Whether the user says that something known is wrong, or that something is not to be forgotten."""

import re

from memory.language.text import even

_CORRECTION = re.compile(
    r"(不是我(?!家|[老妻丈爸妈父母弟妹哥姐儿女孩朋同室]|的?(?:菜|风格|类型|想|要|说))|记错|说错|弄错|搞错|更正"
    r"|纠正|(?:我|其实)[^，。]{0,6}(?:不"
    r"|没有?)[^，。]{0,8}过敏"
    r"|打错|写错|口误|那是.{1,12}(?:说|打|发|输入|填)的|\b(?:my|a) [\w-]+ (?:typed|said|wrote|posted) (?:that"
    r"|it)|\bi meant\b|\bsorry,? (?:it'?s|that'?s|make that)\b|\b(?:sorry|actually"
    r"|correction)\b[^.!?]{0,80}\bnot (?-i:[A-Z])"
    r"|\b(?:wasn'?t me|isn'?t me|not me|(?:got|have|had) (?:that|it|me) wrong|(?:is|was|that'?s) wrong|not mine"
    r"|not the one|that was my (?:guest|friend|brother|sister|roommate|colleague|son|daughter|wife|husband)"
    r"|i(?:'m| am) not (?:actually )?allergic|i (?:don'?t|do not) have (?:an? )?[\w ]{2,20}allergy)\b)",
    re.I,
)

_REMINDS = re.compile(
    r"(别|不要|不用|不必|甭|不许|(?<!能)不能|千万|没|不会|怎么会|可别|勿)[^，。]{0,3}忘"
    r"|(?:别|不要|不用|不必|不许|(?<!能)不能|勿)再?[把将][^，。]{1,30}忘|(?<![请烦让想])[你您](?:还|已经"
    r"|又)?忘[了记掉][^，。]*(?:吗|么|没有?)\s*[？?]?\W*$|是不是[^，。]{0,4}忘"
    r"|(?:别|不要|不用|不许|勿)再?(?:删|清|抹)[掉除空]?"
    r"|\b(?:don'?t|do not|never) (?:you |ever |please )*(?:delet|eras|remov|wip|drop|los|clear)\w*"
    r"|\b(?:don'?t|do not|never|not|won'?t|can'?t|didn'?t|did you|have you|i'?ll never|i|i always|keep|keeps"
    r"|you seem to have) "
    r"(?:you |let me |ever |always |sometimes |often |really |please )*forg[eo]t|\bforg[eo]tten\b"
    r"|\bforgetting\b(?! (?:what|that|my|about|i)\b)"
    r"|\b(?:want|tend|tried|try|like|love|hate|hope|used) to forget\b(?! (?:that|my|what|i|about))",
    re.I,
)
"""Not to be forgotten: 别忘了, "did you forget", "I always forget"."""


_KEPT = re.compile(
    r"[^，,。；;]*(?:(?<!不要)(?<!不用)(?<!不必)(?<!别)(?<!再)(?:留着|保留)|留下|别删|不要删|不用删|别忘|不要忘|别动)[^，,。；;]*"
    r"|(?:^|[,.;])\s*(?:and |but |please |you can )*(?:keep|leave|don'?t (?:delete|remove|forget|touch))\b[^,.;]*",
    re.I,
)


def without_kept(text: str) -> str:
    """Return `text` without the clauses that say what stays: 把乌龙茶那条删掉，普洱留着 drops the first alone.

    Where nothing else is left, all of it.
    """
    rest = _KEPT.sub("", even(text))
    return rest if re.search(r"\w{2}", rest) else text


def corrects(text: str) -> bool:
    """Whether `text` says that something known is wrong: not the user's, or not so ("那不是我", "got that wrong")."""
    return bool(_CORRECTION.search(even(text)))


def reminds(text: str) -> bool:
    """Whether `text` says that something is not to be forgotten, or that it was ("别忘了", "did you forget …?")."""
    return bool(_REMINDS.search(even(text)))
