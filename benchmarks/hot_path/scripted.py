"""What the scripted models answer, and how fast."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.hot_path.names import CHAT_MODEL, COMPACTION_MODEL, EXTRACTION_MODEL
from tests.provider.process import proposes, says
from tests.provider.script import Rule

ANSWER = "这是一个不长不短的回答，" * 7
"""21 pieces of four characters, as the provider cuts it."""
PIECES = 21
NAMES = "豆包 芝麻 可乐 年糕 布丁 花卷 团子 汤圆 麻薯 奶茶 小满 立夏 白露 寒露 冬至 阿福 旺财 来福 大橘 小黑".split()


@dataclass(frozen=True)
class Pace:
    """How fast a model is.

    Args:
        name: as tables show it.
        first_s: seconds until the first piece.
        rest_s: seconds from the first piece to the last.
    """

    name: str
    first_s: float
    rest_s: float

    @property
    def between_s(self) -> float:
        """Seconds between two pieces."""
        return self.rest_s / (PIECES - 1)

    @property
    def whole_s(self) -> float:
        """Seconds a whole answer takes."""
        return self.first_s + self.rest_s


ZERO = Pace("zero latency", 0, 0)
REAL = Pace("realistic pace", 0.3, 0.5)
"""A hosted model's: the first piece after 300 ms, twenty more over 500 ms."""


def fact(number: int) -> str:
    """Return something that is worth remembering."""
    return f"我{known(number)}"


def known(number: int) -> str:
    """Return what stands in the memory of that fact."""
    return f"养了一只猫，名字叫{NAMES[number % len(NAMES)]}"


def rules(pace: Pace) -> Sequence[Rule]:
    """Return a script: answers in pieces; what is proposed of what was told, `model` adds."""
    return [
        says(
            ANSWER,
            model=CHAT_MODEL,
            delay_s=max(0.0, pace.first_s - pace.between_s),
            chunk_delay_s=pace.between_s,
        ),
        proposes(model=EXTRACTION_MODEL, delay_s=pace.whole_s),
        says("", model=COMPACTION_MODEL, delay_s=pace.whole_s, json={"summary": "他们聊了各种日常问题。", "pins": []}),
    ]
