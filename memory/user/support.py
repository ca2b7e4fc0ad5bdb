"""Do the user's words carry what a candidate says? Numbers, names, reasons, content, sense, and about whom."""

import re

from memory.language import answers, continued, dates, deciding, kin, mentions, people
from memory.language.clauses import widen
from memory.language.mentions import EMPTY_WORDS, LATIN_TOKEN
from memory.language.sense import against, senses
from memory.language.text import Span, fold, has_han, language, sentences
from memory.language.words import words
from memory.user.candidate import AFFAIRS, Candidate
from memory.user.evidence import Quote
from memory.user.opposites import contradicts
from memory.user.shifts import shifted
from memory.user.slots import slots
from memory.user.vocabulary import HELPERS, MARKERS, WEAK

MIN_CARRIED = 0.4
"""Share of a memory's content words (in Chinese: characters) that the user must have said: enough for
不喝酒 from 滴酒不沾, too little for 住在上海 from 住在北京."""
MAX_ADDED = 0.3
"""Share of them that may be other words for it; one always may."""

_HAN = re.compile(r"[\u3400-\u9fff]")
_POINTS = re.compile(
    r"(这[条件句事]|那[条件句事]|[这那][个些](?:事|话|信息|记忆|偏好)|\b(?:that|this|it)\W*(?:$|please\b|too\b"
    r"|now\b))",
    re.I,
)
_JUST_SAID = re.compile(r"(刚才|刚刚|上[一]?[条句个]|\bwhat i (?:just )?said\b|\bi just (?:said|told))", re.I)
_PUTS_RIGHT = re.compile(
    r"不是对?[^，,。]{1,10}?(?P<kind>过敏|不耐受)[，,](?:而|其实)?是对?(?P<instead>[^，,。！!]{1,8})"
    r"|对[^，,。]{1,10}?不(?P<same>过敏)[，,](?:而|其实)?是对?(?P<other>[^，,。！!]{1,8})"
)
_AT_SCHOOL = re.compile(
    r"大[一二三四]|研[一二三]|高[一二三]|初[一二三]|读[博研]|\b(?:freshman|sophomore"
    r"|undergrad\w*|phd)\b",
    re.I,
)
_EXPECTS = re.compile(r"怀孕|预产期|怀上|\b(?:expecting|pregnant|due in|gave birth)\b", re.I)
"""Of a baby, though none is named."""
_REASON = re.compile(
    r"(因为|由于|为了|出于|所以才|\b(?:because|due to|owing to|thanks to|so that|in order to|as a result of)\b)", re.I
)
_SO = re.compile(r"所以|因此|害得|\b(?:so(?! (?:much|many|far))|since|cos|cuz|'?cause|hence|that'?s why)\b", re.I)
"""A reason stands beside it, in whatever words."""
_EMPTY_HAN = frozenset(
    "用户的是在了和与也都很非常对会要有为把被让给就还又这那其他她它们个一不没别无我你吗呢吧啊呀喜欢希望回答使因由于"
    "着过已经正从到以当做种些能可想需更最只"
)


def kept_language(candidate: Candidate, quote: Quote) -> bool:
    """Whether the memory is in the language of its evidence, or of the message around it (case B19).

    Evidence that mixes both (deploy 用 Kong) is kept in Chinese as well as in English.
    """
    asked = {language(quote.turn.asked)} if quote.turn.answers_about_user else set()  # 您用什么写论文？- Typst
    spoken = {language(quote.said), language(quote.source)} | asked
    return language(candidate.text) in (spoken | {"zh"} if has_han(quote.said) else spoken)


def supported(candidate: Candidate, quote: Quote, *, known: frozenset[str] = frozenset()) -> bool:
    """Whether the user's sentence carries the memory, whatever its sense.

    `known`: what those whom it names are to the user, where that is known.

    Each number, name and reason must stand in it, or be what a relative date in it comes to; enough of the
    content must; and whoever else the clause is about must be named in the memory.
    """
    said, text = _with_question(candidate, quote), candidate.text
    carrier = _carrier(quote, text)
    others = () if _decided(candidate, quote, carrier) else people.somebody_else(quote.source, carrier)
    return (
        mentions.numbers(text)
        <= mentions.numbers(said) | mentions.short_years(said) | dates.numbers(said, quote.turn.completed_at)
        and all(mentions.says(said, name) for name in mentions.names(text))
        and _reasoned(text, said)
        and kin.relations(text) <= kin.relations(said) | _implied(said) | known
        and _carried(text, said)
        and not _swapped(text, said, quote.said)
        and not shifted(text, said)
        and (not others or people.names(others, text) or _has(text, quote.said))
    )


def _implied(said: str) -> set[str]:
    """Return the relations that are spoken of without their word: the baby of "is expecting"."""
    return ({"学生"} if _AT_SCHOOL.search(said) else set()) | ({"孩子"} if _EXPECTS.search(said) else set())


def _decided(candidate: Candidate, quote: Quote, carrier: Span) -> bool:
    """Whether somebody has decided it for the user, so that it is the user's though another is the subject."""
    clause = quote.source[slice(*widen(quote.source, carrier))]
    return deciding.decided_for_user(clause) or (candidate.type in AFFAIRS and deciding.decided(clause))


def _has(text: str, said: str) -> bool:
    """Whether `text` says that the user has somebody by name: "has a greyhound called Rocket" of "My dog's a …"."""
    return bool(people.called(said) & people.called(text) and re.search(r"[有养]|\b(?:has|owns)\b", text))


