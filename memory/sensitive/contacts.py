"""Where a person can be reached or found: telephone numbers and street addresses, of both languages.

A city or a district alone is no address; it is stored as where somebody lives.
"""

import re
from collections.abc import Iterator

from phonenumbers import NumberParseException, is_possible_number, parse

from memory.language.text import Span
from memory.sensitive.numbers import announced_as_other

_MOBILE = re.compile(r"(?<![0-9A-Za-z.])(?:(?:\+|00)?86[ -]?)?1[3-9][0-9](?:[ -]?[0-9]{4}){2}(?![0-9A-Za-z])")
_SPOKEN_DIGIT = "零〇一幺二两三四五六七八九"
_SPOKEN = re.compile(
    rf"(?<![{_SPOKEN_DIGIT}十])[一幺1][ -]?(?:[{_SPOKEN_DIGIT}][ -]?){{10}}(?![{_SPOKEN_DIGIT}十百千万])"
)
_SPOKEN_ANNOUNCED = re.compile(
    rf"(?:手机|电话|座机)(?:号码?)?[^\n，,。0-9{_SPOKEN_DIGIT}]{{0,6}}"
    rf"([{_SPOKEN_DIGIT}](?:[ -]?[{_SPOKEN_DIGIT}]){{6,}})"
)
_SPOKEN_ENGLISH = re.compile(
    r"(?i)\b(?:(?:double|triple)[ -])?(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|hundred)"
    r"(?:[ ,-]{1,2}(?:(?:double|triple)[ -])?(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)){6,}\b"
)
_LANDLINE = re.compile(
    r"(?<![0-9A-Za-z.-])(?:\(0[0-9]{2,3}\)|0[0-9]{2,3}[ -])[ -]?[2-9][0-9]{2,3}[ -]?[0-9]{4}(?![0-9A-Za-z])"
)
_AMERICAN = re.compile(
    r"(?<![0-9A-Za-z.-])(?:\+?1[ .-])?(?:\([2-9][0-9]{2}\) ?"
    r"|[2-9][0-9]{2}[.-])[2-9][0-9]{2}[.-][0-9]{4}(?![0-9A-Za-z-])"
)
_INTERNATIONAL = re.compile(
    r"(?<![0-9A-Za-z])(?:\+|00(?=[1-9][0-9]{0,2}[ -]))[1-9][0-9 ().-]{6,20}[0-9](?![0-9A-Za-z])"
)
_ANNOUNCED = re.compile(
    r"(?i)(?:手机号?码?|电话号?码?|座机|联系方式|分机|(?<![a-z])(?:phone|cell(?:phone)?|mobile|telephone|tel"
    r"|(?:my|his|her|our|their|mum's|dad's) number(?:'s)?|whatsapp|call me|text me|reach me|ring me)"
    r"(?: (?:number|no\.?|at|on|is))*)[^0-9A-Za-z+(]{0,8}(\+?\(?[0-9][0-9 ().-]{5,18}[0-9])(?![0-9A-Za-z])"
)
_HOTLINE = re.compile(r"(?:400|800|95|96|12[0-9]|1-8[0-9]{2}|\+?1-8(?:00|33|44|55|66|77|88))")

