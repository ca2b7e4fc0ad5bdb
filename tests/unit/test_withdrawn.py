"""A forget that a model proposes is believed where the user takes the thing back in whatever words, and only there."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory.user.admit import Admitted, admit
from memory.user.asked.withdrawing import takes_back
from memory.user.changes import created
from memory.user.decide import decide
from memory.user.document import UserMemory
from memory.user.gate import worth_extracting
from memory.user.turn import FinishedTurn
from tests.provider.process import candidate

NOW = datetime(2026, 11, 30, 8, tzinfo=UTC)


def turn(said: str, hours: int) -> FinishedTurn:
    at = NOW + timedelta(hours=hours)
    return FinishedTurn(conversation_id="c", turn_id=f"{hours}", user_text=said, completed_at=at)


def memory(text: str, said: str, subject: str, **changes: Any) -> UserMemory:
    admitted = admit(candidate(text, said, subject, **changes), [turn(said, 0)])
    assert isinstance(admitted, Admitted), admitted
    return created(admitted, said, text, NOW)


KNOWN = {
    one.identity.subject: one
    for one in [
        memory("User is training for the Lisbon marathon", "I'm training for the Lisbon marathon", "marathon"),
        memory("User is learning Portuguese", "I'm learning Portuguese", "Portuguese"),
        memory("User saves $400 a month for a kayak", "I save $400 a month for a kayak", "kayak"),
        memory("User is allergic to walnuts", "I'm allergic to walnuts", "walnuts"),
        memory("User's sister Anna lives in York", "My sister Anna lives in York", "sister"),
        memory("User takes the 7:40 train to work", "I take the 7:40 train to work", "commute"),
        memory("User plays chess on Mondays", "I play chess on Mondays", "chess"),
        memory("User is writing a thesis on peat bogs", "I'm writing a thesis on peat bogs", "thesis"),
        memory("用户在准备雅思考试", "我在准备雅思考试", "雅思"),
        memory("用户在学吉他", "我在学吉他", "吉他"),
        memory("用户每月存2000元买相机", "我每月存2000元买相机", "相机"),
        memory("用户每天早上六点跑步", "我每天早上六点跑步", "晨跑"),
        memory("用户对芒果过敏", "我对芒果过敏", "芒果"),
        memory("用户的表姐在苏州开茶馆", "我表姐在苏州开茶馆", "表姐"),
        memory("用户参加了周四的合唱团", "我参加了周四的合唱团", "合唱团"),
        memory("用户在装修老房子", "我在装修老房子", "装修"),
    ]
}


def forgotten(said: str, subject: str, text: str = "", evidence: str = "") -> set[str]:
    """Return the subjects of what is forgotten when a model proposes to forget one of them."""
    raw = candidate(text or KNOWN[subject].text, evidence or said, subject, action="suppress")
    admitted = admit(raw, [turn(said, 1)])
    if not isinstance(admitted, Admitted):
        return set()
    taken = decide(admitted, KNOWN.values(), id_of=lambda key: key, now=NOW + timedelta(hours=1))
    return {one.memory.identity.subject for one in taken if one.verdict == "suppressed" and one.memory}


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        # another verb
        ("scrap the kayak fund please", "kayak"),
        ("could you bin the marathon one", "marathon"),
        ("strike the thesis from your list", "thesis"),
        ("the chess thing: cross it off", "chess"),
        ("pls delete the train one", "commute"),
        ("plz remove walnuts, turned out to be a false alarm", "walnuts"),
        ("take the Portuguese off your list would you", "Portuguese"),
        ("you can let the kayak go", "kayak"),
        ("ditch the marathon", "marathon"),
        ("please disregard the 7:40 train", "commute"),
        ("could u lose the bit where I said I play chess", "chess"),
        ("would you mind dropping the Portuguese", "Portuguese"),
        ("I'd like you to drop the marathon stuff", "marathon"),
        ("delet the kayak savings", "kayak"),
        ("please could the chess be removed", "chess"),
        ("I'd prefer that my sister's whereabouts in York not be retained", "sister"),
        ("I want the marathon gone from your memory", "marathon"),
        # waived
        ("never mind about the marathon", "marathon"),
        ("nvm the kayak", "kayak"),
        ("no more chess reminders", "chess"),
        ("no need to keep track of the thesis", "thesis"),
        ("you don't need to worry about my Portuguese", "Portuguese"),
        ("enough about the marathon", "marathon"),
        ("stop bringing up the kayak", "kayak"),
        ("don't bother with the 7:40 train", "commute"),
        # it is off
        ("I pulled out of the Lisbon marathon", "marathon"),
        ("I've given up on Portuguese", "Portuguese"),
        ("I'm done with chess", "chess"),
        ("the kayak plan is off", "kayak"),
        ("the marathon got cancelled", "marathon"),
        ("my thesis is finished, handed in and everything", "thesis"),
        ("I decided against the kayak", "kayak"),
        ("we've dropped the marathon idea", "marathon"),
        ("the walnuts allergy doesn't apply", "walnuts"),
        ("I'm not taking the 7:40 train anymore", "commute"),
        ("the kayak fell through", "kayak"),
        ("Portuguese is a thing of the past", "Portuguese"),
    ],
)
def test_english(said: str, subject: str) -> None:
    assert forgotten(said, subject) == {subject}
    assert worth_extracting([turn(said, 1)])


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("雅思那个删了吧", "雅思"),
        ("吉他那条划掉", "吉他"),
        ("买相机存钱的事抹了吧", "相机"),
        ("麻烦把晨跑六点那条拿掉", "晨跑"),
        ("能不能把合唱团去掉", "合唱团"),
        ("装修老房子这条撤了吧", "装修"),
        ("芒果过敏那个帮我移除一下", "芒果"),
        ("雅思别记着了", "雅思"),
        ("不用提醒我雅思了", "雅思"),
        ("吉他的事不用管了", "吉他"),
        ("相机的事别再提了", "相机"),
        ("跑步六点这个不用盯着我了", "晨跑"),
        ("没必要再记合唱团了", "合唱团"),
        ("雅思那件事算了", "雅思"),
        ("买相机的计划作废", "相机"),
        ("学吉他这事就当我没说", "吉他"),
        ("雅思考试取消了", "雅思"),
        ("合唱团散了", "合唱团"),
        ("合唱团我退了", "合唱团"),
        ("吉他不学了", "吉他"),
        ("相机不买了", "相机"),
        ("装修老房子的事黄了", "装修"),
        ("老房子装修完了", "装修"),
        ("我放弃雅思了", "雅思"),
        ("早上跑步停了", "晨跑"),
    ],
)
def test_chinese(said: str, subject: str) -> None:
    assert forgotten(said, subject) == {subject}
    assert worth_extracting([turn(said, 1)])


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        # a mere mention
        ("how do I train for the Lisbon marathon", "marathon"),
        ("the marathon is on a Sunday", "marathon"),
        ("my kayak money is in the blue jar", "kayak"),
        ("recommend a chess opening", "chess"),
        ("the Portuguese exam is over an hour long", "Portuguese"),
        ("the chess rules will be forgotten by most", "chess"),
        ("I had the marathon day off", "marathon"),
        # a question
        ("is the Lisbon marathon cancelled?", "marathon"),
        ("should I give up Portuguese?", "Portuguese"),
        ("when is the thesis over?", "thesis"),
        ("what happens if I pull out of the marathon?", "marathon"),
        ("do people cancel the kayak fund often?", "kayak"),
        ("can I drop the marathon?", "marathon"),
        # a refusal
        ("don't drop the marathon", "marathon"),
        ("please don't scrap the kayak fund", "kayak"),
        ("I haven't given up on Portuguese", "Portuguese"),
        ("the marathon is not off", "marathon"),
        ("I'm not done with chess", "chess"),
        ("I'd never quit chess", "chess"),
        ("I almost gave up Portuguese", "Portuguese"),
        # a story, a wish, a guess
        ("if I gave up Portuguese I'd have free evenings", "Portuguese"),
        ("maybe the kayak plan is off", "kayak"),
        ("write a story in which I quit chess", "chess"),
        ("I'm thinking of dropping the marathon", "marathon"),
        # somebody else
        ("my brother gave up Portuguese", "Portuguese"),
        ("Tom withdrew from the Lisbon marathon", "marathon"),
        ('he said "drop the marathon"', "marathon"),
        ("my coach told me to drop the marathon", "marathon"),
        # for now
        ("chess is cancelled tonight", "chess"),
        ("no more Portuguese today", "Portuguese"),
        ("forget the marathon for now", "marathon"),
        ("the 7:40 train was cancelled this morning", "commute"),
        # a part of a text
        ("delete the last paragraph about peat bogs", "thesis"),
        ("remove the word walnuts from the title", "walnuts"),
    ],
)
def test_nothing_is_taken_back_in_english(said: str, subject: str) -> None:
    assert forgotten(said, subject) == set()


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("雅思怎么准备", "雅思"),
        ("吉他弦断了怎么换", "吉他"),
        ("相机包要选多大的", "相机"),
        ("雅思取消了吗", "雅思"),
        ("要不要放弃雅思", "雅思"),
        ("我该不该把吉他停了？", "吉他"),
        ("合唱团是不是散了", "合唱团"),
        ("雅思没取消", "雅思"),
        ("吉他别删", "吉他"),
        ("我不会放弃雅思", "雅思"),
        ("还没放弃买相机", "相机"),
        ("差点放弃了吉他", "吉他"),
        ("装修还没结束", "装修"),
        ("如果我放弃雅思，就去旅游", "雅思"),
        ("合唱团可能要散了", "合唱团"),
        ("写个故事，主角不学吉他了", "吉他"),
        ("我弟放弃雅思了", "雅思"),
        ("同事说雅思取消了", "雅思"),
        ("我妈叫我把吉他停了", "吉他"),
        ("今天合唱团取消了", "合唱团"),
        ("这周不跑步了", "晨跑"),
        ("明早六点不跑步了，下雨", "晨跑"),
        ("芒果那段文字删掉", "芒果"),
    ],
)
def test_nothing_is_taken_back_in_chinese(said: str, subject: str) -> None:
    assert forgotten(said, subject) == set()


@pytest.mark.parametrize(
    ("said", "text", "subject"),
    [
        ("scrap the kayak savings", "User puts $550 a month aside for a kayak", "kayak"),
        ("the thesis is done with", "User works on a thesis about peat bogs", "thesis"),
        ("相机不买了", "用户每月存3000元买相机", "相机"),
        ("跑步那条删了吧", "用户每天早上七点跑步", "晨跑"),
    ],
)
def test_it_may_be_named_otherwise_and_with_a_newer_value(said: str, text: str, subject: str) -> None:
    assert forgotten(said, subject, text) == {subject}


@pytest.mark.parametrize(
    ("said", "text", "subject"),
    [
        ("scrap the Friday chess", "User plays chess on Fridays", "chess"),
        ("scrap the $300 kayak savings", "User saves $300 a month for a kayak", "kayak"),
        ("drop my sister Emma", "User's sister Emma lives in York", "sister"),
        ("the guitar is off", "User is learning the guitar", "Portuguese"),
        ("周日的合唱团退了", "用户参加了周日的合唱团", "合唱团"),
        ("晚上七点跑步不跑了", "用户每天晚上七点跑步", "晨跑"),
        ("我不学钢琴了", "用户在学钢琴", "吉他"),
    ],
)
def test_what_the_user_names_must_be_what_is_known(said: str, text: str, subject: str) -> None:
    assert forgotten(said, subject, text) == set()


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("Anna would rather I never told people where she lives. She's right. Please forget it.", "sister"),
        ("oh and the kayak thing, forget it, we're broke", "kayak"),
        ("My thesis is in the library now. Please delete that, thanks", "thesis"),
        ("idk why I told you about Anna in York. delete pls", "sister"),
        ("表姐不想让人知道茶馆的事。忘了吧。", "表姐"),
    ],
)
def test_what_follows_may_ask_for_it(said: str, subject: str) -> None:
    assert forgotten(said, subject, evidence=said.split(".")[0].split("。")[0]) == {subject}


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("Forget it, the walnuts are for the squirrels", "walnuts"),
        ("Is there a train after the 7:40? Forget it.", "commute"),
        ("雅思书又忘了带，算我倒霉", "雅思"),
    ],
)
def test_what_waves_off_or_tells_asks_for_nothing(said: str, subject: str) -> None:
    assert forgotten(said, subject) == set()


def test_an_aversion_that_is_dropped_does_not_become_a_liking() -> None:
    said = "scrap the karaoke thing"
    avoided = {"type": "user_preference", "identity": {"subject": "karaoke", "polarity": "avoid"}}
    known = memory("User hates karaoke", "I hate karaoke", "karaoke", **avoided)
    admitted = admit(candidate(known.text, said, "karaoke", action="suppress", **avoided), [turn(said, 1)])
    assert isinstance(admitted, Admitted)
    taken = decide(admitted, [known], id_of=lambda key: key, now=NOW + timedelta(hours=1))
    assert [one.verdict for one in taken] == ["suppressed"]


@pytest.mark.parametrize(
    "piece", ["a ", "not a ", "take a ", "let it ", "told me ", "no more ", "叫我", "不了", "别再"]
)
def test_a_long_message_is_read_in_a_moment(piece: str) -> None:
    text = (piece * 12_000)[:12_000]
    assert min(_seconds(text) for _ in range(3)) < 0.05


def _seconds(text: str) -> float:
    start = time.process_time()
    takes_back(text, (0, len(text)))
    return time.process_time() - start
