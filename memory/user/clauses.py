"""What kind of clause the evidence stands in: not everything a user says is said of themselves.

A first set of rules, for both languages; each answers one question about a piece of the user's text.
"""

import re

from memory.text import Span, clauses, sentences

_TAG_QUESTION = re.compile(
    r"[，,\s]*(行吗|好吗|可以吗|好不好|行不行|可以不|成吗|\b(?:ok|okay|please|right|alright))[？?！!。.\s]*$",
    re.I,
)
_POLITE_ORDER = re.compile(
    r"((can|could|would|will) you (please )?(remember|note|keep in mind|always|never|stop|from now on)\b"
    r"|(能不能|可不可以|能|可以)(请你?|麻烦你?|帮我)?(记住|记一下|以后|别再|不要再|每次|一直))",
    re.I,
)
_ASKING_END = re.compile(
    r"([？?]|(吗|么|没有|知道不|记得不|是不是|对不对|有没有|能不能|可不可以|什么|谁|多少|哪里|哪儿|哪个|怎么办|为啥)[。！!~～.]*)$"
)
_ASKING_WORD = re.compile(r"(?<!没)(?<!不管)(?<!无论)(什么|怎么|怎样|哪[里儿些个种]|谁|多少|几[个点岁号])(?![都也的])")
_ASKING_START = re.compile(
    r"^\W*(what|how|why|when|where|who|whom|whose|which)"
    r"('s| (do|does|did|is|are|was|were|can|could|should|would|will)\b)",
    re.I,
)
_OF_THE_DAY = re.compile(
    r"(今[天晚早日]|明[天晚早日]|昨[天晚日]|后天|前天|这(?:周|个?星期|几天|会儿|两天)|下(?:周|个?星期)|上(?:周|个?星期)"
    r"|刚才|刚刚|目前|暂时|待会|等会|一会儿|这一?次|这一?回|就这|仅限"
    r"|\b(?:today|tonight|tomorrow|yesterday|(?:this|next|last) (?:week|weekend|morning|afternoon|evening)"
    r"|right now|(?:just|only) (?:for )?this|for this (?:one|time)|this time|at the moment|for now|just now"
    r"|currently|temporarily)\b)",
    re.I,
)
_FROM_NOW_ON = re.compile(r"(从今[天日后往以]|今后|从(?:明天|下周|这周)[起开]|\b(?:from|starting) \w+ on\b)", re.I)
_UNSURE = re.compile(
    r"(可能|也许|或许|大概会|说不定|还没想好|没准|不一定|\b(?:maybe|perhaps|might|not sure|thinking (?:of|about))\b)",
    re.I,
)
_IMAGINED = re.compile(
    r"((如果|假如|要是|倘若|万一|假设|假使)(说|以后)?(我|咱)|设想|想象一下|角色扮演|扮演|第一人称"
    # Asking for a story, not telling that one writes or likes stories.
    r"|(?:^|[。！？，,\s])(?:请|帮我|给我|替我|来)*(?:写|编|续写|创作|讲|演)[^。！？，,]{0,8}(?:短篇|小说|故事|剧本|诗|台词|独白|情景)"
    r"|(?:^|[.!?,]\s*|\bplease |\byou |\blet's )(?:write|tell|continue|draft|do|play)\b[^.!?]{0,30}"
    r"\b(?:story|poem|monologue|novel|scene|script|dialogue)"
    r"|\b(?:if i|suppose i|imagine|pretend|role[- ]?play|act as|in character)\b)",
    re.I,
)
_FIRST_PERSON = re.compile(r"(我|咱|俺|本人|\b(?:i|i'[a-z]+|my|me|mine|myself|we|we'[a-z]+|our|us)\b)", re.I)
_SUBJECTLESS = re.compile(
    # What a speaker says of themselves without naming themselves.
    r"(喜欢|讨厌|爱吃|爱喝|爱看|最爱|不吃|不喝|不碰|过敏|不耐受|受不了|吃不|喝不|看不|听不|用不惯|习惯|偏好"
    r"|从不|从来不|一般都|平时|坐标|在.{1,8}(工作|上班|读书|上学))"
    r"|^\W*(?:(?:btw|also|and|honestly|really|just|personally)\W+)*"
    r"(?:can'?t|cannot|don'?t|hate|love|like|prefer|allergic|vegan|vegetarian|never|always|no|born|based|live"
    r"|living|work|working|big fan|not a fan)\b",
    re.I,
)
_POINTS_BACK = re.compile(r"\W*(它|这|那|其中|\b(?:it|it's|this|that|that's|they|which|who)\b)", re.I)
_POINTS = re.compile(
    r"(它|这[个些样种么]|那[个些样种么]|也是|还是|\b(?:it|it's|that|that's|this|these|those|them|they|too|again|before|so)\b)",
    re.I,
)
_RULE = re.compile(
    r"(以后|今后|从今|从现在|每次|一律|永远|总是|别再?|不要|不用|请|叫我|称呼我|记住|必须|务必"
    r"|\b(?:from now on|going forward|always|never|please|don'?t|do not|stop|call me|every time|remember"
    r"|make sure|must)\b)",
    re.I,
)
_WORK_ON_TEXT = re.compile(
    r"(翻译|译成|写[个一首篇段封份点]|润色|改写|改成|缩写|扩写|校对|总结|概括|朗读|造句|这句|这段|"
    r"\b(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|shorten|fix (?:the|this|my) |grammar|"
    r"this (?:text|sentence|paragraph|email|line))\b)",
    re.I,
)
_QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|```.*?```", re.DOTALL)
_SHORT_QUOTE_CHARS = 12


