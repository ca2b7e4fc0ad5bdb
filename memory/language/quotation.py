"""Whether words are somebody else's: quoted, told, pasted, or handed over to be worked on, in both languages."""

import re

from memory.language.clauses import sentence_of
from memory.language.modality import tells_story
from memory.language.text import Span

_WORK_ON_TEXT = re.compile(
    r"(转发(?:邮件|消息)?|发件人|(?:收到|这是)(?:一[封条段份])?[^，。：:\n]{0,6}(?:邮件|消息|短信|信|通知|评论)"
    r"|(?:发|转|贴|寄|传)(?:过?来|给我|我)了?(?:的|这|那)?一?[段条封个篇份张]|(?:群里|网上|网页|公众号|帖子|评论区|传单|海报|小广告|邮件|短信"
    r"|信|文章|文件|PDF)[里上中]?(?:还|有|是这么|这样)*(?:写|说|讲|提到|有[一这段句条])[^：:\n]{0,20}(?=[：:\n])|秘方|(?:帮我|你)(?:辨|鉴别|核实)"
    r"|翻译|译成|(?:发|回)一?[条句封段][^，。：:\n]{0,4}(?=[：:])"
    r"|写[个一首篇段封份点]|润色|改写|改成|缩写|扩写|校对|总结|概括|朗读|造句|这句|这段|这[封篇条]"
    r"|(?:回|回复|看看?)一?下?(?:这|下面|以下)(?:[封条段篇份]|个(?:邮件|消息|聊天|合同|文案))|下面是|以下是|"
    r"\b(?:(?:reply|respond) to this|answer this|reply for me|translate|rewrite|rephrase|paraphrase|proofread"
    r"|summari[sz]e|shorten|fix (?:the|this|my) |grammar|"
    r"(?:here'?s|here is) (?:an?|the|this|my) (?:[\w']+ ){0,2}(?:e-?mail|message|text|letter|post|review|note)"
    r"|got this (?:e-?mail|message|text|letter)|this (?:text|sentence|paragraph|email|line))\b"
    r"|\b(?:in|on|from) an? (?:[\w-]+ )?(?:e-?mail|message|text|letter|post|comment|flyer|leaflet|page|website|pdf"
    r"|forum|group chat|newsletter|review|ad|pop-?up|banner)\b[^:\n]{0,40}(?=:)"
    r"|\b(?:e-?mail|message|text|letter|note|post|flyer) (?:came|arrived|from|on my|in my)\b[^:\n]{0,40}(?=:))",
    re.I,
)
_TOLD = re.compile(
    r"(他们?|她们?|有人|别人|老师|朋友|同事|老板"
    r"|[小老阿][\u4e00-\u9fff])(?<!医生)(?<!大夫)(?<!护士)(?<!体检)(?<!报告)(?<!我们)(?<!跟你)(?<!听我)(?:跟我"
    r"|对我)?(?:说|讲|问)[：:，,]?(?!过|错|明|实话|真的|白了|起来|到|话)"
    r"|\b(?:he|she|they|someone|(?!i\b|doctor\b|dentist\b|i've\b)\w+) (?:said|says|told me|put it|wrote)\b",
    re.I,
)
_OWN_RULE = re.compile(r"\W*(?:所以|那)?(?:以后|今后|从今)")
"""老板说十页还是多，以后不超过六页: what follows is the user's own."""
_MARK = re.compile(r"[：:\n]\s*")
_SPEAKER = re.compile(
    r"(?m)^\s*(?:[\[(（]?\d{1,2}:\d\d(?::\d\d)?[\])）]?\s*)?(?!https?)[\w\u4e00-\u9fff]{1,12}\s?[:：](?!\d)"
)
_CITED = re.compile(
    r"((?:写道|写着|里写|里说|上说|上写|有句话|歌词[是说]?|俗话说?|合同[里上]|网页上|信里|书里"
    r"|文里)[^，。]{0,6}(?:[是说写道着][：:，,]?|[：:，,])"
    r"|\b(?:e-?mail|letter|lyrics?|contract|article|sign|note|bio|poster|message|page|book|song) (?:reads?|says?"
    r"|goes?|go|states?)\b"
    r"|\b(?:here is|here's|this is) (?:my|a|the) (?:\w+ )?\w+(?:'s)? (?:bio|profile|letter|e-?mail|statement|essay)\b"
    r"|\baccording to (?!me\b|my (?:doctor|gp|dentist|vet|test|blood|scan|calendar|payslip)|the (?:doctor|scan"
    r"|tests?))"
    r"|(?:星座|算命的?|测试|前任)[^，。]{0,4}说我"
    r"|\basked (?:me )?(?:whether|if)\b)",
    re.I,
)
_QUOTED = re.compile(
    r"“[^”]*”|「[^」]*」|『[^』]*』|(?<!\d)\"[^\"]*(?<!\d)\"|(?<!\w)'[^']*'(?!\w)|```.*?```", re.DOTALL
)


def quoted(text: str, span: Span) -> bool:
    """Whether the words at `span` are somebody's: quoted, told by somebody, or handed over to be worked on.

    A name in quotation marks inside a statement (代号「银杏」) is no quotation.
    """
    start, _ = sentence_of(text, span)
    told = (
        _CITED.search(text[start : span[1]])
        or (_TOLD.search(text[start : span[0]]) and not _OWN_RULE.match(text[slice(*span)]))
        or _TOLD.match(text[span[0] : span[1]])
    )
    return bool(told or set_off(text, span) or _mostly_quotation(text, span))


def set_off(text: str, span: Span) -> bool:
    """Whether the words at `span` are marked as another text: in quotation marks, pasted, a line of a conversation."""
    inside = any(m.start() <= span[0] and span[1] <= m.end() for m in _QUOTED.finditer(text))
    replied = text[: span[0]].rpartition("\n")[2].lstrip().startswith(">")  # a line of a mail that is answered
    return inside or replied or _in_transcript(text, span) or _handed_over(text, span)


def _handed_over(text: str, span: Span) -> bool:
    """Whether a colon or a new line after "translate", 总结 … stands before `span`."""
    work = _WORK_ON_TEXT.search(text, 0, span[0])
    mark = _MARK.search(text, work.end(), span[0]) if work else None
    if mark is None:
        return False
    material = _QUOTED.match(text, mark.end())  # what is handed over in quotation marks ends with them
    return material is None or span[0] < material.end()


def _in_transcript(text: str, span: Span) -> bool:
    """Whether `span` stands in a line of a conversation that was pasted: two lines or more begin with a name."""
    lines = [m.span() for m in _SPEAKER.finditer(text)]
    return len(lines) > 1 and any(start <= span[0] < text.find("\n", end) % (len(text) + 1) for start, end in lines)


def _mostly_quotation(text: str, span: Span) -> bool:
    asked = _WORK_ON_TEXT.search(text) or tells_story(text[: span[1]]) or re.match(r"\W*(write|写)", text, re.I)
    return bool(asked) and any(
        span[0] <= m.start() and m.end() <= span[1] and m.end() - m.start() > 12 for m in _QUOTED.finditer(text)
    )
