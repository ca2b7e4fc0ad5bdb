"""The words that carry a sentence, in one form whatever language, script or synonym they were said in.

Two sentences that say the same have the same words; every number, name and object of difference shows.
"""

import re
from collections.abc import Callable
from functools import lru_cache

import snowballstemmer

from memory.language.dates import tens_in_digits
from memory.language.kin import ALIASES
from memory.language.synonyms import GROUPS
from memory.language.text import even, plain

_stemmer = snowballstemmer.stemmer("english")
_MONTHS = {
    name: number
    for number, name in enumerate(
        """
    jan feb mar apr may jun jul aug sep oct nov dec
    """.split(),
        start=1,
    )
}
_SPELT = {
    word: n
    for n, word in enumerate(
        """
    zero one two three four five six seven eight nine ten eleven twelve
    """.split()
    )
}
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_NUMBER = re.compile(
    r"[零〇一二两三四五六七八九十百千万]+(?!块儿)(?=[岁元块个次杯天周年月日号点时分秒升斤公千克米里小只台条张人位辆型级层楼%％]|万|半|$)|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]+[百千万][零一二两三四五六七八九十百千]*"
)
_STOP_ZH = (
    "用户|使用者|本人|我们|咱们|自己|我|俺|咱|您|你|平时|一般|通常|特别|非常|比较|很|更|最|挺|蛮|超|真|太|尽量|偏|尽可能|一些|一点|一下|有点|多|时候|时|的话|遇到|凡是|所有|任何|每次|每个|每一个|一律|一概|其实是?|嗯|呈现|固定|进行|方面|类|问题|者|会让|让|使|会|要|能|可以|愿意|有个|有一?[个只条台辆位]|一[个只条台辆位家名]|"
    "这|那|个|只|条|台|辆|位|家|名|了|着|过|的|东西|这种|那种|出现|只?允许|只能|比起|而不是|而|长期|一直|常年|向来|历来|喺|咗|嘅|係|啲|嗰|不|唔|冇|没有?|未经?|别|无|勿|莫|甭|先|必|须|会|有|地|得|是|为|作|成|把|被|由|将|给|对|于|在|从|到|和|与|跟|及|或|里|中|上|下|都|也|还|就|才|又|再|已经|已|去|来|吧|啊|呢|吗|呀|哦|哈|以|所|之|其|它|他|她|今年|目前|现在|正在|最近|请|希望|就行|要求|需要|必须|想|想要|办公|起"
)
_STOP_EN = frozenset(
    """
    the a an user user's users i i'm i've my me mine we our you your is are am was were be been being has have
    had do does did to of in on at for with by from as that this it its and or so very really strongly please
    keep give given giving when while always should would could will can who which what some any something there
    takes take place located expressed include one also just get gets something express degrees day something's
    into out up about than then s t ve ll d re m has something make makes made one's their they them his her he
    she us if whenever company firm favorite most since something doing going who's person someone own shouldn't
    we're we've we'll we'd i'd i'll you're you've he's she's they're they've it's that's
    there's such not no never without don't doesn't isn't won't can't cannot first every
    each goes going done come lot bit
    quite
    """.split()
)
_STRIP = ("'s", "’s")


