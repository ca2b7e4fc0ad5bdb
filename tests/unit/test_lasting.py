"""Whether something is asked of the assistant for good: by how it is worded, in both languages."""

import pytest

from memory.language import lasting
from memory.language.text import clauses


def last_clause(text: str) -> tuple[int, int]:
    return clauses(text)[-1]


@pytest.mark.parametrize(
    "text",
    [
        "你回我消息能不能别用 emoji",
        "我说话慢，你说话可以直接一点",
        "讲代码的时候请用中文",
        "我跑长途货运的，给我回复尽量短点",
        "我眼睛老花，回答分行、短句",
        "我是回族，订餐你帮我留意清真的",
        "我老板不爱看长邮件，给他的东西控制在半页以内",
        "别用表格",
        "Please use British spelling in everything you write for me",
        "Please reply in English only",
        "Whatever I ask about law, assume Scottish law",
        "If I paste a stack trace, always start with the root cause",
        "I'm colour-blind, so charts must not rely on red against green",
        "My time zone is IST, so keep meeting times in IST",
        "Code reviews for me should be in Go idioms",
        "Deploys go out on Mondays",
        "be blunt with me",
        "keep nuts out of any recipes you give me",
        "In our team every PR needs two approvals",
        "Emojis are fine now",
        "周报每条不超过20字",
        "算了还是用简体吧",
        "everyone calls me Seun",
    ],
)
def test_for_good(text: str) -> None:
    assert lasting.lasts(text, last_clause(text))


@pytest.mark.parametrize(
    "text",
    [
        "这封邮件别超过 100 字",
        "这个函数不要加注释",
        "这份合同里别出现英文",
        "先用英文回我这一条就好",
        "请用三句话解释黑洞",
        "把标题改成红色",
        "Don't use a table in this email",
        "Keep this letter short",
        "Write it in a formal tone",
        "Explain black holes in three sentences",
        "the slides should be blue",
    ],
)
def test_for_now(text: str) -> None:
    assert not lasting.lasts(text, last_clause(text))


@pytest.mark.parametrize("text", ["我一直在用空格缩进", "恐怖片一律不看", "I never eat fish", "我从来不熬夜"])
def test_a_habit_of_ones_own_is_no_rule(text: str) -> None:
    assert not lasting.is_rule(text, (0, len(text)))


@pytest.mark.parametrize(
    "text", ["以后别用表格", "每次回答都先说结论", "Never use tables", "From now on answer in Chinese"]
)
def test_a_rule_is_addressed_to_the_assistant(text: str) -> None:
    assert lasting.is_rule(text, (0, len(text)))
