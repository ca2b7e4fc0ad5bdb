"""Whether a sentence switches learning off or on for all that follows, in both languages.

"Stop remembering things about me" and 以后别再记了 name nothing in particular: what is said in them must be words of
a closed class to their end. "Stop remembering my religion" names one thing, and is a forget.
"""

import re

from memory.language.text import Span

_END_ZH = (
    r"(?:了|吧|啦|喽|喇|嘞|哈|啊|呀|哦|好吗|好不好|行吗|可以吗|可不可以|成吗|吗|么|谢谢|他|它|下去|佢)*(?=\W*(?:$"
    r"|[，,、。！!？?；;…—\s]))"
)
_KEEP_ZH = r"(?:记住|记录|记忆|记得|记|存储|储存|保存|保留|存|收集|学习|了解|留存|留)(?:下来|下|着|起来|入记忆)?"
_NOT_ZH = (
    r"(?:别|不要|不用|不必|不许|不准|不能|勿|无需|不需要|停止|甭|不再|不(?:想|希望|愿意?)(?:再|让|被|要)*你?|不要让你)"
    r"(?:再|继续|给我|帮我|替我|去|把|自动|主动)*"
)
_ANY_ZH = (
    r"(?:任何|所有|一切|全部|什么|更多|个人|私人|新|其[他它]|有关|关于|和|跟|与|对|我们?|咱们?|自己|之间|以后"
    r"|接下来|之后|今后|说|讲|聊天?|对话|谈话|提|发|告诉你|跟你|写|过|的|些"
    r"|个|啲|上)"
)
_THING_ZH = r"(?:事情?|东西|信息|资料|情况|隐私|内容|数据|话|记忆|一切|细节|记录|喜好)"
_WHATEVER_ZH = rf"(?:{_ANY_ZH}|{_THING_ZH})*"
_STANDING_ZH = re.compile(
    r"以后|今后|往后|从此|从今|从现在|现在起|今天起|之后|接下来|再|一律|永远|任何|停止|不再|继续|所有"
)
_MEMORY_ZH = r"(?:你的|这个|那个|个|长期|自动|聊天|全部)*(?:记忆|学习)(?:功能|模式|系统|开关|能力)?"
_OFF_ZH = r"(?:关闭?掉?|停用|停掉|停止|停|禁用|禁止|暂停|熄[掉了]?|取消|屏蔽)"
_ON_ZH = r"(?:打开|开启|启用|启动|激活|恢复|重启|开返?|开)"
_STOP_ZH = re.compile(
    rf"{_NOT_ZH}{_KEEP_ZH}(?:(?:{_ANY_ZH}|{_THING_ZH})+{_END_ZH}|(?P<nothing>{_END_ZH}))"
    rf"|(?:^|(?<=[^\u4e00-\u9fff])|(?<=[后起往今请把你]))(?:{_ANY_ZH}|{_THING_ZH})+[，,]?(?:你|您|请|都|就|全|统统"
    rf"|一律|也|再|以后"
    rf"|今后)*{_NOT_ZH}{_KEEP_ZH}{_END_ZH}"
)
_OF_ONE_THING_ZH = re.compile(
    r"(?:事情?|那?[这那个]|[条些]|的)[^，,。]{0,3}[，,]?[^，,。]{0,4}$|关于|(?:之前|以前|上次|刚才|昨天"
    r"|早先)[^，。]{0,4}(?:让|叫|要|跟)你|(?<!记忆)(?<!功能)(?:取消|作废|结束|[黄散完])了"
)
"""What stands before 别再记了 and says what: 我离婚这件事，希望你别再记得了."""
_SWITCH_OFF_ZH = re.compile(
    rf"{_OFF_ZH}(?:了|一下|下)?{_MEMORY_ZH}{_END_ZH}|{_MEMORY_ZH}(?:给我|帮我|请|先|都|全|就)*{_OFF_ZH}(?:了"
    rf"|一下)?{_END_ZH}"
)
_SWITCH_ON_ZH = re.compile(
    rf"{_ON_ZH}(?:了|一下|下|返|回)?{_MEMORY_ZH}{_END_ZH}"
    rf"|{_MEMORY_ZH}(?:给我|帮我|请|先|都|全|就|再|重新|又|可以)*{_ON_ZH}(?:了|一下|返|回来|回)?{_END_ZH}"
)
_AGAIN_ZH = r"(?:重新|恢复|继续|再次|又|再|开始|接着|照常|照旧|可以|能)"
_START_ZH = re.compile(
    rf"(?:{_AGAIN_ZH}|帮我|给我|你|请)*{_AGAIN_ZH}(?:帮我|给我|你|请|{_AGAIN_ZH})*{_KEEP_ZH}{_WHATEVER_ZH}{_END_ZH}"
)
_RESUMES_ZH = re.compile(r"重新|恢复|继续|再次|又|开始|接着|照[常旧]|可以(?:再)?(?:记|存)[^吗]*了|再(?:打开|开)")
_NO_ORDER_ZH = re.compile(
    r"怎么|如何|咋|怎样|为什么|为啥|会不会|是不是|有没有|谁|哪|多久|什么(?!都|也|了)|会[^，。]{0,8}(?:吗|么)"
    r"|了(?:吗|没有?)"
    r"|(?:叫|让|劝|要求|提醒)(?!你|您)[^，。]{1,6}(?:别|不要|开始|继续|重新)|如果|假如|要是|万一"
    r"|(?:他|她|他们|她们|老师|朋友|医生)[^，。]{0,6}(?:说|让|叫)|(?:别|不要|不用|不能)(?:关|停|禁|打开|开启|启用"
    r"|重新|恢复)"
    r"|^\W*(?:我|他|她|它)(?:们)?(?:已经|又|开始|就|都|从来|总是|一直)*(?:不再|重新|开始|继续|别|关|停|打开|开启)"
)

