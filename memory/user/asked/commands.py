"""What a chat message asks of the assistant's memory: to forget, to erase, to say what it knows, to stop, to start.

By rule, without a model, in both languages, and careful: a message read as a command when it is none would forget
what nobody wanted forgotten, or hide the user's question.
"""

import re
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from memory.language.modality import tells_story
from memory.language.quotation import quoted
from memory.language.requests import asks_for
from memory.language.text import Span, clauses, even, sentences
from memory.user.asked.forgetting import asked_to_forget, for_good, points_back
from memory.user.asked.inventory import asks_what_is_known
from memory.user.asked.off_record import off_record
from memory.user.asked.orders import GOES_ON
from memory.user.asked.switches import starts, stops
from memory.user.slots import stated

Kind = Literal["forget", "erase", "inventory", "stop", "start"]
_GRAVEST: tuple[Kind, ...] = ("erase", "forget", "stop", "start", "inventory")

MAX_ASKED = 8
"""In how many sentences one message may ask; where more do, it is a text about memory, not a command."""
MAX_SENTENCE_CHARS = 500
"""A longer sentence is pasted, or tells a story: no order to memory stands in it."""
_QUOTATION = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|`[^`]*`")
_HANDED_OVER = re.compile(
    r"(?:发|回|写|说(?!的|过)|问|翻译|总结|润色|改写|告诉(?!你)|\b(?:draft|write|text|tell|send|says?|saying|reply"
    r"|translate"
    r"|summari[sz]e"
    r"|rephrase|rewrite|title|titled|called))[^。.!?\n]{0,200}[：:]",
    re.I,
)
_SOMEBODY_SAYS = re.compile(
    r"(?:小说|故事|电影|电视剧|剧|歌|游戏)[里中]|(?:[他她]们?|有人|别人|朋友|同事|老师|老板|妈妈?|爸爸?|歌词?|书"
    r"|电影|文章)[里中]?[^，。]{0,6}[说讲问写唱](?!的|过)"
    r"|\b(?:he|she|they|someone|somebody|lyrics?|song|article|book) (?:\w+ )?(?:said|says?|asked|asks|wrote|writes|goes"
    r"|told)\b",
    re.I,
)
_FILLER = re.compile(
    r"(?:(?:你好|您好|嗨|哈喽|早上?好?|晚上好|下午好|谢谢(?:你|您|啦|了)?|多谢|感谢|辛苦了?|抱歉|不好意思|对不起"
    r"|麻烦(?:你|您)?了?|拜托了?"
    r"|劳驾|唔该|请|好吗|行吗|可以吗|好不好|行不行|吧|嗯|那个|对了|哦|好的?|可以|没事|听到没|立刻|马上|现在|就这样"
    r"|算了|我改主意了"
    r"|我想从头开始|帮帮忙|哈|啊|呀|啦|[你您])"
    r"|\b(?:hi|hey|hello|good (?:morning|evening|afternoon)|there|thanks?|thank you|thx|cheers|please|pls|sorry|ok"
    r"|okay|so|and|well"
    r"|oh|if (?:that's|it's|you (?:can|could|don't mind))(?: \w+)*|would you|could you|can you|will you|now|just"
    r"|right now|asap|appreciate it"
    r"|much appreciated|i'm serious|a lot|so much|very much|in advance|for everything|ok with you|kindly|excuse me"
    r"|quick one|by now)\b|\W)*$",
    re.I,
)
_SAME = re.compile(
    r"忘|删|刪|抹|当不知道|连根拔|再[记存]|清[除空掉]|移除|别留|不留|不要留|不用留|备份|记了|别记|不要记|[记存]着"
    r"|列(?:出|一下|给|个|全|晒|都)|给我看|保留"
    r"|\b(?:forget|delet\w+|eras\w+|remov\w+|purg\w+|wip\w+|drop it|scrub|hold on to (?:it|that)|keep (?:it|that"
    r"|any)|back-?ups?"
    r"|no (?:copies|trace|record)s?|remember(?:ing)? (?:it|that|any)|list (?:it|them|everything)|show me)\b",
    re.I,
)
"""What goes on asking for the same: "delete it", 不用留着, "no backups"."""
_LIST_IT = re.compile(
    r"\W*(?:please )?(?:give|show|send|list|tell|read|print)(?: (?:me|them|it|the|a|all|everything|full|complete"
    r"|out|of|list|details))*\W*$",
    re.I,
)
_ASKS_MORE = re.compile(
    r"我现在|现在我|\bi(?:'m)? [^,.]{2,40} now\b|\bnow i\b|帮我(?![删忘清抹列])|给我(?!看)|告诉我|替我|教我|推荐"
    r"|讲个|讲讲|写[一个首篇段封]|翻译|解释|另外|顺便|然后"
    r"|还有|接下来|提醒|再(?:给|帮|讲|写|来|问|推荐)|请问|想问|问一?下"
    r"|^\W*(?:请|你|也|要|但)*(?:记住|记得|记下)|改成|换成|新的"
    r"|\b(?:also|by the way|btw|second question|next|instead|help me|tell me|give me|show me|let'?s|explain|write"
    r"|recommend|suggest"
    r"|translate|remind|remember|note|another|any tips|i need|i want to know|i'm wondering|i wonder|then)\b",
    re.I,
)


_LEADS_IN = re.compile(r"^(?:\W|(?:oh|and|so|well|ok|okay|now|hey|then|but|也|那|那么|哦|嗯|还有)\b)*", re.I)
_QUESTION = re.compile(
    r"^(?:what|how|who|whose|where|why|when|which|is|are|was|were|do|does|did|can|could|should|would|will|have|has"
    r"|am)\b(?! i told you)"
    r"|怎么|如何|什么|为什么|为啥|哪[里儿个些]|多少|几[点个岁]|是不是|有没有|谁|吗$|呢$",
    re.I,
)


_NOT_EVEN_ONCE = re.compile(
    r"(?:别|不要|不用|don'?t|do not)(?![^，,。]*(?:再|了(?:\W|$)|\bany ?more\b|\blonger\b))", re.I
)
"""不要记住… keeps one thing out of memory; 不要再记着…了 drops what is in it."""


@dataclass(frozen=True)
class Command:
    """What a message asks of memory."""

    kind: Kind
    said: str
    """The sentence or sentences that ask for it, as the user wrote them."""
    about: str = ""
    """Of an inventory the side of the user it is limited to, without 我的 or "my"; empty for all."""
    rest: bool = False
    """Whether the message asks or tells something else that needs an answer."""


@dataclass(frozen=True)
class _Found:
    kind: Kind
    sentence: Span
    asked: Span
    about: str = ""


def command(text: str) -> Command | None:
    """Return what `text` asks of the assistant's memory; None when it asks nothing of it.

    Where it asks for more than one thing, the graver one counts: erase, forget, stop, start, inventory.
    """
    said = _QUOTATION.sub(lambda quotation: "□" * len(quotation[0]), even(text))
    spans = pairwise([None, *sentences(said)])
    asking = (one for before, span in spans if span and (one := _in_sentence(text, said, span, before)))
    found = list(islice(asking, MAX_ASKED + 1))
    if not found or len(found) > MAX_ASKED:
        return None
    own = [one for one in found if not _of_somebody_else(text, said, one.asked)]
    if not own:
        return None
    kind = min((one.kind for one in own), key=_GRAVEST.index)
    same = [one for one in own if one.kind == kind or (kind == "erase" and one.kind == "forget")]
    return Command(
        kind,
        " ".join(text[slice(*one.sentence)] for one in same),
        next((one.about for one in same if one.about), ""),
        _leaves_more(text, said, [one.asked for one in same]),
    )


def _in_sentence(text: str, said: str, span: Span, before: Span | None) -> _Found | None:
    """Return what the sentence asks for, whoever says it."""
    sentence = said[slice(*span)]
    if len(sentence) > MAX_SENTENCE_CHARS:
        return None
    if stopped := stops(sentence):
        return _found("stop", span, stopped)
    if started := starts(sentence):
        return _found("start", span, started)
    if before and points_back(said[slice(*before)], sentence):
        both = (before[0], span[1])
        return _Found("erase" if for_good(sentence) else "forget", both, both)
    forgotten = asked_to_forget(sentence)
    if forgotten and not (_NOT_EVEN_ONCE.match(sentence, forgotten[0]) and off_record(sentence)):
        return _found("erase" if for_good(sentence) else "forget", span, forgotten)
    if asked := asks_what_is_known(sentence):
        topic = asked.topic and text[span[0] + asked.topic[0] : span[0] + asked.topic[1]]
        return _found("inventory", span, asked.span, topic or "")
    return None


def _found(kind: Kind, sentence: Span, asked: Span, about: str = "") -> _Found:
    return _Found(kind, sentence, (sentence[0] + asked[0], sentence[0] + asked[1]), about)


def _of_somebody_else(text: str, said: str, asked: Span) -> bool:
    """Whether the words that ask are quoted, told, handed over to be worked on, or part of a story."""
    before = said[: asked[0]]
    return bool(
        _HANDED_OVER.search(before)
        or _SOMEBODY_SAYS.search(before)
        or tells_story(said[: asked[1]])
        or quoted(text, asked)
    )


def _leaves_more(text: str, said: str, asked: list[Span]) -> bool:
    """Whether anything beside the words that ask of memory asks for something else, or tells something new."""
    pieces = clauses(said)
    if any(GOES_ON.search(said, end, max(c[1] for c in pieces if c[0] < end)) for _, end in asked):
        return True
    others = [c for c in pieces if not any(c[0] < end and start < c[1] for start, end in asked)]
    new = any(stated(said[slice(*c)]) for c in others if c[0] >= asked[0][1])  # before it stands what is to go
    return new or any(_needs_answer(said[slice(*c)], said[c[1] : c[1] + 1], after=c[0] >= asked[0][1]) for c in others)


def _needs_answer(clause: str, mark: str, *, after: bool) -> bool:
    clause = _LEADS_IN.sub("", clause)
    if _FILLER.match(clause):
        return False
    if _LIST_IT.match(clause) or (_SAME.search(clause) and not _ASKS_MORE.search(clause)):
        return False
    question = (bool(mark) and mark in "?？") or _QUESTION.search(clause)
    return bool(question or _ASKS_MORE.search(clause) or (after and asks_for(clause)))