def _with_question(candidate: Candidate, quote: Quote) -> str:
    """Return the user's sentence, and before a short answer what it answers: "Any allergies? - Just latex."."""
    asked = quote.turn.asked if quote.turn.answers_about_user and not quote.answer else ""
    answered = words(candidate.text) & words(quote.said)
    if answered and asked and not answers.either_or(asked):
        return f"{asked} {quote.sentence}"
    before = "" if quote.answer else _pointed_at(quote, project=candidate.type == "project_context")
    after = "" if quote.answer else continued.gone_on_with(quote.source, quote.span)
    return f"{before} {quote.sentence} {after}".strip()


def _pointed_at(quote: Quote, *, project: bool) -> str:
    """Return the sentence before one that goes on from it: "I run a bakery. We're shut on Mondays.".

    What is said of a project is said of the one just named.
    """
    if not project:
        return continued.goes_on_from(quote.source, quote.span)
    before = [s for s in sentences(quote.source) if s[1] <= quote.span[0]]
    return quote.source[slice(*before[-1])] if before else ""


def _carrier(quote: Quote, text: str) -> Span:
    """Return the statement within the evidence that says most of `text`: it tells whom the memory is about."""
    first, last = quote.words
    inside = [(max(first, s), min(last, e)) for s, e in people.statements(quote.source) if s < last and first < e]
    return max(inside, key=lambda span: len(words(quote.source[slice(*span)]) & words(text)), default=quote.words)


def same_sense(candidate: Candidate, quote: Quote) -> bool:
    """Whether some clause of the quote is as negative as one of the memory: 不喜欢 does not become 喜欢."""
    agree = bool(senses(quote.said) & senses(candidate.text)) and not contradicts(candidate.text, quote.said)
    return agree or _answered(candidate, quote) or _put_right(candidate.text, quote.sentence)


def _put_right(text: str, sentence: str) -> bool:
    """Whether `text` says what the sentence puts in the place of something: 我不是对芒果过敏，是菠萝."""
    match = _PUTS_RIGHT.search(sentence)
    instead = match["instead"] or match["other"] if match else ""
    kind = match["kind"] or match["same"] if match else ""
    return bool(match) and instead in text and kind in text and not against(text.replace(kind, ""))


def _answered(candidate: Candidate, quote: Quote) -> bool:
    """Whether the memory has the sense of the question that these words answer: "Any allergies? - Just latex."."""
    short = quote.turn.answers_about_user and not quote.answer
    return short and against(candidate.text) == (against(quote.turn.asked) != against(quote.said))


def related(candidate: Candidate, quote: Quote) -> bool:
    """Whether the user's sentence names what a forget is about: by a word of it, or by a side of the person.

    忘掉我的住址 is about 用户住在杭州; "forget what I just said" is about whatever was said, and "forget that" about
    what stands in the same message or in the one it answers.
    """
    said = quote.sentence
    identity = candidate.identity
    about = " ".join(filter(None, [candidate.text, identity.subject, identity.facet, *candidate.tags]))
    if _content(about) & _content(said) or slots(about) & slots(said) or _JUST_SAID.search(said):
        return True
    beside = f"{quote.turn.user_text}\n{quote.turn.in_reply_to}"
    return bool(_POINTS.search(said) and _content(about) & _content(beside))


def _content(text: str) -> set[str]:
    """Return what two texts about the same thing share: Latin words by their stem, pairs of Chinese characters."""
    folded = fold(text)
    han = "".join(c if _HAN.match(c) and c not in _EMPTY_HAN else " " for c in folded)
    pairs = {han[i : i + 2] for i in range(len(han) - 1) if " " not in han[i : i + 2]}
    single = set(han.split()) - {""} if len(han.split()) == 1 else {word for word in han.split() if len(word) == 1}
    words = {word.casefold()[:5] for word in LATIN_TOKEN.findall(text) if word.casefold() not in EMPTY_WORDS}
    return pairs | single | words


def _reasoned(memory: str, said: str) -> bool:
    """Whether a reason was given: by a word for it, or by saying it (我是个路痴，指路要说地标)."""
    reason = _REASON.search(memory)
    if reason is None or _REASON.search(said):
        return True
    after = _content_words(re.split(r"[，,]|所以|\bso\b", memory[reason.end() :], maxsplit=1)[0])
    return after <= words(said) or bool(_SO.search(said) and after & words(said))


def _carried(memory: str, said: str) -> bool:
    """Whether enough of what `memory` says was said, in these or other words, and nothing beside it.

    Other words stand for something that was said: where all of it is there already, one more is invented.
    """
    content, spoken = _content_words(memory), words(said)
    added = content - spoken
    if not added:
        return True
    mixed = has_han(said) and LATIN_TOKEN.search(said)  # deploy is 部署
    content -= added & HELPERS
    added -= HELPERS
    if not content:
        return False
    few = _length(added) <= max(1, MAX_ADDED * _length(content))
    invented = added and not spoken - words(memory)
    return _length(content - added) / _length(content) >= MIN_CARRIED and bool(few or mixed) and not invented


def _length(content: frozenset[str]) -> float:
    """Return how many words these are; in Chinese two characters are one."""
    return sum(0.5 if len(word) == 1 and has_han(word) else 1 for word in content)


def _content_words(text: str) -> frozenset[str]:
    return frozenset(word for word in words(text) - WEAK - MARKERS if not word.startswith("⟨"))


def _swapped(memory: str, said: str, clause: str) -> bool:
    """Whether something was put in the place of what the clause says: cashews for peanuts, 花粉 for 花生."""
    kept, spoken = _content_words(memory), _content_words(said)
    put = kept - spoken - HELPERS
    return bool(put and _content_words(clause) - kept) and _length(put) >= _length(kept & spoken)
