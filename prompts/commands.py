"""What the program answers when the user asks something of memory: only what has really happened, never more.

It is no prompt for a model but what a person reads; a model that has something else to answer is told that it was said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from prompts.fence import fenced

Language = Literal["zh", "en"]
Kind = Literal["forget", "erase", "inventory", "stop", "start"]
MAX_LISTED = 40
"""Memories in an answer; of more it says how many there are."""

_STAYS = {
    "zh": "（聊天记录里的原话还在，删除这段对话才会消失。）",
    "en": "(Your words in the chat itself stay until you delete the conversation.)",
}
_NOTE = {
    "zh": "程序已经处理了用户对记忆的要求，并在你的回答前面显示了下面的话。"
    "不要重复它，也不要声称做了别的；只回答消息里其余的部分。",
    "en": "The program has done what the user asked of memory, and has shown the words below before your answer. "
    "Do not repeat them and do not claim anything beyond them; answer the rest of the message only.",
}


@dataclass(frozen=True)
class Done:
    """What was asked of memory, and what came of it."""

    kind: Kind
    texts: Sequence[str] = ()
    """Of the memories that were forgotten, or that are listed; of an erase none."""
    count: int = 0
    """How many memories were forgotten, deleted or found."""
    about: str = ""
    """What a list is limited to."""
    learning: bool = True
    failed: Literal["", "off", "unavailable", "unsure"] = ""
    """Why nothing was done: memory is off in this conversation; it cannot be reached; or that this is not known."""


def reply(done: Done, language: Language) -> str:
    """Return what the user reads."""
    return _zh(done) if language == "zh" else _en(done)


def note(said: str, language: Language) -> str:
    """Return what a model is told that answers the rest of the message."""
    return f"{_NOTE[language]}\n{fenced('memory_command', said)}"


def _zh(done: Done) -> str:
    if done.failed == "off":
        return "这段对话没有开启长期记忆，所以我没有查看也没有改动任何记忆。"
    if done.failed == "unsure":
        return "记忆处理得太慢，我不知道有没有完成改动。请稍后用“你记得我什么？”看一看。"
    if done.failed:
        return "现在连不上记忆，什么都没有改动。请稍后再说一次。"
    if done.kind == "stop":
        return "好的，从现在起我不再记任何新内容。已经记住的还在，可以让我忘掉；想恢复时说“可以重新记了”。"
    if done.kind == "start":
        return "好的，从现在起可以重新记了。关闭期间说的话不会补记。"
    if done.kind == "inventory":
        return _listed_zh(done)
    if not done.count:
        return (
            "我没有找到明确符合的记忆，所以没有忘掉任何东西。刚说过、还在后台处理的内容会随后一并处理。"
            "想让我忘掉全部，请说“忘掉关于我的一切”。"
        )
    if done.kind == "erase":
        return f"已永久删除 {done.count} 条记忆，包括它们的历史和原话。\n{_STAYS['zh']}"
    return f"已忘掉 {done.count} 条记忆：\n{_lines(done)}\n{_STAYS['zh']}"


def _listed_zh(done: Done) -> str:
    off = "" if done.learning else "\n现在没有在记新内容。"
    scope = f"关于“{done.about}”" if done.about else "关于你"
    if not done.count:
        return f"{scope}我还没有记住任何东西。{off}"
    more = f"\n……还有 {done.count - MAX_LISTED} 条。" if done.count > MAX_LISTED else ""
    return f"{scope}我记住了 {done.count} 条：\n{_lines(done)}{more}{off}"


def _en(done: Done) -> str:
    if done.failed == "off":
        return "Long-term memory is off in this conversation, so I looked at nothing and changed nothing."
    if done.failed == "unsure":
        return (
            "Memory took too long, and I do not know whether anything was changed. "
            'Ask "what do you know about me?" in a while.'
        )
    if done.failed:
        return "Memory cannot be reached right now, and nothing was changed. Please say it again in a while."
    if done.kind == "stop":
        return (
            "From now on I remember nothing new. What I know already is still there; you can have it forgotten. "
            'Say "you can remember again" to switch it back on.'
        )
    if done.kind == "start":
        return "From now on I may remember things again. What was said in between stays unremembered."
    if done.kind == "inventory":
        return _listed_en(done)
    if not done.count:
        return (
            "I found no such memory, so nothing was forgotten. "
            "What you said just now and is still being processed will be dealt with after it. "
            'To have all of it forgotten, say "forget everything about me".'
        )
    memories = f"{done.count} memor{'y' if done.count == 1 else 'ies'}"
    if done.kind == "erase":
        return f"I deleted {memories} for good, with history and quotes.\n{_STAYS['en']}"
    return f"I forgot {memories}:\n{_lines(done)}\n{_STAYS['en']}"


def _listed_en(done: Done) -> str:
    off = "" if done.learning else "\nNothing new is being remembered at the moment."
    scope = f'about "{done.about}"' if done.about else "about you"
    if not done.count:
        return f"I remember nothing {scope} yet.{off}"
    more = f"\n… and {done.count - MAX_LISTED} more." if done.count > MAX_LISTED else ""
    things = "1 thing" if done.count == 1 else f"{done.count} things"
    return f"I remember {things} {scope}:\n{_lines(done)}{more}{off}"


def _lines(done: Done) -> str:
    return "\n".join(f"- {' '.join(text.split())}" for text in done.texts[:MAX_LISTED])
