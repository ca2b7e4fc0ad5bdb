"""What a forget names: the part of its sentence that says what is to go, the words in it, or all of the user."""

import re

from memory.language.text import clauses, even
from memory.language.words import words
from memory.user.asked.forgetting import asked_to_forget
from memory.user.asked.orders import GOES_ON

_ASKING = re.compile(
    r"([那这]边|[那这]?事儿|[啦喇晒呀]|记忆里?的?|请|麻烦|帮我|可以|能不能|能否|能|把|将|关于|有关|之前|以前"
    r"|上[次回]|刚才|说过?的?|提过?的?|聊过?的?"
    r"|记住?的?|记忆里?的?|那[条个件些段]?|这[条个件些]?|事情?|信息|内容|忘[了掉记]?|删[掉除了]?|抹掉|清[除空掉]"
    r"|移除|撤回|抹去|销毁|永久|永远|彻底|完全|干净|资料|数据库?|存储|记录|情况|方面|那边|这边|就行|不好意思|你好"
    r"|谢谢|[你您]|拜托"
    r"|别再?|不要再?|不用再?|留着?|存着?|记着|吧|吗|了|掉|从你那儿|从记忆里?|惦记着?|一直|就当没|当我没"
    r"|\b(?:please|could|can|would|you|mind|forget(?:ting)?|delete|erase|remove|scrub|scrap|wipe|drop|what"
    r"|everything|anything|all|i|told|said|mentioned|about|my|me|the|that|this|it|from|memory|know|knew|scratch"
    r"|anymore|possible|like|would|be|your|have|on|stop"
    r"|remember(?:ing|ed)?|sav(?:e|ed|ing)|stor(?:ed|ing)|recall|hold(?:ing)?|onto|longer|never|more|discard|bin"
    r"|unlearn|strike|don'?t|keep|hang|store|rather|any ?more|earlier|old|thing|stuff|note|entry|info\w*|details?"
    r"|of|to|and|where|when|who|how|which|didn'?t|you'?d|should|gone|for good|forever|permanent(?:ly)?|completely"
    r"|entirely|irreversibly|once and for all|purg(?:e|ing)|storage|database|servers?|data|kindly|hey|hi|hello"
    r"|thanks?|sorry|u|pls|just|got|you've|wrong|one|wip(?:e|ing)|clear|get|getting|rid|let|go|want|need|appreciate"
    r"|great|if|forgot|mentioned|pasted|shared|longer|(?:routine|history)(?=\W*$))\b)",
    re.I,
)
_NAMES_MORE = re.compile(
    r"\s*(?:[:：]|[，,]?\s*(?:还有|以及|和|跟|(?:and|or|plus|also|as well as)\b)\s*(?:把|请)?(?=我的|关于|那|(?:my"
    r"|the|that i"
    r"|what i|everything)\b)"
    r"|[，,]\s*(?=(?:my|that i|where i|what i)\b))\s*[\w']",
    re.I,
)
"""What goes on naming what is to go: "forget my job, and my salary"."""
_ALL_ZH = r"(?:(?:一切|所有|全部)的?(?:东西|事情?|记忆|信息|内容|资料|数据)?|东西|事情?|记忆|信息|资料)"
_END_ZH = r"(?=[都全统给]*(?:吧|了|掉|好吗|可以吗|行吗)?\W*(?:$|[，。！!？?；;]))"
_EVERYTHING = re.compile(
    rf"(?:忘[了掉记]?|删[掉除了]?|清[除空掉]|抹掉)(?:所有|全部|一切)?(?:关于|有关|和)我的?{_ALL_ZH}{_END_ZH}"
    rf"|(?:关于|有关)我的?{_ALL_ZH}[，,]?[都全统给]*(?:忘|删|清|抹)[了掉除空]?{_END_ZH}"
    rf"|把我(?:整个人)?(?:给)?忘[了掉]{_END_ZH}"
    rf"|(?:清空|清除|删除?|忘掉)(?:所有|全部|我的?|你的?)*(?:的)?(?:长期)?记忆{_END_ZH}"
    r"|\b(?:forget|delete|erase|wipe|remove|clear) (?:everything|all)(?: that)? (?:about me"
    r"|you(?:'ve| have)? (?:ever )?"
    r"(?:know|knew|learn(?:ed|t)|remember(?:ed)?|saved|stored|have)(?: (?:about|of|on) me)?)"
    r"(?: from (?:your )?memory)?(?:,? (?:please|now))?\W*$"
    r"|\bforget (?:all )?about me(?:,? please)?\W*$|\bforget me(?:,? please)?\W*$"
    r"|\b(?:wipe|clear|erase|delete) (?:all )?(?:your |my |the )?memor(?:y|ies)(?: of me| about me)?"
    r"(?:,? please)?\W*$",
    re.I,
)
"""With nothing after it: 删掉关于我的一段 and "everything about me in this paragraph" are said of a text."""