_ANY_EN = (
    r"(?: (?:any|all|more|further|new|the|else|other|others|personal|private|of|anything|everything|things|stuff|info"
    r"|information|data|details|facts|notes|records?|memor(?:y|ies)|me|us|myself|what|whatever|that|which|i|i'm|i've|we"
    r"|say(?:ing)?|said|tell(?:ing)?|told|write|type|share|mention|talk|discuss|you|to|about|on|from|my|our"
    r"|conversations?"
    r"|chats?|messages|life|in|this|these|here|now|ever|again|any ?more|please|pls|ok|okay|going|forward|thanks"
    r"|thank|future"
    r"|onwards?|then|today|at|permanently|for|personally|and))*"
)
_END_EN = r"(?=[,\s]*(?:$|[.!?;:,…—]| - | (?:and|but|then|so|until|unless|because|since) ))"
_KEEP_EN = (
    r"(?:remember|memori[sz]e|save|store|record|learn|keep(?: track)?|log|collect|retain|track|note(?: down)?"
    r"|take(?= (?:any )?(?:more )?notes (?:on|about) )"
    r"|write down|hold on to)"
)
_KEEPING_EN = (
    r"(?:remembering|memori[sz]ing|saving|storing|recording|learning|keeping(?: track)?|logging|collecting|retaining"
    r"|tracking|noting(?: down)?|taking(?= (?:any )?(?:more )?notes (?:on|about) )|writing down|holding on to)"
)
_NEVER_EN = (
    r"(?:don'?t(?: you)?(?: ever)?|do not(?: ever)?|never|you(?:'re| are) not to|not to|you (?:should|must"
    r"|may) (?:not|never)"
    r"|you (?:shouldn't|mustn't)|(?:don't|do not) (?:want|need) you (?:to|\w+ing)|rather you (?:didn't|did not"
    r"|don't|not)"
    r"|(?:prefer (?:that |it )?|comfortable |better |happier |great |nice |good )(?:if )?you (?:didn't|don't|not)"
    r"|no longer(?: want you to)?)"
)
_STOP_EN = re.compile(
    rf"\b(?:stop|quit|cease|halt|no more|pause|refrain from|without) {_KEEPING_EN}{_ANY_EN}{_END_EN}"
    rf"|\b{_NEVER_EN} {_KEEP_EN}{_ANY_EN}{_END_EN}",
    re.I,
)
_OF_ALL_EN = re.compile(
    r"\b(?:stop|quit|cease|halt|pause|refrain|no more|any ?more|from now on|from here on|ever|again|going forward"
    r"|in (?:the )?future|from today|no longer|never)\b"
    r"|\b(?:any\w*|things|everything|stuff|what(?:ever)?)\b.*\b(?:about (?:me|us)|on me|of me|i|we|else)\b",
    re.I,
)
"""Said of all that follows; "don't store anything" may be said of one message."""
_THE_EN = r"(?:(?:the|your|my|all|this|that|long[- ]term|chat|automatic|ai) )*"
_MEMORY_EN = (
    r"(?:memory|memories|learning|remembering)(?: (?:feature|function|mode|setting|option|system|thing|saving))?"
)
_SWITCH_OFF_EN = re.compile(
    rf"\b(?:(?:turn|switch|shut) off|turning off|switching off|disable|deactivate|pause|suspend"
    rf"|stop using) {_THE_EN}{_MEMORY_EN}{_ANY_EN}{_END_EN}"
    rf"|\b(?:turn|switch|shut) {_THE_EN}{_MEMORY_EN} off\b{_ANY_EN}{_END_EN}"
    rf"|^\W*(?:\w+ )?{_MEMORY_EN} off\b{_ANY_EN}{_END_EN}",
    re.I,
)
_SWITCH_ON_EN = re.compile(
    rf"\b(?:(?:turn|switch)(?: back)? on|turning on|(?:re-?)?enable|(?:re-?)?activate|resume|restart|unpause"
    rf"|restore|bring back) {_THE_EN}{_MEMORY_EN}"
    rf"(?: back)?{_ANY_EN}{_END_EN}"
    rf"|\b(?:turn|switch) {_THE_EN}{_MEMORY_EN} (?:back )?on\b{_ANY_EN}{_END_EN}"
    rf"|^\W*(?:\w+ )?{_MEMORY_EN} (?:back )?on\b{_ANY_EN}{_END_EN}",
    re.I,
)
_START_EN = re.compile(
    rf"\b(?:start|begin|resume|go back to|restart|continue|get back to) {_KEEPING_EN}{_ANY_EN}{_END_EN}"
    rf"|(?:\b(?:you (?:can|may|could|should)(?: now)?(?: go (?:ahead|back) and)?(?: start to| begin to)?"
    rf"|go ahead and|please|feel free to) |^\W*){_KEEP_EN}"
    rf"{_ANY_EN} (?:again|once more){_ANY_EN}{_END_EN}",
    re.I,
)
_NO_ORDER_EN = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|hey|hi|also|well)\W+)*(?:why|when|who|where|which|how|does|did|do(?!n| not)"
    r"|is(?! it)|are|was|were|has|have"
    r"|should|shall|am|what|can i|could i|if)\b"
    r"|\bif (?:i|you|we|someone|people)\b(?! (?:didn'?t|don'?t|did not|do not|stopped))|\bis it possible to\b"
    r"|\bwhat happens\b|\bwould you (?!mind|please|kindly|stop|turn)"
    r"|\b(?:told|tells?|asked|asks|begged|wants?|made|makes?|lets?) (?!you\b)[\w']+ (?:\w+ )?(?:to|not)\b"
    r"|\b(?:he|she|they|we|people) (?:\w+ ){0,2}(?:stop|quit|never|don'?t|start|turn|forget)"
    r"|\bi (?:can'?t|cannot|couldn'?t|never|don'?t(?! want you)|do not(?! want you)|always|just|should|need to"
    r"|have to|want to|try to|had to|wish i)\b"
    r"|\b(?:don'?t|do not|never|please don'?t) (?:stop|turn|switch|quit|disable|pause)\b",
    re.I,
)


