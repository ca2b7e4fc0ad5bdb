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


def _any(words: str) -> str:
    """Return a pattern for any of some words, each of which may be a pattern without white space."""
    return rf"(?:{'|'.join(words.split())})"


_END_ZH = (
    _any(
        """
        了 吧 呢 啊 呀 哦 哈 吗 么 嘛 啦 来着 好吗 行吗 可以吗 谢谢 没有? 一下 看看 出来 列出来 说说 都 全 给我 帮我
        目前 现在 到现在 至今
        """
    )
    + r"*(?=\W*(?:$|[，,、。！!？?；;…—\s]))"
)
_KNOW_ZH = (
    _any(
        """
        知道 记得 记住 记下 记录 记着 记忆 记 存储 储存 保存 存下 存 了解 掌握 收集 保留 留着 留
        """
    )
    + r"(?:下来|到|过|着|了|有|的)*"
)
_YOU_ZH = (
    r"[你您]"
    + _any(
        """
        们 到现在为止 这么久 这里? 那里? 那边 这边 脑子里 到底 究竟 目前 现在 如今 还 都 全 已经 有 一共 总共 对 能
        可以 会 手上 手里 的
        """
    )
    + "*"
)
_WHAT_ZH = r"(?:些?(?:什么|啥|咩|乜)|哪些|哪几[个条样]|多少)"
_THINGS_ZH = _any("的 个人 私人 所有 全部 一切 任何 东西 事情? 信息 资料 内容 数据 记忆 记录 情况 细节 隐私 方面")
_ABOUT_ZH = r"(?:关于|有关)"
_ME_ZH = r"(?:关于|有关|和|跟|与)?我(?:自己|个人|本人)?(?:有关|相关)?"
_OF_ME_ZH = rf"(?:{_ME_ZH}(?:的|这个人的?|个人的?)?{_THINGS_ZH}*)"
_ONE_FACT_ZH = _any(
    """
    为什么 喜欢 讨厌 想 要(?!求) 说 讲 是不是 刚 应该 该 能 会(?!议) 在 去 买 住(?!址|处|院) 叫 什么 哪 提 问 知道 记
    """
)
_TOPIC_ZH = rf"我的?(?P<topic>(?:(?!{_ONE_FACT_ZH})[^，,。？?！!的]){{1,8}}?)"
"""我的饮食习惯, but not 我喜欢…, 我住在…: whoever asks 你知道我住在哪些地方 asks for one fact."""
_SIDE_ZH = r"(?:方面|相关|有关|的)"
_SHOW_ZH = _any("列 给我看 展示 显示 说 念 告诉我 发 拿 让我看") + rf"(?:(?!过|什么|哪|吗)[^，,。？?]){{0,8}}{_END_ZH}"
_STORE_ZH = r"(?:记忆|脑子|脑海|数据库|资料库|档案)库?"
_ASKED_ZH = tuple(
    re.compile(pattern)
    for pattern in (
        # 你都记得我什么, 你对我了解多少
        rf"{_YOU_ZH}(?:{_ME_ZH}|把)?(?:都|全|有|还|已经|到底|究竟|一共)*{_KNOW_ZH}{_ABOUT_ZH}?{_OF_ME_ZH}?{_WHAT_ZH}"
        rf"(?:{_OF_ME_ZH}|{_THINGS_ZH})*{_END_ZH}",
        # 关于我你都知道什么
        rf"{_OF_ME_ZH}[，,]?{_YOU_ZH}{_KNOW_ZH}{_WHAT_ZH}{_THINGS_ZH}*{_END_ZH}",
        # 我的饮食习惯你都记了哪些
        rf"{_ABOUT_ZH}?{_TOPIC_ZH}{_SIDE_ZH}*{_THINGS_ZH}*[，,]?{_YOU_ZH}{_KNOW_ZH}{_WHAT_ZH}{_THINGS_ZH}*{_END_ZH}",
        # 你知道关于我健康的哪些事
        rf"{_YOU_ZH}{_KNOW_ZH}{_ABOUT_ZH}{_TOPIC_ZH}{_SIDE_ZH}*{_WHAT_ZH}{_THINGS_ZH}*{_END_ZH}",
        # 你记得我家人的哪些事
        rf"{_YOU_ZH}{_KNOW_ZH}{_TOPIC_ZH}{_SIDE_ZH}+{_WHAT_ZH}{_THINGS_ZH}*{_END_ZH}",
        # 查看记忆, 列一下你存的我的资料
        r"(?:列出|列一下|列|展示|显示|查看|看看|看一下|看一看|看|告诉我|说说|说一下|讲讲|给我看看?|导出|打印|总结|汇总"
        rf"|盘点|翻一下)(?:一下|出来|看看|下)*(?:{_YOU_ZH}(?:{_KNOW_ZH})?的?)?(?:{_OF_ME_ZH}|{_THINGS_ZH})*"
        rf"(?:{_ABOUT_ZH}?{_TOPIC_ZH}{_SIDE_ZH}+)?{_THINGS_ZH}+{_END_ZH}",
        # 把你存的我的资料给我看看
        rf"{_YOU_ZH}{_KNOW_ZH}的?(?:{_ABOUT_ZH}{_TOPIC_ZH}{_SIDE_ZH}+)?(?:{_OF_ME_ZH}|{_THINGS_ZH})+[，,]?(?:都|全"
        rf"|全部)*{_SHOW_ZH}",
        # 你脑子里有关我的东西，全列出来
        rf"{_YOU_ZH}的?{_STORE_ZH}?[里中]?面?(?:都|有|存着|装着)*{_ABOUT_ZH}我的?{_THINGS_ZH}+[，,]?(?:都|全|全部)*"
        rf"(?:{_SHOW_ZH}|(?:有哪些|有什么|是什么){_END_ZH})",
        # 你的记忆里有什么
        rf"(?:{_YOU_ZH}|我的)?{_STORE_ZH}[里中]面?(?:都|现在|目前|到底)*(?:有|存了?|记了?|存着"
        rf"|保存了?){_ABOUT_ZH}?(?:我的?)?"
        rf"{_WHAT_ZH}(?:{_OF_ME_ZH}|{_THINGS_ZH})*{_END_ZH}",
        # 你有我的哪些资料, 我有哪些信息被你记住了
        rf"{_YOU_ZH}有{_OF_ME_ZH}{_WHAT_ZH}{_THINGS_ZH}*{_END_ZH}",
        rf"我有{_WHAT_ZH}{_THINGS_ZH}*被{_YOU_ZH}{_KNOW_ZH}{_END_ZH}",
        # 你对我有什么了解, 说说你对我的了解
        rf"(?:[你您]对我[都还]?有{_WHAT_ZH}|(?:说说|讲讲|告诉我|看看)[你您]对我的)了解{_END_ZH}",
        # 你有什么关于我的记录
        rf"[你您][^，,。]{{0,4}}(?:有|存有){_WHAT_ZH}{_ABOUT_ZH}我的?{_THINGS_ZH}+(?=\W|$)",
        r"^\W*(?:我的)?记忆(?:列表|清单)?\W*$",
    )
)
_OF_MEMORY_ZH = re.compile(r"[你您]|我的记忆|记忆(?:列表|清单)|^\W*记忆\W*$|查看(?:所有|全部)?记忆|(?:关于|有关)我的")
_NO_ZH = re.compile(
    r"如果|假如|要是|(?:他|她|他们|朋友|老师|老板|医生|别人)[^，。]{0,4}(?:知道|记得|问|说)|为什么|怎么|如何|谁"
    r"|刚才|刚刚|昨天|上次|今天|最后"
)
_LATELY_EN = (
    r"(?:[, ]*\b(?:so far|by now|right now|now|at this point|at the moment|currently|please|pls|exactly|to date"
    r"|up to now|until now|over time|already|anyway|today|as of now|in total|(?:in|from|on) your (?:memory|notes"
    r"|database"
    r"|records)|in memory|thanks|thank you|and so on|personally|yet|then|as a person|though|here))*"
)
_END_EN = rf"{_LATELY_EN}(?=[,\s]*(?:$|[.!?;:,…—]| - | (?:and|but|then) ))"
_KNOW_EN = (
    r"(?:know|knew|known|remember(?:ed|ing)?|learn(?:ed|t|ing)?|sav(?:e|ed|ing)|stor(?:e|ed|ing)|record(?:ed|ing)?"
    r"|got(?:ten)?|have|had|keep|kept|keeping|hold(?:ing)?|held|memori[sz](?:e|ed)|retain(?:ed)?|collect(?:ed)?"
    r"|picked up"
    r"|gathered|noted(?: down)?|written down|recall|on file|hold on to)"
)
_YOU_EN = (
    r"(?:you(?:'ve|'re)?|u|ya)"
    r"(?: (?:all|actually|currently|already|still|even|really|so far|ever|have|had|are|do|can|guys|now|both"
    r"|happen to))*"
)
_ME_EN = r"(?:about|on|of|regarding|concerning) (?:me\b(?: personally)?|(?:my|our) (?P<topic>[\w' -]{2,40}?))"
_AUX_EN = r"(?:(?:all )?(?:do|did|have|has|are|can|could|would|does|'ve|is it|things do|things have) )?"
_THINGS_EN = r"(?:things|facts|stuff|info(?:rmation)?|data|details|memories|notes)"
_WHAT_EN = (
    rf"(?:what(?:'ve| else| all| exactly| {_THINGS_EN})*|wat|how much|everything|anything|all|whatever"
    rf"|(?:all )?(?:the |of the |of your )?{_THINGS_EN}|a (?:full )?(?:list|summary) of"
    rf"|(?:what|which) (?:(?:personal|private) )?{_THINGS_EN}(?: of mine)?)"
)
_STORED_EN = (
    r"(?:(?:saved|stored|recorded|written down|noted(?: down)?|remembered|on file|kept"
    r"|in (?:your )?(?:memory|notes|database|records)) )?"
)
_FROM_CHATS_EN = r"(?:(?:from|in|out of) (?:our|my) (?:\w+ )?(?:chats?|conversations?|talks|messages|history) )?"
_SHOW_EN = (
    r"(?:list|show|display|print(?: out)?|see|view|give|tell|read(?: out)?|dump|export|share|open|check|look at|pull up"
    r"|go through)(?: me)?"
)
_ASKED_EN = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        # What do you know about me? Everything you've got stored about my work
        rf"\b{_WHAT_EN} (?:(?:of|in) \w+ )?(?:that )?{_AUX_EN}{_YOU_EN} {_KNOW_EN} {_STORED_EN}{_FROM_CHATS_EN}"
        rf"(?:anything |things |stuff |info(?:rmation)? |saved |stored )?{_ME_EN}{_END_EN}",
        # What personal information of mine are you keeping?
        rf"\b(?:what|which)(?: of my)? (?:kind of |sort of )?(?:personal |private )?{_THINGS_EN}(?: of mine"
        rf"| about me| on me)?"
        rf" (?:do|have|are) {_YOU_EN}(?: {_KNOW_EN})?(?: {_STORED_EN})?(?: ?{_ME_EN})?{_END_EN}",
        # What's in your memory about me?
        rf"\bwhat(?:'s| is| do you have| all is| {_THINGS_EN} (?:about|of) (?:me|mine) are) (?:\w+ )?in (?:your"
        rf"|my) (?:memory|memories|notes|database|records"
        r"|files?)"
        rf"(?: {_ME_EN})?{_END_EN}",
        # Print out your memory of me
        rf"\b{_SHOW_EN} (?:a (?:full )?(?:list|summary) of )?(?:all )?(?:of )?(?:the |your |my )*(?:saved |stored "
        rf"|full )?"
        rf"(?:memory|memories|memory list|facts|notes|profile"
        rf"|data)(?: (?:that )?{_YOU_EN} {_KNOW_EN})?(?: {_STORED_EN})?"
        rf"(?: ?{_ME_EN})?{_END_EN}",
        # Do you know anything about me?
        rf"\b(?:do|did|have) you (?:know|remember|saved|stored|remembered|learned|have) (?:anything|something|stuff"
        rf"|things)"
        rf" {_STORED_EN}{_ME_EN}{_END_EN}",
        # Show me what you remember
        rf"\b{_SHOW_EN} (?:what|everything|all)(?: (?:that|of what))? {_YOU_EN}"
        rf" (?:remember|(?:stored|saved|memori[sz]ed|learned|noted))(?: {_STORED_EN})?{_END_EN}",
        rf"\bwhat (?:have|did) i (?:ever )?(?:told|tell|shared? with) you about (?:myself|me){_END_EN}",
        rf"\bhow well do you know me{_END_EN}",
    )
)
_OF_MEMORY_EN = re.compile(r"\b(?:you(?:r|'ve|'re)?|u|ya|memor(?:y|ies))\b", re.I)
_NO_EN = re.compile(
    r"\b(?:if|(?<!i )told|asked|says?|said|he|she|they|his|her|their|why|how (?:do|can|does|to)|would you know"
    r"|don'?t|do not"
    r"|never|forget|delete|remove|erase|wipe|clear|drop|scrub|purge)\b",
    re.I,
)


def asks_what_is_known(said: str) -> Asked | None:
    """Return where the sentence asks for what is remembered of the user; None when it does not.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    found = _first(_ASKED_EN, said)
    if found and _OF_MEMORY_EN.search(found.group()) and not _NO_EN.search(said, 0, found.end()):
        return Asked(found.span(), _topic(found))
    found = _first(_ASKED_ZH, said)
    if found and ("我" in said or "记忆" in said) and _OF_MEMORY_ZH.search(said) and not _NO_ZH.search(said):
        return Asked(found.span(), _topic(found))
    return None


def _first(patterns: tuple[re.Pattern[str], ...], said: str) -> re.Match[str] | None:
    """Return the match that begins first, and of these the one of the first pattern."""
    found = [match for pattern in patterns if (match := pattern.search(said))]
    return min(found, key=re.Match.start, default=None)


def _topic(found: re.Match[str]) -> Span | None:
    return found.span("topic") if found.groupdict().get("topic") else None
