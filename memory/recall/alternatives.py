"""Choices of which one is taken at a time, and events that end a state: what sets a memory aside without naming it."""

import re
from functools import lru_cache

from memory.language.sense import parts
from memory.language.words import number, words

_SIDES = tuple(
    tuple(re.compile(side, re.I) for side in line)
    for line in (
        (r"简短|简洁|精简|短一?点|\b(?:short|brief|concise|terse)\b",
         r"详细|展开|细[一]?[点些]|越细|长一?点|一步步|\b(?:detail\w*|at length|long(?:er)?|every step"
         r"|step by step|elaborate|in depth)\b"),
        (r"深色|暗色|\bdark\b", r"浅色|亮色|\blight(?: theme| mode)?\b"),
        (r"靠窗|窗边|\bwindow\b", r"过道|走道|\baisle\b"),
        (r"摄氏|\bcelsius\b", r"华氏|\bfahrenheit\b"),
        (r"公制|\bmetric\b|公里|公斤|千米", r"英制|\b(?:imperial|feet|foot|pounds?|lbs?|ounces?|cups|miles?"
            r"|inch\w*)\b|(?<!公)斤|里程"),
        (r"24.?(?:小时|hour)", r"12.?(?:小时|hour)|上午下午|\ba\.?m\.?\W*(?:/|or|and)?\W*p\.?m\b"),
        (r"制表符|\btabs?\b", r"空格|\bspaces?\b"),
        (r"两个空格|2 ?空格|\b(?:2|two)[- ]spaces?\b", r"四个空格|4 ?空格|\b(?:4|four)[- ]spaces?\b"),
        (r"低风险|稳健|保守|\blow.?risk\b|\bconservative\b|\bindex funds?\b",
         r"高风险|激进|搏一[把搏]|\bhigh.?risk\b|\baggressive\b|\bsingle stocks?\b"),
        (r"\bnpm\b", r"\bpnpm\b", r"\byarn\b", r"\bbun\b"),
        (r"\bpip\b", r"\buv\b", r"\bpoetry\b", r"\bconda\b"),
        (r"\bmysql\b", r"\bpostgres\w*\b", r"\bsqlite\b", r"\bmongo\w*\b", r"\boracle\b"),
        (r"列表|要点|分点|\bbullets?(?: points?)?\b|\blists?\b", r"段落|成段|散文|\bprose\b"
            r"|\bparagraphs?\b", r"表格|\btables?\b"),
        (r"正式|书面|\bformal\b", r"口语|随意|轻松|\bcasual\b|\binformal\b"),
        (r"直[接说]|\b(?:blunt|direct|sugar-?coat)\b", r"委婉|温柔|\b(?:gentle|gently|soften|go easy)\b"),
        (r"先给?结论|结论先行|\bconclusion first\b|\banswer first\b", r"先不给?结论|最后(?:再)?给?结论"
            r"|\bconclusion last\b"),
        (r"祈使|\bimperative\b", r"过去时|\bpast tense\b"),
        (r"素食|吃素|\bveg(?:an|etarian)\b", r"开荤|吃肉了|\beat(?:ing)? meat\b"),
        (r"无咖啡因|低因|\bdecaf\b", r"\b(?:caffeine|caffeinated|real stuff|full strength)\b"),
    )
)  # fmt: skip
"""Each line lists the sides of one choice, in both languages."""
_WEAK = frozenset({"dog", "cat", "=狗", "=猫", "=车"})
"""Kinds of things, of which there is more than one."""
_LANGUAGES = {
    "zh": r"中文|汉语|普通话|chinese|mandarin", "en": r"英[文语]|english", "ja": r"日[文语]"
        r"|japanese", "fr": r"法[文语]|french",
    "es": r"西班牙[文语]|spanish", "de": r"德[文语]|german", "yue": r"粤语|广东话|cantonese",
}  # fmt: skip
_SPOKEN = {
    name: re.compile(
        rf"(?:[用以说讲写]|[改换切][成到为])(?:简体|繁体)?(?:{words})|\b(?:in|into|use|using|speak"
        rf"|practi[sc]ing) (?:{words})\b",
        re.I,
    )
    for name, words in _LANGUAGES.items()
}
"""A language that is to be spoken; 英文文档 and "this English sentence" only mention one."""
_ENDS = (
    (
        r"住在|住址|家在|\blive in\b|\bbased in\b|\bliving in\b",
        r"(?<!把)(?:^|我们?(?:已经|刚刚?|上个?[月周]|昨天|去年)?)搬(?:到|去|家了)|房子.{0,6}退租|落脚"
        r"|\b(?:i|we)(?:'ve| have)?(?: just)? moved (?:to|out|away|in with)\b|^\W*just moved to\b|\bi relocated\b",
        False,
    ),
    (
        r"工作|上班|做|是.{0,8}[师士员生长]|\bwork\b|\bjob\b|\bi'?m an? \b",
        r"我.{0,4}(?:辞职|离职|跳槽|转行|退休)了|被裁了|\bi(?:'ve)?(?: just)? (?:quit|resigned|retired"
        r"|left) (?:my job|work)?"
        r"|\bgot laid off\b",
        False,
    ),
    (
        r"单身|\bsingle\b",
        r"我.{0,6}(?:领证|结婚|脱单)了|\bi (?:got (?:married|engaged)|have a (?:boy|girl)friend)\b",
        False,
    ),
    (
        r"结婚|订婚|老婆|老公|女友|男友|女朋友|男朋友|\b(?:engaged|married|wife|husband|girlfriend|boyfriend"
        r"|partner)\b",
        r"我们?.{0,6}(?:离婚|分手|掰)了|\b(?:we|and i) (?:split up|broke up)\b|\bwedding'?s off\b|\bgot divorced\b",
        False,
    ),
    (
        r"养|猫|狗|宠物|\b(?:dog|cat|pet|called|named)\b",
        r"走了|去世|没了|送人了|\b(?:passed away|died|say goodbye to|put (?:him|her|it) (?:down|to sleep)|rehomed)\b",
        True,
    ),
    (
        r"预算|最多|不超过|\bbudget\b|\bat most\b",
        r"预算.{0,4}放宽|不差钱|钱不是问题|随便花|\bmoney'?s no object\b|\bsplurge\b",
        False,
    ),
    (
        r"截止|上线|发布|\bdeadline\b|\blaunch\b|\bdue\b|\brelease\b",
        r"推[到迟]|延[到期后]|提前到|改[到成]|\b(?:moved to|pushed (?:back )?to|postponed|slipped to"
        r"|brought forward)\b",
        True,
    ),
    (
        r"开|车|\b(?:drive|own|ride|van|car|bike)\b",
        r"卖了|卖掉|报废|\b(?:sold|got rid of|totalled"
        r"|traded in)\b",
        True,
    ),
    (
        r"(?:先|必须|一定要?)问我|草稿|\bask (?:me )?(?:first|before)\b|\bdraft\b",
        r"不用问|别问|\bdon'?t ask\b|\b(?:no need to ask|without asking|send it straight away|i trust you)\b",
        False,
    ),
)
"""A state, the event that ends it, and whether both must name the same thing: 我走了 says nothing of the dog."""
_ENDINGS = tuple((re.compile(state, re.I), re.compile(event, re.I), named) for state, event, named in _ENDS)
_ARTEFACT = re.compile(
    r"邮件|信(?![息任])|文章|计划书|方案|报告|教程|翻译|译|故事|练习|合同|散步|路线|图书|导出|咖啡机"
    r"|\b(?:walk|route|e-?mails?|letter|proposal|plan|reading|tutorial|translat\w+|practi[sc]\w+|scarf|story|seat"
    r"|book (?:a|the)|the list|marketing|cards?)\b",
    re.I,
)
"""What is to be made, or spoken of, has a length, a language and a tone of its own."""


