"""Sides of a person that have one value at a time, or that people forget by name: home, job, name, age.

"忘掉我的住址" names no city, and "I live in Leeds now" says nothing of the London it ends; both speak of the home.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from memory.language.dates import tens_in_digits

_SLOTS = {
    "home": r"(?:家庭|家里)?(?:住址|地址)|住处|住所|住哪|居住|现居|常居|定居|家住|住(?:在|到|进)"
    r"|(?<=[我户])住(?=[\u4e00-\u9fff]{2})"
    r"|搬(?:到|去|来|家|进)|(?<!老)家在|人在(?=[\u4e00-\u9fff]{2})|地址|坐标|常驻"
    r"|\b(?:home address|lives?|living|lived|based|resid\w+|moved|relocated|home(?! ?town)|home address"
    r"|address(?! me)|my location)\b",
    "hometown": r"老家|籍贯|家乡|出生地|\b(?:hometown|grew up|originally from|born in)\b",
    "job": r"工作(?!日|流)|职业|上班|任职|就职|职位|岗位|供职|跳槽|入职|当(?=[\u4e00-\u9fff]{1,6}(?:师|员|长|工"
    r"|生|警))|当(?:护士|司机|教授|会计|记者|经理)|是(?:一[名个位])?[\u4e00-\u9fffA-Za-z ]{1,10}(?:师|员|程序员"
    r"|护士|律师|教授|经理|司机|厨师)"
    r"|做(?=[\u4e00-\u9fffA-Za-z]{1,8}(?:的工作|师|员|开发|运营|设计|销售|测试|产品|前端|后端))"
    r"|\b(?:jobs?|works? (?:as|at|for|in)|working (?:as|at|for|in)|employ\w+|career|occupation|profession"
    r"|is an? [\w -]{2,30}(?:er|or|ist|ian|nurse|ant|attorney|chef)|joined|hired)\b",
    "name": r"名字|姓名|本名|真名|全名|(?:我|用户)(?:的?名字)?(?:叫|姓)(?!我)|\b(?:(?:my|user'?s|the user'?s"
    r"|real|full|first|last) name|name is|named)\b",
    "form of address": r"称呼|叫我|喊我|被?称为|昵称|\b(?:call (?:me|the user|them|her|him)|called|addressed"
    r"|nickname|goes by)\b",
    "age": r"[\d一二三四五六七八九十]+岁|年龄|年纪|多大|\b(?:\d+ years? old|age[ds]?|turn(?:ed|s|ing) \d+)\b"
    r"|\bis \d{1,2}\b",
    "birthday": r"生日|出生(?:日期|于)|\b(?:birthday|born on|date of birth)\b",
    "income": r"工资|薪水|薪资|月薪|年薪|收入|\b(?:salary|income|wage|earns?)\b",
    "marriage": r"结婚|离婚|单身|已婚|未婚|订婚|\b(?:married|divorced?|single|engaged|widowed)\b",
    "plate": r"车牌(?:号码?)?|牌照|\b(?:licen[cs]e plate|plate number)\b",
    "car": r"(?:开|换|买)(?:了|的)?(?:一辆|辆|台)|座驾|\b(?:drives? an?|car is|vehicle)\b",
    "phone": r"手机(?:是|用|换|型号)|用.{0,12}手机|\b(?:phone is|phone model|uses? an? (?:iphone|pixel|galaxy"
    r"|android))\b",
    "computer": r"电脑(?:是|用|换)|用.{0,12}(?:笔记本|电脑)|\b(?:laptop|computer)\b",
    "editor": r"编辑器|写代码.{0,4}用|\b(?:editor|ide|codes? (?:in|with))\b",
    "answer language": r"(?:用|以|改用|说|讲|换成).{0,4}(?:中文|英文|英语|汉语|普通话|日语|日文|法语|德语|粤语"
    r"|繁体|简体)|\b(?:in|use|using) (?:english|chinese|mandarin|spanish|french|german|japanese)\b",
    "answer length": r"(?:回答|回复|答案|解释|说|讲)?.{0,6}(?:简短|简洁|精简|简单点|短一?[点些]|长一?[点些]|详细"
    r"|展开|一句话|[\d一二三四五六七八九十]+(?:字|句|百字|段)(?:以内)?)"
    r"|\b(?:brief|short|concise|detailed|in detail|long|lengthy|thorough|\d+ (?:words"
    r"|sentences))\b(?=.*\b(?:answer|repl|respon|explan)|$)",
    "units": r"(?:公里|英里|公制|英制|摄氏|华氏)|\b(?:metric|imperial|celsius|fahrenheit|kilomet\w+|miles)\b",
    "wake time": r"(?:[点时]|早)(?:起床|起来)|起床时间|\b(?:wakes? up at|gets? up at)\b",
    "bed time": r"[点时](?:睡|上床)|睡觉时间|\b(?:goes? to bed at|bedtime)\b",
    "diet": r"吃素|素食|纯素|荤|清真|忌口|生酮|\b(?:vegan|vegetarian|pescatarian|kosher|halal|keto|diet|eat(?:s"
    r"|ing)? meat)\b|吃肉|吃荤",
    "allergy": r"过敏[史原源]?|不耐受|\b(?:allerg\w+|intoleran\w+)\b",
    "school": r"(?:在|读|上|念).{0,10}(?:大学|中学|小学|高中|初中|研究生|博士)|学校|专业"
    r"|大[一二三四](?![\u4e00-\u9fff])|研[一二三]|(?:大学|本科|硕士|研究生)?毕业|\b(?:school|university"
    r"|college|studies|studying|major)\b",
    "pet": r"(?:养|家里?有).{0,8}[猫狗兔鸟鱼]|宠物|\b(?:pets?|has an? (?:cat|dog|rabbit))\b",
    "weight": r"体重|\b(?:weighs?|weight)\b",
    "height": r"身高|\b(?:height|tall)\b",
    "health": r"体检|病情|病史|\b(?:diagnos\w+|medical)\b",
    "family": r"家人|家庭(?!住?地?址)|\bfamily\b",
}
_STATED = {
    "home": r"(?:住在?(?!院|校|酒店|民宿)|(?<!老)家在|搬(?:到|去)了?|定居在?|现居|常住|常驻)(?=[\u4e00-\u9fffA-Z])"
    r"|\b(?:(?:[iI]|[uU]ser) (?:now |currently |has |have )?(?:live|lives|resides?|moved"
    r"|relocated)(?: from [A-Z]\w+)?|(?:[iI]'?m|[iI] am|[uU]ser is) (?:now |currently )?(?:living|based))"
    r" (?:in|to) (?=[A-Z])(?!Vim|Emacs|Neovim|Zed|Linux|Mac|Windows|Go\b|Rust|Python|Java|Postgres|MySQL|VS Code"
    r"|Notion|Git)",
    "employer": r"(?:在|跳槽到|入职|供职于?)[\u4e00-\u9fffA-Za-z]{2,12}?(?:工作|上班|任职|当|做)|(?:跳槽到"
    r"|入职)(?=[\u4e00-\u9fffA-Z])"
    r"|\b(?:works? (?:at|for)|joined|is employed (?:at|by)) (?=[A-Z])",
    "job": r"(?:职业是|是(?:一[名个位])?|当|做)(?=[\u4e00-\u9fff]{0,8}(?:师|程序员|护士|司机|经理|会计|老师|教授"
    r"|记者|编辑|演员|作家|警察|厨子|律师|医生|工人|员工|店员)(?:[，。]|$))"
    r"|\b(?:i'?m|i am|user is|works? as|working as) (?:now )?an? (?=[\w -]{0,30}(?:er|or|ist|ian|nurse|ant"
    r"|attorney|chef|cook|surgeon|mechanic|lead|pilot|clerk)\b\W*(?:$|at\b|in\b|for\b|from\b|with\b|,))",
    "name": r"(?:我|用户)的?(?:名字)?(?:叫|是叫)(?!我)|\b(?:my|user'?s) name is (?=[A-Z])",
    "form of address": r"(?:叫我|称呼我为?|称呼用户为?|被(?:称为|称呼为|叫做|叫作|称作"
    r"|叫))(?=[\u4e00-\u9fffA-Z“「])|\b(?:call (?:me|the user)"
    r"|address (?:me|the user) as|to be (?:called|addressed as)|goes by) (?=[A-Z])",
    "age": r"(?:我|用户)\D{0,6}?(?=\d+\s?岁)|\b(?:i'?m|i am|user is|user turned) (?=\d{1,3}(?: years? old)?\W*$)",
    "birthday": r"生日(?:是|在)|\b(?:my|user'?s) birthday is\b",
    "income": r"(?:月薪|年薪|工资|收入)(?:是|为|有|涨到)?(?=\d)|\bsalary (?:is|went up to|rose to|went to)\b"
    r"|\bearns (?=[$€£]?\d)",
    "marriage": r"单身(?=[，。了]|$)|已婚|未婚|(?<!想)结婚了|离婚了?|订婚了?|\b(?:i'?m|i am|user is|got"
    r"|are) (?:now )?(?:single|married|divorced|engaged|widowed)\b(?! malt)",
    "phone": r"手机(?:是|用的?是|换成了?)|用(?:的是)?(?=[\u4e00-\u9fffA-Za-z0-9 ]{2,16}手机)|\bphone is\b",
    "car": r"开(?=(?:的是|一辆|辆)[\u4e00-\u9fffA-Z])|车是(?!.{0,8}(?:色|年|买|停|坏))"
    r"|\b(?:drives? an? (?=(?:\d{4} )?[A-Z])|car is\b)",
    "editor": r"写代码.{0,3}(?:用|在用)|编辑器(?:是|用)|\b(?:editor is|codes? in|writes? code in)\b",
    "wake time": r"(?=[\d一二三四五六七八九十]+点(?:半)?起床)|\b(?:wakes? up|gets? up) at (?=\d)",
    "weight": r"体重(?:是|有|到)?(?=\d)|\bweighs? (?=\d)",
    "height": r"身高(?:是|有)?(?=\d)",
    "school": r"(?:在|读|上|念)(?=大[一二三四]|[\u4e00-\u9fff]{2,10}(?:大学|中学|小学|高中|初中)(?:$"
    r"|[，。读上]))|(?:大学|本科|硕士|研究生)?毕业(?=[，。了]|$)",
    "diet": r"吃素|纯素|吃肉|吃荤|素食者?|\b(?:i'?m|i am|user is) (?:an? )?(?:vegan|vegetarian|pescatarian"
    r"|keto)\b|\beat(?:s|ing)? meat\b",
}
_PATTERNS = {slot: re.compile(pattern, re.I) for slot, pattern in _SLOTS.items()}
_VALUES = {
    slot: re.compile(pattern) if slot in ("home", "employer") else re.compile(pattern, re.I)
    for slot, pattern in _STATED.items()
}


def slots(text: str) -> frozenset[str]:
    """Return the sides of a person that `text` speaks of."""
    return frozenset(slot for slot, pattern in _PATTERNS.items() if pattern.search(text))


def reference(slot: str, text: str) -> str:
    """Return the words by which `text` speaks of `slot`."""
    match = _PATTERNS[slot].search(text)
    return match.group() if match else ""


@lru_cache(maxsize=8_192)
def stated(text: str) -> Mapping[str, int]:
    """Return the sides of which `text` states the one value they have at a time, and where it does.

    "I live in Leeds" states a home, "I work at home on Fridays" does not; what stands before says whose it is.
    """
    text = tens_in_digits(text)
    found = {slot: pattern.search(text) for slot, pattern in _VALUES.items()}
    return {slot: match.start() for slot, match in found.items() if match}
