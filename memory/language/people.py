"""Whom a clause is about: the speaker, somebody else by name or relation, or nobody in particular."""

import re
from typing import Literal

from memory.language.kin import ANIMALS, KIN_EN, KIN_ZH, aliases, relations
from memory.language.text import Span, clauses, even, fold, sentences

SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖"
    "贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧阳"
)
_COMMON = re.compile(
    # Words that begin like a surname.
    r"(?:周[一二三四五六日末围边报年期]|高[中考血压铁速级兴温新]|金[属融毛鱼]|马[上路桶铃]|方[便面案法向言式]"
    r"|江[苏西南浙湖]|石[榴头油]|白[天酒菜色领萝]|黄[瓜豆油鱼昏金]|任[何务]|何[时必况]|于是|万一"
    r"|毛[巾衣豆病]|向[来着前]|程[序度]|许多|夏[天季]|林业|田[径园]|武[汉术侠]|叶[子酸]|曾经|余[额下]|钟[表头]"
    r"|龙[虾井眼]|雷[阵雨]|江[边]|段子|严[重格]|汤[圆]|欧[洲美]|史[前诗]|汪汪|余生|成都|钱包|孔雀|唐[诗装朝]"
    r"|宋[词朝]|梁山|秦[朝始]|付[款费]|贺卡|顾[客虑]|陶[瓷]|花生)"
)
_NO_NAME = (
    r"(?:不|没|也|都|只|就|又|还|才|总|常|真|挺|超|会|能|要|想|说|用|吃|喝|上|去|来|平时|现在|经常|很"
    r"|在|是|有|以前|从前|曾|年轻|小时|喜欢|讨厌|对|最|特别|从|每|刚|今年|已经|爱|怕|家|叫|姓|做|当)"
)
_PREDICATE = (
    r"(?:对|在|是|不|没|也|都|很|特别|最|喜欢|讨厌|爱|怕|害怕|有|住|想|要|会|能|说|吃|喝|养|做|当|用|去|来|每|从|从来"
    r"|一直|刚|今年|从小|得了|患|的|已经|可|就|老|总|考|学|教|开|负责|晕|感冒|生病|住院|退|结婚|离|毕业|去世"
    r"|上[班学]|工作|卖|种|修|跑|打|写|画|唱|跳|带|管|怀|信|属)"
)
_ADVERBS = (
    r"^\W*(?:(?:其实|另外|对了|还有|不过|但是?|而且|因为|所以|听说|现在|平时|以前|话说|顺便|那个?|今年|去年|最近"
    r"|昨天|上次说|上次)[，,\s]*)*"
)
_OF_MINE = r"(?:的|家|们家|们|那个?|大|小|二|前|亲|单位|公司|部门|班|隔壁|楼下)*的?"
_TAUGHT = r"(?:教|带|认识)[\u4e00-\u9fff]{0,4}的"
"""我教钢琴的老师很凶 speaks of the teacher."""
_OTHER_ZH = re.compile(
    rf"{_ADVERBS}(?:"
    rf"(?:我|俺|咱)(?:{_TAUGHT}|{_OF_MINE})(?P<kin>{KIN_ZH})(?!有过"
    rf"|节)(?P<name>(?!{_NO_NAME})[\u4e00-\u9fffA-Z][\u4e00-\u9fffA-Za-z]{{0,2}}?(?={_PREDICATE}))?"
    rf"|(?P<bare>{KIN_ZH})(?P<name2>(?!{_NO_NAME}|儿?我)[\u4e00-\u9fff]{{1,2}}?(?={_PREDICATE}))?(?={_PREDICATE}"
    rf"|[0-9一二三四五六七八九十两]+岁|海鲜|花生|牛奶|叫|上)"
    rf"|(?:他|她|TA)们?的?(?P<his>{KIN_ZH})"
    r"|(?P<he>他们?|她们?|TA)(?!人|乡|国)"
    r"|(?:[\u4e00-\u9fff]{2,8}的)?"
    rf"(?:(?P<nick>(?:小|老|阿)(?!家|是|师|时|区|孩|说|学|吃|板|年|公|婆|妈|爸|了|想|要|喜|用|忘"
    rf"|小)[\u4e00-\u9fff](?={_PREDICATE}))"
    rf"|(?P<full>[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?(?={_PREDICATE})))"
    r"|(?P<title>[\u4e00-\u9fff](?:总|哥|姐|叔|老师|医生|经理|主任|工|教授|阿姨|先生|女士"
    r"|同学)(?=" + _PREDICATE + r"))"
    r"|(?:(?:医生|大夫|护士)说|[\u4e00-\u9fff]{2,8}的)?(?P<role>(?:病人|患者|女主角|男主角|主角|主人公|女主|男主"
    r"|反派|角色)(?:[\u4e00-\u9fff]{0,3}?)(?=" + _PREDICATE + r"))"
    r"|(?P<some>(?:我们?|咱们?|你们?)?(?:[\u4e00-\u9fff]{1,6}的|[\u4e00-\u9fff]{2,3}|这边的?)人(?:们|一般|基本"
    r"|大多)?都(?!是我)|[\u4e00-\u9fff]{1,3}人(?<!本人)(?=爱|喜欢|讨厌|不[吃喝])|(?:那|这|有)(?:个|位|些"
    r"|名)?(?:人|男的|女的|男人|女人|大爷|大妈|小伙|姑娘|小孩|哥们|家伙|同事"
    r"|朋友|员工|学生)|有人|别人|人家|大家|员工[\u4e00-\u9fff]{2,3}))"
)
_VERB_EN = (
    r"(?:is|was|has|had|isn'?t|doesn'?t|hasn'?t|hates?|loves?|likes?|lives?|works?|prefers?|can'?t|cannot|won'?t"
    r"|wants?|needs?|uses?|eats?|drinks?"
    r"|plays?|collects?|runs?|teaches|studies|speaks?|drives?|owns?|says?|said|told|thinks?|keeps?|moved|got"
    r"|just|never|always|who)"
)
_SOMEBODY_EN = (
    r"(?:(?:the|this|that|some|a|another) (?:\w+ )?(?:guy|man|woman|girl|boy|lady|person|kid|friend|colleague"
    r"|coworker|customer|client|dude|couple|neighbou?r)s?|someone|somebody|everyone|everybody|people|nobody|folks)"
)
_BODY_EN = (
    r"(?:stomach|body|back|knees?|skin|head|brain|heart|eyes?|gut|tummy|throat|nose|ears?|liver|lungs?|teeth"
    r"|name|self)\b"
)
_ANIMATE_EN = (
    r"(?:hates?|loves?|likes?|dislikes?|prefers?|enjoys?|adores?|can'?t stand|doesn'?t (?:like|eat|drink|speak)"
    r"|don'?t (?:like|eat|drink)|thinks?|wants?|eats?|drinks?|speaks?|teaches|studies|collects?"
    r"|works? (?:as|at|for|in|nights)|lives? (?:in|with)|(?:is|are)(?:n'?t| not)? (?:allergic|vegan|vegetarian"
    r"|diabetic|lactose"
    r"|coeliac|celiac"
    r"|afraid|scared|pregnant|retired|left-handed|an? (?:\w+ )?(?:nurse|doctor|teacher|lawyer|engineer|vegan"
    r"|vegetarian"
    r"|chef|pilot|dentist|student)))"
)
_OTHER_EN = re.compile(
    r"^\W*(?:(?i:and|but|so|also|because|since|well|actually|btw|by the way|oh|plus|though|anyway)[,\s]+)*(?:"
    rf"(?i:my|our|the|his|her|their|me(?= (?:mam|mum|dad|nan|gran|mate|sister|brother)))(?: (?!own"
    rf"|name)[\w-]+){{0,2}}?[ -](?P<kin>(?i:{KIN_EN}))(?:s?'s?"
    rf"|s)?\b(?:,? (?P<name>[A-Z][a-z]+))?"
    rf"|(?i:an?|one|some|two|both|another|most)(?: of (?:my|our))?(?: \w+)?? (?P<one>(?i:{KIN_EN}|mate))(?:es|s)?\b"
    r"(?: of (?:mine|ours)\b)?"
    r"|(?P<he>(?i:he|she|they))(?:'s|'re|'ve|'d|'ll)?\b"
    rf"|(?P<some>(?i:{_SOMEBODY_EN}))\b"
    rf"|(?i:my|our) (?!{_BODY_EN})(?P<thing>(?:(?!{_ANIMATE_EN})[\w'-]+ ){{1,3}}?)(?i:{_ANIMATE_EN})\b"
    rf"|(?!\b(?:i|we|you|my|our|which|that)\b)(?i:(?:the|some|both|all|half)(?: of)?(?: the| my| our| them)? )?"
    rf"(?P<many>(?:(?!(?:i|we|you|my|our)\b)[\w-]+ ){{0,1}}?(?!(?:yes|always|this|it|pls|us|thus|guess)\b)[\w-]+s"
    rf"|(?i:half the \w+)|(?i:\w+ of them)|(?i:folks))"
    rf" (?i:are|aren'?t|have|haven'?t|don'?t|can'?t|hate|love|like|prefer|eat|drink)\b"
    rf"|(?P<full>(?!(?:I|My|We|Our|It|This|That|There|What|Who|How|Yes|No|Not|The|A|An|Just|Also|Been|Always"
    rf"|Never|Please|Still|Really|Honestly|Here|Coffee|Tea|English|Chinese|Monday|Tuesday|Wednesday|Thursday"
    rf"|Friday|Saturday|Sunday)\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:'s\b| {_VERB_EN}\b))"
)
_SELF = re.compile(
    rf"{_ADVERBS}(?:我|俺|咱|本人|自己|鄙人|老子)(?!(?:{_TAUGHT}"
    rf"|{_OF_MINE})(?:{KIN_ZH}))(?!们?[\u4e00-\u9fff]{{0,6}}的人(?:们|一般|基本|大多)?都)|^\W*(?:(?:and|but|so"
    rf"|also|because|since|well|actually|btw|oh|plus|though)[,\s]+)*(?:i\b|i'|we\b|my\b|our\b|me\b)",
    re.I,
)

