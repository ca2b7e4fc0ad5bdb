"""The doorkeeper: is there anything in these turns worth a model call? (R6.18, B14).

A turn is stopped only when every clause of it is plainly nothing lasting: a greeting, a question, a request
for now, a reaction, a mood, a story, text to work on. Whatever is left may hold something and passes.
"""

import re
from collections.abc import Sequence

from memory.language import requests
from memory.language.lasting import how_to_talk, is_procedure, is_rule, lasts_by_word
from memory.language.modality import imagined, of_the_day, tells_story
from memory.language.questions import asks
from memory.language.quotation import quoted
from memory.language.text import Span, clauses, even
from memory.user.asked.explicit import wishes
from memory.user.asked.off_record import off_record
from memory.user.asked.withdrawing import takes_back
from memory.user.corrections import corrects
from memory.user.turn import FinishedTurn

_FILLER = re.compile(
    r"(?:你好|您好|嗨|哈喽|嘿|早上好|早安|早|晚上好|晚安|在[吗么]|在不在|谢谢|多谢晒|多谢|感谢|谢啦|谢了|辛苦了|好的"
    r"|好嘞|好滴|好|嗯|哦|噢|哈|行"
    r"|可以|不错|继续|再见|拜拜|对|是的|是|没错|太好了|太棒了|牛|厉害|收到|明白|懂|知道|原来如此|这样子?|呃"
    r"|让我想想|我想想|晒|又来打扰了"
    r"|啊|呀|啦|了|吧|呢|你|您"
    r"|(?:hi|hello|what'?s up|how are you(?: doing)?|how'?s it going|he+y+|good (?:morning|evening|night"
    r"|afternoon)|thank you|thanks?|thx|ty|ok|okay|great|nice"
    r"|cool|sure|bye"
    r"|go on|yes|yep|yup|aye|yeah|no|nope|right|exactly|lol|haha+|wow|whoa|awesome|perfect|got it|i see|hmm+"
    r"|fair enough"
    r"|makes sense|omg|oi|blimey|amazing|yo|cheers|uhh?|let me think|see you|there|so much|a lot|very much|again"
    r"|man|mate"
    r"|all|everyone|pal|buddy)(?![a-z']))",
    re.I,
)
_MARKS = re.compile(r"[\s，,。.!！?？~～…☀-➿\ufe0f\U0001f300-\U0001faff]+")
_SPACED = re.compile(r"(?<=[\u4e00-\u9fff])[ \u3000](?=[\u4e00-\u9fff])")
"""Chinese needs no spaces; where one stands, it stands for a comma."""
MAX_IDLE_CHARS = 40
"""A longer text is never a mere greeting."""


MAX_END_CHARS = 1_000


def worth_extracting(turns: Sequence[FinishedTurn]) -> list[FinishedTurn]:
    """Return the turns that may hold something lasting; none means the run ends without a model call.

    Left out: turns of other kinds than ordinary chat, what the user asked not to be kept ("别记住这句话"),
    and what holds nothing. What the user expressly asks to be remembered or forgotten always passes.
    """
    return [turn for turn in turns if turn.eligible and _may_pass(turn)]


def idle(text: str) -> bool:
    """Whether `text` is nothing but a greeting, a thank-you or a filler, in either language."""
    if len(text) > MAX_IDLE_CHARS:
        return False
    return all(map(_filler, _MARKS.split(text))) or _filler(_MARKS.sub(" ", text))


def _filler(word: str) -> bool:
    """Whether nothing is left of `word` when fillers are taken off its beginning, one after the other."""
    while word := word.strip():
        found = _FILLER.match(word)
        if not found or not found.end():
            return False
        word = word[found.end() :]
    return True


def _may_pass(turn: FinishedTurn) -> bool:
    text = _SPACED.sub("，", even(_both_ends(turn.user_text)))
    wished = wishes(text)
    if off_record(text):
        return any(wish.kind == "forget" for wish in wished) or any(
            takes_back(text, clause) for clause in clauses(text)
        )
    own = requests.without_material(text)
    return bool(
        wished or corrects(text) or turn.answers_about_user or any(_lasting(own, span) for span in clauses(own))
    )


def _both_ends(text: str) -> str:
    """Return of a long text what the extraction prompt shows of it."""
    return text if len(text) <= 2 * MAX_END_CHARS else f"{text[:MAX_END_CHARS]}\n{text[-MAX_END_CHARS:]}"


def _lasting(text: str, span: Span) -> bool:
    """Whether the clause may say something that will still hold in months."""
    clause = text[slice(*span)]
    if idle(clause) or quoted(text, span) or tells_story(text[: span[1]]):
        return False
    if takes_back(text, span):
        return True
    if imagined(text, span) and not (lasts_by_word(clause) and is_rule(text, span)):
        return False  # "If I paste a log, always …" is a rule with a condition
    if requests.introduces_oneself(clause):
        return True
    if asks(text, span, of_oneself=True):
        return False
    if lasts_by_word(clause) or how_to_talk(clause) or is_procedure(clause):
        return True
    return not (requests.for_now(text, span) or of_the_day(text, span) or requests.reacts(clause))
