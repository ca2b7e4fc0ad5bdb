"""What a user says to pin a decision or to drop one, in both languages: "把这条定下来", "unpin the budget one".

A sentence with such a cue is a wish unless it asks, quotes, waits or tells. What is left of it without
the cue is what is meant; when nothing is left, what was said before is.
"""

import re
from dataclasses import dataclass

from memory.language.quotation import quoted
from memory.language.text import Span, clauses, sentences, simplified


@dataclass(frozen=True)
class Pin:
    """The user wants something kept as settled."""

    text: str | None
    """Their words for it; None: what was said before ("pin this")."""


@dataclass(frozen=True)
class Unpin:
    """The user wants a settled decision dropped."""

    words: str
    """What they call it; empty: the last one."""
    number: int | None = None
    """Its number in the list the assistant sees; -1 is the last one."""
    everything: bool = False


_PIN = re.compile(
    r"(?P<zh>(?:先|就|都|把|将|咱们|我们){0,4}(?:[这那上]面?[条个句点]?)?(?:就)?(?:定下来|订下来|定死|固定下来"
    r"|确定下来|敲定|[钉釘](?:住|上|下来|一下|选|選|起来)(?:起来)?|定(?=\W*$)(?<=这就定)|置[顶頂]"
    r"|[这那](?:么|样)(?:说?定|决定)|说定|一言为定|锁定|锁死|固定[成为][^:：，,。]{0,4}决定|固定住|顶置"
    r"|设[成为]固定决定|(?:加|放|写|记)(?:进|到"
    r"|入)(?:置[顶頂]|已定|固定)|(?:(?<=就)|(?<=[，,。！!定了 ])|^)定了(?=\W*$)|记[为成](?:决定|定论)"
    r"|(?:作为|设为)[^:：，,。]{0,8}(?:决定|约定)))"
    r"|(?P<en>(?<!my )(?<!safety )(?<!your )(?<!bobby )(?<!a )\bpinn?(?:ing)?(?= (?:this|that|it|these|what"
    r"|th?e?h? (?:decision|rule|following|last|first|second"
    r"|third|thing)"
    r"|\w+ as)\b| [\"“]"
    r"|\W*$|:| ?(?:一下|住|上))"
    r"|\block(?:ing)? (?:it|that|this|in)\b(?: one)?(?: in)?|\b(?:that'?s|it'?s|this is|call (?:it|that|this)"
    r"|consider (?:it|that|this)) (?:settled|decided|final|official)\b"
    r"|\bfix this one in place\b|\bmake (?:it|that|this) official\b|\bsettle (?:it|that|this)\b|\badd (?:it|that"
    r"|this) to the (?:pins|pinned|decisions)\b|\b(?:was|were|be|is|as|a) pinned\b|\b(?:decided"
    r"|settled|decision)(?=:))",
    re.I,
)
_DROP = re.compile(
    r"(取消|撤下|清掉|清空|(?<!还)不用再?[钉釘]着?了|撤[销消了掉回]|撤(?=\W*$)|去掉|删[掉了除]|移除|解除|作废"
    r"|拿掉|(?:别"
    r"|不要)再?[钉釘]|不算数?了?(?=\W*$"
    r"|[，,]|哈)|不作数|不用再?遵?守|不要了"
    r"|(?:^\W*|[,.;:!—-] *|\b(?:please|pls|you|so|just|and|then|let'?s|to|now|ok|okay|hey"
    r"|sorry) )(?:unpinn?(?:ing)?\b|un-pin|(?:drop|rm|cancel|undo|get rid of|remove|delete|scrap|lift|take|clear"
    r"|withdraw|release)(?:ping|ing)?)\b|don'?t hold us to|(?:doesn'?t|don'?t) need to be pinned)",
    re.I,
)
_DROPPED = re.compile(
    # What is dropped must be a decision; 取消订单 and "remove line 12" are work.
    r"([第上] ?[一二三四五六七八九十0-9]* ?条|[那这哪]一?条|几条|事项|固定的|决定|绝定|置[顶頂]|定下来|定好|定的"
    r"|已定|[钉釘]"
    r"|\bun-?pin|\bpin(?:s|ned)?\b|\bdecisions?\b|\bfixed\b|\bsettled\b)",
    re.I,
)
_NUMBER = re.compile(
    r"第 ?([0-9一二三四五六七八九十]+) ?[条个点项]|(?:pin|decision|number|no\.) ?#?([0-9]+)\b|#([0-9]+)|\b(first"
    r"|second|third|fourth|fifth)\b"
    r"|(上一?条|最后一?条|\blast\b)",
    re.I,
)
_ORDINALS = {word: n for n, word in enumerate("一二三四五六七八九十", 1)} | {
    word: n for n, word in enumerate(("first", "second", "third", "fourth", "fifth"), 1)
}
_NOT_TO_PIN = re.compile(r"(?:别|不要)[钉釘](?![^，,]*着)")
_LAST = ("上条", "上一条", "最后条", "最后一条", "last")
_EDITS = re.compile(r"(去掉|删[掉了除]|移除|拿掉|\b(?:remove|delete|drop)\b)", re.I)
_DECISION = re.compile(r"(决定|绝定|置[顶頂]|定下来|定好|定的|已定|固定|[钉釘]|pin|decision|settled)", re.I)
_ALL = re.compile(r"(全部|所有|全都|几条都|\b(?:all|every|everything)\b)", re.I)
_NO_WISH = re.compile(
    r"([？?]|还没|没有|没定|等等|要不要|会不会|是不是|怎[么样]|如何|为[什啥]|什么|哪[里些]|来着|吗\W*$"
    r"|\b(?:hold off|not yet|why|won'?t|what did|how (?:do|can|to)|did (?:we|you)|is (?:it|the|that)|if (?:i|we)"
    r"|where|who|maybe"
    r"|he|she|they|they'?ve|my (?:manager|friend))\b)",
    re.I,
)
_NOT_YET = re.compile(
    r"(不用(?!再?遵?守)|\b(?:no (?:need|reason))\b|已经把|先别|先不|(?<!特)别(?!再?[钉釘])"
    r"|不要(?!再?[钉釘])|\b(?:don'?t(?! hold us)|do not"
    r"|not|never)\b)",
    re.I,
)
_TOLD = re.compile(
    r"(?:被|解除|已经?)锁定|锁定了(?=\W*$)|(?:他们?|她们?|老板|老[公婆]|客户|昨天|上周|前天)[^，,]{0,6}(?:说定"
    r"|敲定|定下来|定死|锁定)"
)
"""What is told to be settled elsewhere."""
_POLITE = re.compile(
    r"((?:能不能|可不可以|可以|能)(?=把|帮|给|麻烦)|能不能|可不可以|可以|\b(?:can|could|will"
    r"|would) you\b|\bwould you mind\b)",
    re.I,
)
_ON_TEXT = re.compile(r"(翻译|译成|造句|改写|什么意思|\b(?:translate|rephrase|rewrite|what does|meaning of)\b)", re.I)
_FILLERS = re.compile(
    r"(?:同意|定了|好[的吧啦]?|行|嗯+|对|那|就|请|麻烦你?了?|拜托了?|谢谢|算了|不好意思|我反悔了|可以|能不能"
    r"|可不可以|把"
    r"|将|从|帮我|给我|给|咱们?|我们|你|按|照|来|辛苦了?|刚才|刚刚|之前|前面|上面|下面"
    r"|一下|先|都|也|再|还是|这|那|一|几|条|个|句话?|点|件事|事|说的|讲的|方案|决定|绝定|结论|约定|规则|固定|住|起来"
    r"|下来|定下来?|定好|定的|已定|的|了|吧|哈|啊|呀|呗|哦|啦|掉|着|著|里面|不用再比较|没有?问题"
    r"|\b(?:ok|okay|yes|yep|yeah|sure|alright|right|fine|good|great|hmm|hey|so|and|then|just|well|please|pls|now"
    r"|let'?s|lets|can|could|will|would|you|u|mind|go ahead|the|this|that|it|one|ones|what|we|i"
    r"|said|just|down|in|place|please|for|rest|of|chat|conversation|off|list|pinned?|pins?|decisions?|settled"
    r"|decided|on|about|earlier|line|thing|from|anymore|sounds|call|to|us|hold|move on|with|is|was"
    r"|my|me|as|a|also|just|reached|made|perfect|agreed|decision|cool|deal|final decision|not a suggestion|that one"
    r"|final answer|convinced|point|rule|had|been|thanks)\b|[\s\W])+",
    re.I,
)

