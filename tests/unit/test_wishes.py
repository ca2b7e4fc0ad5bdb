"""What the user's own words do to pinned decisions, in both languages."""

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memory.thread.pin_targets import lifts, targets
from memory.thread.pin_words import Pin, Unpin, wish
from memory.thread.thread import PinnedDecision
from memory.thread.wishes import Granted, binding, granted
from tests.unit.test_pins import board, pin, texts

BUDGET = pin("p1", "预算不超过 3,000 元")
FRIDAY = pin("p2", "We deploy on Fridays")
MERGE = pin("p3", "在我确认之前不要合并到 main。")


def turn(user: str, answer: str = "好的。") -> list[AnyMessage]:
    return [HumanMessage(user, id=f"u:{user}"), AIMessage(answer, id=f"a:{answer}")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("把这条定下来", Pin(None)),
        ("好的，把这条定下来吧。", Pin(None)),
        ("pin this", Pin(None)),
        ("Could you pin that, please?", Pin(None)),
        ("就这么定了", Pin(None)),
        ("行，数据库就用 MySQL 8，定了", Pin("数据库就用 MySQL 8")),
        ("that's settled", Pin(None)),
        ("預算不超過三千，這條定下來", Pin("預算不超過三千")),
        ("定下来：接口一律用 REST", Pin("接口一律用 REST")),
        ("pin this: we deploy on Fridays", Pin("we deploy on Fridays")),
        ("把「只用 Postgres」钉住", Pin("只用 Postgres")),
        ("数据库用 Postgres。把这条定下来", Pin("数据库用 Postgres")),
        ("取消预算那条", Unpin("预算")),
        ("把第二条决定取消", Unpin("", 2)),
        ("unpin the budget one", Unpin("budget")),
        ("drop pin 2", Unpin("", 2)),
        ("刚才定下来的那条不算了", Unpin("")),
        ("定下来的那几条全部取消", Unpin("", everything=True)),
        ("Remove the decision that all tests must pass", Unpin("tests must pass")),
        ("取消第十一条决定", Unpin("", 11)),
        ("取消第 1 条决定", Unpin("", 1)),
        ("取消全部固定的决定", Unpin("", everything=True)),
        ("Drop the decision about the first chapter", Unpin("chapter")),
    ],
)
def test_wishes(text: str, expected: Pin | Unpin) -> None:
    assert wish(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "帮我取消订单",
        "删掉第三条",
        "别钉这个",
        "不要钉住这个",
        "我的账号被锁定了",
        "机票定了",
        "解除锁定",
        "他们昨天敲定了合同",
        "去掉第二条，其他不变",
        "I forgot my pin",
        "Enter your PIN:",
        "怎么取消置顶？",
        "先别定下来",
        "这条要定下来吗？",
        "他说把这条定下来",
        "时间还没定下来",
        "翻译成英文：把这条定下来",
        "Don't pin this yet",
        "how do I pin a dependency version?",
        "what did we pin?",
        "translate: pin this",
        "I canceled my gym membership",
        "remove the comment about Postgres from line 12",
        'My manager said "pin this: we deploy on Fridays"',
        "你好",
        "",
    ],
)
def test_what_is_no_wish(text: str) -> None:
    assert wish(text) is None


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Unpin("预算"), ["p1"]),
        (Unpin("fridays"), ["p2"]),
        (Unpin("", 2), ["p2"]),
        (Unpin("", -1), ["p3"]),
        (Unpin(""), ["p3"]),
        (Unpin("", 9), []),
        (Unpin("", 0), []),
        (Unpin("酒店"), []),
        (Unpin("", everything=True), ["p1", "p2", "p3"]),
    ],
)
def test_which_pin_is_meant(wanted: Unpin, expected: list[str]) -> None:
    assert [pin["id"] for pin in targets(wanted, [BUDGET, FRIDAY, MERGE])] == expected


def test_an_unclear_wish_drops_nothing() -> None:
    assert targets(Unpin("预算"), [pin("a", "预算 100"), pin("b", "预算 200")]) == []


@pytest.mark.parametrize(
    "text", ["现在可以合并到 main 了", "你可以合并到main了", "You can merge: 可以合并到 main 了。"]
)
def test_a_prohibition_is_lifted_by_allowing_it(text: str) -> None:
    assert lifts(text, [BUDGET, MERGE]) == [MERGE]


@pytest.mark.parametrize(
    "text", ["现在可以合并到 main 了吗？", "先不要合并到 main", "可以聊聊预算了", "合并到 main 会怎样"]
)
def test_what_lifts_nothing(text: str) -> None:
    assert lifts(text, [BUDGET, MERGE]) == []


