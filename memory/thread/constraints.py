"""What a user makes binding for a conversation: prohibitions, duties, limits, conditions (case B57).

Rules for both languages over single sentences; they know patterns, not grammar.
"""

import re
from collections.abc import Iterator

from memory.language.modality import imagined
from memory.language.questions import asks
from memory.language.quotation import quoted
from memory.language.text import clauses, sentences, simplified

CODE_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
MAX_OWN_CHARS = 1_000
MAX_SENTENCE_CHARS = 500

_BINDS = re.compile(
    r"(不要(?!紧|脸|钱|太|客气|担心)|不得(?!了|不)|不能(?!自己|登录|理解|用了|打开|访问|睡|吃)|不许|不准|不允许"
    r"|不可以?(?!能|思议|避免)|禁止"
    r"|严禁|切勿|请勿|千万(?:别|不)|必须|务必|一律"
    r"|绝不|绝对不|(?<![特区级个性分告离])别(?!人|客气|提了|的|处|墅|具|扭|致|称|闹|急|怕|走|哭|逗|装|贵)"
    r"|勿(?=动|改|删|碰)"
    r"|只[能准许用](?!是)|仅限|仅能|不超过|不超出|不少于|不低于|不高于|不晚于|不早于|至少|至多"
    r"|最[多少晚迟早高低](?=[^，,。]{0,6}[0-9一二三四五六七八九十百千万两半])"
    r"|上限|下限|封顶|控制在|以内|之内|截止|(?:以前|之前|前)(?:必须|要|得)|[得要]先(?:问|给|经|跑|通过|确认)"
    r"|(?:所有|全部|每|从现在起|接下来|以后|之后|后面).{0,14}(?:都|按|用|得|要)|都[要得](?!哭|死|疯|睡|走|回|坐"
    r"|上班|下班)|全部?用|全程|统一用"
    r"|保留.{0,8}(?:原|不)"
    r"|(?:must|shall|may) not\b|mustn'?t|\bmust\b|\bdo not\b|\bdon'?t\b"
    r"|(?:^\W*|\b(?:please|must|should|may|can|you|and|but|also|that|it|we|to|be|are|is) )(?:never|always"
    r"|only)\b(?! (?:better|late|happy|mind))"
    r"|\b(?:no|not) (?:more|less|later|earlier|longer|fewer) than\b|\bno later\b|\bat (?:most|least)\b"
    r"|\b(?:has|have|needs?) to (?:be|stay|work|run|fit|pass|stay)\b|\b(?:keep|leave|treat) (?:it|this|that|the"
    r"|them|all|every)\b"
    r"|\b(?:make sure|avoid|stick to|be sure to|ensure|refrain from)\b|\bthroughout\b|\buntil i\b"
    r"|\bunder no circumstances?\b|^\W*no [a-z]"
    r"|\bcan(?:'?t|not) (?:appear|have|be|contain|include|cost|exceed|spend|go over|use|go|leave)\b"
    r"|\b(?:only )?allowed to\b"
    r"|\bnone of\b"
    r"|\bnot allowed\b|\bno exceptions?\b|\bwithout (?:my|asking|a|two|an?)\b|\b(?:deadline|limit|cap|budget"
    r"|maximum|minimum) (?:is|of|for)\b"
    r"|\bcap(?:ped)? (?:it |this |that )?at\b|\bi'?d rather you (?:didn'?t|not)\b|\bi (?:don'?t|do not"
    r"|only) want you to\b|我(?:不想|不希望|只要|只想让?)你|\bdoesn'?t go\b|\b(?:ask"
    r"|check with|tell) me (?:first|before)\b|\bunder \$?[\d,]+|\bfrom now on\b"
    r"|\bnothing (?:\w+ ){0,4}(?:goes out|leaves)|\bnothing (?:gets|goes"
    r"|with|without|but)\b"
    r"|\b(?:every|all|any|each) \w+(?: \w+){0,3} (?:needs?|must|should|has to|have to)\b|\bno \w+(?: \w+)? (?:in"
    r"|on|with|without|licen[cs]e)\b"
    r"|\bread-only\b|\boff[- ]limits\b|\bstay(?:s)? (?:within|under|below)\b|\bforbidden\b|\bprohibited\b"
    r"|\bplan around\b)",
    re.I,
)
_IDLE = re.compile(
    # Idioms, manners and lifted rules in the clothes of a constraint.
    r"(必须(?:的|给|承认|说)|不要(?:难过|着急|生气|紧张|误会|灰心|伤心)|别(?:这样|忘了我|生气|灰心|难过|伤心"
    r"|紧张|误会)|至少你"
    r"|不能(?:再|确定|同意|开机|跳转|理解|想象)|全部用完|大家都(?:要|用)|每次都要等|现在可以|说不定|别往心里去"
    r"|别说|不要紧|不要脸|别客气|别提了|别担心|不得了|不得不|巴不得"
    r"|不一定|不必|不用"
    r"|可以不|没关系|没事"
    r"|不用管|不算数|随便|无所谓|也行|谢谢"
    r"|(?:^|[，,。\s])(?:也)?可以(?:用|不|再|随)|能不能|可不可以|要不要|是不是|会不会|好不容易"
    r"|\b(?:don'?t|do not|doesn'?t|didn'?t) (?:worry|mind|care|get me wrong|know|think|have to|need to|bother"
    r"|want to|be (?:silly|shy|sorry)|mention it)\b"
    r"|\bnever (?:mind|say never|in my life|been|heard|seen|thought|knew|had|eat|liked|ate)\b|now or never"
    r"|must (?:be|have been) \w+\W*$|must (?:be (?:the|a)\b|be kidding|say|admit|have)"
    r"|\bcan'?t wait\b|\bkeep it coming\b|\balways a pleasure\b|\bnever gonna\b|\bno (?:not|the|point|luck"
    r")\b|\bdon'?t you think\b"
    r"|\byou (?:must|may) (?:not )?(?:know|be|have)\b|\bhas to be the\b|\bmake sure you have\b|\bonly (?:asked"
    r"|human|child|kidding|joking|a matter|you could|if|when|then|the|time|opens?"
    r"|yesterday|(?!allowed|permitted)\w+ed)\b|not only|if only"
    r"|\bnot a big deal\b|\bno (?:problem|worries|need|idea|way|thanks|rush|hurry|matter|big deal)\b"
    r"|it'?s (?:fine|ok|okay) (?:if|to)|\bfeel free\b"
    r"|\bi (?!(?:don'?t|do not|only) want you)(?:never|always|only|don'?t|do not|must)\b|\bi'?ve (?:never|always"
    r"|only)\b)",
    re.I,
)
_LIFTED = re.compile(
    r"(不用(?:每|管|再|太|都|限)|不必|不一定|没必要|我猜|\b(?:don'?t|doesn'?t|do not) (?:have|need) to\b"
    r"|\bno need to\b|\bi guess\b)",
    re.I,
)
_OTHERS = re.compile(
    r"^\W*(?:我?(?:们公司(?:规定|不让)|老板|同事|朋友|姐|哥|弟|妹|妈|爸|老公|老婆|老师|室友|邻居)|他|她|听说"
    r"|新闻|报道|据说|昨天|昨晚|小时候|先前说|之前说"
    r"|去年|上次|以前)"
    r"|^\W*(?:he|she|they|his|her|their|i wish|my (?:\w+ )?(?:boss|sister|brother|mom|mum|dad|mother|father"
    r"|friend|wife|husband|neighbou?r|kid|manager|colleague)"
    r"|there is|(?:the )?only (?:three|two|one) people"
    r"|the (?:museum|shop|news|law|sign|box)|last (?:year|week|time)"
    r"|in (?:chess|football|school|movies)"
    r"|back (?:then|in))\b",
    re.I,
)
_CONDITION = re.compile(
    r"^\W*(?:假设|假如|如果(?!.{0,24}(?:就|请|先|停|不要|不许|不能|别|必须))|要是|万一|设想|suppose\b|imagine\b"
    r"|what if\b|if (?:i|we"
    r"|you|the \w+ were|only)\b)",
    re.I,
)
_TASTE = re.compile(
    r"^\W*我(?:们)?(?:每天|每次|天天|总是|的(?!意见|要求))|^\W*我(?!(?:们)?(?:不想|想要?|要|希望|需要|只想"
    r"|要求)你)(?!们?(?:必须|只能|不能|得|要在))[^，,]{0,12}(?:不能|都要|必须|至少|只能|不要)|^\W*我(?:从来?"
    r"|一直|向来|平时|都|只|真|就|也|要)*(?:从不|不吃|不喝|不爱|不喜欢|不要太|只是|只有|不能吃)"
    r"|^\W*只有我|^\W*(?:keep it up|never better|no (?:it|one|he|she|that|they|i|we)\b|it was|what a)",
    re.I,
)
_LOG = re.compile(
    r"^\W*\w*(?:Error|Exception|Warning|Traceback)\b|\b(?:ERROR|WARN|INFO|DEBUG)\b"
    r"|^\W*\d{4}-\d\d-\d\d[T ]\d\d:"
)
_ON_TEXT = re.compile(
    r"[”」\"](?:翻译|译成)|(?:翻译|译成|造句|改写).{0,8}[：:]|\"[^\"]+\" is\b|\b(?:translate"
    r"|rephrase)\b.{0,30}:",
    re.I,
)


