"""What is searched for: the newest text, with earlier ones where it does not stand alone; never the assistant's."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.language.kin import ALIASES
from memory.language.questions import asks
from memory.language.requests import asks_for, without_material
from memory.language.text import Language, clauses, even, has_han, language
from memory.recall.cast import people_in
from memory.recall.sides import asked_sides
from memory.recall.terms import terms
from memory.user.gate import idle

END_CHARS = 400
"""R3.6: of a text of more than 800 characters the first and the last 400 are searched for."""
EMBEDDED = 64
"""Of a query the last so many Chinese characters, or four times as many others, are compared by meaning: an embedding
takes 0.6 ms for each, and what a message asks for stands at its end. On MADial and MemDaily, of which the first has
long messages, this finds as much as the whole text and more (recall@5 61.3 and 86.2 against 61.2 and 84.5)."""
EARLIER_TURNS = 3
"""How many of the user's turns before it may join a message that does not stand alone (W3.6)."""
SHORT_TERMS = 2
"""A message with no more terms than this says too little to be searched for alone."""

_CONTINUES = re.compile(
    r"^\W*(?:对[啊呀的了吧]?|是[的啊呀]|嗯+|哈+|好[的啊吧]?|行|但是?|可是?|不过|因为|所以|而且|然后"
    r"|那[么个些样]?|这[个些样]?|还有|再"
    r"|继续|另外|其[他它]|换|其实|如果这样|要是这样|真的吗|试过|我(?:试|尝试)过|接着|下一|同样|也是|第[二三四五]"
    r"|(?:yes|yeah|yep|right|ok(?:ay)?|sure|but|and|so|because|then|also|well|haha+|exactly|what about|how about|or"
    r"|another|next|the (?:other|same|next|second|third|last|first)|same|that|this|it|those|these|they|he|she"
    r"|go on|continue|more|again|again|instead|now (?:the|that|this)|i (?:tried|did|have tried))\b)",
    re.I,
)
"""Begins what goes on from something said before."""
_POINTS = re.compile(
    r"(?<!其)他们?(?!妈)|她们?|它们?|那[个些条家款位种次儿边]|这[个些条家款位种次](?![周月年天])|上面|前面|刚才"
    r"|后者|前者"
    r"|\b(?:he|she|it|they|him|them|that one|this one|the other one|those|these|the latter|the former|above|there)\b",
    re.I,
)
"""Points to something that may have been said before."""
_ASKS = re.compile(r"怎么|如何|什么|哪[个些里儿]|多少|几[个点天]|[吗呢][？?]?\s*$")
_HELP = re.compile(
    r"(?:帮|给|替|跟|教|告诉|提醒|让|请|麻烦|陪|听)(?:一下|下)?(?:我|俺|咱)们?(?![家妈爸爷奶哥姐弟妹老儿女])"
    r"|我(?:想|要|该)?(?:问|请教)"
    r"|\b(?:tell|give|show|help|teach|write|send|let|make|find|get|explain to|walk) (?:me|us)\b"
    r"|\b(?:can|could|may|should|must|how (?:do|can|would|should)|do) (?:i|we)\b(?! (?:usually|normally|always"
    r"|ever|like|have|own|live|work))",
    re.I,
)
"""Speaks of the user only as the one who asks."""
_OWN = re.compile(
    r"我|俺|咱|本人|自己|家里|自家|[二两]老|\b(?:i|im|ive|my|me|mine|we|our|myself)\b"
    r"|(?:^|[，。！？；,.!?]\s*)(?:想|打算|准备|决定|埋头|刚|最近|今[晚天]|明[天晚]|周[末一二三四五六日]"
    r"|下[周个]|昨[天儿晚]|这两天|中秋|春节|国庆)"
    r"(?:[^，。]{0,12}?)(?:想|去|要|回|买|请|约|吃|做|换|送|改|装|订|煮)"
    r"|(?:^|[.!?]\s+)(?:need|want|saw|got|going to|gonna|thinking|trying to|planning|looking for|heading|been"
    r"|just)\b",
    re.I,
)
"""Speaks of the user, in words or by leaving the subject out (想给老公换个坐垫, "need a gift for Em")."""


_FAMILY = frozenset(
    word
    for line in ALIASES[:43]
    if "child" not in line
    for word in line.split()
    if len(word) > 1 and word not in ("boy", "girl")
)
"""Whoever speaks of their wife or flatmate speaks of their own life."""


@dataclass(frozen=True)
class Query:
    """What one turn searches for."""

    text: str
    """Searched for by words; empty for a greeting or a filler."""
    newest: str
    """The newest message alone, of a long one both ends: what a memory is put against."""
    language: Language
    own: bool
    """Whether the user speaks of themselves or theirs, not only as the one who asks."""
    terms: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    """Whom it speaks of, by what they are to the user: 老婆, "my son"."""
    sides: frozenset[str] = frozenset()
    """The sides of the user it asks for by name: job, home, …"""

    @property
    def meaning(self) -> str:
        """Searched for by meaning."""
        return ending(self.text, EMBEDDED)


def query_of(turns: Sequence[str]) -> Query:
    """Return what is searched for.

    Args:
        turns: the texts of the user's turns, oldest first; the last is the newest.
    """
    newest = both_ends(turns[-1].strip()) if turns else ""
    said = " ".join(newest.split())
    if idle(said):
        return Query("", newest, language(newest), own=False)
    earlier = [" ".join(turn.split()) for turn in turns[:-1][-EARLIER_TURNS:] if not idle(turn)]
    text = both_ends(said if stands_alone(said) else " ".join([*_fitting(earlier), said]))
    own = speaks_of_oneself(newest)  # material is told from the user's own words by its lines
    own = own or (text != said and speaks_of_oneself(text))
    sides = asked_sides(even(said)) if own else frozenset()
    return Query(text, newest, language(newest), own, frozenset(terms(text)), people_in(text), sides)


def both_ends(text: str) -> str:
    """Return a long text's beginning and end."""
    return text if len(text) <= 2 * END_CHARS else f"{text[:END_CHARS]} {text[-END_CHARS:]}"


def ending(text: str, size: int) -> str:
    """Return the end of `text`, of `size` Chinese characters or four times as many others, beginning with a word."""
    start, left = len(text), 4 * size
    while start and (left := left - (4 if has_han(text[start - 1]) else 1)) >= 0:
        start -= 1
    cut = text[start:]
    return cut if not start or text[start - 1].isspace() or has_han(cut[:1]) else cut.partition(" ")[2] or cut


def stands_alone(text: str) -> bool:
    """Whether a message can be understood without those before it: it asks for something and names what."""
    said = even(text)
    named = sum(1 for term in set(terms(text)) if not term.startswith("#"))
    if named <= SHORT_TERMS or _CONTINUES.search(said) or _POINTS.search(said):
        return False
    spans = clauses(text)
    asked = any(asks(text, span) or asks_for(text[slice(*span)]) for span in spans)
    return asked or len(text) > END_CHARS or bool(_ASKS.search(said))


def speaks_of_oneself(text: str) -> bool:
    """Whether the user speaks of themselves: 我喜欢吃什么, "my dentist", not 帮我翻译 or "tell me a joke"."""
    return bool(_OWN.search(_HELP.sub(" ", even(without_material(text))))) or bool(people_in(text) & _FAMILY)


def _fitting(earlier: Sequence[str]) -> list[str]:
    """Return the newest of the earlier texts that fit before the newest one, oldest first."""
    room, kept = END_CHARS, list[str]()
    for text in reversed(earlier):
        room -= len(text)
        if room < 0:
            break
        kept.append(text)
    return kept[::-1]
