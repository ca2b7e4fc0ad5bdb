"""The gates: each refuses a candidate for one reason and has a code of its own (R2.2).

The article's gates come first and in its order; evidence and injection follow. Each is one small function that
says whether it refuses; the tables say in which order they are asked, and what the README says of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from memory.user import refusals
from memory.user.candidate import Candidate
from memory.user.refusals import Grounded

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


CANDIDATE_GATES: tuple[Gate[Candidate], ...] = (
    Gate("empty", refusals.empty, "no text", "没有内容", "3"),
    Gate("temporary", refusals.temporary, "the model calls it temporary", "模型自认为是临时的", "5"),
    Gate("speculative", refusals.speculative, "the model calls it a guess", "模型自认为是猜测", "6"),
    Gate(
        "low_confidence",
        refusals.low_confidence,
        "confidence below 0.7; a forget is never refused for it",
        "置信度低于 0.7；要求遗忘的不受此限",
        "7",
    ),
    Gate(
        "sensitive_personal_information",
        refusals.secret_fields,
        "a secret, an identifying number, a street address in any field",
        "任一字段含密钥、证件号、门牌地址等",
        "8",
    ),
    Gate(
        "raw_runtime_state",
        refusals.raw_runtime_state,
        "machinery: state, prompts, payloads, stack traces",
        "运行时数据：状态、提示词、原始响应、堆栈",
        "9",
    ),
    Gate(
        "full_transcript",
        refusals.full_transcript,
        "a piece of conversation instead of a statement",
        "对话片段而不是陈述",
        "10",
    ),
    Gate(
        "irrelevant",
        refusals.irrelevant,
        'a placeholder: 这个, "the above", "nothing to remember"',
        "占位内容：这个、以上、没有值得记住的",
        "11",
    ),
    Gate(
        "unsafe",
        refusals.without_identity,
        "no subject, or a taste without prefer or avoid",
        "没有主体，或偏好没有方向",
        "12",
    ),
    Gate(
        "injection",
        refusals.injection,
        "orders about orders, claims of rights, addresses of web pages",
        "改写指令、索要权限、网址",
    ),
)
"""Of the candidate alone; schema faults before them are `unsafe`, `unsupported_type`, `too_long` (2, 4)."""
ADD_GATES: tuple[Gate[Grounded], ...] = (
    Gate(
        "sensitive_personal_information",
        refusals.secret_quote,
        "the user's words beside it hold a secret",
        "同句原话里有敏感信息",
    ),
    Gate(
        "injection",
        refusals.ordered_beside,
        "said in one breath with orders about orders",
        "同一句话里有关于指令的指令",
    ),
    Gate(
        "sensitive_personal_information",
        refusals.withheld_kind,
        "health, belief, children, beyond what the table below allows",
        "健康、信仰、儿童信息超出下表允许的范围",
    ),
    Gate("off_record", refusals.off_record, "said to be kept out of memory", "用户要求不要记住"),
    Gate("language_not_kept", refusals.other_language, "another language than the user's", "换了语言"),
    Gate("question", refusals.question, "a question", "是提问"),
    Gate(
        "quoted",
        refusals.quoted,
        "somebody else's words: quoted, pasted, told, handed over to be worked on",
        "他人的话：引用、粘贴、转述、待处理的文本",
    ),
    Gate("hypothetical", refusals.hypothetical, "if …, a wish, a story, a role", "假设、愿望、故事、角色"),
    Gate("speculative", refusals.unsure, "the user is not sure", "用户自己也不确定"),
    Gate(
        "temporary",
        refusals.passing,
        "of today or this week, a mood, a trip; a date that cannot be told",
        "当天当周的事、情绪、行程；无法换算的日期",
    ),
    Gate("temporary", refusals.past_fact, "what was once and is no longer", "以前如此，现在不是"),
    Gate("temporary", refusals.one_off, "a request for now as a rule for good", "一次性请求被当成长期规则"),
    Gate(
        "unsupported_detail",
        refusals.order,
        "an order to the assistant filed as a fact",
        "给助手的指令被当成用户的事实",
    ),
    Gate("not_about_user", refusals.not_about_user, "about the world, not about the user", "说的是世界而不是用户"),
    Gate("turned_round", refusals.turned_round, "不喜欢 became 喜欢, or the other way round", "不喜欢变成喜欢，或相反"),
    Gate(
        "unsupported_detail",
        refusals.unsupported,
        "a number, name, reason or content nobody said; somebody else's fact as the user's",
        "没说过的数字、名字、原因、内容；把别人的事记到用户头上",
    ),
)
"""Of an add and the user's words; before them `no_evidence`: the words are not the user's."""
SUPPRESS_GATES: tuple[Gate[Grounded], ...] = (
    Gate("quoted", refusals.quoted_forget, "a forget in somebody else's words", "别人话里的遗忘要求"),
    Gate("not_withdrawn", refusals.not_withdrawn, "a forget of what the user did not withdraw", "用户并没有撤回的内容"),
)
"""Of a forget: it names what it is about, not what is true, so that its words need no support."""


def gates_beside_support(gates: tuple[Gate[Grounded], ...]) -> tuple[Gate[Grounded], ...]:
    """Return `gates` without those that ask whether the user's words alone carry a statement, and for good."""
    leaning = (refusals.not_about_user, refusals.unsupported, refusals.one_off)
    return tuple(gate for gate in gates if gate.refuses not in leaning)
