r"""Secrets and numbers that identify a person: found by shape and checksum rather than by keyword, or masked.

A first set: each pattern is one line. All of them look at a copy without format characters and in half
width, and use ASCII look-arounds, since `\b` takes Chinese for word characters (case B26).
"""

import re
from collections.abc import Callable, Iterator

from memory.text import Span, plain, plain_with_origins

MASK = "[***]"
"""What stands where a secret stood."""

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"
_NEW = r"(?!\[\*\*\*\])"  # what is masked already is no secret

_SECRETS = [
    re.compile(pattern)
    for pattern in (
        _BEFORE + r"sk-[A-Za-z0-9_-]{16,}",
        _BEFORE + r"(?:gh[pousr]_|github_pat_|glpat-|hf_|xox[abprs]-|sk_live_|rk_live_|SG\.|m0-|ya29\.)"
        r"[A-Za-z0-9_.-]{10,}",
        _BEFORE + r"(?:AKIA|ASIA)[A-Z0-9]{16}" + _AFTER,
        _BEFORE + r"(?:LTAI|AKID)[A-Za-z0-9]{12,}",
        _BEFORE + r"AIza[A-Za-z0-9_-]{30,}",
        _BEFORE + r"bce-v3/[A-Za-z0-9/_-]{16,}",
        _BEFORE + r"[0-9a-f]{32}\.[A-Za-z0-9]{16}" + _AFTER,
        _BEFORE + r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----|[\s\S]*)",
        r"[a-z][a-z0-9+.-]{0,20}://([^\s/:@]{0,100}:[^\s]{1,200})@(?=[A-Za-z0-9.-]+(?::\d+)?(?:[/?\s]|$"
        r"|[^\x00-\x7f]))",
        r"(?i:authorization|cookie)\s{0,4}:[ \t]*" + _NEW + r"(\S[^\n]*)",
        r"(?i:bearer)\s+" + _NEW + r"([A-Za-z0-9._~+/-]{16,}=*)",
        r"(?<![A-Za-z0-9_])(?i:[A-Z0-9_-]{0,40}(?:api[_-]?key|secret|token|access[_-]?key|accountkey|passwd"
        r"|password|_pass|--pass))"
        r"[\"']?\s{0,4}=\s{0,4}[\"']?(?!<|\$)" + _NEW + r"([^\s\"']{8,})",
        r"(?<![A-Za-z0-9_])(?i:[A-Z0-9_-]{0,40}(?:api[_-]?key|secret|token|access[_-]?key|accountkey|passwd"
        r"|password))"
        r"[\"']?\s{0,4}[: ]\s{0,4}[\"']?(?!<"
        r"|\$)" + _NEW + r"((?=[\x21-\x7e]*[0-9])(?=[\x21-\x7e]*[A-Za-z])[\x21\x23-\x26\x28-\x7e]{8,})",
        r"(?i:密码|口令|验证码|(?<![a-z])pass(?:word|code)|(?<![a-z])pin)\s{0,4}(?:是|为|:|=|(?i:is)|\s)\s{0,4}"
        rf"[\"']?{_NEW}((?=[\x21-\x7e]*[0-9!@#$%^&*?~])[\x21-\x7e]{{4,}})",
    )
]
"""Where a pattern has a group, the group is the secret; else all of it is."""
_MOBILE = re.compile(r"(?<![0-9])(?:\+?86[ -]?)?1[3-9][0-9](?:[ -]?[0-9]{4}){2}(?![0-9])")
_ID_CARD = re.compile(r"(?<![0-9A-Za-z])(?:[0-9][ -]?){17}[0-9Xx](?![0-9A-Za-z])")
_CARD = re.compile(r"(?<![0-9])(?:[0-9][ -]?){12,18}[0-9](?![0-9])")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"


def sensitive(text: str) -> bool:
    """Whether `text` holds a secret or a number that identifies a person (R2.2, gate 8)."""
    return any(True for _ in _spans(plain(text)))


def mask(text: str) -> str:
    """Return `text` with each secret and each number that identifies a person replaced by `MASK` (case B30)."""
    if not sensitive(text):
        return text
    seen, origins = plain_with_origins(text)
    for start, end in sorted(_disjoint(_spans(seen)), reverse=True):
        text = text[: origins[start][0]] + MASK + text[origins[end - 1][1] :]
    return text


def is_id_card(number: str) -> bool:
    """Whether `number` is an 18-character mainland identity number with a valid date and checksum.

    The mod-11-2 checksum of GB 11643 is computed here: `stdnum.cn.ric` raises on some numbers and
    refuses valid ones.
    """
    number = number.upper()
    month, day = int(number[10:12]), int(number[12:14])
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return 1 <= month <= 12 and 1 <= day <= 31 and number[17] == _CHECKS[total % 11]


def is_bank_card(number: str) -> bool:
    """Whether `number`, 13 to 19 digits, passes Luhn and begins as cards do."""
    digits = [int(d) for d in reversed(number)]
    doubled = (d * 2 - 9 if d > 4 else d * 2 for d in digits[1::2])
    return number[0] in "3456" and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _spans(seen: str) -> Iterator[Span]:
    for pattern in (*_SECRETS, _MOBILE):
        for match in pattern.finditer(seen):
            yield match.span(pattern.groups)
    yield from _numbers(_ID_CARD, is_id_card, seen)
    yield from _numbers(_CARD, is_bank_card, seen)


def _numbers(shape: re.Pattern[str], valid: Callable[[str], bool], seen: str) -> Iterator[Span]:
    return (m.span() for m in shape.finditer(seen) if valid(re.sub(r"[ -]", "", m.group())))


def _disjoint(spans: Iterator[Span]) -> list[Span]:
    """Return the same places without overlaps."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