_OWNED = re.compile(
    r"(用户|[\u4e00-\u9fff]{2,3}?)的([\u4e00-\u9fff]{1,4}?)(?=是|[，。]|$)|\b([Uu]ser|[A-Z][a-z]+)'s (\w+)\b"
)
_PRONOUN = re.compile(r"(?:[他她]们?|TA|he|she|they)$", re.I)
_AND = re.compile(
    r"(?<!\bme)(?<!\b[Ii])\s(?:and|but|while|whereas|so) (?=(?:please|pls|always|never|don'?t|use|keep|write"
    r"|explain|(?-i:[A-Z][a-z]+ (?:is|was|has|works?|lives?|likes?|loves?|hates?|plays?|studies))|i|i'm|my|we"
    r"|our|he|she|they|his"
    r"|her)\b)",
    re.I,
)
_CALLED = re.compile(r"(?:叫|称|喊|称呼)我|\bcalls? me\b", re.I)  # 同事都叫我小王
_DENIES = re.compile(r"\W*(?:其实|但|可|才)*(?:不是|不对|并不是|没有)(?:的|啊|哦)?\W*$")  # 我妈说…，其实不是，是…
_AT_HOME = re.compile(r"\W*(?:现在|目前|如今)?家里(?!的?人)")  # 我爸去年走了，现在家里就我跟我妈
_IMPERATIVE = re.compile(
    r"\W*(?:so |and |then )?(?:(?:always|never|please|pls|don'?t|do not|make sure|keep|use|avoid|suggest|give"
    r"|write|explain)\b"
    r"|(?:所以|那)?(?:请|以后|今后|每次|千万|务必|别|不要|记得))",
    re.I,
)
Subject = Literal["self"] | tuple[str, ...]


