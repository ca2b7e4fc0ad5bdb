"""Secrets told in a sentence: 密码是…, "my pin is four nines", in digits, in words, by what they are made of."""

import re
from collections.abc import Iterator

from memory.language.text import Span
from memory.sensitive.credentials import NOT_MASKED, TRAILING, filled_in_later

_CHOSEN = r"(?![:=])(?=[!-~]{0,63}[0-9!@#$%^&*?~+_])[!-~]{4,}"
_SECRET_WORD = (
    r"(?:密[码碼]锁?|口令|暗号|(?:验证|校验|动态|安全|取件|提取|解锁|开锁|开机|门禁|付款|支付|锁屏|防盗)(?:密)?码"
    r"|pin\s?码"
    r"|(?<![a-z])(?:pass ?(?:word|code|phrase)|passwd|pwd|pw|pin(?: (?:code|number))?|cvv2?|cvc|otp|combination"
    r"|(?:verification|security|door|gate|alarm|access|lock|unlock|login|auth|confirmation|sms|entry|safe"
    r"|one-time) (?:code|combination)|(?:gate|door|safe|alarm|garage|locker|vault|lock)\b[a-z ]{0,30}\bcode"
    r"|(?:wi-?fi|network|wpa2?)\b[^.\n]{0,40}?\bkey))"
)
_TOLD = re.compile(
    rf"(?i){_SECRET_WORD}(?:\s*[(（][^)）]{{0,12}}[)）])?"
    r"(?:"
    # 密码我设的 518093; directly after the word: 口令mm7788@zm.
    r"(?<=[\u4e00-\u9fff])(?:[^\x00-\x7f，。]{0,10}[是为係])?"
    r"[我你他她的是为係改设定用叫了成给先还都在那个换就生日现目前暂时一直已经记下: ]{0,8}"
    r"|(?:,? (?:for|at|to|of|on|in) [a-z' -]{2,30}?)?\s{0,2}"
    r"(?::|=|→|就?[是为]|,? (?:it'?s|it is|that'?s|namely) |[，,](?:是|就是)|'?s its |'s |its |(?:now|currently|still"
    r"|just) is|(?:is|was|are|will be|remains|becomes)(?: now"
    r"| still| set to"
    r"| just| currently)?"
    r"|(?:(?:was|is|got|has been) )?(?:changed|set|reset|updated)(?: it| back)? to|to|(?<=word) |(?<=code) "
    r"|(?<=phrase) ))"
    rf"\s{{0,4}}[\"'“‘「`]?{NOT_MASKED}({_CHOSEN})"
)
_WORD_TOLD = re.compile(
    r"(?i)\b(?:my|our|the|his|her)(?: [\w-]+){0,3}? (?:password|passcode|passphrase) is (?!(?:wrong|weak|strong"
    r"|expired|incorrect|required|missing|correct"
    r"|invalid|changed|reset|empty|good|bad|long|short|secure|safe|hard|easy|forgotten|lost|the|a|an|not|too"
    r"|very|my|in|on|at|stored|saved|written"
    r"|same|different|unknown|ready|needed|always|never|hidden|encrypted|hashed|visible|blank|case|about|being"
    r"|set|still|now|so)\b)"
    r"([A-Za-z][A-Za-z-]{3,30})(?=\s*(?:[,.;!]|$|and\b|for\b|btw\b|remember\b|please\b))"
    r"|(?:密码|口令)(?:是|为|:)\s?(?:我的?)?[\u4e00-\u9fff]{0,6}\s?([A-Za-z]{4,30})(?![A-Za-z])(?!管理)"
)
_DIGIT_ZH = "零〇一幺二三四五六七八九"
_DIGIT_EN = r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)s?"
_SAID = rf"{_SECRET_WORD}(?:,? (?:for|at|to|of|on|in) [a-z' -]{{2,30}}?)?"
_IS = r"\s{0,2}(?:我?设?(?:就是|还是|[是为成:：])|[:=]|(?:'s|,? it'?s| is| was| are)(?: just| still| now)?)?\s{0,3}"
_TOLD_IN_WORDS = [
    re.compile(rf"(?i){pattern}")
    for pattern in (
        rf"{_SECRET_WORD}{_IS}((?:[一二三四五六七八九两十]个[{_DIGIT_ZH}\d])+"
        rf"|[{_DIGIT_ZH}](?:[ ,，]?[{_DIGIT_ZH}]){{2,}})",
        rf"{_SECRET_WORD}{_IS}(\d{{3}})(?![\d.])(?!\s?(?:位|个|次|天|年|月|日|号|点|分|秒|小时|字|digits?|char"
        rf"|times?|days?))",
        rf"{_SECRET_WORD}(?:就)?(?:是|为)((?:我|他|她|咱|俺|女儿|儿子|老婆|老公)[^，,。]{{0,8}}(?:生日|名字"
        rf"|手机号|车牌|学号|纪念日))",
        r"(?:解锁图案|手势密码|锁屏图案|图案密码)(?:是|为|:|：)(?!什么)\s?([^，,。！!？?\s]{1,10})",
        rf"{_SAID}{_IS}((?:double|triple|two|three|four|five|six)[ -]{_DIGIT_EN}(?:[ ,-]{{1,2}}(?:(?:double"
        rf"|triple)[ -])?{_DIGIT_EN})*"
        rf"|{_DIGIT_EN}(?:[ ,-]{{1,2}}(?:(?:double|triple)[ -])?{_DIGIT_EN}){{2,}})",
        rf"{_SAID}(?:'s| is) ((?:my|our|his|her) [\w' ]{{2,24}}(?:birthday|birth ?date|name|anniversary|postcode))\b",
        r"\b(?:security|secret|recovery) (?:question|answer)s?\b[^.!?\n]{0,60}?\b(?:is|was|:) ([A-Z][\w'-]+)",
        r"(?:背面|后面)的?(?:三位|3\s?位)[^\d\n]{0,6}(\d{3})(?!\d)",
        r"(?:门锁|锁屏|保险柜|保险箱)[^，,。\n]{0,14}?((?:生日)?\d{4,8})(?!\d|年|元|块)",
        r"(?:密保|安全)问题[^。\n]{0,24}?(?:答案)?(?:是|为|填的?是?)([\u4e00-\u9fff]{1,6})(?=[，,。！!]|$)",
    )
]
_OF_WORDS = re.compile(
    r"(?i)\b(?:pass ?(?:word|phrase|code)|(?:recovery|seed|backup|mnemonic|secret) (?:phrase|words?))"
    r"(?: (?:is|are)|:|'s) ((?:(?!(?:the|a|an|and|or|but|with|for|my|your|not|too|very|so|same|on|in|at|to|of|is|it"
    r"|wrong|weak|that|which|what|when|because)\b)[a-z]{3,12}[ -]){2,}[a-z]{3,12})(?=\W*$|[,.;!]| (?:and|btw"
    r"|please|ok)\b)"
)
"""Words strung together: "correct horse battery staple"."""
_TOLD_FIRST = re.compile(
    r"(?i)(?<![\w.@/-])((?=[!-~]{0,63}[0-9])(?=[!-~]{0,63}[A-Za-z!@#$%^&*?])[!-~]{6,64}?)[\"'”」]?\s?"
    r"(?:是|就是|当|作为?|(?:is|was|as) (?:my|the|our|his|her))[^\n，。,.]{0,12}?(?:密码|口令|password"
    r"|passcode)(?!管理| ?managers?)"
)
_ACCOUNT = re.compile(
    r"(?i)(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\s{0,3}(?:[/|,，;:、]|和|with|and|密[码碼]|口令"
    r"|password|pass|pwd|pw"
    r"|\s)+[^\x00-\x7f]{0,3}[:= ]{0,3}"
    r"(?![\w.+-]+@)(?!https?:)((?=[!-~]{0,63}[0-9!#$%^&*?~])[!-~]{5,})"
)
_LOGIN = re.compile(
    r"(?i)(?:登[录陆]|账号|帐号|\b(?:log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in))[^\n/]{0,24}?[\w.@+-]{2,40}\s/\s"
    r"((?=[!-~]{0,40}[0-9])(?=[!-~]{0,40}[^\w\s/.-])[!-~]{6,})"
)
_UNIT = re.compile(
    r"\s?(?:位|个|次|天|年|月|日|号|点|分钟|秒|小时|字|chars?|characters?|digits?|times?|days?|minutes?|hours?"
    r"|attempts?)"
)
_DATE_OR_TIME = re.compile(r"(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}:\d{2}(?::\d{2})?|v?\d+(?:\.\d+)+)")


def found(seen: str) -> Iterator[Span]:
    """Return where a secret that somebody tells stands in `seen`, a plain text."""
    for words in (_WORD_TOLD, _OF_WORDS, *_TOLD_IN_WORDS):
        yield from (m.span(m.lastindex or 0) for m in words.finditer(seen))
    for told in (_TOLD, _TOLD_FIRST, _ACCOUNT, _LOGIN):
        yield from (m.span(1) for m in told.finditer(seen) if _looks_chosen(m.group(1), seen[m.end(1) :]))


def _looks_chosen(value: str, after: str) -> bool:
    """Whether a value told in a sentence is one, not a length, a date or a version."""
    value = value.rstrip(TRAILING)
    counted = value.isdigit() and (len(value) < 3 or _UNIT.match(after))
    return len(value) >= 3 and not counted and not _DATE_OR_TIME.fullmatch(value) and not filled_in_later(value)
