"""Secrets that are known by what stands around them: an assignment, a header, an address, a sentence."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from memory.language.text import Span

_NEW = r"(?!\[\*\*\*\])"  # what is masked already is no secret
_NO_WORD = r"(?<![A-Za-z0-9_])"
_NAME = (
    r"(?:api[ _-]?key|app[ _-]?(?:key|secret)|(?:secret|access|private|encryption|signing|master|account|licen[cs]e)"
    r"[ _-]?key|(?:client|webhook|shared)[ _-]?secret|secret|token|passwd|password|passphrase|credentials?|auth"
    r"|密钥|秘钥|私钥|令牌|凭证|授权码)"
)
_PLACEHOLDER = re.compile(
    r"(?i:<|\$|\{|%|\[|(?:process\.env|os\.environ|getenv|env\.|config\.|settings\.|secrets\.|self\.|args\.|vault:)"
    r"|(?:your|my|the|some|insert|example|placeholder|change|dummy|sample|test|fake)[_-]|[x*.#•_-]{4,}"
    r"|(?:none|null|undefined|true|false)\b|[\w.]+\()"
)

_SHAPES = [
    re.compile(pattern)
    for pattern in (
        # JWT; signature or payload may be cut off.
        r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?",
        r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)",
        # Connection strings and addresses with a password in them.
        r"(?i)[a-z][a-z0-9+.-]{0,20}://([^\s/:@]{0,100}:[^\s]{1,200})@(?=[A-Za-z0-9.\[-]+(?::\d+)?(?:[/?\s,]|$"
        r"|[^\x00-\x7f]))",
        r"(?i)(?:jdbc:\S{1,200}|;\s*(?:user id|uid)=[^;\s]+;\s*)[?&;]?(?:password|pwd)=([^\s;&]{3,})",
        # Headers.
        rf"(?i:(?:proxy-)?authorization|(?:set-)?cookie2?|x-(?:api-key|auth-token|csrf-token))\s{{0,4}}:[ \t]*{_NEW}"
        r"(?=[^\n]{0,300}[=\d])([!-~][^\n\u4e00-\u9fff]*)",
        rf"(?i:bearer|basic)\s+{_NEW}(?=[!-~]*\d)([A-Za-z0-9._~+/-]{{16,}}=*)",
        rf"(?i){_NO_WORD}(?:sessionid|session_id|phpsessid|jsessionid|connect\.sid|sid|csrftoken|sessdata|bduss)"
        rf"\s?=\s?{_NEW}([\w%.:/+-]{{12,}})",
        # A phrase of words from which a wallet is made.
        r"(?i:助记词|(?:seed|recovery|backup|mnemonic)(?: phrases?| words?)?)(?: (?:is"
        r"|are))?[^A-Za-z]{0,12}((?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})",
    )
]
"""Where a pattern has a group, the group is the secret; else all of it is."""

_ASSIGNED = re.compile(
    rf"(?i){_NO_WORD}[A-Z0-9_.-]{{0,40}}?{_NAME}(?:[_-]?(?:id|key|value|v\d))?"
    rf"[\"'`]?\s{{0,4}}(?:=>|[:=]{{1,2}}|是|为|叫|就是|(?:重置|改|换|更新|设)[成为]|\bis\b|\s"
    rf"|(?<=[钥牌证码]))\s{{0,4}}[\"'`]?{_NEW}([!-~]{{8,}})"
)
_ANYTHING_ASSIGNED = re.compile(
    r"(?<![\w.-])[A-Za-z_][\w.-]{0,60}[\"']?\s{0,4}[:=]\s{0,4}[\"']?([A-Za-z0-9+/_=-]{24,})"
)
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
    rf"\s{{0,4}}[\"'“‘「`]?{_NEW}({_CHOSEN})"
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
    r"|passcode)(?!管理)"
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
_TEMPLATE = re.compile(
    r"(?i)[=:]?\$\{?[A-Z_]{3,}|(?:USER(?:NAME)?|PASS(?:WORD)?):(?:PASS(?:WORD)?|PWD)$|<[a-z][\w -]*>|\{\{?[\w. ]+\}"
)
_TRAILING = "\"'`,;.!?()”」"
_CHECKSUM = re.compile(r"(?i)(?:sha\d*|md5|integrity|digest|checksum|commit|hash|etag)[^\n]{0,4}$")
_UNIT = re.compile(
    r"\s?(?:位|个|次|天|年|月|日|号|点|分钟|秒|小时|字|chars?|characters?|digits?|times?|days?|minutes?|hours?"
    r"|attempts?)"
)
_DATE_OR_TIME = re.compile(r"(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}:\d{2}(?::\d{2})?|v?\d+(?:\.\d+)+)")


def found(seen: str) -> Iterator[Span]:
    """Return where a secret stands in `seen`, a plain text."""
    for pattern in _SHAPES:
        for match in pattern.finditer(seen):
            value = match.group(pattern.groups)
            if not _TEMPLATE.search(value):
                yield match.span(pattern.groups)
    yield from (m.span(1) for m in _ASSIGNED.finditer(seen) if _looks_made(m.group(1)))
    for match in _ANYTHING_ASSIGNED.finditer(seen):
        if _looks_random(match.group(1)) and not _CHECKSUM.search(seen[: match.start(1)]):
            yield match.span(1)
    for words in (_WORD_TOLD, _OF_WORDS, *_TOLD_IN_WORDS):
        yield from (m.span(m.lastindex or 0) for m in words.finditer(seen))
    for told in (_TOLD, _TOLD_FIRST, _ACCOUNT, _LOGIN):
        yield from (m.span(1) for m in told.finditer(seen) if _looks_chosen(m.group(1), seen[m.end(1) :]))


def _looks_made(value: str) -> bool:
    """Whether a value given to a name like `API_KEY` looks like a key, not like a word, a version or a variable."""
    value = value.rstrip(_TRAILING)
    mixed = re.search(r"\d", value) and re.search(r"[A-Za-z]", value)
    long_hex = re.fullmatch(r"[0-9a-fA-F]{16,}", value)
    chosen = re.search(r"\d", value) and re.search(r"[!@#$%^&*]", value)
    uuid = re.fullmatch(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value)
    return len(value) >= 8 and bool(mixed or long_hex or chosen or uuid) and not _filled_in_later(value)


def _looks_random(value: str) -> bool:
    """Whether a value has letters of both cases and digits, as evenly spread as chance does."""
    counts = Counter(value)
    entropy = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    classes = all(re.search(pattern, value) for pattern in (r"[a-z]", r"[A-Z]", r"\d"))
    return classes and entropy >= 3.8 and not _filled_in_later(value)


def _looks_chosen(value: str, after: str) -> bool:
    """Whether a value told in a sentence is one, not a length, a date or a version."""
    value = value.rstrip(_TRAILING)
    counted = value.isdigit() and (len(value) < 3 or _UNIT.match(after))
    return len(value) >= 3 and not counted and not _DATE_OR_TIME.fullmatch(value) and not _filled_in_later(value)


def _filled_in_later(value: str) -> bool:
    return bool(_PLACEHOLDER.match(value) or re.fullmatch(r"(.)\1*", value) or "..." in value or "****" in value)