MAX_WISH_CHARS = 300
"""A longer sentence is no wish about a pin but a text."""
NEAR = 24
"""Characters before a cue in which a "not" is about the cue."""
_MARKS = " \t\n,，。.;；:：!！、~～…—-"


def wish(text: str) -> Pin | Unpin | None:
    """Return what the user wants done with a decision; None when they say nothing of the kind.

    Args:
        text: the newest user message.
    """
    if _ON_TEXT.search(text):
        return None
    for span in sentences(text):
        said = simplified(text[slice(*span)])
        if len(said) > MAX_WISH_CHARS or _no_wish(said) or _TOLD.search(said):
            continue
        if _cue(_DROP, text, span, said) and _DROPPED.search(said):
            return _unpin(said)
        if cue := _cue(_PIN, text, span, said):
            return Pin(_meant(text, span, cue))
    return None


def _no_wish(said: str) -> bool:
    """Whether a sentence asks or tells; "could you …?" asks for nothing but what it says."""
    return bool(_NO_WISH.search(_POLITE.sub("", said).rstrip(" ?？吗嗎") if _POLITE.search(said) else said))


def _cue(pattern: re.Pattern[str], text: str, sentence: Span, said: str) -> Span | None:
    """Return where the cue stands in `text`; None when there is none, or its clause says "not", or it is quoted."""
    found = pattern.search(said)
    if found is None or _NOT_YET.search(re.split(r"[,，;；:：]", said[: found.start()])[-1][-NEAR:]):
        return None
    cue = (sentence[0] + found.start(), sentence[0] + found.end())
    return None if quoted(text, cue) else cue