def chooses_otherwise(memory: str, said: str) -> bool:
    """Whether `said` takes another side of a choice that `memory` has made; what either refuses is no side it takes."""
    if _ARTEFACT.search(said):
        return False
    for kept, refused, asked in zip(_taken(_meant(memory)), _taken(memory), _taken(_meant(said)), strict=True):
        held = kept or refused  # "vegetarian" is said against meat
        if len(held) == 1 and asked and not held & asked:
            return True
    return _earlier(memory, said)


@lru_cache(maxsize=16_384)
def _taken(text: str) -> tuple[frozenset[int], ...]:
    """Return for each choice the sides that `text` names."""
    return tuple(
        frozenset(number for number, side in enumerate(sides) if side.search(text))
        for sides in (*_SIDES, tuple(_SPOKEN.values()))
    )


@lru_cache(maxsize=16_384)
def _meant(text: str) -> str:
    """Return the pieces that are not said against something."""
    return " ".join(piece for piece, negated in parts(text) if not negated)


_BEFORE = re.compile(
    r"(?:上午|早上)?([0-9]{1,2}|[一二三四五六七八九十]{1,3})[点时](?:半|钟)?(?:以|之)?前"
    r"|\bbefore ([0-9]{1,2})(?::[0-9]{2})? ?(?:am)?\b",
    re.I,
)
_HOUR = re.compile(
    r"([0-9]{1,2}|[一二三四五六七八九十]{1,3})[点时]|\b([0-9]{1,2}):[0-9]{2}\b|\bfrom ([0-9]{1,2})\b", re.I
)
_FINE = re.compile(r"可以|没问题|也行|\b(?:fine|ok(?:ay)?|works|book it)\b", re.I)


def _earlier(memory: str, said: str) -> bool:
    """Whether `said` allows an hour that `memory` keeps free: no meetings before ten, 8:30 works for me."""
    limit, hour = _BEFORE.search(memory), _HOUR.search(said)
    if not limit or not hour or not _FINE.search(said):
        return False
    return _number(next(filter(None, hour.groups()))) < _number(next(filter(None, limit.groups())))


def _number(word: str) -> int:
    return int(word) if word.isascii() else number(word)


def ended(memory: str, said: str) -> bool:
    """Whether `said` tells of an event that ends the state `memory` speaks of: 我住在…, 我搬到…了."""
    return any(
        state.search(memory) and event.search(said) and (not named or bool(words(memory) & words(said) - _WEAK))
        for state, event, named in _ENDINGS
    )
