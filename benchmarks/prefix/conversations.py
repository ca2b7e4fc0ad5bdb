"""Conversations of thirty turns with labelled people, each of whom has some thirty memories."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchmarks.recall.bench import LABELLED
from memory.user.document import UserMemory
from scripts.labelled import read_people, read_questions

TURNS = 30
PEOPLE = {"zh": ("first", "lin"), "en": ("third", "ivy"), "zh and en": ("first", "tess")}
"""Set and person of each conversation."""
_ANSWERS = {
    "zh": (
        "可以从三个方面看：先弄清楚你最在意的是什么，再把选项按时间和花费列出来，最后留一点余地。一般来说，先做最容易验证的那一步，"
        "有了结果再决定要不要继续，比一开始就定死要稳妥。",
        "这个问题没有唯一的答案，不过有几条经验很有用：第一，提前一周准备，别拖到最后一天；第二，把关键信息写下来；第三，"
        "和相关的人先打个招呼。如果你愿意，我可以帮你列一张清单。",
        "简单说：可以，但要注意两点。一是时间上别排得太满，中间留出休息；二是出现不舒服或者意外情况时马上停下来。"
        "具体怎么安排，可以先试一次，看看效果再调整。",
        "我建议分两步走。先花十分钟把现状写清楚：有什么、缺什么、卡在哪里；然后挑影响最大的一项先解决。"
        "做完之后再回头看剩下的，往往会发现有些已经不需要做了。",
        "常见的做法有两种：一种省事但花钱多，另一种便宜但要自己动手。如果你时间紧，选第一种；如果想多学一点，选第二种。"
        "两种都可以随时换，不用太担心选错。",
    ),
    "en": (
        "There are three things to look at: what matters most to you, what each option costs in time and money, "
        "and how easily you can change your mind later. I would start with the step that is easiest to check, "
        "and only then decide whether to go on; it is safer than fixing everything at the beginning.",
        "There is no single right answer, but a few habits help: prepare a week ahead rather than on the last "
        "day, write the important details down, and tell the people involved early. If you like, I can turn this "
        "into a short checklist that you can tick off one by one.",
        "In short: yes, with two caveats. Leave some slack in the schedule so that one delay does not upset the "
        "rest, and stop at once if something feels wrong. Try it once on a small scale, look at how it went, and "
        "adjust from there.",
        "I would do it in two steps. First spend ten minutes on where things stand: what you have, what is "
        "missing, and what blocks you. Then take the one item with the largest effect and finish it before you "
        "look at the others; some of them usually turn out to be unnecessary.",
        "People usually go one of two ways: the convenient one, which costs more, or the cheaper one, which "
        "takes some work of your own. If you are short of time, take the first; if you would like to learn "
        "something, the second. You can switch at any point, so do not worry too much about the choice.",
    ),
}
SUMMARIES = {
    "zh": "用户在这次对话里陆续问了日常生活、工作安排和健康方面的问题，助手给出了分步骤的建议：先弄清现状，"
    "再挑最重要的一项做，留出余地，出现意外就停下来。用户希望建议具体、可以马上执行；尚未做出最后的决定。",
    "en": "Over this conversation the user asked about everyday life, plans at work and health; the assistant answered "
    "with step-by-step advice: find out where things stand, take the most important item first, leave some slack, and "
    "stop when something goes wrong. The user likes advice that is concrete; no final decision was made.",
}


@dataclass(frozen=True)
class Turn:
    """What is said, and what the scripted model answers."""

    said: str
    answer: str
    language: Literal["zh", "en"]


@dataclass(frozen=True)
class Conversation:
    """A conversation of one person."""

    name: str
    memories: Sequence[UserMemory]
    turns: Sequence[Turn]

    @property
    def language(self) -> Literal["zh", "en"]:
        """Of its first turn."""
        return self.turns[0].language


def conversation(name: str, most: int = TURNS) -> Conversation:
    """Return the conversation of this name: the questions of a labelled person, in one language or in both.

    Args:
        name: of `PEOPLE`.
        most: turns, at most.
    """
    part, person = PEOPLE[name]
    asked = [q for q in read_questions(LABELLED / f"queries-{part}.jsonl") if q.person == person]
    said = [(text, q.language) for q in asked if name in (q.language, "zh and en") for text in q.turns]
    turns = [Turn(text, _answer(n, language), language) for n, (text, language) in enumerate(said[:most])]  # type: ignore[arg-type]
    return Conversation(name, read_people(LABELLED / f"memories-{part}.jsonl")[person], turns)


def _answer(number: int, language: str) -> str:
    answers = _ANSWERS[language]
    return f"{number + 1}. {answers[number % len(answers)]}"