def _unpin(said: str) -> Unpin | None:
    """Return what is to be dropped: by its words when there are any, else by its number, or everything.

    `None`: a number that nobody can read, or a list that is edited ("删掉第三条").
    """
    parts = [said[slice(*clause)] for clause in clauses(said)]
    named = next(part for part in parts if _DROPPED.search(part) or _DROP.search(part))
    words = " ".join(_FILLERS.sub(" ", _ALL.sub(" ", _NUMBER.sub(" ", _DROP.sub(" ", named)))).split())
    if not words and _NOT_TO_PIN.search(named):
        return None
    number = _NUMBER.search(named)
    if words or not number:
        return Unpin("", everything=True) if not words and _ALL.search(named) else Unpin(words)
    at = _read_number(next(filter(None, number.groups())).lower())
    if at is None or (_EDITS.search(named) and not _DECISION.search(named)):
        return None
    return Unpin("", at)


def _read_number(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    if len(word) == 2 and word[0] == "十":
        return 10 + _ORDINALS.get(word[1], 0)
    return -1 if word in _LAST else _ORDINALS.get(word)


def _meant(text: str, sentence: Span, cue: Span) -> str | None:
    """Return the user's words for what is to be pinned, from around the cue; None: it was said before."""
    after = text[cue[1] : sentence[1]]
    if opened := re.match(r"[^:：，,]{0,6}[:：]\s*", after):
        rest = text[cue[1] + opened.end() :]
        return _statement(rest[slice(*sentences(rest)[0])]) if rest.strip() else None
    if inside := re.search(r"[「『“\"]([^」』”\"]+)[」』”\"]", text[slice(*sentence)]):
        return inside[1]
    before = re.sub(r"(?:请|麻烦|那|就)*(?:把|将)(?=.{4})", "", text[sentence[0] : cue[0]])
    earlier = [s for s in sentences(text) if s[1] <= sentence[0]]
    candidates = [before, after, *(text[slice(*s)] for s in earlier[-1:])]
    return next((said for said in map(_statement, candidates) if said), None)


def _statement(text: str) -> str:
    """Return `text` without the fillers at its ends; empty when nothing else is in it."""
    telling = [clause for clause in clauses(text) if not _FILLERS.fullmatch(text[slice(*clause)])]
    kept = [clause for clause in telling if text[clause[1] : clause[1] + 1] not in ("?", "？")]
    said = text[kept[0][0] : kept[-1][1]].strip(_MARKS) if kept else ""
    return re.sub(r"^(?:that(?= we| i| the)|ok|okay|so|and|then|please|好的?|行|嗯+)[,，\s]+", "", said, flags=re.I)