def number(word: str) -> int:
    """Return the value of a Chinese number: 六十二, 两千, 二十万."""
    total = section = digit = 0
    for c in word:
        if c == "万":
            total, section, digit = (section + digit) * 10_000, 0, 0
        elif c in _UNITS:
            section += (digit or 1) * _UNITS[c]
            digit = 0
        else:
            digit = _DIGITS[c]
    return total + section + digit


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """Return the words of `text` that carry it: numbers, dates, Latin words by their stem, Chinese characters.

    Synonyms are one word; words without meaning of their own, and the user themself, are left out.
    """
    said = _SPEAKER.sub(" ", tens_in_digits(even(plain(text)).casefold()))
    for pattern, word in _READ_AS:
        said = pattern.sub(word, said)
    found, said = _values(said)
    said = _EN_SYNONYM.sub(lambda m: f" {_CANONICAL[m[0].replace(' ', '_')]} ", said)
    for word in _LATIN.findall(said):
        stem = _stem(word)
        if word not in _STOP_EN and stem not in _STOP_EN:
            found.add(_CANONICAL.get(word) or _CANONICAL.get(stem) or stem)
    han = _LATIN.sub(" ", said)
    found |= {_CANONICAL[match[0]] for match in _ZH_SYNONYM.finditer(han)}
    found |= set(re.findall(r"=[\u3400-\u9fff]+", said))
    rest = _ZH_STOP.sub(" ", _ZH_SYNONYM.sub(" ", re.sub(r"=[\u3400-\u9fff]+", " ", han)))
    return frozenset((found | set(re.findall(r"[\u3400-\u9fff]", rest))) - _MEANINGLESS)


_READ_AS = (
    (re.compile(r"俩"), "两个"),
    (re.compile(r"仨"), "三个"),
    (re.compile(r"\byrs?\b"), "year"),
    (re.compile(r"放宽|收紧"), "改"),
    (re.compile(r"(?<=[我不别])推(?![荐出动进销迟拿文送行])"), "推荐"),
    (re.compile(r"\bmate(?= ?\d)"), "huawei"),  # a telephone, no friend
    (re.compile(r"\bkept\b"), "keep"),
    (re.compile(r"\b(left|right) handed"), r"\1-handed"),
    (re.compile(r"\bq'?s\b"), "questions"),
    (re.compile(r"素的(?!颜)"), "吃素"),
    (re.compile(r"一般般"), "一般"),
    (re.compile(r"不超(?!过)"), "不超过"),
    (re.compile(r"\bthese days\b"), "now"),
    (re.compile(r"\bdrink(?=\s*(?:[.,;!]|$))"), "drink alcohol"),
    (re.compile(r"(?:^|(?<=[-,.;] )|(?<='m ))up at (?=\d)"), "gets up at "),
    (re.compile(r"(?<![a-z0-9])([a-z]{3,})(\d+)(?![a-z0-9])"), r"\1 \2"),  # iPhone15
    (re.compile(r"\bevery other (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)"), "every two weeks "),
    (re.compile(r"隔周"), "每两周"),
    (re.compile(r"千米"), "公里"),
    (re.compile(r"千克"), "公斤"),
    (re.compile(r"驾驶"), "开"),
    (re.compile(r"(?<=[怖幻作情录])片"), "电影"),
    (re.compile(r",? you know\b"), ""),
    (re.compile(r"\btwice\b"), "2 times"),
    (re.compile(r"\bfirst thing in\b"), "in"),
    (re.compile(r"\bhome from work\b"), "homeward"),
    (re.compile(r"\b(?:every|each) quarter\b|\bquarterly\b"), "every three months"),
    (re.compile(r"每个?季度"), "每三个月"),
    (re.compile(r"(?<=[上读念])小([一二三四五六])(?!学)"), r"小学\1年级"),
    (re.compile(r"跑(?=货车|卡车|滴滴|出租|长途)"), "开"),
    (re.compile(r"\bproduction\b"), "prod"),  # whose stem is that of product
    (re.compile(r"\b(?:no longer|any ?more)\b"), " not "),
    (re.compile(r"\brun(?:ning|s)? (?=(?:the|an?)\b)"), ""),  # no sport
    (re.compile(r"\b(two|three|four|five|six|[2-6]|works?|working|my|doing) (8|10|12)s\b"), r"\1 \2-hour shifts"),
    (re.compile(r"(?<=[周期拜])([一二三四五六日])(?=[一二三四五六日](?!点|个|节))"), r"\1周"),  # 每周二四六
    (re.compile(r"(?<=[周期拜][一二三四五六])、(?=[二三四五六日](?!点|个|节))"), "周"),
    (re.compile(r"事情"), "事"),
    (re.compile(r"全部|全都|统统"), "都"),
    (re.compile(r"\bfree (?:of|from)\b"), "without"),
    (re.compile(r"教(?=物理|数学|语文|英语|化学|历史|地理|生物|政治|音乐|美术|体育)"), "老师"),
)
_SPEAKER = re.compile(r"(?:用户|我们)(?:所在)?的?团队|用户|使用者|本人|\bthe user'?s?\b|\buser'?s?\b")
_LATIN = re.compile(r"[a-z][a-z0-9+#.'_-]*[a-z0-9+#]|[a-z]|\d[\d.]*[a-z][a-z0-9]*")


