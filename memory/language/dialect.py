"""Cantonese, and a little Shanghainese, as Mandarin is written, character for character.

For what reads, never for what is stored: 唔鍾意食辣 is read as 不喜欢吃辣 and 佢而家喺溫哥華 as 他现在在温哥华, so that
every rule and every comparison has one way of writing to know. Positions stay: a word and what it is read as have
the same length.
"""

import re

_WORDS = """
唔好 不要
唔使 不用
唔該 麻烦
唔该 麻烦
鍾意 喜欢
钟意 喜欢
鐘意 喜欢
而家 现在
屋企 家里
返工 上班
返学 上学
返學 上学
細佬 弟弟
细佬 弟弟
老豆 爸爸
老竇 爸爸
家姐 姐姐
阿媽 妈妈
阿妈 妈妈
阿爸 爸爸
阿嫲 奶奶
乜嘢 什么
咩嘢 什么
點解 为啥
点解 为啥
邊度 哪里
边度 哪里
邊個 哪个
幾多 多少
聽日 明天
听日 明天
尋日 昨天
琴日 昨天
嗰個 那个
嗰个 那个
唔 不
冇 没
咗 了
嘅 的
啲 些
嘢 事
睇 看
佢 他
哋 们
喺 在
嗰 那
嚟 来
俾 给
畀 给
諗 想
谂 想
攞 拿
"""
_MANDARIN = dict(line.split() for line in _WORDS.strip().splitlines())
_WORD = re.compile("|".join(sorted(_MANDARIN, key=len, reverse=True)))
_IN_PLACES = (
    (re.compile(r"唔好(?=意思|食|睇|飲|饮|聽|听|玩|彩)"), "不好"),  # not good to eat is no order
    (
        re.compile(
            r"(?<![關关干聯联])係(?![數数])|(?<![\u4e00-\u9fff])系(?=[呀啊吖嘅的]?(?:[，,。.!！?？\s]"
            r"|$))"
        ),
        "是",
    ),
    (re.compile(r"(?<=[我你佢他她])大佬"), "哥哥"),
    (re.compile(r"(?<![\u4e00-\u9fff])阿拉(?![伯斯善丁木])"), "我们"),
    (re.compile(r"阮(?=[是在家])"), "我"),
    (re.compile(r"欢喜(?=[吃喝看听玩])"), "喜欢"),
    (re.compile(r"呢(?=[個个封篇段份版張张條条次句首道啲])"), "这"),
    (re.compile(r"(?<=[不唔冇愛爱歡欢意慣惯])食(?![物品堂材谱譜量])"), "吃"),
    (re.compile(r"(?<=[不唔冇愛爱歡欢意慣惯])[飲饮](?![料食品用酒])"), "喝"),
)


def as_mandarin(text: str) -> str:
    """Return `text` with its Cantonese words as Mandarin writes them, each character in its place."""
    for pattern, word in _IN_PLACES:
        text = pattern.sub(word, text)
    return _WORD.sub(lambda match: _MANDARIN[match[0]], text)