def constraints(text: str) -> list[str]:
    """Return the sentences of a user's message that bind the work of the conversation, as they were said.

    Prohibitions, duties, limits and conditions (case B57). Questions, idioms, hypotheses, quotations,
    lifted rules and what is said of oneself or of somebody else are none. Of a very long message, which
    is a pasted text rather than a wish, only beginning and end are looked at.
    """
    return [sentence for sentence in _wishes(text) if _binds(sentence)]


def _wishes(text: str) -> Iterator[str]:
    """Yield the sentences that can hold a wish: no code, no quotation marked as such, nothing to be worked on."""
    own = CODE_BLOCK.sub("\n", text)
    parts = [own] if len(own) <= 2 * MAX_OWN_CHARS else [own[:MAX_OWN_CHARS], own[-MAX_OWN_CHARS:]]
    for part in parts:
        if not _BINDS.search(simplified(part)):  # most messages hold none, and whole conversations are looked at
            continue
        given = _ON_TEXT.search(part)
        for start, end in sentences(part):
            if end - start <= MAX_SENTENCE_CHARS and (given is None or end <= given.start()):
                yield part[start:end]


def _binds(sentence: str) -> bool:
    span = (0, len(sentence))
    said = simplified(sentence)
    if _CONDITION.search(said) or _LIFTED.search(said) or _LOG.search(said):
        return False
    if not any(_clause_binds(said[slice(*clause)]) for clause in clauses(said)):
        return False
    return not (asks(sentence, span) or imagined(sentence, span) or quoted(sentence, span))


def _clause_binds(clause: str) -> bool:
    if _TASTE.search(clause) or _OTHERS.search(clause):
        return False
    return bool(_BINDS.search(_IDLE.sub("", clause)))
