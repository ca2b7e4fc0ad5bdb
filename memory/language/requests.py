"""What is asked for now, and what text is handed over to be worked on: nothing that is said of oneself."""

import re

from memory.language.text import Span, clauses, sentences

_VERB_ZH = (
    r"(?:写(?!字楼|手)|编(?!辑器|程|剧|导|号|制)|续写|继续|接着|翻译|翻成|译(?!者|文)|改(?!行)|润色|总结|概括|归纳"
    r"|解释|讲讲?(?!究|师|座)|说说|聊聊|介绍|推荐|列(?!车)|给|做(?!饭|菜|[一二三四五六七]休)|画(?!家|廊)|设计(?!师)|生成|起(?!床|码|初)"
    r"|取(?!向)|想(?=[一几个些出点想句首段条])|算(?!法)|查|找|搜|看看?(?!护|重)|分析(?!师)|比较|对比|检查|校对"
    r"|整理|安排"
    r"|规划|换(?!成|工作|[^，。]{0,6}了)"
    r"|加(?!班|州|盟)|删|把|用(?!户)|按(?!摩|揭)|帮|教(?!师|练|室|书|授|育)|告诉|展开|详细|简单|重新|再(?!婚|也)"
    r"|缩短|扩写|造(?!价|型)|背(?!景|包|痛)|读(?!博|研|者|大|高|初)|演(?!员|出)|扮演|模拟|来(?!自|源)|列举"
    r"|举(?!重)|拟|起草|回复|修改|优化|排(?!球|骨|名)|提(?!琴|前)|出(?=[一个几道份题])|试试|跑(?!步|马|团)"
    r"|说(?!实话|真的|白了|起来)|讲)"
)
_VERB_EN = (
    r"(?:write|draft|compose|translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|shorten|fix|explain"
    r"|describe|tell|give|show|list|name(?!(?:'s| is))"
    r"|make|create|generate|design|plan|suggest|recommend|find|look|search|check|compare|calculate|compute"
    r"|convert|help|try|continue|go on|keep going|expand"
    r"|elaborate|add|change|turn|put|use|do(?! not)|run|pick|choose|review|edit|format|sort|draw|sing|play|act"
    r"|pretend"
    r"|imagine|suppose|let'?s|read|say|repeat|start|skip ahead|next|another|same|shorter|longer|simpler|more"
    r"|less|again|rhyme)"
)
_REQUEST = re.compile(
    rf"^\W*(?:(?:那|然后|另外|顺便|先|现在|所以|请问?|麻烦|拜托|帮忙|劳烦|帮我|给我|替我|你|您|可以|能不能|能"
    rf"|可不可以|想让你|我?想?请你|我想让你|我要你|想问下?|问下"
    rf"|请教)[，,\s]*)*{_VERB_ZH}"
    r"|^\W*(?:下面是|以下是|别忘了?(?!我|俺|咱|，)|记得(?!我)|(?:a |some )?(?:slogan|poem|joke|recipe|title"
    r"|synonym|caption|haiku|story|playlist)s?\b|remember to\b)"
    r"|^\W*第[一二三四五六七八九十\d]+[点条个部分章]"
    rf"|^\W*(?:(?:and|now|then|so|ok(?:ay)?|hi|hey|please|pls|just|also|maybe|can you|could you|would you"
    rf"|will you|i want you to|i'd like you to|i need you to)[,\s]+)*{_VERB_EN}\b(?! i\b)",
    re.I,
)
_FOLLOW_UP = re.compile(
    r"^\W*(?:next|another|same|shorter|longer|simpler|more|less|again|start|try|continue)\b",
    re.I,
)
_OWN = re.compile(
    # What it is about stands first: 写代码我只用 VS Code, 给客户的报价我们一律…
    r"(?<![帮给替告诉教为跟让和对请陪叫问带])(?:我|俺|咱)们?(?:公司|团队|这边|家|自己)?"
    r"(?:只|都|一[直般律概]|习惯|[更最还就]?(?:是)?(?:喜欢|爱|偏爱|认)|从来|通常|会|是|在|常|不|有|用|更|最|统一"
    r"|宁可|宁愿|必须|得)"
)
_DONE = re.compile(
    r"^(?!.*(?:帮|给|替)我)[^吗]{2,}(?<!好)了[啊呀哈哦喔啦]?$"
    r"|^\W*[做跑开搞干卖养种修送][^，。]{1,8}的(?:$|[，。])"
    r"|^\W*(?:顺便|另外|对了)?[，,]?(?:说|讲|提)(?:一?[下句声嘴])[，,]?(?:我|俺|咱)"
)
_NOW = re.compile(
    r"(?:现在|平时|一直|主要|目前)(?:[都改就还主要]*用(?![^，。]{0,10}[写说讲翻回答做画释述列])"
    r"|给[^，。]{1,8}(?:送|打工|做|干|开|上班))"
)
_WANT = re.compile(
    r"(?:^|[^不])(?:我|俺|咱)?(?:现在|今天|这次|还|就|急)?(?:想要|想找|想买|想做|想写|想看|想听|想知道|想了解"
    r"|想问|想查|想改|要|需要|要写|缺)(?:一|个|份|张|篇|段|首|点|些|几|两|三|下|在|把|去|改|写|找|的)"
    r"|\b(?:i|we)(?:'m| am)? (?:just )?(?:want|need|wanna|would like|'d like|looking for|trying to|wondering"
    r"|have to write|must)\b|\b(?:looking for|need|want) (?:a|an|some|the|help)\b",
    re.I,
)
_COGNITION = re.compile(
    r"^\W*(?:我|i)(?:'ve| have|'m| am)?[\s]?(?:just |also |really |always )?(?:看到|看了|看有|听说|听到|觉得"
    r"|试了|发现|想想|知道|理解|明白|打开|运行|点了|这边|刚|再看|看不懂|看懂"
    r"|get (?:it|that|this|the|an? error|\d)|got it|see|seen|understand|know|read|heard|saw|think|guess|mean"
    r"|meant|keep (?:getting|seeing|reading)"
    r"|tried|try|found|noticed|wonder|forget|on hold|stuck)(?!\w)"
    r"|let me (?:think|see)",
    re.I,
)
_TROUBLE = re.compile(
    r"(报错|出错|错误|卡住|卡死|打不开|崩溃|跑不[通动]|(?<!我)(?<!是真)(?<!我真)不行|没反应|失败|找不到|\b(?:404"
    r"|500|bug|error|exception"
    r"|traceback|fails?|failing|crash\w*|broken|exit(?:s|ed|ing)?"
    r"|undefined|null|timeout|not working|doesn'?t work|won'?t (?:open|load|start|work|compile|run|connect|boot)"
    r"|drops?(?! on \w+days?)|restarting|segfault)\b|乱码|信号|巨慢|太慢)",
    re.I,
)
_REACTION = re.compile(
    r"^\W*(?:(?:我|i)?(?:知道|明白|懂|看看|试试|再想想|了解|收到|同意|觉得不错|考虑)了?\W*$|不对|还是不|还不"
    r"|没用|太.{1,4}了|真.{0,3}[棒好行]|牛|绝了|哈|原来|卧槽|我去(?=[，,!！。]|$)|blimey|crikey|这[样么都]"
    r"|(?:that|it|this|the)(?:'s| is| was| one| works?| looks?| did| didn'?t| sounds?)\b|no,? (?:that|it|not"
    r"|this|wait)|(?:nope|yep|nah|omg|still|almost|perfect|exactly|ugh|oops|lol|wow|whoa|ty|thx|sorry|never mind"
    r"|nevermind)\b)",
    re.I,
)
_MOOD = re.compile(
    r"(好累|好困|好烦|好饿|好无聊|心情|撑死|吃完|堵车|在下[雨雪]|下雨了|下暴雨|想睡|头疼|开心死|气死|笑死|烦死"
    r"|没素质|排队"
    r"|\brain(?:ed|ing)\b|soaked|发呆"
    r"|\b(?:tired|bored|blah|meh|hungry|sleepy|exhausted|stuck in traffic|(?:had|having"
    r"|ate) .{1,20} for (?:lunch|dinner|breakfast))\b)",
    re.I,
)
_OTHERS = re.compile(
    r"^\W*(?:听说|据说|新闻|网上|有人|楼[上下]|隔壁|邻居|neighbou?r'?s\b|那[个位大家]|地铁上|路上|人家"
    r"|people (?:who|that)\b"
    r"|(?:apparently|some|that|the) (?:guy|lady|man|woman|people|kid|company|news)\b)",
    re.I,
)
_AS = re.compile(
    # 我有高血压能喝咖啡吗: what one asks as stands in the question itself.
    r"(?:我|俺)(?:这种|这样|一个|们?这)[^，,。？?]{2,}(?:能|可以|该|适合|怎么|要不要|会不会)"
    r"|(?:我|俺)(?:是|有|对[^，,。]+过敏|住|在[^，,。]+(?:工作|上班|上学)|不能?吃|怀孕"
    r"|今年)[^，,。？?]{1,}(?:能不能|可不可以|能|可以|适合|该|要不要)[^，,。]*[吗么不呢]?[？?]?$"
    r"|\bi(?:'m| am| have) (?:an? )?[\w -]{3,30}? (?:can|what|should|is|are|how|which|do|does) |\b(?:if|since"
    r"|because|given that|considering|when) (?:i'm|i am|i have|i've got)\b|\bwith my (?:\w+ )?(?:allerg"
    r"|condition|diabet|asthma|back|knee|budget|schedule|kids?)"
    r"|^\W*(?:作为|身为|我作为)(?:一[个名位])?[^，,？?]{1,16}|^\W*(?:speaking )?as (?:a|an|someone)\b"
    r"|^\W*being (?:a|an)\b|^\W*since i(?:'m| am)\b",
    re.I,
)
_WORK = re.compile(
    r"(口吻|第一人称|通知|群发|翻译|翻成|译成|润色|改写|续写|缩写|扩写|校对|总结|概括|归纳"
    r"|写[一个首篇段封份点条]|写.{0,6}(?:邮件|信|文案|作文|故事|小说|诗|稿|致辞|开头)|接着写|继续.{0,8}(?:故事"
    r"|小说|写)|起草|拟一|朗读|造句|这段|这句|这篇|下面|以下"
    r"|\b(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|shorten|draft|compose|write (?:a|an|the"
    r"|me|up|to)|next chapter|continue (?:the|this)|fix the grammar"
    r"|grammar|this (?:text|sentence|paragraph|email|line|article|mean)|what'?s this|what does this)\b)",
    re.I,
)
_CODE = re.compile(
    r"```.*?(?:```|$)|(?m:^\s*(?:SELECT|FROM|LEFT JOIN|INNER JOIN|JOIN|WHERE|GROUP BY|ORDER BY|INSERT|UPDATE"
    r"|import|def|class|const|let|var|function|return|public|private|#include|if"
    r"|for)\b[^\u4e00-\u9fff]*[;{(=*,].*$)|(?m:^\s*(?:at |File \"|\[?\d{4}-\d\d-\d\d[ T]\d\d:|[>$#] ).*$)",
    re.DOTALL,
)

