"""The gates: each refuses a candidate for one reason and has a code of its own (R2.2).

The article's gates come first and in its order; evidence and injection follow. Each is one small function that
says whether it refuses; the tables say in which order they are asked, and what the README says of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from memory.language import clauses, dates, modality, requests
from memory.language.sense import against
from memory.language.text import clean
from memory.sensitive import sensitive
from memory.user import detectors, explicit, special
from memory.user.candidate import MIN_CONFIDENCE, Candidate
from memory.user.evidence import Quote
from memory.user.identity import canonical
from memory.user.support import kept_language, related, same_sense, supported

Code = Literal[
    "empty",
    "full_transcript",
    "hypothetical",
    "injection",
    "irrelevant",
    "language_not_kept",
    "low_confidence",
    "no_evidence",
    "not_about_user",
    "not_withdrawn",
    "off_record",
    "question",
    "quoted",
    "raw_runtime_state",
    "sensitive_personal_information",
    "speculative",
    "temporary",
    "too_long",
    "turned_round",
    "unsafe",
    "unsupported_detail",
    "unsupported_type",
]
"""Why a candidate was rejected."""
Checked = TypeVar("Checked")


@dataclass(frozen=True)
class Gate(Generic[Checked]):
    """One reason to refuse."""

    code: Code
    refuses: Callable[[Checked], bool]
    en: str
    zh: str
    """What it refuses, for the README's table."""
    article: str = ""
    """Its number in the article's order; empty: ours."""


@dataclass(frozen=True)
class Grounded:
    """A candidate and the words it rests on."""

    candidate: Candidate
    quote: Quote

    @property
    def for_assistant(self) -> bool:
        """Whether it may be addressed to the assistant instead of being about the user."""
        return self.candidate.type in _FOR_THE_ASSISTANT

    @property
    def asked(self) -> bool:
        """Whether the user expressly asked for it to be remembered."""
        return any(
            wish.kind == "remember" and wish.sentence[0] < self.quote.span[1] and self.quote.span[0] < wish.sentence[1]
            for wish in explicit.wishes(self.quote.source)
        )


_FOR_THE_ASSISTANT = frozenset({"standing_instruction", "communication_preference", "workflow_preference"})
_PLAIN_FACTS = frozenset({"user_preference", "stable_user_context"})


def _fields(c: Candidate) -> list[str]:
    """Every text that would leave the process or be stored; the reason is neither (R2.2.5)."""
    named = (c.text, c.evidence, c.identity.subject, c.identity.facet)
    return [*c.tags, *filter(None, named)]


def _empty(c: Candidate) -> bool:
    return not clean(c.text)


def _temporary(c: Candidate) -> bool:
    return c.stability == "temporary"


def _speculative(c: Candidate) -> bool:
    return c.stability == "speculative"


def _low_confidence(c: Candidate) -> bool:
    # The user's own "forget it" is not up to the model's confidence (W2.13).
    return c.action == "add" and c.confidence < MIN_CONFIDENCE


def _sensitive(c: Candidate) -> bool:
    return any(map(sensitive, _fields(c)))


def _raw_runtime_state(c: Candidate) -> bool:
    return any(map(detectors.runtime_data, _fields(c)))


def _full_transcript(c: Candidate) -> bool:
    return detectors.transcript(c.text)


def _irrelevant(c: Candidate) -> bool:
    return detectors.placeholder(c.text)


def _unsafe(c: Candidate) -> bool:
    return not canonical(c.identity.subject) or (c.type == "user_preference" and c.identity.polarity is None)


def _injection(c: Candidate) -> bool:
    # "Forget the previous rule" is what a forget says.
    return c.action == "add" and any(map(detectors.injection, _fields(c)))


def _sensitive_quote(g: Grounded) -> bool:
    """The quote grew to whole clauses and is stored: what stands beside the evidence counts too."""
    return sensitive(g.quote.text)


def _withheld(g: Grounded) -> bool:
    return any(special.withheld(g.candidate.type, text, asked=g.asked) for text in (g.candidate.text, g.quote.said))


def _off_record(g: Grounded) -> bool:
    return explicit.off_record(g.quote.turn.user_text)


def _language(g: Grounded) -> bool:
    return not kept_language(g.candidate, g.quote)


def _question(g: Grounded) -> bool:
    return clauses.asks(g.quote.source, g.quote.span, of_oneself=not g.for_assistant)


def _quoted(g: Grounded) -> bool:
    return modality.quoted(g.quote.source, g.quote.span) or modality.quoted(g.quote.source, g.quote.words)


def _hypothetical(g: Grounded) -> bool:
    # "If I ask for code, always …" is a rule with a condition, not a hypothesis about the user.
    return not g.for_assistant and modality.imagined(g.quote.source, g.quote.span)


def _unsure(g: Grounded) -> bool:
    return not g.for_assistant and modality.unsure(g.quote.source, g.quote.span)


def _passing(g: Grounded) -> bool:
    return modality.of_the_day(g.quote.source, g.quote.span) or dates.unresolved(g.candidate.text)


def _over(g: Grounded) -> bool:
    """What was true once, as if it still were; that it was is a fact."""
    return modality.over(g.quote.source, g.quote.span) and not modality.past(g.candidate.text)


def _one_off(g: Grounded) -> bool:
    """A request for now as a rule for good: 请用三句话解释黑洞."""
    return g.for_assistant and not clauses.lasts(g.quote.source, g.quote.span)