def _values(text: str) -> tuple[set[str], str]:
    """Return the dates, times, amounts and numbers in `text`, in one form each, and what is left of it."""
    found: set[str] = set()

    def taken(value: str) -> str:
        found.add(f"⟨{value}⟩")
        return " "

    text = re.sub(r"(?<![十二三四五六七八九几])一[点些下]儿?(?![半钟\d])", "", text)
    text = re.sub(r"一(?=[台只个家辆名位条张部])(?!个[月周星])", "", re.sub(r"(?<=\d),(?=\d{3})", "", text))
    text = _HAN_NUMBER.sub(lambda m: str(number(m[0])) if m[0] != "万" else m[0], text)
    text = re.sub(r"(?<![a-z\d])(\d+(?:\.\d+)?)k(?![a-z\d])", lambda m: f"{float(m[1]) * 1_000:g}", text)
    text = re.sub(r"(\d+(?:\.\d+)?)千", lambda m: f"{float(m[1]) * 1_000:g}", text)
    text = re.sub(r"(\d+(?:\.\d+)?)万", lambda m: f"{float(m[1]) * 10_000:g}", text)
    for pattern, value in _VALUES:
        text = pattern.sub(lambda m, value=value: taken(value(m)), text)  # type: ignore[misc]
    return found, text


def _half_past(match: re.Match[str]) -> str:
    hour = _SPELT.get(match[1], int(match[1]) if re.fullmatch(r"[0-9]{1,3}", match[1]) else 0)
    return _clock(hour, 30, late=bool(match[2]) and "morning" not in match[2])


def _clock_zh(match: re.Match[str]) -> str:
    minute = 30 if match[3] == "半" else int(match[4] or 0)
    return _clock(int(match[2]), minute, late=match[1] in ("下午", "晚上", "傍晚", "每晚"))


def _clock_en(match: re.Match[str]) -> str:
    hour, minute = int(match[1] or match[4]), int(match[2] or match[5] or 0)
    return _clock(hour, minute, late=match[3] == "pm")


def _clock(hour: int, minute: int, *, late: bool) -> str:
    return f"{hour + 12 if late and hour < 12 else hour}:{minute:02}"


