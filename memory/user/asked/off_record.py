"""Whether the user keeps something out of memory: 别记住这句话, "off the record", in both languages (case B12)."""

import re

from memory.language.clauses import sentence_of
from memory.language.text import even

_KEEP = r"(?:记住|[记記]低|记一下|记下来?|记录|记着|存下来?|保存|存|记|留|入库|录入|入档)"
_OFF_RECORD = re.compile(
    rf"(?:别|不要|不用|不必|无需|甭|勿|不许|千万别|不需要|唔好|唔使|咪)(?:再|给我|替我|帮我|去"
    rf"|把)*(?:.{{0,8}}?){_KEEP}"
    r"(?!(?:得|性|账|仇|错|者|不住))(?:这|那|呢|嗰|[句條条]|了|哈|啊|哦|住|下来?|一下|[在到进](?:记忆|你|脑)|起来"
    r"|[：:，,。！!；;、\s]|$)"
    r"|(?:这话|这句|这条|这个|这事|以下|以上)[^，,。]{0,6}(?:别|不要|勿|不用|不必)(?:再)?(?:帮我)?(?:存|记|留"
    r"|保存|记录)"
    r"|(?:咱|我)?(?:就)?(?:私下|悄悄)说[^，。]{0,8}(?:别|不要)(?:记|存|入库)"
    r"|(?<!\bi )\b(?:don'?t|do not|no need to|never|you (?:needn'?t|don'?t (?:need|have) to)|please not to)(?: \w+)?"
    r" (?:remember|save|store|note|memori[sz]e|keep|record|log) (?:this|that|it(?=\s*(?:[.,;:!?]|$|please"
    r"|anywhere|in (?:your )?memory|on (?:file|record)))|what i|anything|any of"
    r"|the following|a record|the next)"
    r"|(?:别|不要|不用|勿)(?:再)?[记存写录放](?:到|进|在|入)[^，。]{0,4}(?:记忆|脑|心)"
    r"|\b(?:keep (?:this|that|it) (?:between us|to yourself)|(?:this|that) (?:stays"
    r"|is to stay) out of (?:your )?memory)"
    r"|\b(?:nothing|none) (?:of|in) this (?:gets?|is|should be|to be) (?:saved|stored|kept|remembered)"
    r"|(?<![a-z])(?:off the record|not for (?:the record|your memory)|keep (?:this|that|it) out of (?:your )?memory"
    r"|(?:this|that) (?:stays|is) between us|without (?:saving|storing|remembering))(?![a-z])"
    r"|\b(?:rather|prefer|appreciate|like)\b(?: it)?(?: if)? you (?:didn'?t|don'?t|not|did not|do not|never)"
    r" (?:keep|store|save|record|remember|note|log|hold on to|hang on to|write down) (?:this|any|an?)\b"
    r"|\b(?:don'?t|do not|never|please not) (?:hold on to|hang on to|write down|jot down|make a note of"
    r"|keep a (?:record|note) of|put down) (?:this|that|it|any)|\b(?:don'?t|do not) (?:write|jot|put"
    r"|note) (?:this|that"
    r"|it) (?:down|anywhere)",
    re.I,
)
_SAID_BEFORE = re.compile(
    r"(忘[了掉记]|删[掉除了]|抹掉|清[掉除]|之前|以前|上[次回]|刚才|说过|提过|聊过|记过|再[记記]着|再[记記]住"
    r"|再存着|惦记"
    r"|\b(?:forget|delete|erase|remove|earlier|before|told you|mentioned|i said)\b)",
    re.I,
)
_JUST_NOW = re.compile(r"刚才|刚刚|以上|\bi (?:just )?(?:said|told|mentioned)\b|\babove\b", re.I)


def off_record(text: str) -> bool:
    """Whether the user asks that what they say here is not kept ("别记住这句话", "off the record").

    "把这条忘掉，不用记了" is a forget: what was said before is not kept either.
    """
    said = even(text)
    asked = _OFF_RECORD.search(said)
    if asked is None or not _SAID_BEFORE.search(said):
        return asked is not None
    start, end = sentence_of(said, asked.span())
    return bool(said[:start].strip() and _JUST_NOW.search(said[start:end]))  # 我在当厨师。刚才说的不要记
