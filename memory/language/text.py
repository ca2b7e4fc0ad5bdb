"""Text as people write it, in Chinese and English: cleaning, folding for comparison, sentences, clauses.

Stored text is what the user said; everything folded here is for comparison only.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from opencc import OpenCC

from memory.language.dialect import as_mandarin

Language = Literal["zh", "en"]
Span = tuple[int, int]
"""Start and end of a piece of a text, end excluded."""

_ONE_MARK = str.maketrans("’‘“”。、", "''\"\".,")
"""Marks that keyboards and models exchange freely."""
_HYPHENS = "\u2010\u2011\u2012\u2013\u2212"
_STRAIGHT = dict.fromkeys(map(ord, "’‘ʼ＇"), "'") | str.maketrans(_HYPHENS, "-" * len(_HYPHENS))
_ONE_MARK |= str.maketrans(_HYPHENS, "-" * len(_HYPHENS))
_to_simplified = OpenCC("t2s")
_INVISIBLE = re.compile(
    r"[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    r"|(?<=[A-Za-z0-9\u3400-\u9fff])[\u200c\u200d]+|[\u200c\u200d]+(?=[A-Za-z0-9\u3400-\u9fff])"
)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_CLUSTER = re.compile(r".[\u0300-\u036f]*", re.DOTALL)  # a character with its combining marks
_LATIN_WORD = re.compile(r"[A-Za-z]+")
# A full stop ends a sentence only before a space or the end, and after no title: 3.5, v2.0, Dr. Li stay whole.
_ABBREVIATED = r"(?<!\b[A-Z])(?<!\b(?:Dr|Mr|Ms|St|No|vs|ch|pp|Jr|Sr|Co))(?<!\b(?:Mrs|etc|Inc|Ltd|e\.g|i\.e))(?<!\bProf)"
_SENTENCE_END = re.compile(rf"(?:[。！？；\n…]|[!?;](?![!-~]))+|{_ABBREVIATED}\.(?=\s|$)")
_CLAUSE_END = re.compile(
    r"(?:[，,、：:。！？；\n…]|[!?;](?![A-Za-z0-9]))+|\.(?=\s|$)|——|\s-\s|[～〜]|~(?=[\s\u4e00-\u9fff]|$)"
    r"|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?|(?<=[A-Za-z]) but (?=[A-Za-z])"
    r"|(?<=[A-Za-z0-9]) so (?=[\u4e00-\u9fff]|(?:what|how|where|which|when|who|can|could|is|are|do|does|should)\b)"
)


def clean(text: str) -> str:
    """Return `text` without what no store or model takes: NUL characters and lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8").strip()


def visible(text: str) -> str:
    """Return `text` without what nobody sees: tags, zero width, direction marks; joiners only where none is needed."""
    return _INVISIBLE.sub("", text)


@lru_cache(maxsize=16_384)
def fold(text: str) -> str:
    """Return the form in which two texts are compared.

    NFKC, lower case, traditional as simplified script, one kind of quotation mark and full stop, without
    format characters (zero width, tags) and without white space: `台灣 ＬａｎｇＧｒａｐｈ` and `台湾langgraph`
    are the same.
    """
    return _folded(text)[0]


def find(part: str, text: str) -> Span | None:
    """Return where the words of `part` stand in `text`, compared folded; None when they do not."""
    needle = fold(part)
    haystack, origins = _folded(text)
    start = haystack.find(needle) if needle else -1
    return None if start < 0 else (origins[start][0], origins[start + len(needle) - 1][1])


def simplified(text: str) -> str:
    """Return `text` in simplified script."""
    return str(_to_simplified.convert(text))


@lru_cache(maxsize=4096)
def even(text: str) -> str:
    """Return `text` as patterns are written, character for character, so that positions stay.

    Letters and digits in half width, simplified script, Cantonese words as Mandarin has them, straight apostrophes,
    one kind of hyphen: 我不喜歡, 我唔鍾意 and "I don’t like" are read like 我不喜欢 and "I don't like".
    """
    straight = "".join(map(_half, text)).translate(_STRAIGHT)
    script = simplified(as_mandarin(straight))
    return script if len(script) == len(straight) else straight


def _half(character: str) -> str:
    normal = unicodedata.normalize("NFKC", character)
    return normal if len(normal) == 1 and normal.isascii() and normal.isalnum() else character


def plain(text: str) -> str:
    """Return `text` in half width and without format characters, for what looks at shapes."""
    normal = unicodedata.normalize("NFKC", text)
    return normal if normal.isascii() else "".join(c for c in normal if unicodedata.category(c) != "Cf")


def plain_with_origins(text: str) -> tuple[str, list[Span]]:
    """Return the plain form and, for each of its characters, where it came from in `text`."""
    pieces: list[str] = []
    origins: list[Span] = []
    for match in _CLUSTER.finditer(text):
        piece = "".join(c for c in unicodedata.normalize("NFKC", match.group()) if unicodedata.category(c) != "Cf")
        pieces.append(piece)
        origins += [match.span()] * len(piece)
    return "".join(pieces), origins


def _folded(text: str) -> tuple[str, list[Span]]:
    """Return the folded text and, for each of its characters, where it came from in `text`."""
    pieces: list[str] = []
    origins: list[Span] = []
    for character, origin in zip(*plain_with_origins(text), strict=True):
        piece = "" if character.isspace() else character.casefold().translate(_ONE_MARK)
        pieces.append(piece)
        origins += [origin] * len(piece)
    joined = "".join(pieces)
    script = simplified(joined)
    # The conversion goes character by character; should it ever not, positions matter more than script.
    return (script if len(script) == len(joined) else joined), origins


def has_han(text: str) -> bool:
    """Whether there is any Chinese in `text`."""
    return bool(_HAN.search(text))


def language(text: str) -> Language:
    """Return the language a text is mainly in; one Han character weighs as much as one Latin word."""
    return "zh" if len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"


def sentences(text: str) -> list[Span]:
    """Return the sentences of `text`, their end marks included, white space around them not."""
    return list(_pieces(text, _SENTENCE_END, keep_end=True))


def clauses(text: str) -> list[Span]:
    """Return the clauses of `text`: what stands between commas, colons and sentence ends."""
    return list(_pieces(text, _CLAUSE_END, keep_end=False))


def _pieces(text: str, end: re.Pattern[str], *, keep_end: bool) -> Iterator[Span]:
    start = 0
    for match in [*end.finditer(text), None]:
        stop = len(text) if match is None else match.end() if keep_end else match.start()
        piece = text[start:stop]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), stop - len(piece) + len(piece.rstrip())
        start = len(text) if match is None else match.end()
