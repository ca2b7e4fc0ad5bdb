r"""What must not be stored, found by shape and checksum rather than by keyword.

A first set: each detector is one entry, so that the next ones are one line. All of them look at a
copy without format characters and in half width, and use ASCII look-arounds, since `\b` takes
Chinese for word characters (case B26).
"""

import re
import unicodedata
from collections.abc import Callable

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"

_SECRETS = re.compile(
    "|".join(
        (
            _BEFORE + r"sk-[A-Za-z0-9_-]{16,}",
            _BEFORE + r"(?:gh[pousr]_|github_pat_|glpat-|hf_|xox[abprs]-|sk_live_|rk_live_|SG\.|m0-|ya29\.)"
            r"[A-Za-z0-9_.-]{10,}",
            _BEFORE + r"(?:AKIA|ASIA)[A-Z0-9]{16}" + _AFTER,
            _BEFORE + r"(?:LTAI|AKID)[A-Za-z0-9]{12,}",
            _BEFORE + r"AIza[A-Za-z0-9_-]{30,}",
            _BEFORE + r"bce-v3/[A-Za-z0-9/_-]{16,}",
            _BEFORE + r"[0-9a-f]{32}\.[A-Za-z0-9]{16}" + _AFTER,
            _BEFORE + r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}",
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
            r"[a-z][a-z0-9+.-]*://[^\s/:@]*:[^\s/@]+@",
            r"(?i:authorization|cookie)\s*:\s*\S+",
            r"(?i:[A-Z0-9_]*(?:api_?key|secret|token|passwd|password))\s*=\s*(?!<|\$)\S{8,}",
        )
    )
)
_PASSWORD = re.compile(
    r"(?i:密码|口令|验证码|(?<![a-z])pass(?:word|code)|(?<![a-z])pin)\s*(?:是|为|:|=|(?i:is))\s*"
    r"(?=[\x21-\x7e]*[0-9!@#$%^&*?~])[\x21-\x7e]{4,}"
)
_MOBILE = re.compile(r"(?<![0-9])(?:\+?86[ -]?)?1[3-9][0-9](?:[ -]?[0-9]{4}){2}(?![0-9])")
_ID_CARD = re.compile(r"(?<![0-9A-Za-z])(?:[0-9][ -]?){17}[0-9Xx](?![0-9A-Za-z])")
_CARD = re.compile(r"(?<![0-9])(?:[0-9][ -]?){12,18}[0-9](?![0-9])")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS = "10X98765432"


def is_id_card(text: str) -> bool:
    """Whether an 18-character mainland identity number with a valid date and checksum stands in `text`.

    The mod-11-2 checksum of GB 11643 is computed here: `stdnum.cn.ric` raises on some numbers and
    refuses valid ones.
    """
    return any(_valid_id(re.sub(r"[ -]", "", m.group()).upper()) for m in _ID_CARD.finditer(text))


def _valid_id(number: str) -> bool:
    month, day = int(number[10:12]), int(number[12:14])
    total = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return 1 <= month <= 12 and 1 <= day <= 31 and number[17] == _CHECKS[total % 11]


def is_bank_card(text: str) -> bool:
    """Whether a card number stands in `text`: 13 to 19 digits that pass Luhn and begin as cards do."""
    numbers = (re.sub(r"[ -]", "", m.group()) for m in _CARD.finditer(text))
    return any(n[0] in "3456" and _luhn(n) for n in numbers)


def _luhn(number: str) -> bool:
    digits = [int(d) for d in reversed(number)]
    doubled = (d * 2 - 9 if d > 4 else d * 2 for d in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


_SENSITIVE: tuple[Callable[[str], object], ...] = (
    _SECRETS.search,
    _PASSWORD.search,
    _MOBILE.search,
    is_id_card,
    is_bank_card,
)


def sensitive(text: str) -> bool:
    """Whether `text` holds a secret or a number that identifies a person (R2.2, gate 8)."""
    seen = _seen(text)
    return any(detect(seen) for detect in _SENSITIVE)


_RUNTIME = re.compile(
    r"(?i:graph ?state|runtime ?artifact|workflow ?progress|(?:raw )?provider (?:response|config)|raw prompt|"
    r"raw tool result|raw resource content|mcp raw envelope|stack ?trace|traceback \(most recent)"
    r"|\bat \S+ \(?\S+:\d+:\d+\)?"
)


def runtime_data(text: str) -> bool:
    """Whether `text` is about the machinery: state, prompts, provider payloads, stack traces (gate 9)."""
    return bool(_RUNTIME.search(_seen(text)))


_ROLE = r"(?:user|assistant|system|human|ai|用户|助手|系统)"
_SPEAKS = rf"{_ROLE}(?:\s*(?:asked|said|问|说))?\s*:"
_TRANSCRIPT = re.compile(rf"(?i:\[{_ROLE}\]|(?:^|[\s。；]){_SPEAKS}\s*.+[\s。；]{_SPEAKS}|^{_ROLE}\s*:)", re.DOTALL)


def transcript(text: str) -> bool:
    """Whether `text` is a piece of a conversation instead of a statement (gate 10)."""
    return bool(_TRANSCRIPT.search(_seen(text)))


_PLACEHOLDER = re.compile(
    r"(?i:这个|那个|它|以上|如下|上面的?|(?:请?记住)?这[个些]?|this|that|it|the above|remember (?:this|that|it)|"
    r"没有值得记住的.*|无|none|n/?a|nothing to remember.*)[\s。.!！]*"
)


def placeholder(text: str) -> bool:
    """Whether `text` says nothing by itself (gate 11)."""
    return bool(_PLACEHOLDER.fullmatch(_seen(text).strip()))


_INJECTION = re.compile(
    r"(?i:(?:ignore|disregard|forget)\s*(?:all|any|the)?\s*(?:previous|prior|above)\s*(?:instructions?|rules?|prompts?)"
    r"|(?:忽略|无视|忘记)(?:以上|之前|上面|前面)?(?:的)?(?:所有|一切|全部)?(?:指令|规则|提示词?)"
    r"|system\s*prompt|系统提示词|(?:^|\s)system\s*:|developer mode|jailbreak"
    r"|(?:拥有|具有|授予)(?:全部|所有|管理员)权限|(?:user|用户)\s*(?:is|是)\s*(?:an? )?(?:admin(?:istrator)?\b|管理员))"
    r"|https?://"
)


def injection(text: str) -> bool:
    """Whether `text` gives orders about orders, claims rights or carries an address (case B31)."""
    return bool(_INJECTION.search(_seen(text)) or _INJECTION.search(re.sub(r"\s", "", _seen(text))))


def _seen(text: str) -> str:
    normal = unicodedata.normalize("NFKC", text)
    return "".join(c for c in normal if unicodedata.category(c) != "Cf")
