"""Family, friends and others by what they are to the speaker, each with its synonyms, in both languages."""

import re

from memory.language.text import even

ALIASES = (
    "妈 妈妈 母亲 娘 老妈 mother mom mum mama mam ammi",
    "爸 爸爸 父亲 爹 老爸 father dad papa pops",
    "老婆 妻子 媳妇 太太 爱人 老伴 wife missus partner spouse",
    "老公 丈夫 先生 爱人 老伴 husband hubby partner spouse",
    "女儿 闺女 女孩 囡囡 daughter girl",
    "儿子 仔仔 小子 son lad boy",
    "孩子 小孩 娃 宝宝 儿女 kid child baby kids children kiddo toddler",
    "奶奶 grandmother grandma nana granny gran nan",
    "外婆 姥姥 grandmother grandma nana granny",
    "爷爷 grandfather grandpa granddad",
    "外公 姥爷 grandfather grandpa granddad",
    "孙子 外孙 grandson",
    "孙女 外孙女 granddaughter",
    "孙辈 grandchild grandchildren grandkid grandkids",
    "哥 哥哥 brother bro",
    "弟 弟弟 brother bro",
    "姐 姐姐 sister sis didi",
    "妹 妹妹 sister sis",
    "表哥 堂哥 cousin",
    "表弟 堂弟 cousin",
    "表姐 堂姐 cousin",
    "表妹 堂妹 cousin",
    "父母 爸妈 双亲 爹妈 parent parents",
    "婆婆 岳母 丈母娘 mother-in-law mil",
    "公公 岳父 father-in-law fil",
    "叔 叔叔 uncle",
    "伯伯 伯父 大伯",
    "舅舅 舅",
    "姑姑 姑 姑妈 aunt auntie",
    "阿姨 姨 姨妈",
    "婶婶 婶",
    "舅妈 舅母",
    "侄子 nephew",
    "侄女 niece",
    "外甥",
    "外甥女",
    "男友 男朋友 boyfriend bf fella",
    "女友 女朋友 girlfriend gf",
    "前任 前夫 前妻 ex",
    "朋友 闺蜜 哥们 死党 发小 friend buddy mate bestie pal",
    "同事 colleague coworker co-worker teammate",
    "同学 同桌 classmate",
    "室友 舍友 roommate flatmate housemate roomie",
    "邻居 neighbour neighbor",
    "老板 领导 上司 主管 经理 boss manager supervisor",
    "组长 队长",
    "总监 director",
    "下属",
    "徒弟 apprentice",
    "学生 student",
    "老师 teacher",
    "导师 tutor",
    "教练 coach",
    "客户 client customer",
    "客人 guest",
    "房东 landlord",
    "房客 租客 tenant",
    "猫 猫咪 cat kitten",
    "狗 狗狗 dog puppy",
    "鹦鹉 parrot",
    "兔子 rabbit",
    "仓鼠 hamster",
    "乌龟 tortoise turtle",
    "horse pony",
    "未婚夫 fiancé fiance",
    "未婚妻 fiancée fiancee",
    "继父 stepdad stepfather",
    "继母 stepmom stepmum stepmother",
    "公婆 岳父母 in-laws in-law",
    "lecturer",
    "trainer",
    "lodger",
    "carer",
)
_KIN = [line.split() for line in ALIASES]
KIN_ZH = "|".join(sorted((w for kin in _KIN for w in kin if not w.isascii()), key=len, reverse=True))
KIN_EN = "|".join(sorted((w for kin in _KIN for w in kin if w.isascii()), key=len, reverse=True))
ANIMALS = frozenset("猫 狗 鹦鹉 兔子 仓鼠 乌龟 horse".split())
_NOT_FAMILY = ANIMALS | frozenset("同事 同学 老板 组长 总监 下属 徒弟 学生 老师 导师 教练 客户 客人 房东 房客".split())
_FAMILY = [word for kin in _KIN if kin[0] not in _NOT_FAMILY for word in kin if len(word) > 1]
_FAMILY_ZH = "|".join(sorted((word for word in _FAMILY if not word.isascii()), key=len, reverse=True))
_FAMILY_EN = "|".join(sorted((word for word in _FAMILY if word.isascii()), key=len, reverse=True))
_OPENS_WITH_FAMILY = re.compile(
    rf"\W*(?:(?:家里的?|大|小|二|三|孩子|娃)?(?:{_FAMILY_ZH})|(?:(?:the|and|but) )*(?:{_FAMILY_EN})(?:'s)?\b)", re.I
)


def aliases(word: str) -> list[str]:
    """Return all words for the relation that `word` means; `word` itself where it means none."""
    return next((kin for kin in _KIN if word.casefold() in kin), [word])


_SEVERAL = tuple(
    (frozenset(several.split()), frozenset(f"{several} {each}".split()))
    for several, each in (
        (
            "父母 爸妈 双亲 爹妈 parent parents",
            "爸 爸爸 父亲 爹 老爸 father dad papa pops 妈 妈妈 母亲 娘 老妈 mother mom mum",
        ),
        ("孩子 小孩 娃 宝宝 儿女 kid child baby kids children", "儿子 son lad boy 女儿 闺女 daughter girl"),
    )
)
"""Words for several, with those for each of them."""


_LINES = {word: frozenset(n for n, kin in enumerate(_KIN) if word in kin) for kin in _KIN for word in kin}


def may_be_same(one: str, other: str) -> bool:
    """Whether two words for people can mean the same one: brother and 弟弟, parents and 妈; not 哥 and 弟."""
    if one == other or _LINES.get(one, frozenset()) & _LINES.get(other, frozenset()):
        return True
    return any({one, other} & several and {one, other} <= each for several, each in _SEVERAL)


def opens_with_family(clause: str) -> bool:
    """Whether the clause begins with somebody of the speaker's family: 小儿子不敢吃青椒, "wife can't have gluten"."""
    return bool(_OPENS_WITH_FAMILY.match(clause))


def relations(text: str) -> set[str]:
    """Return the relations that `text` speaks of, each by its first word: 女儿 of "daughter" and 闺女."""
    found = re.findall(rf"(?<![a-z])(?:{KIN_EN})(?=s?(?:'s)?(?![a-z]))", text.casefold())
    found += re.findall(KIN_ZH, even(text))
    return {next(kin[0] for kin in _KIN if word in kin) for word in found}
