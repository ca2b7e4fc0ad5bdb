"""The terms a text is searched by: Chinese characters in pairs, English words by their stem, codes whole.

Pairs of characters find as much as a dictionary of words does, at a fraction of its cost, and need no list
of names. Topics make two texts meet that share no word, in one language or across the two.
"""

import re
from functools import lru_cache

import snowballstemmer

from memory.language.text import even, plain
from memory.language.topics import topics

TOPIC_MARK = "#"
"""Begins the term of a topic, so that it is never taken for a word."""
_RUN = re.compile(r"[a-z0-9]+(?:[._'-][a-z0-9]+)*|[\u3400-\u9fff]+")
_PART = re.compile(r"[a-z0-9]+")
_stemmer = snowballstemmer.stemmer("english")
_EMPTY = frozenset(
    """
    a about all also am an and any are as at be been but by can could d did do does doing don for from get got had has
    have having he her here hers him his how i if in into is isn it its just let like ll m me mine more most my no nor
    not of off on once only or other our ours out over own please re s same shall she should so some such t than that
    the their them then there these they this those to too ve very was we were what when where which who whom whose
    why will with would you your yours
    """.split()
)
"""English words that say nothing about what is asked for."""
_EMPTY_PAIRS = frozenset(
    """
    一下 一个 一些 不是 么样 了吗 什么 他的 你的 你知 可不 可以 哪些 哪里 多少 她的
    帮我 怎么 怎样 我们 我在 我想 我是 我有 我的 我要 我该 是不 是什 是哪 是我 有什
    有没 样的 没有 的吗 的是 知道 能不 请问 还是 这个 道我 那个
    """.split()
)
"""Pairs of characters that stand in every Chinese question."""


def terms(text: str) -> tuple[str, ...]:
    """Return the terms of `text`, with repetitions."""
    said = even(plain(text)).casefold()
    found: list[str] = []
    for run in _RUN.findall(said):
        found += _pairs(run) if run[0] >= "\u3400" else _latin(run)
    return (*found, *(TOPIC_MARK + topic for topic in sorted(topics(said))))


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [run]
    return [pair for i in range(len(run) - 1) if (pair := run[i : i + 2]) not in _EMPTY_PAIRS]


def _latin(run: str) -> list[str]:
    words = [run, *_PART.findall(run)] if not run.isalnum() else [run]
    return [stem(word) for word in words if word not in _EMPTY and (len(word) > 2 or not word.isdigit())]


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return the stem of an English word; pure Python, so each is computed once."""
    return str(_stemmer.stemWord(word))
