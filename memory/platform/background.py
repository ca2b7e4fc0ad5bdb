"""Ordinary sentences in both languages: what a similarity is measured against.

Their mean similarity to a memory is what that memory has in common with anything; it is taken off
before a threshold is applied (`memory.user.recall.score`). Invented; none of them is ever stored.
"""

QUESTIONS = {
    "zh": (
        "今天天气怎么样", "帮我写一封邮件", "一加一等于几", "这个问题怎么解决", "给我讲个笑话",
        "请解释一下这个概念", "现在几点了", "翻译成英文", "谢谢你的帮助", "推荐一部电影", "如何学习编程",
        "列出三个要点", "这段代码有什么问题", "北京到上海多远", "你好", "继续",
    ),
    "en": (
        "What's the weather today", "Write an email for me", "What is one plus one",
        "How do I fix this problem", "Tell me a joke", "Explain this concept", "What time is it",
        "Translate this into French", "Thanks for your help", "Recommend a movie", "How do I learn to code",
        "List three key points", "What's wrong with this code", "How far is it from London to Paris",
        "Hello", "Go on",
    ),
}  # fmt: skip

MEMORIES = (
    "我是一名小学老师", "我住在武汉", "我喜欢打羽毛球", "我不喝咖啡", "以后回答请用列表", "我养了一只狗",
    "我的女儿五岁", "我常用 Excel", "我对花粉过敏", "我正在学西班牙语", "写代码时请加注释", "我的生日在六月",
    "我喜欢看推理小说", "我们公司做医疗软件", "我每天早上跑步", "不要推荐股票", "我叫王磊", "我开一辆电动车",
    "请用正式的语气", "我喜欢清淡的菜",
    "I am a primary school teacher", "I live in Toronto", "I like playing badminton", "I don't drink coffee",
    "Please answer in lists from now on", "I have a dog", "My daughter is five", "I use Excel a lot",
    "I'm allergic to pollen", "I'm learning Spanish", "Add comments when you write code",
    "My birthday is in June", "I like detective novels", "Our company makes medical software",
    "I run every morning", "Don't recommend stocks to me", "My name is Jack", "I drive an electric car",
    "Please use a formal tone", "I like light food",
)  # fmt: skip
NEAREST = 10
