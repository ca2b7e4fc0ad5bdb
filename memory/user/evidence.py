"""Does the user's own text carry what a candidate claims? (design section 6, requirement B7)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.language.clauses import sentence_of, somebody_else, widen
from memory.language.text import Span, clauses, find, fold, has_han, language, sentences
from memory.user.candidate import Candidate
from memory.user.turn import FinishedTurn

MIN_CARRIED = 0.4
"""Share of a memory's content words (in Chinese: characters) that the user must have said: enough for
不喝酒 from 滴酒不沾, too little for 住在上海 from 住在北京."""

_MARKS = " \n\t。，、；：！？…．.,;:!?\"'“”‘’「」『』()（）"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LATIN_NAME = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z0-9+#]+")
_LATIN_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9+#']*")
_HAN = re.compile(r"[\u3400-\u9fff]")
_EMPTY_HAN = frozenset(
    "用户的是在了和与也都很非常对会要有为把被让给就还又这那其他她它们个一不没别无我你吗呢吧啊呀喜欢希望回答使"
)
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\S+",
        "the a an user user's users they their them he she his her i i'm my me mine we our you your is are am was be"
        " been has have had do does did not no never and or of to in on at for with by from as that this it its wants"
        " want would like likes prefers prefer uses use should always when who which all any",
    )
)
_NO_NEGATION = re.compile(
    r"([\u4e00-\u9fff])不\1|可不可以|不过|不仅|不但|差不多|没错|对不起|不好意思|别人|特别|区别|个别|级别|性别|分别"
)
_NEGATION = re.compile(r"(不|没|别|无|未|勿|莫|\b(?:no|not|never|without|cannot|neither|none)\b|n't\b)", re.I)
_AVERSION = re.compile(
    r"(讨厌|忌|拒|避免|过敏|不耐受|素|少|只|仅|禁|免|怕|烦|戒"
    r"|\b(?:avoid\w*|dislike\w*|hate\w*|allerg\w*|intoleran\w*|vegan\w*|vegetarian\w*|only|stop\w*|refuse\w*|except"
    r"|drop|skip\w*|kosher|halal)\b)",
    re.I,
)


@dataclass(frozen=True)
class Quote:
    """Where a candidate's evidence stands: whole clauses of what the user said in a turn."""

    turn: FinishedTurn
    span: Span

    @property
    def text(self) -> str:
        """The user's words as they were said."""
        return self.turn.user_text[self.span[0] : self.span[1]]

    @property
    def sentence(self) -> str:
        """The sentence around them."""
        start, end = sentence_of(self.turn.user_text, self.span)
        return self.turn.user_text[start:end]


def locate(evidence: str, turns: Sequence[FinishedTurn]) -> Quote | None:
    """Return where `evidence` stands in what the user said, newest turn first; None: nowhere.

    Only the user's texts are looked at. Assistant text, recalled memories, summaries and prompts are
    never evidence (cases B01, B03, B04). Marks around the evidence do not count. The quote grows to
    whole clauses: a shorter one could leave out 不, "no longer" or 吗. A Latin word is not found in the
    middle of another.
    """
    for turn in reversed(turns):
        span = find(evidence.strip(_MARKS), turn.user_text)
        if span is not None and _whole_words(turn.user_text, span):
            return Quote(turn, widen(turn.user_text, span))
    return None


def _whole_words(text: str, span: Span) -> bool:
    before, after = text[: span[0]], text[span[1] :]
    starts = re.search(r"[A-Za-z]$", before) and re.match(r"[A-Za-z]", text[span[0] :])
    ends = re.search(r"[A-Za-z]$", text[: span[1]]) and re.match(r"[A-Za-z]", after)
    return not (starts or ends)


def kept_language(candidate: Candidate, quote: Quote) -> bool:
    """Whether the memory is in the language of its evidence, or of the message around it (case B19).

    Evidence that mixes both (deploy 用 Kong) is kept in Chinese as well as in English.
    """
    spoken = {language(quote.text), language(quote.turn.user_text)}
    return language(candidate.text) in (spoken | {"zh"} if has_han(quote.text) else spoken)


def supported(candidate: Candidate, quote: Quote) -> bool:
    """Whether the user's sentence carries the memory.

    Each number and name must stand in it, as a whole; at least half of the content words must; a
    negation must not be lost or added; and whoever else the clause is about must be in the memory.
    """
    said = quote.sentence
    numbers = set(_NUMBER.findall(said))
    other = somebody_else(quote.turn.user_text, quote.span)
    return (
        numbers.issuperset(_NUMBER.findall(candidate.text))
        and all(fold(name) in fold(said) for name in _names(candidate.text))
        and _carried(candidate.text, said) >= MIN_CARRIED
        and _same_sense(candidate.text, quote)
        and (other is None or fold(other) in fold(candidate.text))
    )


def _names(text: str) -> list[str]:
    """Return what counts as a name: in Chinese every Latin word, in English what is capitalised mid-sentence."""
    if language(text) == "zh":
        return _LATIN_TOKEN.findall(text)
    begins = {start for start, _ in sentences(text)}
    names = [m.group() for m in _LATIN_NAME.finditer(text) if m.start() not in begins]
    return [name for name in names if name.casefold() not in _EMPTY_WORDS]


def _carried(memory: str, said: str) -> float:
    if language(memory) == "zh":
        folded = fold(memory)
        content = {c for c in folded if _HAN.match(c)} - _EMPTY_HAN | set(_LATIN_TOKEN.findall(folded))
        carried = [c for c in content if c in fold(said)]
    else:
        words = [word.casefold() for word in _LATIN_TOKEN.findall(said)]
        content = {word.casefold() for word in _LATIN_TOKEN.findall(memory)} - _EMPTY_WORDS
        carried = [word for word in content if any(_same_word(word, other) for other in words)]
    return len(carried) / len(content) if content else 1.0


def _same_word(one: str, other: str) -> bool:
    """Whether two English words share their stem, roughly: allergic and allergy, use and uses."""
    shared = min(len(one), len(other), 5)
    return one[:shared] == other[:shared] and (shared >= 3 or one == other)


def _same_sense(memory: str, quote: Quote) -> bool:
    """Whether some clause of the quote is as negative as one of the memory: 不喜欢 does not become 喜欢."""
    said, kept = ({_against(text[slice(*clause)]) for clause in clauses(text)} for text in (quote.text, memory))
    return bool(said & kept)


def _against(text: str) -> bool:
    """Whether `text` speaks against something: by negation or by a word of aversion, not by both."""
    plain = _NO_NEGATION.sub("", text)
    return bool(_NEGATION.search(plain)) != bool(_AVERSION.search(plain))