def _order(g: Grounded) -> bool:
    """An order filed as a fact: "Never suggest paid tools to me" is not what the user never does."""
    order = g.candidate.type in _PLAIN_FACTS and clauses.is_rule(g.quote.source, g.quote.span)
    return order and not clauses.remembers(g.quote.source, g.quote.span)


def _not_about_user(g: Grounded) -> bool:
    asked_for = requests.asks_for(g.quote.said)  # "show me the file of employee …" says nothing of oneself
    about = clauses.of_oneself(g.quote.source, g.quote.span) and not asked_for
    return not g.for_assistant and not g.asked and not about


def _turned_round(g: Grounded) -> bool:
    return not same_sense(g.candidate, g.quote)


def _unsupported(g: Grounded) -> bool:
    return not supported(g.candidate, g.quote)


def _not_withdrawn(g: Grounded) -> bool:
    """A forget that the user did not ask for: their words neither name it nor end it."""
    said = g.quote.sentence
    asked = any(wish.kind == "forget" for wish in explicit.wishes(said))
    ends = modality.ends(said) or against(g.quote.said) != against(g.candidate.text)
    return not ((asked or ends) and related(g.candidate, said))


CANDIDATE_GATES: tuple[Gate[Candidate], ...] = (
    Gate("empty", _empty, "no text", "没有内容", "3"),
    Gate("temporary", _temporary, "the model calls it temporary", "模型自认为是临时的", "5"),
    Gate("speculative", _speculative, "the model calls it a guess", "模型自认为是猜测", "6"),
    Gate(
        "low_confidence",
        _low_confidence,
        "confidence below 0.7; a forget is never refused for it",
        "置信度低于 0.7；要求遗忘的不受此限",
        "7",
    ),
    Gate(
        "sensitive_personal_information",
        _sensitive,
        "a secret, an identifying number, a street address in any field",
        "任一字段含密钥、证件号、门牌地址等",
        "8",
    ),
    Gate(
        "raw_runtime_state",
        _raw_runtime_state,
        "machinery: state, prompts, payloads, stack traces",
        "运行时数据：状态、提示词、原始响应、堆栈",
        "9",
    ),
    Gate(
        "full_transcript",
        _full_transcript,
        "a piece of conversation instead of a statement",
        "对话片段而不是陈述",
        "10",
    ),
    Gate(
        "irrelevant",
        _irrelevant,
        'a placeholder: 这个, "the above", "nothing to remember"',
        "占位内容：这个、以上、没有值得记住的",
        "11",
    ),
    Gate("unsafe", _unsafe, "no subject, or a taste without prefer or avoid", "没有主体，或偏好没有方向", "12"),
    Gate(
        "injection",
        _injection,
        "orders about orders, claims of rights, addresses of web pages",
        "改写指令、索要权限、网址",
    ),
)
"""Of the candidate alone; schema faults before them are `unsafe`, `unsupported_type`, `too_long` (2, 4)."""
ADD_GATES: tuple[Gate[Grounded], ...] = (
    Gate(
        "sensitive_personal_information",
        _sensitive_quote,
        "the user's words beside it hold a secret",
        "同句原话里有敏感信息",
    ),
    Gate(
        "sensitive_personal_information",
        _withheld,
        "health, belief, children, beyond what the table below allows",
        "健康、信仰、儿童信息超出下表允许的范围",
    ),
    Gate("off_record", _off_record, "said to be kept out of memory", "用户要求不要记住"),
    Gate("language_not_kept", _language, "another language than the user's", "换了语言"),
    Gate("question", _question, "a question", "是提问"),
    Gate(
        "quoted",
        _quoted,
        "somebody else's words: quoted, pasted, told, handed over to be worked on",
        "他人的话：引用、粘贴、转述、待处理的文本",
    ),
    Gate("hypothetical", _hypothetical, "if …, a wish, a story, a role", "假设、愿望、故事、角色"),
    Gate("speculative", _unsure, "the user is not sure", "用户自己也不确定"),
    Gate(
        "temporary",
        _passing,
        "of today or this week, a mood, a trip; a date that cannot be told",
        "当天当周的事、情绪、行程；无法换算的日期",
    ),
    Gate("temporary", _over, "what was once and is no longer", "以前如此，现在不是"),
    Gate("temporary", _one_off, "a request for now as a rule for good", "一次性请求被当成长期规则"),
    Gate("unsupported_detail", _order, "an order to the assistant filed as a fact", "给助手的指令被当成用户的事实"),
    Gate("not_about_user", _not_about_user, "about the world, not about the user", "说的是世界而不是用户"),
    Gate("turned_round", _turned_round, "不喜欢 became 喜欢, or the other way round", "不喜欢变成喜欢，或相反"),
    Gate(
        "unsupported_detail",
        _unsupported,
        "a number, name, reason or content nobody said; somebody else's fact as the user's",
        "没说过的数字、名字、原因、内容；把别人的事记到用户头上",
    ),
)
"""Of an add and the user's words; before them `no_evidence`: the words are not the user's."""
SUPPRESS_GATES: tuple[Gate[Grounded], ...] = (
    Gate("quoted", _quoted, "a forget in somebody else's words", "别人话里的遗忘要求"),
    Gate("not_withdrawn", _not_withdrawn, "a forget of what the user did not withdraw", "用户并没有撤回的内容"),
)
"""Of a forget: it names what it is about, not what is true, so that its words need no support."""