def _spelt(word: str) -> str:
    return "1" if word in ("a", "an") else str(_SPELT.get(word, word))


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_MONTH = "|".join(_MONTHS)
_WORD = "|".join(_SPELT)
_ENGLISH_DAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_VALUES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"(\d+)\s?月\s?(\d+)\s?[日号]"), lambda m: f"{m[1]}-{m[2]}"),
    (re.compile(rf"\b({_MONTH})[a-z]*\.? (\d{{1,2}})(?:st|nd|rd|th)?\b"), lambda m: f"{_MONTHS[m[1]]}-{m[2]}"),
    (re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({_MONTH})[a-z]*\b"), lambda m: f"{_MONTHS[m[2]]}-{m[1]}"),
    (re.compile(r"half past (\w+)( in the (?:morning|afternoon|evening))?"), _half_past),
    (
        re.compile(r"(早上|上午|早晨|凌晨|中午|下午|晚上|傍晚)?(\d{1,2})\s?[点时](?!间)(半|(\d{1,2})分?)?(?:整)?"),
        _clock_zh,
    ),
    (
        re.compile(
            r"\b(\d{1,2})(?::(\d\d))? ?(am|pm)\b(?: in the morning)?"
            r"|(?<![\d:])(\d{1,2}):(\d\d)(?![\d:])"
        ),
        _clock_en,
    ),
    (
        re.compile(rf"\b([0-9]{{1,4}}|{_WORD}|an?)[ -]hours?\b|([0-9]{{1,4}})\s?个?(?:小时|钟头)"),
        lambda m: f"{60 * int(_spelt(m[1] or m[2]))} minutes",
    ),
    (re.compile(r"\b(\d+)[ -]minutes?\b|(\d+)\s?分钟"), lambda m: f"{m[1] or m[2]} minutes"),
    (
        re.compile(r"\bthe (first|second|third|fourth|fifth|sixth) of\b|\bby the (fifth)\b"),
        lambda m: str(_ORDINALS.index(m[1] or m[2]) + 1),
    ),
    (re.compile(r"\b(\d+)(?:st|nd|rd|th)\b"), lambda m: m[1]),
    (re.compile(r"\b(first|second|third|fourth|fifth|sixth)(?=[ -]year)"), lambda m: str(_ORDINALS.index(m[1]) + 1)),
    (re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])"), lambda m: "weekday " + m[1].replace("天", "日")),
    (
        re.compile(rf"\b({'|'.join(_ENGLISH_DAYS)})days?\b"),
        lambda m: "weekday " + "一二三四五六日"[_ENGLISH_DAYS.index(m[1])],
    ),
    (
        re.compile(r"[$€£¥]\s?(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s?(?:dollars?|bucks|块钱?|元|yuan|rmb|euros?)"),
        lambda m: f"{m[1] or m[2]} money",
    ),
    (re.compile(rf"\b(\d+|{_WORD})\s?(?:x|times?|次)(?![a-z])"), lambda m: f"{_spelt(m[1])} times"),
    (re.compile(rf"(?<![a-z0-9.])(\d+|{_WORD})[\s-]?(?:years?[\s-]old|岁)"), lambda m: _spelt(m[1])),
    (re.compile(rf"(?<![a-z0-9.#_-])(\d+(?:\.\d+)*|\b(?:{_WORD})\b(?! of ))(?![a-z0-9_])"), lambda m: _spelt(m[1])),
)
"""In this order; what one has taken no later one sees."""


_BRITISH = re.compile(r"^(col|fav|behavi|neighb|hon|lab|flav|harb|hum)our")


def _stem(word: str) -> str:
    word = _BRITISH.sub(r"\1or", word)
    return str(_stemmer.stemWord(word.removesuffix("'s").strip(".'-")))


_CANONICAL: dict[str, str] = {}
for _line in [*GROUPS.strip().splitlines(), *ALIASES]:
    _first, *_others = _line.split()
    for _word in (_first, *_others):
        _CANONICAL.setdefault(_word, f"={_first}")
        if _word.isascii() and "_" not in _word:
            _CANONICAL.setdefault(_stem(_word), f"={_first}")
_PHRASES = sorted(
    (w.replace("_", " ") for w in _CANONICAL if w.isascii() and "_" in w and not w.startswith("=")),
    key=len,
    reverse=True,
)
_EN_SYNONYM = re.compile(r"(?<![a-z0-9])(?:" + "|".join(map(re.escape, _PHRASES)) + r")(?![a-z0-9])")
_ZH_SYNONYM = re.compile(
    "|".join(
        sorted((re.escape(w) for w in _CANONICAL if not w.isascii() and not w.startswith("=")), key=len, reverse=True)
    )
)
_ZH_STOP = re.compile("|".join(sorted(_STOP_ZH.split("|"), key=len, reverse=True)))
_MEANINGLESS = frozenset(f"={word}" for word in ["必须", "正在", "要求", "养", "采用", "定在", "时间", "诊断"])