def somebody_else(text: str, span: Span) -> tuple[str, ...]:
    """Return the words for whom the clause at `span` is about, when that is not the speaker; else nothing.

    A clause without a subject has that of the clause before it in its sentence: in 我弟在上海，做设计师 the
    designer is 弟. Each of the words will do to name the person; relations come with their synonyms.
    """
    text = even(text)
    sentence = next((s for s in reversed(sentences(text)) if s[0] <= span[0]), span)
    spans = [piece for piece in statements(text) if sentence[0] <= piece[0] <= span[0]] or [span]
    for start, end in reversed(spans):
        subject = _subject(text[start:end])
        if isinstance(subject, tuple):
            return subject + (_meant_by_pronoun(text, sentence[0], start) if _PRONOUN.match(subject[0]) else ())
        if subject == "self":
            break
    return ()


def _meant_by_pronoun(text: str, sentence: int, start: int) -> tuple[str, ...]:
    """Return the words for whom a he or she at `start` can be: of its own sentence, else of the one before."""
    inside = _antecedents(text[sentence:start])
    before = [text[slice(*span)] for span in sentences(text) if span[1] <= sentence]
    return inside or (_antecedents(before[-1]) if before else ())


def _antecedents(before: str) -> tuple[str, ...]:
    """Return the words for whom a he or she after `before` can be: 我有个哥哥，他…; "Ana is my manager and she …"."""
    subjects = [_subject(before[slice(*piece)]) for piece in statements(before)]
    kin = [alias for relation in relations(before) - ANIMALS for alias in aliases(relation)]
    return (*kin, *called(before), *(word for subject in subjects if isinstance(subject, tuple) for word in subject))