def done(text: str, *pins: PinnedDecision, history: list[AnyMessage] | None = None) -> Granted | None:
    return granted(text, board(*pins), history=history or [], message_id="now")


def test_this_is_the_users_last_statement_or_else_the_answer() -> None:
    stated = done("把这条定下来", history=turn("预算不超过三千元"))
    assert stated is not None
    assert texts(stated.board) == ["预算不超过三千元"]
    assert stated.board.pins[0]["source_message_id"] == "u:预算不超过三千元"
    answered = done("把这条定下来", history=turn("用哪个数据库好？", "建议用 Postgres。"))
    assert answered is not None
    assert texts(answered.board) == ["建议用 Postgres。"]
    asked = done("把这条定下来", history=turn("给我一个三天的云南方案吧", "昆明、大理、丽江各一天。"))
    assert asked is not None
    assert texts(asked.board) == ["昆明、大理、丽江各一天。"]
    long = done("pin this", history=turn("Which one?", "Use Postgres. " * 60))
    assert long is not None
    assert len(texts(long.board)[0]) <= 300


@pytest.mark.parametrize(
    ("text", "reason"),
    [("把这条定下来", "nothing_said"), ("取消酒店那条", "not_found"), ("定下来：密码是 Abc@1234", "sensitive")],
)
def test_what_cannot_be_done_has_its_reason(text: str, reason: str) -> None:
    granted_ = done(text, BUDGET)
    assert granted_ is not None
    assert (granted_.done, granted_.reason) == (None, reason)
    assert granted_.board.pins == (BUDGET,)


def test_done_wishes_say_what_changed() -> None:
    dropped = done("取消预算那条", BUDGET, FRIDAY)
    assert dropped is not None
    assert (dropped.done, dropped.changed) == ("unpinned", (BUDGET,))
    lifted = done("可以合并到 main 了", MERGE)
    assert lifted is not None
    assert (lifted.done, lifted.changed) == ("unpinned", (MERGE,))
    assert done("今天天气怎么样", MERGE) is None


NOT_MERGE = "在我确认之前不要合并到 main。"


def test_constraints_that_leave_the_window_are_binding_word_for_word() -> None:
    """Case B57."""
    covered = [*turn(NOT_MERGE), *turn("Never email the client without my approval.")]
    assert binding(["预算上限 8,000 元。"], covered, []) == (
        "预算上限 8,000 元。",
        NOT_MERGE,
        "Never email the client without my approval.",
    )


@pytest.mark.parametrize("back", ["可以合并到 main 了", "取消不要合并到 main 那条"])
@pytest.mark.parametrize("place", ["carried", "covered", "later"])
def test_a_constraint_taken_back_is_not_binding(place: str, back: str) -> None:
    said, taken_back = turn(NOT_MERGE), turn(back)
    assert {
        "carried": lambda: binding([NOT_MERGE], taken_back, []),
        "covered": lambda: binding([], [*said, *taken_back], []),
        "later": lambda: binding([], said, taken_back),
    }[place]() == ()


PINNED_AT_ONCE, PINNED_AFTER = turn("不要合并到 main，把这条定下来"), [*turn(NOT_MERGE), *turn("把这条定下来")]


@pytest.mark.parametrize("said", [PINNED_AT_ONCE, PINNED_AFTER])
def test_what_was_pinned_is_left_to_the_pins(said: list[AnyMessage]) -> None:
    assert binding([], said, [], ["不要合并到 main"]) == ()
    assert binding([], said, turn("取消第一条决定")) == ()  # dropped since: it must not come back
    assert len(binding([], said, [])) == 1  # refused, since the board was full


@pytest.mark.parametrize(
    "said",
    [
        "把“周五发布”定下来。另外不要给客户发邮件。",
        "取消预算那条。不要给客户发邮件。",
        "Pin this: we deploy on Fridays. 不要给客户发邮件。",
    ],
)
def test_a_constraint_beside_a_wish_still_binds(said: str) -> None:
    bound = binding([], turn(said), [], ["周五发布", "we deploy on Fridays"])
    assert any("不要给客户发邮件。" in rule for rule in bound)


def test_a_constraint_is_binding_once() -> None:
    assert binding([NOT_MERGE], turn(NOT_MERGE), []) == (NOT_MERGE,)


def test_a_secret_in_a_constraint_is_masked() -> None:
    assert binding([], turn("日志里不要打印 password=FakeSecret1"), []) == ("日志里不要打印 password=[***]",)