def stops(said: str) -> Span | None:
    """Return where the sentence asks that nothing is learned from now on; None when it does not.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    found = _SWITCH_OFF_EN.search(said) or _stops_en(said)
    found = found or _SWITCH_OFF_ZH.search(said) or (_STANDING_ZH.search(said) and _stops_zh(said))
    return _ordered(said, found)


def _stops_en(said: str) -> re.Match[str] | None:
    found = _STOP_EN.search(said)
    return found if found and _OF_ALL_EN.search(said, 0, found.end()) else None


def _stops_zh(said: str) -> re.Match[str] | None:
    found = _STOP_ZH.search(said)
    of_one = found and found["nothing"] is not None and _OF_ONE_THING_ZH.search(said[: found.start()])
    return None if of_one else found


def starts(said: str) -> Span | None:
    """Return where the sentence asks that learning goes on again; None when it does not.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    found = _SWITCH_ON_EN.search(said) or _START_EN.search(said)
    found = found or _SWITCH_ON_ZH.search(said) or (_RESUMES_ZH.search(said) and _START_ZH.search(said))
    return _ordered(said, found)


def _ordered(said: str, found: re.Match[str] | None) -> Span | None:
    """Return where it was found, unless what leads up to it makes it a question, a report or a refusal."""
    asked = found and not any(pattern.search(said, 0, found.end()) for pattern in (_NO_ORDER_ZH, _NO_ORDER_EN))
    return found.span() if found and asked else None