def asks(text: str, span: Span, *, of_oneself: bool = False) -> bool:
    """Whether the clause at `span` is a question.

    A polite tag (行吗, please?) makes none, nor does an order in the shape of one (能记住…吗,
    "could you always …?"); and a question after the clause is another clause's.

    Args:
        text: what the user said.
        span: the clause.
        of_oneself: it is meant as a statement of the user about themselves; then a question word in
            the middle makes it a question too (我适合吃点什么补铁的), but not 什么都 or 没什么.
    """
    clause = text[span[0] : span[1]]
    if _POLITE_ORDER.search(clause):
        return False
    rest = _TAG_QUESTION.sub("", text[span[0] : _sentence(text, span)[1]])
    is_last = len(rest.rstrip(" ？?！!。.~～")) <= len(clause)
    inside = of_oneself and _ASKING_WORD.search(clause)
    return bool(inside or _ASKING_START.match(clause) or (is_last and _ASKING_END.search(rest.rstrip())))


def of_the_day(text: str, span: Span) -> bool:
    """Whether the clause speaks of today or of a passing state; 从今以后 and "from today on" do not."""
    clause = text[span[0] : span[1]]
    return bool(_OF_THE_DAY.search(clause)) and not _FROM_NOW_ON.search(clause)


def unsure(text: str, span: Span) -> bool:
    """Whether the sentence around `span` says that it is not certain."""
    start, end = _sentence(text, span)
    return bool(_UNSURE.search(text[start:end]))


def imagined(text: str, span: Span) -> bool:
    """Whether `span`, or what stands before it, opens a hypothesis, a story or a part to play."""
    first = next((c[1] for c in clauses(text) if span[0] < c[1]), span[1])
    return bool(_IMAGINED.search(text[:first]))


def of_oneself(text: str, span: Span) -> bool:
    """Whether the sentence around `span` can be about the speaker: 我, "my", or a predicate without a subject.

    菠菜含铁高 is about the world. What the user asked to be remembered need not be about them.
    """
    start, end = _sentence(text, span)
    said = text[start:end]
    return bool(_FIRST_PERSON.search(said) or _SUBJECTLESS.search(said) or _RULE.search(said))


def stands_alone(text: str, span: Span) -> bool:
    """Whether the sentence can be understood by itself: it names the speaker or a rule, and points to nothing."""
    said = text[slice(*span)]
    return bool(_FIRST_PERSON.search(said) or _RULE.search(said)) and not _POINTS.search(said)


def is_rule(text: str, span: Span) -> bool:
    """Whether the clause is addressed to the assistant: 以后…, "never …"."""
    return bool(_RULE.search(text[span[0] : span[1]]))


def with_subject(text: str, span: Span) -> Span:
    """Return `span` grown back to the clause of its sentence that names the speaker, if it names none itself.

    平时主要写 Go says nothing alone; 我在做后端，平时主要写 Go does.
    """
    clause = text[span[0] : span[1]]
    if _FIRST_PERSON.search(clause) and not _POINTS_BACK.match(clause):
        return span
    sentence = _sentence(text, span)
    before = [c for c in clauses(text) if sentence[0] <= c[0] < span[0] and _FIRST_PERSON.search(text[c[0] : c[1]])]
    return (before[-1][0], span[1]) if before else span


def quoted(text: str, span: Span) -> bool:
    """Whether the words at `span` are somebody's words: quoted, or handed over to be worked on.

    A short name in quotation marks inside a statement (代号「银杏」) is no quotation.
    """
    inside = any(m.start() < span[0] + 1 and span[1] <= m.end() for m in _QUOTED.finditer(text))
    holds = any(
        span[0] <= m.start() and m.end() <= span[1] and m.end() - m.start() > _SHORT_QUOTE_CHARS
        for m in _QUOTED.finditer(text)
    )
    before = text[: span[0]]
    handed_over = bool(re.search(r"[：:]\s*\S*\s*$", before)) and bool(_WORK_ON_TEXT.search(before))
    return inside or holds or handed_over


def widen(text: str, span: Span) -> Span:
    """Return `span` grown to whole clauses, so that nothing is cut in the middle of a name."""
    touched = [c for c in clauses(text) if c[0] < span[1] and span[0] < c[1]]
    return (min(span[0], touched[0][0]), max(span[1], touched[-1][1])) if touched else span


def same_sentence(text: str, first: Span, second: Span) -> bool:
    """Whether both spans stand in one sentence."""
    return _sentence(text, first) == _sentence(text, second)


def _sentence(text: str, span: Span) -> Span:
    around = [s for s in sentences(text) if s[0] < span[1] and span[0] < s[1]]
    return (around[0][0], around[-1][1]) if around else span