_ALL = re.compile(
    r"忘[了掉记]?我\W*$|\bforget me\b|所有|全部|一切|都|全|统统|一件不留|清空|\b(?:everything|all|whatever"
    r"|memor(?:y|ies))\b",
    re.I,
)
_OF_ME = re.compile(r"我|\b(?:i|i've|me|my|myself)\b", re.I)
_POINTING = re.compile(
    r"刚才|刚刚|上面|以上|今天|[这那它他她]|\b(?:just|above|today|this|these|those|(?:about|of|with) it|them|him"
    r"|her|an? )\b",
    re.I,
)
_NAMING_NOTHING = re.compile(
    r"请|麻烦|帮我|给我|可以|可否|能不能|可不可以|能|好吗|统统|通通|彻底|永久|永远|完全|干净"
    r"|所有|全部|一切|关于|有关|个人|私人|记[住得着录忆]?|知道|存储|储存|保存|存|了解|掌握|长期|东西|事情?|信息"
    r"|资料|数据|内容|话|之前|以前"
    r"|[说讲提聊]|告诉|忘[了掉记]?|[删清抹][掉除空去]?|移除|销毁|系统|数据库|服务器|谢谢|一件不留|一点都?别留"
    r"|连根拔起|现在|马上|立刻|希望"
    r"|从头开始|整个人|[吗吧了啦喇呀啊晒给您你把将都全我的对和里中从过在想要咱]"
    r"|\b(?:forget(?:ting)?|delete|erase|wipe|remove|clear|purge|scrub|please|pls|can|could|would|you've|your|you|u"
    r"|i'd|i've|i|want|like|to"
    r"|everything|all|anything|whatever|that|what|of|about|on|from|me|my|myself|data|info|information|memory"
    r"|memories|records?|profile"
    r"|know|knew|learned|learnt|remember|remembered|saved|stored|have|had|got|ever|told|said|shared|it|permanently"
    r"|for good|forever"
    r"|completely|entirely|irreversibly|now|thanks?|storage|database|servers?|out|so|in|the|just)\b",
    re.I,
)
"""What a forget of everything is made of: 彻底清除你存储的关于我的所有信息, "all you've learned about me"."""


def naming(sentence: str) -> str:
    """Return the part of a sentence that asks for a forget in which stands what is to go.

    What follows the words that ask gives a reason, or asks for something else; after a colon it is what is meant.
    """
    said = even(sentence)
    asked = asked_to_forget(said)
    if asked is None:
        return sentence
    end = next((stop for _, stop in clauses(said) if stop >= asked[1]), len(said))
    more = GOES_ON.search(said, asked[1], end)
    while not more and (also := _NAMES_MORE.match(said, end)):
        end = next((stop for _, stop in clauses(said) if stop >= also.end()), len(said))
    part = sentence[: more.start() if more else end]
    named = re.search(r"\w", _ASKING.sub("", even(part))) or _ALL.search(part)
    return part if named else sentence


def named_by(said: str) -> frozenset[str]:
    """Return the words by which `said` names what is to go, without those that ask for it."""
    return words(_ASKING.sub(" ", even(said)))


def names_all(sentence: str) -> bool:
    """Whether the sentence, one that asks for a forget, means all that is remembered ("forget everything about me")."""
    said = even(sentence)
    part = naming(said)
    if _EVERYTHING.search(said):
        return True
    means = _ALL.search(part) and _OF_ME.search(part) and not _POINTING.search(part)
    return bool(means) and not re.search(r"\w", _NAMING_NOTHING.sub("", part))
