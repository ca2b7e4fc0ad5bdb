"""What kind of clause something is said in; each rule with what it must not catch."""

import pytest

from memory.language import clauses, modality, oneself, questions, quotation
from memory.language.text import Span, find


def at(text: str, part: str = "") -> Span:
    span = find(part or text, text)
    assert span is not None
    return span


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("记得上次爬山吗？", ""),
        ("我喜欢什么颜色你知道不", ""),
        ("我适合吃什么", ""),
        ("Do you remember my name?", ""),
        ("what do you know about me", ""),
        ("I'm tired, is it the coffee?", "is it the coffee"),
    ],
)
def test_questions(text: str, part: str) -> None:
    assert questions.asks(text, at(text, part))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("我不吃香菜，今天吃什么？", "我不吃香菜"),
        ("以后先给结论，再讲理由，行吗", "再讲理由"),
        ("你能记住我吃素吗？", ""),
        ("Could you always answer in English?", ""),
        ("When explaining code, use examples", ""),
        ("I can't stand horror films, any comedy for tonight?", "I can't stand horror films"),
        ("From now on answer briefly, please?", "From now on answer briefly"),
        ("不管问什么都用中文回答", ""),
    ],
)
def test_no_questions(text: str, part: str) -> None:
    assert not questions.asks(text, at(text, part))


def test_a_question_word_makes_a_statement_of_oneself_a_question() -> None:
    text = "我适合吃点什么补铁的东西"
    assert questions.asks(text, at(text), of_oneself=True)
    for statement in ("内脏什么的我都不碰", "我什么都吃", "我没什么忌口"):
        assert not questions.asks(statement, at(statement), of_oneself=True)


@pytest.mark.parametrize(
    "text",
    [
        "明天下午三点开会",
        "今天有点头疼",
        "I'm in a meeting right now",
        "这次用英文回答",
        "Just for this email, be formal",
    ],
)
def test_of_the_day(text: str) -> None:
    assert modality.of_the_day(text, at(text))


@pytest.mark.parametrize(
    "text",
    [
        "从今天起用中文回答",
        "我现在喜欢重金属音乐了",
        "From today on, use metric units",
        "我每天早上跑步",
        "I run every morning",
    ],
)
def test_not_of_the_day(text: str) -> None:
    assert not modality.of_the_day(text, at(text))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("要是我对麸质过敏的话，酱油能吃吗", "要是我对麸质过敏的话"),
        ("写个短篇的开头，第一人称：我叫沈默，从不吃鱼", "从不吃鱼"),
        ("Write a short story: I'm a baker in Vienna", "I'm a baker in Vienna"),
        ("来玩角色扮演，我是剑客，我从不吃素", "我从不吃素"),
        ("Imagine I lived in Paris, my dog is called Max", "my dog is called Max"),
        ("Let's do a scene. I'm a smuggler and I hate the Empire.", "I'm a smuggler and I hate the Empire"),
    ],
)
def test_imagined(text: str, part: str) -> None:
    assert modality.imagined(text, at(text, part))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("I'm a nurse on nights, so if I message at 4am that's why", ""),
        ("我住在杭州。如果下雨怎么办？", "我住在杭州"),
        ("我喜欢看推理小说", ""),
        ("我在写小说，主角是个船长", ""),
        ("I'm writing a novel about lighthouses", ""),
        ("I love a good story. My dog is called Max.", "My dog is called Max"),
    ],
)
def test_not_imagined(text: str, part: str) -> None:
    assert not modality.imagined(text, at(text, part))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("帮我把这段翻译成英文：我喜欢你", "我喜欢你"),
        ("他说“我最讨厌下雨”，你怎么看", "我最讨厌下雨"),
        ("Write a monologue that begins 'I am a baker in Vienna and I hate bread.'", "I am a baker in Vienna"),
        ("Rewrite this line: I love cats", "I love cats"),
        ("Here's an email I got:\n\nHi, I only work mornings.\n\nDraft a reply", "I only work mornings"),
        ("Got this message from accounts: I only work mornings", "I only work mornings"),
        ("收到一封邮件：我只在上午上班。帮我回一下", "我只在上午上班"),
        ("According to my ex I'm lazy", "I'm lazy"),
    ],
)
def test_quoted(text: str, part: str) -> None:
    assert quotation.quoted(text, at(text, part))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("我们在做一个小程序，代号叫「银杏」", ""),
        ("记住：我住在杭州", "我住在杭州"),
        ("I'm Priya, please don't say 'certainly'", ""),
        ("I don't like it, it's too sweet", ""),
        ("According to my doctor I'm anaemic", "I'm anaemic"),
        ("我每天收到很多邮件，我只在上午看", "我只在上午看"),
    ],
)
def test_not_quoted(text: str, part: str) -> None:
    assert not quotation.quoted(text, at(text, part))


@pytest.mark.parametrize(
    "text", ["可能下半年会换工作吧", "也许我会搬去成都", "Maybe I'll go vegan", "I'm thinking about moving"]
)
def test_unsure(text: str) -> None:
    assert modality.unsure(text, at(text))


@pytest.mark.parametrize("text", ["我会换工作的同事很多", "I'm vegan", "我不可吃辣"])
def test_sure(text: str) -> None:
    assert not modality.unsure(text, at(text))


@pytest.mark.parametrize("text", ["苹果里果胶含量挺高的", "Spinach has loads of iron in it", "桃子富含维生素"])
def test_statements_about_the_world(text: str) -> None:
    assert not oneself.of_oneself(text, at(text))


@pytest.mark.parametrize(
    "text",
    [
        "海鲜过敏，一点都不能碰",
        "can't stand country music",
        "我爱吃苹果",
        "记住：这间办公室周五要锁门",
        "My daughter is five",
    ],
)
def test_statements_of_oneself(text: str) -> None:
    assert oneself.of_oneself(text, at(text))


def test_evidence_grows_to_whole_clauses_with_their_subject() -> None:
    text = "你好，我在一家公司当后端，平时主要写 Go，偶尔碰点 Python"
    grown = clauses.with_subject(text, clauses.widen(text, at(text, "写 Go")))
    assert text[slice(*grown)] == "我在一家公司当后端，平时主要写 Go"
    back = "I've been hooked on bouldering for years, it's basically my only hobby"
    assert back[slice(*clauses.with_subject(back, at(back, "it's basically my only hobby")))] == back
    alone = "我不吃香菜，今天吃什么？"
    assert alone[slice(*clauses.widen(alone, at(alone, "不吃香菜")))] == "我不吃香菜"
