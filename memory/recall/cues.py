"""The words by which a message sets something aside, allows it, refuses it, or only speaks of it."""

import re

NEVER = re.compile(r"过敏|不耐受|乳糜泻|allerg|intoleran|anaphyla|coeliac|celiac|epi-?pen", re.I)
"""What a body does not take is not set aside by a wish; only being told that it is over ends it."""
OVER = re.compile(
    r"过敏(?:已经?|早就?)?好了|脱敏(?:成功|治疗?(?:完|好))|(?<!就)不(?:再)?过敏了|误诊|\bno longer allergic\b"
    r"|\bnot allergic\b.{0,30}\b(?:any ?more|after all)\b|\boutgr[eo]w\w*\b|\bmisdiagnos\w*\b",
    re.I,
)
"""Says in so many words that an allergy is over; 花生酱买好了 and "peanuts are fine now" do not."""
TOPIC = re.compile(
    r"写|查|翻译|介绍|文章|论文|故事|文化|价格|沸点|历史|成分|酒单|菜谱|擦|洗|给(?!我|自己)|送"
    r"|为[\u4e00-\u9fff]{1,4}|帮客户|客人"
    r"|\b(?:write(?! to)|article|essay|story|about|for (?:my|his|her|our|him|them|the)\b(?! self)|clean\w*|count"
    r"|function|price"
    r"|history|guests?|data)\b",
    re.I,
)
"""Deals with a thing as a subject, a tool, or for somebody else: then nobody takes what a memory keeps out."""
WANTS = re.compile(
    r"可以|能[吃喝放加用]|[加放搁][点些上个]?|来[点份个杯些碗]|[想要就][要吃喝用去看买]?"
    r"|[吃喝用写改推碰买坐选食]|没问题|直接|破[个次]?例"
    r"|无所谓|随便|允许|同意|尽管|爱上|真香|圈粉|不怕|认了|也行|也成|也好|将就|给我|帮我|无\S{1,2}不欢"
    r"|\b(?:can|may|ok(?:ay)?|fine|go ahead|put|add|adding|use|want|need|give|make|includ\w*|with|sprinkle|throw"
    r"|let'?s"
    r"|i'?ll|i'?d|started|allowed|feel free|bring|order|book|love|like|enjoy|try|works?|whatever|anything"
    r"|switch\w*|more"
    r"|extra|worth|great|amazing|delicious|run|back on)\b",
    re.I,
)
"""Permits, asks for or praises what a memory keeps out."""
NOT_NOW = re.compile(
    r"不用|不必|不需要|无需|甭|别管|先不|跳过|算了|免了|就不|停|取消|除了|别太"
    r"|\b(?:no need|skip\w*|leave out|drop(?:ped)?|without|forget|never mind|don'?t bother|ditch\w*|instead of"
    r"|stop\w*"
    r"|rather than|not (?:this|today|now)|but|except|too)\b|太$",
    re.I,
)
REFUSES = re.compile(
    r"不(?:想|再|要|吃|喝|爱|喜欢|用|坐|看|需要)|别(?!把)|甭|讨厌|戒|烦|恨|拒"
    r"|\b(?:no(?! longer)|not|don'?t|doesn'?t|won'?t|hate|loathe|detest|dislike|can'?t stand|sick of|tired of"
    r"|done with"
    r"|gone off|quit|avoid|never|anything but|any \w+ but|(?:i|we)(?:'m| am)? no longer|(?:take|prefer"
    r"|rather) .{2,30} over)\b",
    re.I,
)
ENOUGH = re.compile(
    r"\W{0,2}(?:我)?(?:已经|早就?|现在|今天)?(?:吃|喝|看|听|玩|用)?(?:腻|够|烦|怕)了"
    r"|\W{0,2}(?:我)?(?:早就?|都|就)?(?:不用了?|不要了?|算了|免了|不吃|不喝|不用)|\W{0,2}就不"
    r"|\W+(?:is|are)? ?(?:out|off the (?:list|table|menu)|not (?:today|this time))\b",
    re.I,
)
DEPENDS = re.compile(r"不了|没法|就(?:不|没)|都不|不想要|\b(?:can'?t|couldn'?t|useless)\b", re.I)
"""不喝咖啡我一上午都醒不了 says how much it is needed."""
ORDERS = re.compile(
    r"次|这[个段份篇条趟批]|按|来|切|回|都|选|\b(?:this|these|for (?:the|this|me)|please|pls|everything|only"
    r"|follow|reply|answer|respond|write|speak)\b",
    re.I,
)
CONSIDERS = re.compile(
    r"想(?![要吃喝])|考虑|打算|可能|要不要|(?<![不别用])问|\b(?:thinking|consider\w*|might|maybe|wish|want to"
    r"|asked|pitched"
    r"|should)\b",
    re.I,
)
DOUBLE = re.compile(
    r"不是不|\bnot that i\b|\bmy cup of tea\b|\b(?:my|the|its?|it) \w+ (?:is|are|has|won't|isn't)\b", re.I
)
"""Denies nothing of the user: two negations, or what a thing does (my server is no longer running)."""
BEST = re.compile(r"最(?:喜欢|爱|好)|\bfavou?rite\b|\bbest\b", re.I)
IF = re.compile(r"如果|要是|假如|倘若|除非|才[能可]|\b(?:if|unless|once)\b", re.I)
QUESTION = re.compile(
    r"([\u4e00-\u9fff])不\1|为什么|怎么(?!都)|谁|多少|是不是|什么(?:意思|区别|是)|[吗呢][？?]?\W*$"
    r"|^\W*(?:\w+ )?(?:who|what|why|when|where|which|how|does|do|did|is|are|was|were|has|have|should)\b",
    re.I,
)
NOW = re.compile(
    r"改[成用到为]|换(?:成|到)|全换|迁[到移]|不再|不是.{0,8}了|早就?不|已经?(?:不|换|改|搬|卖|没)|推[到迟]"
    r"|延[到期后]|搬|卖了"
    r"|\b(?:no longer|any ?more|switched|migrated|moved to|dropped|replaced|used to|these days|instead)\b",
    re.I,
)
"""Says that something has changed; 加个换班申请 and "add a change log" only ask for a thing of that name."""
POLITE = re.compile(
    r"^\W*(?:能不能|可不可以|能否|可以|能|could|can|would|will|may)\W*(?:please )?(?:请|帮|给|把|you\b|i (?:get"
    r"|have))",
    re.I,
)
CAN_YOU = re.compile(r"能(?:不能)?(?:用|改|换).{1,8}[吗么]|\b(?:can|could) you use\b", re.I)
REQUEST_TAG = re.compile(r"(?:行|好|可以|成)(?:吗|不|么)[？?]?\W*$")
