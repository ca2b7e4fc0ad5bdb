"""What a text is about, by a thesaurus of everyday life in both languages: a weak sign that texts belong together.

帮我订餐厅 and "I'm allergic to peanuts" share no word and no letter; both speak of eating. The thesaurus stands
in `topics.txt`: one topic a line, its words in both languages, each by itself telling.
"""

import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import snowballstemmer

_stemmer = snowballstemmer.stemmer("english")
_WORD = re.compile(r"[a-z][a-z0-9+#.'-]*[a-z0-9+#]|[a-z]")
_MAX_WORDS = 4
"""Words of the longest English phrase that is looked for."""


@lru_cache(maxsize=1)
def _thesaurus() -> tuple[dict[str, frozenset[str]], re.Pattern[str]]:
    """Return the topics of each word, English ones by their stems, and a pattern for the Chinese ones."""
    topics_of: defaultdict[str, set[str]] = defaultdict(set)
    for line in (Path(__file__).parent / "topics.txt").read_text(encoding="utf-8").splitlines():
        topic, _, words = line.partition(":")
        for word in words.split():
            topics_of[_stems(word.replace("_", " ")) if word.isascii() else word].add(topic.strip())
    chinese = sorted((word for word in topics_of if not word.isascii()), key=len, reverse=True)
    return {word: frozenset(found) for word, found in topics_of.items()}, re.compile("|".join(map(re.escape, chinese)))


@lru_cache(maxsize=16_384)
def topics(text: str) -> frozenset[str]:
    """Return the topics of `text`, in lower case and simplified script; of Chinese words in one the longest counts."""
    known, chinese = _thesaurus()
    found = {topic for word in chinese.findall(text) for topic in known[word]}
    words = _WORD.findall(text)
    stems = [_stem(word) for word in words]
    for size in range(1, _MAX_WORDS + 1):
        for start in range(len(words) - size + 1):
            found |= known.get(" ".join(stems[start : start + size]), frozenset())
    return frozenset(found)


def _stems(phrase: str) -> str:
    return " ".join(map(_stem, phrase.casefold().split()))


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))