_NOUNS = ("thing", "many")


def _last_word(noun: str) -> list[str]:
    """Return by what a memory may name whom `noun` means: guest of "two guests"."""
    last = noun.split()[-1]
    return [last.removesuffix("s") if len(last) > 3 else last]


def statements(text: str) -> list[Span]:
    """Return the clauses of `text`, cut where "and" joins one with a subject of its own: my wife cooks | and I eat."""
    found: list[Span] = []
    for start, end in clauses(text):
        for match in _AND.finditer(text, start, end):
            found.append((start, match.start()))
            start = match.end()
        found.append((start, end))
    return found


def names(words: tuple[str, ...], text: str) -> bool:
    """Whether `text` names one of these people."""
    said, folded = text.casefold(), fold(text)
    return any(
        re.search(rf"(?<![a-z]){re.escape(word.casefold())}", said) if word.isascii() else fold(word) in folded
        for word in words
    )


_NAMED = re.compile(
    r"(?:名叫|名为|叫做|叫作|叫|姓|名字是|called|named|name is)\s?[「“\"]?([\u4e00-\u9fff]{1,4}?(?=[的，,。、和」”\"]"
    r"|$)|[A-Z][\w-]*)"
)


def belongings(text: str) -> frozenset[tuple[str, str]]:
    """Return who has whom or what in `text`: the user's boss, 张凯的姐夫."""
    found = set[tuple[str, str]]()
    for zh, thing_zh, en, thing_en in _OWNED.findall(even(text)):
        owner = "user" if zh.endswith("用户") else zh.removeprefix("是") or en.casefold()
        found.add((owner, aliases(thing_zh or thing_en.casefold())[0]))
    return frozenset(found)


def called(text: str) -> set[str]:
    """Return the names that `text` gives somebody or something: 叫煤球, "named Biscuit"."""
    return {name for name in _NAMED.findall(even(text)) if not re.match(r"(?:我|他|她|自己|什么)", name)}


def _subject(clause: str) -> Subject | None:
    if _SELF.match(clause) and not _OTHER_EN.match(clause):
        return "self"
    if _CALLED.search(clause) or _DENIES.match(clause) or _IMPERATIVE.match(clause) or _AT_HOME.match(clause):
        return "self"
    match = _OTHER_ZH.match(clause) or _OTHER_EN.match(clause)
    if match is None:
        return None
    found = {key: value for key, value in match.groupdict().items() if value}
    if "full" in found and _COMMON.match(found["full"]):
        return None
    words: list[str] = []
    for key, value in found.items():
        words += (
            aliases(value) if key in ("kin", "his", "bare", "one") else _last_word(value) if key in _NOUNS else [value]
        )
    return tuple(words)