_FIRST = re.compile(
    r"\s*(?:我|俺|咱)(?!们?(?:方|司|店))(?:只|都|平时|一直|一般|习惯|喜欢|不|用|会|是|在|有)|\s*(?:I|I'm"
    r"|I am) (?:only |always |usually |can't |don't |use|prefer|like|am|work|live|have)"
)
_TELLS = re.compile(r"\b(?:saying|that says?|telling|explaining (?:that|why))\b|[说讲写]明?[：:]?$|内容[是为]", re.I)
_STANDING = re.compile(r"一律|每次|以后|的时候|\b(?:always|whenever|every time|from now on)\b", re.I)
_OWN_SENTENCE = re.compile(r"\s*(?:(?i:background[:,] )|(?:对了|另外|还有|顺便)[，,]?)?(?:I\b|I'|We\b|My\b|我|俺|咱)")
_MARK = re.compile(r"[：:\n]")


def for_now(text: str, span: Span) -> bool:
    """Whether the clause asks for something now, complains that something fails, or tells of others or of a mood."""
    clause = text[slice(*span)]
    asked = _REQUEST.search(clause) and not _told(clause)
    return bool(asked) or any(pattern.search(clause) for pattern in (_WANT, _COGNITION, _TROUBLE, _MOOD, _OTHERS))


