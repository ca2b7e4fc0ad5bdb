"""The people and things in one person's memories: who is called what, and whether a memory is about them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.language.kin import ANIMALS, KIN_EN, KIN_ZH, aliases, may_be_same
from memory.language.people import SURNAMES, called
from memory.language.text import even

_NO_KIN = re.compile(
    r"姑娘|大娘|老婆饼|太太乐|[母父]亲节|(?:项目|产品|客户)经理|经理人|儿童|娘家|老太太|老爷子|老先生|先生们"
    r"|老板娘|小哥|大哥大|女孩子?|男孩子?|亲爱的|小叔子|小姑子|小舅子"
    r"|小姨子"
    r"|[他她]们?的?[妈爸哥姐弟妹]+|\b(?:mother|father)'?s'? day\b|\bgood (?:boy|girl)\b|\bex\b|\b(?:his|her"
    r"|their) \w+"
)
"""Where a word for kin means nobody's kin, kin of somebody else, or kin that only a spouse has."""
_IN_LAW = re.compile(r"\b(mother|father|sister|brother|son|daughter)s?[ -]in[ -]law\b")
_SHORT = re.compile(r"\b[A-Z][a-z]{2,3}\b")
MORE_KIN_ZH = r"外甥女|嫂子?|姐夫|妹夫|弟媳|弟妹|儿媳妇?|女婿|小姨|亲家"
_MORE_EN = r"(?:sister|brother|son|daughter)-in-law"
"""Kin that the list of kin does not name."""
_MORE = (frozenset({"嫂", "嫂子", "弟媳", "弟妹", "sister-in-law"}), frozenset({"姐夫", "妹夫", "brother-in-law"}),
         frozenset({"儿媳", "儿媳妇", "daughter-in-law"}), frozenset({"女婿", "son-in-law"}))  # fmt: skip
_FOLKS = re.compile(r"\b(?:my|our) (?:folks|old folks)\b")
_NAMED_EN = re.compile(rf"\b(?i:my|our)\s+(?:\w+\s)?({KIN_EN}),?\s+([A-Z]\w+)\b")
_NAME_HAN = (
    rf"(?:小|阿|老)[\u4e00-\u9fff]|[{SURNAMES}][\u4e00-\u9fff](?:[\u4e00-\u9fff](?=[是在的，]))?"
    r"|[A-Z]\w+|晓[\u4e00-\u9fff]"
)
_NAMED_ZH = re.compile(rf"(?:{MORE_KIN_ZH}|{KIN_ZH}|室友)(?:名字)?(?:叫|是)?({_NAME_HAN})(?!们)")
_PLACED_ZH = re.compile(
    rf"({KIN_ZH})(?!现在|以前|已经|最近|目前|一直|平时|他们|她们|们)([\u4e00-\u9fff]{{2}})(?=[在是])"
)
_IS_KIN = re.compile(rf"\b([A-Z]\w+)(?: is|'s) (?:my|our) (?:\w+\s)?({KIN_EN})\b|([A-Z]\w+)是我的?({KIN_ZH})")


@lru_cache(maxsize=16_384)
def people_in(text: str) -> frozenset[str]:
    """Return the words for people in `text` by what they are to the user: sister, 妹妹, mother-in-law."""
    said = _NO_KIN.sub(" ", _FOLKS.sub("parents", _IN_LAW.sub(r"\1-in-law", even(text).casefold())))
    found = re.findall(rf"(?<![a-z])(?:{_MORE_EN}|{KIN_EN})(?=s?(?:'s)?(?![a-z-]))", said)
    found += re.findall(f"{MORE_KIN_ZH}|{KIN_ZH}", said)
    return frozenset(word for word in found if aliases(word)[0] not in ANIMALS)


USER_SHARE = 0.2
"""Of the memories; an import may name the user in each ("Caroline went …")."""
USER_LEAST = 10
"""Memories below which a share says nothing."""


@dataclass(frozen=True)
class Cast:
    """The people in one person's memories: which name belongs to which relation."""

    names: Mapping[str, str]
    texts: Sequence[str] = ()
    things: frozenset[str] = frozenset()
    """Names of pets and whatever else is called something: Gus, 年糕."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Cast":
        """Return who is called what: "my brother Alan", 女朋友小鹿, "Ana is my manager"."""
        read = list(texts)
        names = {name: kin for text in read for name, kin in _introduced(text)}
        return cls(names, read, frozenset(name for text in read for name in _called(text)))

    def mentioned(self, text: str) -> frozenset[str]:
        """Return the names known from the memories that `text` mentions; who says one speaks of their own life."""
        return frozenset(name for name in {*self.names, *self.things} if name in text)

    def is_user(self, name: str) -> bool:
        """Whether so many memories have the name that it must be the user's own."""
        if len(self.texts) < USER_LEAST:
            return False
        return name[:1].isupper() and sum(name in text for text in self.texts) > USER_SHARE * len(self.texts)

    def concerns(self, memory: str, asked: frozenset[str]) -> bool:
        """Whether `memory` is about one of those a question asks about."""
        return self.about(asked)(memory)

    def about(self, asked: frozenset[str]) -> Callable[[str], bool]:
        """Return what says of a memory whether it is about one of those a question asks about."""
        meant = asked & self.names.keys()
        wanted = {*asked, *(self.names[name] for name in meant)}

        def concerned(memory: str) -> bool:
            named = [name for name in self.names if name in memory]
            named += [name for name in wanted & self.things if name in memory]
            if named and meant and not meant.intersection(named):
                return False
            people = {*people_in(memory), *named, *(self.names[name] for name in named if name in self.names)}
            if any(_same(one, other) for one in wanted for other in people):
                return True
            return any(name in memory or name in memory.casefold() or _shortened(name, memory) for name in wanted)

        return concerned


def _shortened(name: str, text: str) -> bool:
    """Whether a text speaks of somebody by a short form: Mel of Melanie."""
    return any(name.startswith(said) for said in _SHORT.findall(text)) if len(name) > 4 and name[0].isupper() else False


def _same(one: str, other: str) -> bool:
    return may_be_same(one, other) or any(one in kin and other in kin for kin in _MORE)


@lru_cache(maxsize=16_384)
def _called(text: str) -> frozenset[str]:
    return frozenset(name for name in called(text) if len(name) > 1)


@lru_cache(maxsize=16_384)
def _introduced(text: str) -> tuple[tuple[str, str], ...]:
    found = [(name, kin.casefold()) for kin, name in _NAMED_EN.findall(text)]
    found += [(match[2], match[1]) for match in _PLACED_ZH.finditer(text)]
    found += [(match[1], match[0].removesuffix(match[1]).removesuffix("叫")) for match in _NAMED_ZH.finditer(text)]
    found += [(one or other, (kin or mine).casefold()) for one, kin, other, mine in _IS_KIN.findall(text)]
    return tuple(pair for pair in found if len(aliases(pair[0])) == 1)
