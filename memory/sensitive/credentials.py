"""Secrets that are known by what stands around them: an assignment, a header, an address."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from memory.language.text import Span

NOT_MASKED = r"(?!\[\*\*\*\])"  # what is masked already is no secret
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
        rf"(?i:(?:proxy-)?authorization|(?:set-)?cookie2?|x-(?:api-key|auth-token"
        rf"|csrf-token))\s{{0,4}}:[ \t]*{NOT_MASKED}"
        r"(?=[^\n]{0,300}[=\d])([!-~][^\n\u4e00-\u9fff]*)",
        rf"(?i:bearer|basic)\s+{NOT_MASKED}(?=[!-~]*\d)([A-Za-z0-9._~+/-]{{16,}}=*)",
        rf"(?i){_NO_WORD}(?:sessionid|session_id|phpsessid|jsessionid|connect\.sid|sid|csrftoken|sessdata|bduss)"
        rf"\s?=\s?{NOT_MASKED}([\w%.:/+-]{{12,}})",
        # A phrase of words from which a wallet is made.
        r"(?i:助记词|(?:seed|recovery|backup|mnemonic)(?: phrases?| words?)?)(?: (?:is"
        r"|are))?[^A-Za-z]{0,12}((?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})",
    )
]
"""Where a pattern has a group, the group is the secret; else all of it is."""

_ASSIGNED = re.compile(
    rf"(?i){_NO_WORD}[A-Z0-9_.-]{{0,40}}?{_NAME}(?:[_-]?(?:id|key|value|v\d))?"
    rf"[\"'`]?\s{{0,4}}(?:=>|[:=]{{1,2}}|是|为|叫|就是|(?:重置|改|换|更新|设)[成为]|\bis\b|\s"
    rf"|(?<=[钥牌证码]))\s{{0,4}}[\"'`]?{NOT_MASKED}([!-~]{{8,}})"
)
_ANYTHING_ASSIGNED = re.compile(
    r"(?<![\w.-])[A-Za-z_][\w.-]{0,60}[\"']?\s{0,4}[:=]\s{0,4}[\"']?([A-Za-z0-9+/_=-]{24,})"
)
_TEMPLATE = re.compile(
    r"(?i)[=:]?\$\{?[A-Z_]{3,}|(?:USER(?:NAME)?|PASS(?:WORD)?):(?:PASS(?:WORD)?|PWD)$|<[a-z][\w -]*>|\{\{?[\w. ]+\}"
)
TRAILING = "\"'`,;.!?()”」"
_CHECKSUM = re.compile(r"(?i)(?:sha\d*|md5|integrity|digest|checksum|commit|hash|etag)[^\n]{0,4}$")


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


def _looks_made(value: str) -> bool:
    """Whether a value given to a name like `API_KEY` looks like a key, not like a word, a version or a variable."""
    value = value.rstrip(TRAILING)
    mixed = re.search(r"\d", value) and re.search(r"[A-Za-z]", value)
    long_hex = re.fullmatch(r"[0-9a-fA-F]{16,}", value)
    chosen = re.search(r"\d", value) and re.search(r"[!@#$%^&*]", value)
    uuid = re.fullmatch(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value)
    return len(value) >= 8 and bool(mixed or long_hex or chosen or uuid) and not filled_in_later(value)


def _looks_random(value: str) -> bool:
    """Whether a value has letters of both cases and digits, as evenly spread as chance does."""
    counts = Counter(value)
    entropy = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    classes = all(re.search(pattern, value) for pattern in (r"[a-z]", r"[A-Z]", r"\d"))
    return classes and entropy >= 3.8 and not filled_in_later(value)


def filled_in_later(value: str) -> bool:
    """Whether a value only holds a place: <key>, your_token, ****."""
    return bool(_PLACEHOLDER.match(value) or re.fullmatch(r"(.)\1*", value) or "..." in value or "****" in value)