def asks_for(clause: str) -> bool:
    """Whether the clause is a request: "show me …", 帮我查一下…."""
    return bool(_REQUEST.match(clause)) and not (_FOLLOW_UP.match(clause) or _told(clause))


def _told(clause: str) -> bool:
    """Whether it is told, not asked for: 写代码我只用 VS Code, 改用 Neovim 了, 现在给京东送快递."""
    return bool(_OWN.search(clause) or _DONE.search(clause) or _NOW.search(clause))


def reacts(clause: str) -> bool:
    """Whether the clause only reacts to an answer: 不对，还是不行; "that's perfect"."""
    return bool(_REACTION.match(clause))


def introduces_oneself(clause: str) -> bool:
    """Whether the clause says what the speaker asks as: 作为一个糖尿病人, "as a vegetarian"."""
    return bool(_AS.match(clause))


def without_material(text: str) -> str:
    """Return `text` without the code in it and without what is handed over to be worked on.

    Of a message that begins by asking for a text (写一封邮件给供应商，说…, "Draft a message saying …") nothing
    is said of oneself, so nothing is left.
    """
    text = _CODE.sub("\n", text)
    begins = clauses(text)[:1]
    first = text[slice(*begins[0])] if begins else ""
    if _REQUEST.match(first) and _WORK.search(first) and not _STANDING.search(first):
        own = [text[slice(*span)] for span in clauses(text)[1:] if _FIRST.match(text[slice(*span)])]
        if not _TELLS.search(first):  # "Write a recipe. I'm allergic to eggs.", but "Draft a mail saying I'm ill."
            own += [text[slice(*span)] for span in sentences(text)[1:] if _OWN_SENTENCE.match(text[slice(*span)])]
        return "，".join(own)  # 帮我写个脚本，我只会用 Python
    work = _WORK.search(text)
    mark = _MARK.search(text, work.end()) if work else None
    return text[: mark.start()] if mark else text
