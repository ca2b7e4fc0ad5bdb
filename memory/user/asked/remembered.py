"""Whether what is to go is something remembered of the user, not a part of a text, a file or an account.

"Delete my bank details" and 把我体重那条删了 mean memory, "delete my phone number from my CV" does not.
"""

import re

from memory.language.kin import KIN_EN, KIN_ZH
from memory.user.slots import slots

_IN_MEMORY = re.compile(
    r"(记忆|记住的|[这那]件事?|[这那]条|我[^，。]{0,12}(?:信息|资料|的事)|你(?:那|这)[儿里边]?|关于我|有关我"
    r"|告诉过?你|我(?:之前|以前|上[次回]|刚才)?(?:说|提|讲|聊)过?的?"
    r"|[\u4e00-\u9fff]那个(?=[都给全]?[删忘清去])|[\u4e00-\u9fff]{2,}的?(?:规则|要求|偏好)|(?:the|my"
    r"|that) [\w' -]{2,30} (?:rules?|preferences?|instructions?)\b|the (?:rule|preference|instruction"
    r"|note) (?:about|on|that|for)\b|关于.{1,12}的(?:记录|记忆|信息|内容|那条|事)"
    r"|\b(?:(?:delet"
    r"|eras|remov)\w+ that (?:i|my|we|our)|(?:your"
    r"|my) (?:notes|records|files|database|data|storage)"
    r"|your memor(?:y|ies)|from memory|memor(?:y|ies) (?:of|about|on)|notes? (?:on|about)"
    r"|(?:my|all|saved|stored) memor(?:y|ies)|my profile"
    r"|about me|on me|i (?:just )?(?:said"
    r"|told|mentioned)|told you|you(?:'ve| have)? (?:know|have|remember|saved"
    r"|stored|got)|(?:thing|stuff|bit|info\w*|details?|entry|record|part|facts?|bits)"
    r" (?:about|on|regarding|where i|that i|that says|which says))\b)",
    re.I,
)
"""What is remembered of the user, not what stands in a file."""
_IN_TEXT = re.compile(
    r"(段落|文档|文章|代码|表格|列表|文件|句子?|[第这那上下]一?段|章|页|邮件(?!地址)|草稿|脚本|简历|报告|名单"
    r"|[这那][列行栏格页章节段]|[A-Za-z]+表?[里中上]|截图"
    r"|幻灯片|网页|网站|帖子|视频|录音|合同|论文|通讯录|相册|朋友圈"
    r"|(?<!memory )(?<!your )\b(?:paragraphs?|sections?|documents?|essay|e-?mail draft|draft|sentences?|slides?"
    r"|code(?!s)|file|table"
    r"|chapter|page|story|script|letter|cv|resume|text|article|spreadsheet|readme|contacts|account)\b"
    r"|从(?!你|[^，,。]{0,6}(?:记忆|数据|系统|脑|存储|档案|资料))[^，,。]{1,10}[里中上]|\bfrom (?-i:[A-Z])\w+"
    r"|\b(?:from|in|out of) (?:the|this|that|my|a|an|his|her|their) (?!(?:memory|database|storage|records?|notes?"
    r"|past|last|next)\b)\w+)",
    re.I,
)
_EMAIL = re.compile(r"(?<!my )(?<!address )(?<!our )\be-?mails?\b(?! address)", re.I)
_MINE = re.compile(r"((?:我|俺|咱)(?:的|个|家|份|[\u4e00-\u9fff]{2})|\b(?:my|our)\b)", re.I)
_PERSONAL = re.compile(
    r"(号码?(?!线)|电话|邮箱|微信|身份证|护照|驾照|银行|信用卡|银行卡|账单|社保|医保|病|住院|血型|健康|用药|诊断"
    r"|手术|怀孕|感情"
    r"|恋爱|婚|宗教|信仰|政治|取向|爱好|口味|喜好|习惯|饮食|隐私|个人|财务|贷款|学历|成绩|行程|住址|体检|心理|名|公司"
    rf"|{KIN_ZH}|\b(?:{KIN_EN}|e-?mail|numbers?|details|address|phone|passport|licen[cs]e|bank|card|social security|ssn"
    r"|medical|health|illness|surgery|diagnosis|medications?|therapy|religion|faith|political|politics|sexuality"
    r"|orientation|hobb(?:y|ies)|habits?|personal|finances?|debts?|mortgage|credit score|blood type|birth|routine"
    r"|relationship|views|location|(?:first|middle|last|maiden) name)s?\b)",
    re.I,
)
"""Sides of a person beside those of `slots`, by which nobody names a file: "delete my bank details"."""


def of_memory(said: str) -> bool:
    """Whether the sentence speaks of what is remembered, or of a side of the user, and of no text or file.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    if _IN_TEXT.search(said) or _EMAIL.search(said):
        return False
    return speaks_of_memory(said) or bool(_MINE.search(said) and (slots(said) or _PERSONAL.search(said)))


def speaks_of_memory(said: str) -> bool:
    """Whether the sentence speaks of what is remembered or was told: "from your memory", 我说过的."""
    return bool(_IN_MEMORY.search(said))
