"""Plain statements that must be admitted, and what only looks like one: said, quote, memory, type."""

import pytest

from tests.provider.process import candidate
from tests.unit.test_admit import verdict

FACT, TASTE, RULE = "stable_user_context", "user_preference", "standing_instruction"
LIMIT, STYLE = "recurring_constraint", "communication_preference"

ADMITTED = [
    ("I like tea.", "I like tea", "The user likes tea.", TASTE),
    ("I love jazz.", "I love jazz", "The user loves jazz.", TASTE),
    ("I hate golf", "I hate golf", "The user hates golf.", TASTE),
    ("I use Vim.", "I use Vim", "The user uses Vim.", FACT),
    ("I have a dog.", "I have a dog", "The user has a dog.", FACT),
    ("I live in Rome.", "I live in Rome", "The user lives in Rome.", FACT),
    ("I'm Tom.", "I'm Tom", "The user is Tom.", FACT),
    ("I am 42.", "I am 42", "The user is 42.", FACT),
    ("Never suggest paid tools to me", "Never suggest paid tools to me", "Never suggest paid tools.", RULE),
    ("Can you always answer in bullet points?", "always answer in bullet points", "Answer in bullet points.", RULE),
    ("Could you please use metric units from now on?", "use metric units from now on", "Use metric units.", RULE),
    ("Starting today, always answer in English.", "always answer in English", "Always answer in English.", RULE),
    ("I prefer short answers", "I prefer short answers", "The user prefers short answers.", STYLE),
    ("What happens if I miss a dose? I'm diabetic.", "I'm diabetic", "The user is diabetic.", FACT),
    ("I'm currently working as a nurse", "I'm currently working as a nurse", "The user works as a nurse.", FACT),
    ('I use a 27" monitor and a 13" laptop.', 'I use a 27" monitor', 'The user uses a 27" monitor.', FACT),
    ('Our project is called "Bluebird Analytics"', 'Our project is called "Bluebird Analytics"',
     "The project is called Bluebird Analytics.", "project_context"),
    ("My brother is allergic to peanuts", "My brother is allergic to peanuts",
     "The user's brother is allergic to peanuts.", LIMIT),
    ("I'm an administrative assistant at a school", "I'm an administrative assistant at a school",
     "The user is an administrative assistant at a school.", FACT),
    ("我滴酒不沾", "我滴酒不沾", "用户不喝酒", TASTE),
    ("以后可以用英文回答我吗？", "以后可以用英文回答我吗", "以后用英文回答", RULE),
    ("以后能不能回答短一点？", "以后能不能回答短一点", "以后回答短一点", STYLE),
    ("今天开始都用英文回答我", "今天开始都用英文回答我", "用英文回答用户", RULE),
    ("以后回答请尽可能简短", "以后回答请尽可能简短", "回答尽可能简短", STYLE),
    ("我目前在腾讯做后端开发", "我目前在腾讯做后端开发", "用户在腾讯做后端开发", FACT),
    ("我不挑食，什么菜都吃，就是不吃内脏", "就是不吃内脏", "用户不吃内脏", TASTE),
    ("如果我明天去北京要带什么？我对花粉过敏。", "我对花粉过敏", "用户对花粉过敏", LIMIT),
    ("老家在四川，现居上海", "老家在四川，现居上海", "用户老家在四川，现居上海", FACT),
    ("家里有只猫叫煤球", "家里有只猫叫煤球", "用户家里有只猫叫煤球", FACT),
    ("我老婆对海鲜过敏", "我老婆对海鲜过敏", "用户的老婆对海鲜过敏", LIMIT),
    ("我喜欢玩角色扮演游戏", "我喜欢玩角色扮演游戏", "用户喜欢玩角色扮演游戏", TASTE),
    ("Remember: this office must be locked on Fridays", "this office must be locked on Fridays",
     "The office must be locked on Fridays.", FACT),
    ("记住：这间办公室周五要锁门", "这间办公室周五要锁门", "这间办公室周五要锁门", FACT),
]  # fmt: skip

REJECTED = [
    ("我喜欢喝茶吗？", "我喜欢喝茶", "用户喜欢喝茶", TASTE),
    ("我是不是喜欢喝茶", "我是不是喜欢喝茶", "用户喜欢喝茶", TASTE),
    ("我喜不喜欢喝茶你还记得吗", "喜欢喝茶", "用户喜欢喝茶", TASTE),
    ("Am I allergic to peanuts", "allergic to peanuts", "The user is allergic to peanuts.", LIMIT),
    ("今天先用英文回答我", "先用英文回答我", "用英文回答用户", RULE),
    ("Answer briefly this time", "Answer briefly", "Answer briefly.", STYLE),
    ("请用三句话解释黑洞", "请用三句话解释黑洞", "用三句话解释", STYLE),
    ("Please translate this sentence.", "Please translate this sentence", "Translate sentences.", RULE),
    ("我没有对花生过敏", "对花生过敏", "用户对花生过敏", LIMIT),
    ("I dislike jazz", "like jazz", "The user likes jazz.", FACT),
    ("I no longer live in Paris", "live in Paris", "The user lives in Paris.", FACT),
    ("I used to be vegan", "be vegan", "The user is vegan.", LIMIT),
    ("以前我住在上海", "我住在上海", "用户住在上海", FACT),
    ("我住在北京", "我住在北京", "用户住在上海", FACT),
    ("I work in Paris. My brother Tom lives in Rome.", "I work in Paris", "The user works in Rome.", FACT),
    ("我穿42码半的鞋", "我穿42码半的鞋", "用户穿4码半的鞋", FACT),
    ("Never suggest paid tools to me", "Never suggest paid tools to me",
     "The user never suggests paid tools to others.", FACT),
    ("My brother is allergic to peanuts", "My brother is allergic to peanuts",
     "The user is allergic to peanuts.", LIMIT),
    ("我朋友喜欢喝茶", "我朋友喜欢喝茶", "用户喜欢喝茶", TASTE),
    ("他说：我不吃香菜", "我不吃香菜", "用户不吃香菜", TASTE),
    ("我要是有钱就买特斯拉", "我要是有钱就买特斯拉", "用户要买特斯拉", FACT),
    ("translate to Chinese: Hello there. I hate cilantro.", "I hate cilantro", "The user hates cilantro.", TASTE),
    ("帮我翻译一下\n我不吃香菜，也不喝酒", "我不吃香菜", "用户不吃香菜", TASTE),
    ("我饿了", "我饿了", "用户饿了", FACT),
]  # fmt: skip


def decided(said: str, quote: str, memory: str, type: str) -> str:
    identity = {"subject": memory[:60]} | ({"polarity": "prefer"} if type == TASTE else {})
    return verdict(said, candidate(memory, quote, "x", type=type, identity=identity, tags=[]))


@pytest.mark.parametrize(("said", "quote", "memory", "type"), ADMITTED)
def test_admitted(said: str, quote: str, memory: str, type: str) -> None:
    assert decided(said, quote, memory, type) == "admitted"


@pytest.mark.parametrize(("said", "quote", "memory", "type"), REJECTED)
def test_rejected(said: str, quote: str, memory: str, type: str) -> None:
    assert decided(said, quote, memory, type) != "admitted"
