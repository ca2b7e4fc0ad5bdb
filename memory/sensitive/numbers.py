"""Numbers that identify a person: of documents, cards and accounts, by shape, checksum and announcement."""

import re
from collections.abc import Callable, Iterator

from stdnum import iban, luhn
from stdnum.exceptions import ValidationError
from stdnum.iso7064 import mod_11_2
from stdnum.us import ssn

from memory.language.text import Span

_START, _END = r"(?<![0-9A-Za-z])", r"(?![0-9A-Za-z])"
_GAP = r"[^0-9A-Za-z]{0,14}(?:(?:number|no|is|was|num|it'?s|it is|that'?s|called)[^0-9A-Za-z]{1,6})*"

_ID_18 = re.compile(_START + r"(?:[0-9][ -]?){17}[0-9Xx]" + _END)
_ANNOUNCED_ID = re.compile(
    rf"(?i)(?:身份证|身份證|公民身份|\bid (?:card|number)|identity (?:card"
    rf"|number)){_GAP}((?:[0-9][ -]?){{14}}(?:[0-9][ -]?){{0,3}}[0-9Xx]){_END}"
)
_CARD = re.compile(r"(?<![0-9.,-])(?:[0-9][ -]?){12,18}[0-9](?![0-9])")
_ANNOUNCED_CARD = re.compile(
    rf"(?i)(?:(?:银行|信用|储蓄|借记|工资|银联|招行|工行|建行|农行|中行|交行)卡|\b(?:my|our"
    rf"|the) card(?: number)?|(?<![员物书饭禁话])卡号"
    rf"|(?:银行|收款|对公|开户)(?:账户|账号|帐号)"
    rf"|(?:credit|debit|bank|visa|amex|master)\s?card|card number|visa|mastercard|(?:bank|checking"
    rf"|savings) account|account number|routing number)"
    rf"{_GAP}((?:[0-9][ /-]{{0,3}}){{7,18}}[0-9])(?![0-9])"
)
_DOCUMENT = re.compile(
    r"(?i)(?:护照|passport|身[份分]证|证字号|hkid|\bpan(?: card)?|通行证|台胞证|回乡证|居住证|居留证|军官证"
    r"|士兵证|驾照|驾驶证|学籍号|社保卡?|社会保障"
    r"|医保卡?|永居"
    r"|driver'?s? licen[cs]e|(?:residence|work|home return|travel|compatriot|exit(?:-| and )entry|stay) permit"
    r"|green card|visa|national insurance|\bnino|\bssn|social security|\bnhs|medicare|tax(?:payer)? id|\btfn|aadhaar)"
    r"(?:的?(?:号码?|编号|证号|卡号))?"
    rf"{_GAP}((?=[A-Z0-9 -]*[0-9]{{2}})[A-Z]{{0,3}}[ -]?[0-9][0-9A-Z -]{{5,20}}[0-9A-Z])(?![0-9A-Za-z])"
)
_HONG_KONG_ID = re.compile(_START + r"[A-Z]{1,2} ?[0-9]{6} ?[(（][0-9A][)）]")
_INDIAN_PAN = re.compile(_START + r"[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z]" + _END)
_UK_LICENCE = re.compile(_START + r"[A-Z9]{5}[0-9]{6}[A-Z9]{2}[0-9][A-Z]{2}" + _END)
_SPELT_LONG = re.compile(r"[零〇一幺二三四五六七八九](?:[ ，,]?[零〇一幺二三四五六七八九]){11,}")
"""As long as a card or an identity number: nothing else is read out digit by digit."""
_SSN = re.compile(r"(?<![0-9-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9-])")
_NINO = re.compile(_START + r"[A-CEGHJ-PR-TW-Z]{2} ?(?:[0-9]{2} ?){3}[A-D]" + _END)
_IBAN = re.compile(_START + r"[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?" + _END)
_OTHER_NUMBER = re.compile(
    r"(?i)(?:订单|运单|快递|流水|单号|工单|发票|案号|批次|序列|货号|条码|条形码|型号|编号|学号|工号|imei|isbn"
    r"|ean|upc|sku"
    r"|order|tracking|invoice|ticket|serial|case|batch|part|ref(?:erence)?|transaction|shipment|timestamp|build)"
    r"(?:\s?(?:number|no\.?|id|num|code))?[\s:#号码单编为是]{0,6}(?:(?:is|was)\s)?$"
)


def found(seen: str) -> Iterator[Span]:
    """Return where a number that identifies a person stands in `seen`, a plain text."""
    yield from _checked(_ID_18, is_id_card, seen)
    yield from _announced(_ANNOUNCED_ID, _id_like, seen)
    yield from _checked(_CARD, is_bank_card, seen)
    yield from _announced(_ANNOUNCED_CARD, lambda number: len(number) >= 8, seen)
    yield from _announced(_DOCUMENT, lambda number: sum(c.isdigit() for c in number) >= 6, seen)
    yield from (match.span() for match in _SPELT_LONG.finditer(seen))
    yield from _checked(_SSN, lambda number: ssn.is_valid(number), seen)
    yield from (
        match.span() for shape in (_NINO, _UK_LICENCE, _HONG_KONG_ID, _INDIAN_PAN) for match in shape.finditer(seen)
    )
    yield from (match.span() for match in _IBAN.finditer(seen) if iban.is_valid(match.group()))


def announced_as_other(seen: str, start: int) -> bool:
    """Whether the number at `start` is called an order, a shipment, a serial number."""
    return bool(_OTHER_NUMBER.search(seen[max(0, start - 40) : start]))


def is_id_card(number: str) -> bool:
    """Whether `number` is an 18-character mainland identity number: valid date and ISO 7064 mod-11-2 check.

    Not by `stdnum.cn.ric`, which raises on some numbers and refuses valid ones.
    """
    try:
        mod_11_2.validate(number.upper())
    except ValidationError:
        return False
    return len(number) == 18 and _date(number[6:14])


def is_bank_card(number: str) -> bool:
    """Whether `number`, 13 to 19 digits, passes Luhn and begins as cards do."""
    return 13 <= len(number) <= 19 and number[0] in "3456" and bool(luhn.is_valid(number))


def _id_like(number: str) -> bool:
    return (len(number) == 18 and _date(number[6:14])) or (len(number) == 15 and _date("19" + number[6:12]))


def _date(digits: str) -> bool:
    return 1850 <= int(digits[:4]) <= 2100 and 1 <= int(digits[4:6]) <= 12 and 1 <= int(digits[6:8]) <= 31


def _checked(shape: re.Pattern[str], valid: Callable[[str], bool], seen: str) -> Iterator[Span]:
    for match in shape.finditer(seen):
        if valid(re.sub(r"[ -]", "", match.group())) and not announced_as_other(seen, match.start()):
            yield match.span()


def _announced(shape: re.Pattern[str], valid: Callable[[str], bool], seen: str) -> Iterator[Span]:
    return (m.span(1) for m in shape.finditer(seen) if valid(re.sub(r"[ /-]", "", m.group(1))))