_NUMBER = r"[0-9零〇一二三四五六七八九十百两]{1,6}"
_CHINESE_STREET = re.compile(
    rf"[\u4e00-\u9fff]{{1,12}}(?:路|街|大道|巷|弄|胡同|条|道)(?:[东南西北中]段?"
    rf"|[一二三四五六七八九十]段)?\s?{_NUMBER}\s?(?:号|弄|巷)(?![线口线店门]|线)"
    rf"(?:院|楼)?(?:\s?{_NUMBER}\s?(?:号楼|栋|幢|座|单元|室|楼|层|号))*"
    rf"|[\u4e00-\u9fff]{{2,12}}?(?:小区|花园|花苑|家园|公寓|苑|新村|庄园|大厦|府|郡|城|庭|湾|里)\s?(?:[A-Za-z]"
    rf"|{_NUMBER})\s?(?:区|期)?\s?"
    rf"(?:号楼|栋|幢|座|单元|{_NUMBER}-)(?:\s?{_NUMBER}\s?(?:号楼|栋|幢|座|单元|室|楼|层|号)"
    rf"|\s?[0-9]{{3,4}}(?![0-9]))+"
    rf"|{_NUMBER}\s?(?:栋|幢|号楼)\s?(?:{_NUMBER}\s?单元\s?)?(?:{_NUMBER}\s?(?:楼|层)\s?)?[0-9]{{3,4}}\s?(?:室"
    rf"|号|房)?"
)
_ROAD = (
    r"(?:street|avenue|road|boulevard|lane|drive|terrace|crescent|parkway|highway|st|ave|rd|blvd|ln|dr|court|ct"
    r"|place|pl|way|close"
    r"|square|sq|pkwy|hwy|circle|row|gardens|mews|grove|hill|quay|walk|vale|rise|view|park|green|close)"
)
_ENGLISH_STREET = re.compile(
    rf"(?<![A-Za-z0-9$.#-])(?:(?:apt|apartment|unit|flat"
    rf"|suite)\.? ?#?[0-9]+[A-Za-z]?,? )?[0-9]{{1,5}}[A-Da-d]?,? (?:[NSEW]\.? |North |South |East |West )?"
    rf"(?:(?:[A-Z][A-Za-z'.-]+|[0-9]+(?:st|nd|rd|th)) ){{1,3}}(?i:{_ROAD})(?![A-Za-z])\.?"
    r"(?:,? (?:(?i:apt|apartment|unit|flat|suite)\.? ?)?#?[0-9]+[A-Za-z]?(?![A-Za-z0-9]))?"
)
_ANNOUNCED_STREET = re.compile(
    rf"(?i)(?:address(?: is)?|liv(?:e|es|ing) at|reside at|ship(?:ped)? (?:it )?to|deliver(?:ed)? to|send (?:it"
    rf"|the \w+) to|moved? to"
    rf"|home is)[: ]{{1,3}}"
    rf"((?:(?:apt|apartment|unit|flat"
    rf"|suite)\.? ?#?[0-9]+[A-Za-z]?,? )?[0-9]{{1,5}}[a-d]? (?:[a-z'.-]+ ){{1,3}}{_ROAD}(?![A-Za-z]))"
)
_ANNOUNCED_ADDRESS = re.compile(
    r"(?i)\b(?:my|our|home|his"
    r"|her) address is[: ]+([0-9]{1,5}[A-Za-z]?,? [^\n,.;]{4,40})"
)
_FLAT = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:flat|door|villa|house|plot"
    r"|room) ?(?:no\.? ?)?)?[A-Z]?-?[0-9]{1,4}[A-Z]?, ?(?:[A-Z][a-z]+ ){1,3}"
    r"(?:Heights|Apartments?|Residency|Towers?|Enclave|Society|Nagar|Colony|Complex|Layout)(?![a-z])"
)
_PO_BOX = re.compile(r"(?i)\bp\.?\s?o\.? box [0-9]{1,6}")


def phones(seen: str) -> Iterator[Span]:
    """Return where a telephone number of a person stands; hotlines (400 …, 95 …) are nobody's."""
    for shape in (_MOBILE, _SPOKEN, _SPOKEN_ENGLISH, _LANDLINE, _AMERICAN):
        yield from (m.span() for m in shape.finditer(seen) if not _another(seen, m.span()))
    yield from (m.span() for m in _INTERNATIONAL.finditer(seen) if _possible(m.group()))
    for announced in (_ANNOUNCED, _SPOKEN_ANNOUNCED):
        yield from (m.span(1) for m in announced.finditer(seen) if not _HOTLINE.match(m.group(1)))


def addresses(seen: str) -> Iterator[Span]:
    """Return where a street with a house number, or a building with a room, stands."""
    for shape in (_CHINESE_STREET, _ENGLISH_STREET, _FLAT, _PO_BOX):
        yield from (match.span() for match in shape.finditer(seen))
    for announced in (_ANNOUNCED_STREET, _ANNOUNCED_ADDRESS):
        yield from (match.span(1) for match in announced.finditer(seen))


def _another(seen: str, span: Span) -> bool:
    return announced_as_other(seen, span[0]) or bool(_HOTLINE.match(seen[slice(*span)]) and seen[span[0]] != "1")


def _possible(number: str) -> bool:
    try:
        return is_possible_number(parse(re.sub(r"^00", "+", number), None))
    except NumberParseException:
        return False
