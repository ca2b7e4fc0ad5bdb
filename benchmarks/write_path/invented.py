"""Statements without end, half Chinese, half English, for stores that are to be full."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.peers.answers import Fact, Said

_THINGS = (
    ("相机", "a camera"),
    ("毛衣", "a jumper"),
    ("地图", "a map"),
    ("邮票", "stamps"),
    ("口琴", "a harmonica"),
    ("棋盘", "a chessboard"),
    ("信件", "letters"),
    ("茶具", "a tea set"),
    ("唱片", "records"),
    ("颜料", "paints"),
    ("望远镜", "telescopes"),
    ("雨伞", "an umbrella"),
    ("药箱", "medicine"),
)
_CHINESE = (
    ("我的第{n}号箱子里一直放着{thing}", "我的第{n}号箱子里放着什么？"),
    ("我给{thing}贴的标签是{n}", "我把标签{n}贴在什么上面？"),
    ("我的笔记本第{n}页写的是{thing}", "笔记本第{n}页我写了什么？"),
    ("我收藏的第{n}张照片拍的是{thing}", "我的第{n}张照片拍的是什么？"),
    ("我们俱乐部第{n}组负责{thing}", "我们俱乐部第{n}组负责什么？"),
    ("我在第{n}次比赛中赢得了{thing}", "我第{n}次比赛赢得了什么？"),
    ("我课堂上第{n}课讲的是{thing}", "我的第{n}课讲什么？"),
    ("我店里编号{n}的货架卖{thing}", "我店里{n}号货架卖什么？"),
)
_ENGLISH = (
    ("I keep {thing} in my box number {n}", "What do I keep in my box number {n}?"),
    ("I put label {n} on {thing}", "What did I put label {n} on?"),
    ("Page {n} of my notebook is about {thing}", "What is page {n} of my notebook about?"),
    ("Photo {n} of my collection shows {thing}", "What does photo {n} of my collection show?"),
    ("Group {n} of my club looks after {thing}", "What does group {n} of my club look after?"),
    ("I won {thing} in my contest number {n}", "What did I win in contest number {n}?"),
    ("Lesson {n} of my course is about {thing}", "What is lesson {n} of my course about?"),
    ("Shelf {n} of my shop sells {thing}", "What does shelf {n} of my shop sell?"),
)
"""What is said, and what would be asked for it: as in real stores, few memories are near a question."""
_PRACTISED = (
    ("大提琴", "the cello"),
    ("古筝", "the zither"),
    ("长笛", "the flute"),
    ("吉他", "the guitar"),
    ("二胡", "the fiddle"),
    ("竖琴", "the harp"),
    ("小号", "the trumpet"),
)
_DAYS = (
    ("一", "Monday"),
    ("二", "Tuesday"),
    ("三", "Wednesday"),
    ("四", "Thursday"),
    ("五", "Friday"),
    ("六", "Saturday"),
    ("日", "Sunday"),
)


@dataclass(frozen=True)
class Told:
    """A turn in which one new thing is said among other things."""

    id: str
    conversation: str
    user: str
    assistant: str
    said: Said


def statement(number: int) -> str:
    """Return a person's statement that is like no other: some 10 tokens."""
    zh, en = _THINGS[number % len(_THINGS)]
    said, _ = _kind(number)
    return said.format(n=number, thing=zh if number % 2 else en)


def question(number: int) -> str:
    """Return what somebody would ask who needs statement `number`."""
    _, asked = _kind(number)
    return asked.format(n=number)


def _kind(number: int) -> tuple[str, str]:
    kinds = _CHINESE if number % 2 else _ENGLISH
    return kinds[number // 2 % len(kinds)]


def turns(name: str) -> Iterator[Told]:
    """Yield 98 turns with one new fact each, Chinese and English in turn.

    Args:
        name: of the conversation.
    """
    for number in range(2 * len(_PRACTISED) * len(_DAYS)):
        instrument, day = divmod(number // 2, len(_DAYS))
        yield (_chinese if number % 2 else _english)(name, number, instrument, day)


def _chinese(name: str, number: int, instrument: int, day: int) -> Told:
    what, when = _PRACTISED[instrument][0], _DAYS[day][0]
    fact = Fact(
        text=f"用户每周{when}晚上练{what}",
        evidence=f"我每周{when}晚上都练{what}",
        subject=f"周{when}{what}",
    )
    return Told(
        f"{name}-{number}",
        name,
        f"我每周{when}晚上都练{what}。今天想顺便问一下，有没有适合睡前听的曲子可以推荐？",
        "当然可以。睡前适合听节奏舒缓、音量变化不大的曲子，比如舒曼的《梦幻曲》或者德彪西的《月光》，音量调低一些，听二十分钟左右就够了。",
        Said(facts=(fact,)),
    )


def _english(name: str, number: int, instrument: int, day: int) -> Told:
    what, when = _PRACTISED[instrument][1], _DAYS[day][1]
    fact = Fact(
        text=f"The user practises {what} every {when} evening",
        evidence=f"I practise {what} every {when} evening",
        subject=f"{what} {when}",
    )
    return Told(
        f"{name}-{number}",
        name,
        f"I practise {what} every {when} evening. By the way, could you recommend something calm to listen to before "
        "going to sleep tonight?",
        "Of course. Before sleep, slow pieces with few changes in volume work best: Schumann's Träumerei, for example, "
        "or Debussy's Clair de lune. Keep the volume low, and stop after about twenty minutes, so that the music ends "
        "before you fall asleep.",
        Said(facts=(fact,)),
    )
