"""Questions for one side of the user by its name: "do you know my job?", 我是学什么的来着.

The answer shares no word with them: 我在一家三甲医院当护士长 does not say job.
"""

import re

from memory.user.slots import reference

_ASKED = {
    "job": r"(?:做|干|搞)(?:哪|什么|啥)(?:行|工作|的)?|(?:哪|什么|啥)(?:行|工作|职业|职务|岗位)|我的?(?:工作"
    r"|职业|本行)(?=\W*(?:吗|是|么|嘛|吧|[？?]|$))"
    r"|在哪(?:里|儿|家)?(?:公司|单位)?(?:上班|工作|任职)|\b(?:my (?:job|occupation|profession|line of work|work)"
    r"|for a living|where (?:do )?i work"
    r"|what (?:do )?i do(?: for work)?|my employer)\b",
    "school": r"学(?:的是)?(?:什么|啥|哪)|(?:什么|啥|哪个?)专业|在哪(?:里|儿|所)?(?:读|上学|念)|我的?专业"
    r"|\b(?:my (?:major|degree|course|school|university)|what (?:do |am )?i (?:study|studying|read)"
    r"|where (?:do )?i study)\b",
    "home": r"住(?:在)?(?:哪|什么地方|啥地方)|我的?(?:住址|地址)|我家在哪|\b(?:where (?:do )?i live"
    r"|my (?:home )?address|where i'?m based)\b",
    "hometown": r"(?:哪里|哪儿|什么地方|哪)的?人(?!们|气|家)|老家(?:是|在)?哪|\b(?:where (?:am )?i(?:'m)? from"
    r"|my hometown)\b",
    "name": r"(?:叫|称呼)(?:什么|啥)|我(?:的)?名字|\b(?:my name|what (?:am )?i(?:'m)? called|who am i)\b",
    "age": r"(?:多大|几岁|哪年(?:出)?生)|我的?年龄|\b(?:how old (?:am )?i|my age)\b",
    "diet": r"(?:忌口|不能吃|不吃)(?:什么|啥|哪)|(?:什么|啥)(?:忌口|不能吃)|\b(?:what (?:can'?t|don'?t) i eat"
    r"|my diet)\b",
    "allergy": r"对(?:什么|啥|哪)\S{0,4}过敏|\b(?:what (?:am )?i(?:'m)? allergic|my allerg)",
}
_PATTERNS = {side: re.compile(pattern, re.I) for side, pattern in _ASKED.items()}


def asked_sides(text: str) -> frozenset[str]:
    """Return the sides of the user that `text`, which speaks of them, asks for."""
    return frozenset(side for side, pattern in _PATTERNS.items() if pattern.search(text))


def states_one(memory: str, sides: frozenset[str]) -> bool:
    """Whether `memory` states one of these sides of the user."""
    return any(reference(side, memory) for side in sides)
