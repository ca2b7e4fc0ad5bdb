"""Whether a sentence asks that something remembered is forgotten, and whether it asks for good, in both languages.

An order or a polite question, and no story, no report, no question of ability: "can you forget my job?" asks for it,
"can you forget things?" and "I never asked you to forget my job" do not. 删掉 and "delete" are also said of files.
"""

import re
from itertools import islice

from memory.language.kin import KIN_ZH
from memory.language.text import Span
from memory.user.asked.orders import is_order
from memory.user.asked.remembered import of_memory, speaks_of_memory
from memory.user.corrections import reminds, without_kept

MAX_VERBS = 8
"""How many verbs of one sentence are looked at; one with more of them is no order."""
_FORGET = re.compile(
    r"(?<!(?<![把帮给替])我)(?<![他她没又总老会许勿])(?<!差点)(?<!不要)(?<!(?<!能)不能)(?<![千万]别)(?<!别)(?<!是不是)(?<!怎么会)"
    r"(?:(?:忘了|忘掉|忘记|忘(?=吧|$)|(?:删|抹|清)(?:掉|除|了|去|干净|一下)|[划拿勾]掉|去(?:掉|除)|移除|销毁|清空|撤回|作废"
    r"|当我没(?:说|提|讲)过?|就当没(?:说|听|提)过?|不算数了?|别留)"
    r"(?!的话|的?时候|带|拿|关[了灯门窗机电火水]|吃|买|做|写|去|回|锁|给|(?:和|跟|同)?你?(?:说|讲|提|告诉|问|介绍"
    r"|补充)(?!过))"
    r"(?!(?:了|记)?(?:那些|这些|一切|所有|过去的?)*(?:时光|烦恼|密码|不愉快|不开心|伤心|悲伤|痛苦|烦心)))"
    r"|(?:不要|不用|别|唔好)再?(?:[记記]住|[记記]得|留着|存着|[记記]着|提(?!(?:[这那]件?事|[他她它])?了?(?:\W|$))|保留"
    r"|保存)了?(?=.*了|我)|(?:不用|别"
    r"|不要)(?:再)?[记記]了"
    r"|(?:别|不要|不用|不必)(?:再(?:存|留|记)着?|(?:存|留|记)着)(?=了|我|吧|$|[，,。])|别(?:存|留|记)(?=了|我|吧)"
    r"|不用[^，,。]{0,4}惦记着?了?"
    r"|(?<=能不能)不再?记(?:得|住)|(?<=可不可以)不再?记(?:得|住)|(?:不想|别)(?:让|要)?你(?:再)?(?:一直)?(?:留|记|存"
    r"|保留|保存)着?"
    r"|\b(?:forget|forgetting|erase|erasing|delete|deleting|remove|removing|removed|wiping|dropping|scrubbing|scrub"
    r"|purge|purging|scrap|bin|wipe|drop|unlearn|(?:take|get)(?=[^.!?]{1,60} (?:out of|off|from) your (?:memory|records"
    r"|database|notes))|discard|delet"
    r"|foget|forgt|un(?:remember|save)|cross (?:out|off)|lose(?= (?:what i|(?:the|that) (?:bit|part|thing)))"
    r"|(?<=if you )forgot|scratch(?= (?:what|that about"
    r"|everything|my))|clear(?= (?:everything|all|what|my|your memory))|get rid of|let go of|clear out)\b"
    r"(?! (?:me[- ]nots?\b|(?:about )?(?:it\b|(?:this|that)(?=\W*$|[,.!]))(?! (?:from|for good|completely"
    r"|entirely))|to\b|the (?:\w+ )?(?:row"
    r"|column|line"
    r"|paragraph|file|word|comma|duplicate"
    r"|space|table|function|comment|background)))"
    r"|\b(?:forget|delete|erase|remove|drop) (?:about )?it\b(?=.*\byour memory\b)"
    r"|\b(?:don'?t|do not|rather (?:you )?(?:didn'?t|not)|stop|no longer|never mind)\b[^.!?]{0,24}"
    r"\b(?:hang(?:ing)? on to|hold(?:ing)? on to|keep(?:ing)? (?:that|my|the|what)|stor(?:e|ing) (?:that|my|the|what)"
    r"|remembering|remember\b(?=.*\bany ?more))\b"
    r"|\b(?:no longer|don'?t|do not) (?:want|need|wish) you (?:to )?(?:keep|hold|stor|sav|remember"
    r"|know)\w*(?=.*\b(?:about|my|on|that i)\b)"
    r"|\bstrike (?:out |off )?(?:that|it|what|those|them)\b|\b(?:pretend|act like) i (?:never|didn'?t)\b"
    r"|\b(?:should|must|has to|needs? to) be gone\b",
    re.I,
)
_FORGET_IT = re.compile(r"\b(?:forget|delete|erase|remove|drop)(?:ting|ing)? (?:about )?(?:it|that|this|them)\b", re.I)
_DISCLOSED = re.compile(
    r"\b(?:mention(?:ed)?|told you|paste[d]?|shared?|i said|gave you|typed|let slip|posted|confess(?:ed)?"
    r"|you remember|you know)\b"
    r"|\bmy [\w' ]{2,40}(?: -|[—:,]) ?(?:please |just |kindly )*$"
    r"|告诉(?:过|了)?你|跟你(?:说|讲|聊)|提(?:到|过|了)|说(?:过|漏|多|了)|发(?:过|了)(?:给你)?",
    re.I,
)
_NAMES = re.compile(r"\W*(?:that|those|the|what i|about)\b", re.I)
"""That thing I said about my boss?"""
_ONLY_IT = re.compile(
    r"\W*(?:(?:please|so|just|now|can you|could you|would you|kindly|i'd like you to|i want you to)\b\W*)*"
    r"(?:forget|delete|erase|remove|drop) (?:about )?(?:it|that|this|all of (?:it|that))\b(?:\W*(?:please|thanks"
    r"|thank you|for good|permanently))*\W*$"
    r"|\W*(?:请|麻烦|帮我|你|都|就|把?[它他]们?|这些|那些|全|能不能|可以)*(?:忘|删)(?:了|掉|除|记)(?:它|吧|好吗"
    r"|可以吗|吗|谢谢)*\W*$",
    re.I,
)
"""What "forget it" can point to; alone it only waves off."""
_FORGET_FOR_NOW = re.compile(
    r"(?:刚才|刚刚|上一?个|之前|前面)[^，。]{0,4}(?:问题|指令|提示|命令|请求)|(?:咱|我)们?来?[聊说谈]点?(?:别的"
    r"|其他)|^算了[，,]?忘了?吧|怎么(?:弄|办|操作|做|搞|才能|整)\W*$"
    r"|\b(?:previous|last|earlier|prior|above|first|other) (?:questions?|instructions?|prompts?|requests?|messages?"
    r"|commands?"
    r"|point|part|one)\b|\bforget (?:all )?(?:your|the) (?:rules|guidelines|training|instructions|persona|role)\b"
    r"|,? how(?: (?:do|can|would|should) (?:i|we|you) (?:do|go about) (?:that|it|this))?\?$|"
    r"(?:今天|今晚|这次|这回|先|暂时)[^，,。]{0,3}(?:忘|别管|不管)|\bforget\b[^,.!?]{0,40}\b(?:for (?:tonight"
    r"|today|now|this|once|the moment|a (?:moment|minute|second|sec|bit|while))"
    r"|tonight|today|right now)\b"
    r"|\bforget (?:about )?(?!(?:[^,.!?]*\b(?:i|my|me|you|memory)\b))[^,.!?]{2,40}, (?:help|let'?s|let me|tell|show"
    r"|give|play|what about|how about|just)\b",
    re.I,
)
"""What is only set aside: "forget jazz for tonight", "forget the bees, help me with the wasps"."""
_OF_MIND = re.compile(r"(?i)[忘当就别不唔]|forget|don|do not|rather|stop|no longer|never|strike|pretend|act")
"""Words said of nothing but a memory; 删, "delete" are said of anything."""
_REFUSAL = re.compile(r"don|do not|rather|no longer|never", re.I)
_KEEPS_MINE = re.compile(r"(?:keep|stor|hold|hang).* my\b", re.I)
_TELLS = re.compile(
    rf"^\W*(?:(?:我|他|她|咱)的?们?)?(?:{KIN_ZH}|他|她|它)[^。]*[，,][就也都已经还会]*把我[^，。]*忘[了掉]\W*$"
    rf"|^\W*(?:(?:我|咱)们?的?)?(?:{KIN_ZH}|他|她|它)们?[又已经就都刚昨前天]*把[^，,。]*[删划抹拿忘][^，,。]{{0,2}}\W*$"
    r"|^(?!.*(?:那|这)[条个])\W*(?:(?:我|他|她)[^，,。你您请]{0,8}(?:忘|删)(?![^，,。]*(?:吧|[吗么]|好不好|行不行))"
    r"|(?:i|he|she)\b[^，,。]{0,8}(?:forg[eo]t|deleted|removed))",
    re.I,
)
_CLAUSE = re.compile(r"[，,、：:。！!？?；;…—]|\.\s|\s-\s|\b(?:so|but|then)\b", re.I)
_FOR_GOOD = re.compile(
    r"(永久|永远|彻底|徹底|干净|不留(?:痕|底|备|任何)|不要留|不好留|一点不留|备份|留底|数据库|存储|服务器|销毁|抹除"
    r"|根除|一劳永逸|不可恢复|不能恢复"
    r"|\b(?:permanent(?:ly)?|for good|forever|for ever|irreversibl[ey]|irrevocabl[ey]|once and for all|databases?"
    r"|storage"
    r"|servers?|back-?ups?|purg(?:e|ed|ing)|without (?:a )?trace|(?:no|any|all|every) (?:trace|cop(?:y|ies))s?"
    r"|hard[- ]delete"
    r"|completely|entirely|destroy)\b)",
    re.I,
)


