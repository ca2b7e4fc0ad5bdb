"""Whether a sentence asks for what is remembered of the user, and of which side of them, in both languages.

"What do you know about me?" and 你记得我哪些事 do; "What's my dog's name?" and 你知道我为什么难过吗 ask for one thing,
"What do you know about memory foam?" for something else.
"""

import re
from dataclasses import dataclass

from memory.language.text import Span


@dataclass(frozen=True)
class Asked:
    """Where a sentence asks for what is remembered, and where it says of which side alone; None for all."""

    span: Span
    topic: Span | None


_END_ZH = (
    r"(?:了|吧|呢|啊|呀|哦|哈|吗|么|嘛|啦|来着|好吗|行吗|可以吗|谢谢|没有|没|一下|看看|出来|列出来|说说|都|全|"
    r"给我|帮我|目前|现在|到现在|至今)*(?=\W*(?:$|[，,、。！!？?；;…—\s]))"
)
_KNOW_ZH = (
    r"(?:知道|记得|记住|记下|记录|记着|记忆|记|存储|储存|保存|存下|存|了解|掌握|收集|保留|留着|留)"
    r"(?:下来|到|过|着|了|有|的)*"
)
_YOU_ZH = r"[你您](?:们|到现在为止|这么久|这里?|那里?|那边|这边|脑子里|到底|究竟|目前|现在|如今|还|都|全|已经|有|一共|总共|对|能|可以|会|手上|手里|的)*"
_WHAT_ZH = r"(?:些?(?:什么|啥|咩|乜)|哪些|哪几[个条样]|多少)"
_THING_ZH = r"(?:的|个人|私人|所有|全部|一切|任何|东西|事情?|信息|资料|内容|数据|记忆|记录|情况|细节|隐私|方面)"
_ME_ZH = r"(?:(?:关于|有关|和|跟|与)?我(?:自己|个人|本人)?(?:有关|相关)?)"
_TOPIC_ZH = (
    r"(?P<{0}>(?:(?!为什么|喜欢|讨厌|想|要(?!求)|说|讲|是不是|刚|应该|该|能|会(?!议)|在|去|买|住(?!址|处|院)|叫|什么|哪|提|问|知道|记)"
    r"[^，,。？?！!的]){{1,8}}?)"
)
_OF_ME_ZH = rf"(?:{_ME_ZH}(?:的|这个人的?|个人的?)?(?:{_THING_ZH})*)"
_INVENTORY_ZH = re.compile(
    # 你都记得我什么, 你记住了我的哪些内容, 你对我了解多少
    rf"{_YOU_ZH}(?:{_ME_ZH}|把)?(?:都|全|有|还|已经|到底|究竟|一共)*{_KNOW_ZH}(?:关于|有关)?(?:{_OF_ME_ZH})?{_WHAT_ZH}(?:{_OF_ME_ZH}|{_THING_ZH})*{_END_ZH}"
    # 关于我你都知道什么
    rf"|{_OF_ME_ZH}[，,]?{_YOU_ZH}{_KNOW_ZH}{_WHAT_ZH}{_THING_ZH}*{_END_ZH}"
    # 我的饮食习惯你都记了哪些; 你记得我家人的哪些事; 关于我的健康你知道些什么
    rf"|(?:关于|有关)?我的?{_TOPIC_ZH.format('a')}(?:方面|相关|有关|的)*{_THING_ZH}*[，,]?{_YOU_ZH}{_KNOW_ZH}{_WHAT_ZH}{_THING_ZH}*{_END_ZH}"
    rf"|{_YOU_ZH}{_KNOW_ZH}(?:关于|有关)我的?{_TOPIC_ZH.format('b')}(?:方面|相关|有关|的)*{_WHAT_ZH}{_THING_ZH}*{_END_ZH}"
    rf"|{_YOU_ZH}{_KNOW_ZH}我的?{_TOPIC_ZH.format('c')}(?:方面|相关|有关|的)+{_WHAT_ZH}{_THING_ZH}*{_END_ZH}"
)
_SHOW_ZH = re.compile(
    rf"(?:列出|列一下|列|展示|显示|查看|看看|看一下|看一看|看|告诉我|说说|说一下|讲讲|给我看看?|导出|打印|总结|汇总|盘点|翻一下)(?:一下|出来|看看|下)*"
    rf"(?:{_YOU_ZH}(?:{_KNOW_ZH})?(?:的)?)?(?:{_OF_ME_ZH}|{_THING_ZH})*(?:(?:关于|有关)?我的?{_TOPIC_ZH.format('d')}(?:方面|相关|有关|的)+)?"
    rf"(?:{_THING_ZH})+{_END_ZH}"
    rf"|把?{_YOU_ZH}(?:{_KNOW_ZH})(?:的)?(?:(?:关于|有关)我的?{_TOPIC_ZH.format('e')}(?:方面|相关|有关|的)+)?(?:{_OF_ME_ZH}|{_THING_ZH})+[，,]?(?:都|全|全部)*"
    rf"(?:列|给我看|展示|显示|说|念|告诉我|发|拿|让我看)[^，,。？?]{{0,8}}{_END_ZH}"
    rf"|{_YOU_ZH}(?:的)?(?:记忆|脑子|脑海|数据库|资料库|档案)?(?:里|中)?(?:面)?(?:都|有|存着|装着)*(?:关于|有关)我的?{_THING_ZH}+[，,]?(?:都|全|全部)*(?:列|给我看|展示|显示|说|念|告诉我|有哪些|有什么|是什么)[^，,。？?]{{0,6}}{_END_ZH}"
    rf"|(?:{_YOU_ZH}|我的)?(?:记忆|脑子|脑海|数据库|资料库|档案)(?:库)?(?:里|中)(?:面)?(?:都|现在|目前|到底)*(?:有|存了?|记了?|存着|保存了?)(?:关于|有关)?(?:我的?)?{_WHAT_ZH}(?:{_OF_ME_ZH}|{_THING_ZH})*{_END_ZH}"
    rf"|[你您][^，,。]{{0,4}}(?:有|存有){_WHAT_ZH}(?:关于|有关)我的?{_THING_ZH}+(?=\W|$)"
    r"|^\W*我?的?(?:记忆|記憶)(?:列表|清单)?\W*$"
)
_MEMORY_ZH = re.compile(r"[你您]|我的记忆|记忆(?:列表|清单)|查看(?:所有|全部)?记忆|(?:关于|有关)我的")
_NO_ZH = re.compile(
    r"如果|假如|要是|(?:他|她|他们|朋友|老师|老板|医生|别人)[^，。]{0,4}(?:知道|记得|问|说)|为什么|怎么|如何|谁"
    r"|知道[^，。]{0,4}(?:为什么|是谁)|刚才|刚刚|昨天|上次|今天|最后"
)
_END_EN = (
    r"(?:[, ]*\b(?:so far|by now|right now|now|at this point|at the moment|currently|currently|please|pls|exactly|to date|up to now|until now|over time"
    r"|already|anyway|today|as of now|in total|in (?:your )?memory|(?:from|in|on) your (?:memory|notes|database|records)|thanks|thank you|and so on|personally"
    r"|yet|then|as a person|though|up to this point|here))*(?=[,\s]*(?:$|[.!?;:,…—]| - | and | but | then ))"
)
_KNOW_EN = (
    r"(?:know|knew|known|remember(?:ed|ing)?|learn(?:ed|t|ing)?|sav(?:e|ed|ing)|stor(?:e|ed|ing)|record(?:ed|ing)?|got(?:ten)?|have|had|keep|kept|keeping"
    r"|hold(?:ing)?|held|memori[sz](?:e|ed)|retain(?:ed)?|collect(?:ed)?|picked up|gathered|noted(?: down)?|written down|recall|on file|hold on to)"
)
_YOU_EN = r"(?:you(?:'ve|'re)?|u|ya)(?: (?:all|actually|currently|already|still|even|really|so far|ever|have|had|are|do|can|guys|now|both|think you|happen to))*"
_OF_ME_EN = (
    r"(?:about|on|of|regarding|concerning) (?:me\b(?! being)(?:\s+personally)?|(?:my|our) (?P<{0}>[\w' -]{{2,40}}?))"
)
_AUX_EN = r"(?:(?:all )?(?:do|did|have|has|are|can|could|would|does|'ve|is it|things do|things have) )?"
_WHAT_EN = (
    r"(?:what(?:'ve| else| all| exactly| things| stuff| info(?:rmation)?| facts| data| details| memories)*|wh?at|how much|which (?:things|facts|details|memories)"
    r"|everything|anything|all|whatever|(?:all )?(?:the |of the |of your )?(?:things|facts|stuff|info(?:rmation)?|data|details|memories|notes)|a (?:full )?(?:list|summary) of"
    r"|(?:what|which) (?:(?:personal|private) )?(?:things|facts|details|info(?:rmation)?|data|memories)(?: of mine)?)"
)
_STORED_EN = r"(?:(?:saved|stored|recorded|written down|noted(?: down)?|in (?:your )?(?:memory|notes|database|records)|remembered|on file|noted|kept) )?"
_INVENTORY_EN = re.compile(
    rf"\b{_WHAT_EN} (?:(?:of|in) \w+ )?(?:that )?{_AUX_EN}{_YOU_EN} {_KNOW_EN} {_STORED_EN}(?:(?:from|in|out of) (?:our|my) (?:\w+ )?(?:chats?|conversations?|talks|messages|history) )?(?:anything |things |stuff |info(?:rmation)? |saved |stored )?{_OF_ME_EN.format('a')}{_END_EN}"
    rf"|\b(?:what|which) (?:kind of |sort of )?(?:personal |private )?(?:things|facts|details|info(?:rmation)?|data|memories)(?: of mine| about me| on me)? (?:do|have|are) {_YOU_EN}(?: {_KNOW_EN})?(?: {_STORED_EN})?(?: ?{_OF_ME_EN.format('b')})?{_END_EN}"
    rf"|\bwhat(?:'s| is| do you have| all is) (?:\w+ )?in (?:your|my) (?:memory|memories|notes|database|records|files?)(?: {_OF_ME_EN.format('c')})?{_END_EN}"
    rf"|\b(?:list|show(?: me)?|display|print(?: out)?|see|view|give me|tell me|read(?: me)?(?: out)?|dump|export|share|open|check|look at|pull up|go through)(?: me)? (?:a (?:full )?(?:list|summary) of )?(?:all )?(?:of )?(?:the |your |my )*(?:saved |stored |full )?"
    rf"(?:memory|memories|memory list|facts|notes|profile|data)(?: (?:that )?{_YOU_EN} {_KNOW_EN})?(?: {_STORED_EN})?(?: ?{_OF_ME_EN.format('d')})?{_END_EN}"
    rf"|\b(?:do|did|have) you (?:know|remember|saved|stored|remembered|learned|have) (?:anything|something|stuff|things) {_STORED_EN}{_OF_ME_EN.format('e')}{_END_EN}"
    rf"|\b(?:show|tell|list|read)(?: me)? (?:what|everything|all)(?: (?:that|of what))? {_YOU_EN} (?:remember|(?:stored|saved|memori[sz]ed|learned|noted))(?: {_STORED_EN})?{_END_EN}"
    rf"|\bhow well do you know me{_END_EN}",
    re.I,
)
_NEEDS_YOU_EN = re.compile(r"\b(?:you(?:r|'ve|'re)?|u|ya|memor(?:y|ies))\b", re.I)
_NO_EN = re.compile(
    r"\b(?:if|told|asked|says?|said|he|she|they|his|her|their|why|how (?:do|can|does|to)|would you know|don'?t|do not|never|forget|delete|remove|erase|wipe|clear|drop|scrub|purge)\b",
    re.I,
)


def asks_what_is_known(said: str) -> Asked | None:
    """Return where the sentence asks for what is remembered of the user; None when it does not.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    found = _INVENTORY_EN.search(said)
    if found and _NEEDS_YOU_EN.search(found.group()) and not _NO_EN.search(said, 0, found.end()):
        return Asked(found.span(), _topic(found))
    found = _INVENTORY_ZH.search(said) or _SHOW_ZH.search(said)
    if found and "我" in said + "我" * ("记忆" in said) and _MEMORY_ZH.search(said) and not _NO_ZH.search(said):
        return Asked(found.span(), _topic(found))
    return None


def _topic(found: re.Match[str]) -> Span | None:
    named = [name for name, value in found.groupdict().items() if value and value.strip()]
    return found.span(named[0]) if named else None
