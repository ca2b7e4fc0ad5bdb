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
    ("望远镜", "a telescope"),
    ("雨伞", "an umbrella"),
    ("药箱", "a first-aid kit"),
)
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
    """Return a person's statement that is like no other: some 18 tokens."""
    zh, en = _THINGS[number % len(_THINGS)]
    return f"我的第{number}号箱子里一直放着{zh}" if number % 2 else f"I keep {en} in my box number {number}"


def question(number: int) -> str:
    """Return what somebody would ask who needs statement `number`."""
    return f"我的第{number}号箱子里放着什么？" if number % 2 else f"What do I keep in my box number {number}?"


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
