"""How something is said: as of today, as a guess, as a story, as somebody's words. For both languages."""

import re

from memory.language.clauses import sentence_of
from memory.language.text import Span, clauses

_OF_THE_DAY = re.compile(
    r"(今[天晚早]|明[天晚早]|昨[天晚]|后天|前天|这(?:周|个?星期|几天|会儿|两天)|下(?:周|个?星期)|上(?:周|个?星期)"
    r"|刚才|暂时|待会|等会|一会儿|这一?次|这一?回|就这|仅限|正在|现在在|饿了|困了|累了"
    r"|\b(?:today|tonight|tomorrow|yesterday|(?:this|next|last) (?:week|weekend|morning|afternoon|evening)"
    r"|right now|(?:just|only) (?:for )?this|for this (?:one|time)|this time|at the moment|for now|just now"
    r"|temporarily)\b(?!'s date))",
    re.I,
)
_FOR_GOOD = re.compile(
    r"(从今|今后|(?:今天|明天|下个?(?:周|星期|月))(?:开始|起)|从(?:今天|明天|下个?(?:周|星期|月)|这周)(?:开始|起"
    r"|以后|往后)"
    r"|每(?:天|周|月|次|年)|以后|一直|确诊"
    r"|\b(?:from|starting|beginning) \w+(?: on)?\b|\balways\b|\bevery\b|\bdiagnosed\b)",
    re.I,
)
_PAST = re.compile(r"(以前|曾经|过去|\b(?:used to|no longer|not any ?more|formerly)\b)", re.I)
_UNSURE = re.compile(
    r"((?<!尽)(?<!不)可能(?!会?是因为)|也许|或许|说不定|还没想好|没准|不一定"
    r"|\b(?:maybe|perhaps|i might|might (?!be biased)|thinking (?:of|about)|i'm not sure)\b)",
    re.I,
)
_IF = re.compile(
    r"((?:如果|假如|要是|倘若|万一|假设|假使)(?:说|以后)?(?:我|咱)|我(?:要是|如果|假如)"
    r"|^\W*(?:suppose|say|let'?s say|assuming|assume|what if|if) (?:that )?i(?:'m|'d)?\b(?! remember)"
    r"|\bif i (?:was|were|had|lived|could|became)\b)",
    re.I,
)
_STORY = re.compile(
    r"(设想|想象一下|角色扮演(?!游戏)|(?<!角色)扮演|第一人称"
    # Asking for a story, not telling that one writes or likes stories.
    r"|(?:^|[。！？，,\s])(?:请|帮我|给我|替我|来)*(?:写|编|续写|创作|讲|演)[^。！？，,]{0,8}(?:短篇|小说|故事"
    r"|剧本|诗|台词|独白|情景)"
    r"|(?:^|[.!?,]\s*|\bplease |\byou |\blet's )(?:write|tell|continue|draft|do|play)\b[^.!?]{0,30}"
    r"\b(?:story|poem|monologue|novel|scene|script|dialogue)"
    r"|你演|我演|口吻写|\bfirst person\s*:|\byou'?(?:re| are) (?:the|a|an) [\w -]{2,24}(?:,"
    r"| and) (?:and )?(?:my character|i'?m|i am)|\bmy character\b|\bd&d\b"
    r"|\b(?:imagine|pretend|role[- ]?play(?! games?)|act as|in character)\b)",
    re.I,
)
_WORK_ON_TEXT = re.compile(
    r"(翻译|译成|写[个一首篇段封份点]|润色|改写|改成|缩写|扩写|校对|总结|概括|朗读|造句|这句|这段|"
    r"\b(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|shorten|fix (?:the|this|my) |grammar|"
    r"this (?:text|sentence|paragraph|email|line))\b)",
    re.I,
)
_TOLD = re.compile(
    r"(他们?|她们?|有人|别人|医生|老师|朋友)(?:跟我|对我)?(?:说|讲|问)[：:，,]?"
    r"|\b(?:he|she|they|someone|\w+) (?:said|says|told me)\b",
    re.I,
)
_QUOTED = re.compile(
    r"“[^”]*”|「[^」]*」|『[^』]*』|(?<!\d)\"[^\"]*(?<!\d)\"|(?<!\w)'[^']*'(?!\w)|```.*?```", re.DOTALL
)


def of_the_day(text: str, span: Span) -> bool:
    """Whether the clause speaks of today or of a passing state; 从今以后 and "from today on" do not."""
    clause = text[span[0] : span[1]]
    return bool(_OF_THE_DAY.search(clause)) and not _FOR_GOOD.search(clause)


def over(text: str, span: Span) -> bool:
    """Whether the clause says what was true once and is no longer: 以前, "used to", "no longer"."""
    return bool(_PAST.search(text[span[0] : span[1]]))


def unsure(text: str, span: Span) -> bool:
    """Whether the clause says that it is not certain; 尽可能 and 不可能 do not."""
    return bool(_UNSURE.search(text[span[0] : span[1]]))


def imagined(text: str, span: Span) -> bool:
    """Whether a hypothesis in the same sentence, or a story opened anywhere before, makes it not so."""
    first = next((c[1] for c in clauses(text) if span[0] < c[1]), span[1])
    start, _ = sentence_of(text, span)
    return bool(_IF.search(text[start:first]) or _STORY.search(text[:first]))


def quoted(text: str, span: Span) -> bool:
    """Whether the words at `span` are somebody's: quoted, told by somebody, or handed over to be worked on.

    A name in quotation marks inside a statement (代号「银杏」) is no quotation.
    """
    inside = any(m.start() <= span[0] and span[1] <= m.end() for m in _QUOTED.finditer(text))
    start, _ = sentence_of(text, span)
    told = _TOLD.search(text[start : span[0]]) or _TOLD.match(text[span[0] : span[1]])
    return bool(inside or told or _handed_over(text, span) or _mostly_quotation(text, span))


def _handed_over(text: str, span: Span) -> bool:
    """Whether a colon or a new line after "translate", 总结 … stands before `span`."""
    work = _WORK_ON_TEXT.search(text, 0, span[0])
    return bool(work and re.compile(r"[：:\n]").search(text, work.end(), span[0]))


def _mostly_quotation(text: str, span: Span) -> bool:
    asked = _WORK_ON_TEXT.search(text) or _STORY.search(text[: span[1]]) or re.match(r"\W*(write|写)", text, re.I)
    return bool(asked) and any(
        span[0] <= m.start() and m.end() <= span[1] and m.end() - m.start() > 12 for m in _QUOTED.finditer(text)
    )