def asked_to_forget(said: str) -> Span | None:
    """Return where the sentence asks that something remembered is forgotten: its verb; None when it does not.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    if _FORGET_FOR_NOW.search(said) or _TELLS.match(said):
        return None
    pointing = [
        match for match in islice(_FORGET_IT.finditer(said), MAX_VERBS) if _DISCLOSED.search(said, 0, match.start())
    ]
    verbs = [*islice(_FORGET.finditer(said), MAX_VERBS), *pointing]
    asked = next((verb for verb in verbs if _is_asked(said, verb)), None)
    return asked.span() if asked and not reminds(without_kept(said)) else None


def points_back(before: str, said: str) -> bool:
    """Whether the sentence asks that what the one before tells is forgotten ("I told you my job. Please forget it.").

    Args:
        before: the sentence before.
        said: the sentence, both as `memory.language.text.even` makes them.
    """
    return bool(
        _ONLY_IT.match(said)
        and _DISCLOSED.search(before)
        and (_NAMES.match(before) or not before.rstrip().endswith(("?", "？")))
    )


def only_points(said: str) -> bool:
    """Whether the sentence says only that "it" is to be forgotten, whatever that is."""
    return bool(_ONLY_IT.match(said))


def for_good(said: str) -> bool:
    """Whether a forget is meant for good: with a word of permanence (永久, "for good") or of the storage."""
    return bool(_FOR_GOOD.search(said))


def _is_asked(said: str, verb: re.Match[str]) -> bool:
    marks = [mark.end() for mark in _CLAUSE.finditer(said, 0, verb.start())]
    before = said[marks[-1] if marks else 0 : verb.start()]
    ends = _CLAUSE.search(said, verb.end())
    after = said[verb.end() : ends.end() if ends else len(said)]
    refusal = _REFUSAL.match(verb.group())  # "I'd rather you didn't keep …" is the order itself
    if not is_order("" if refusal else before, after, wants=speaks_of_memory(said)):
        return False
    kept = _KEEPS_MINE.search(verb.group())  # eggs are kept too
    return bool(_OF_MIND.match(verb.group()) and not kept) or of_memory(said)
