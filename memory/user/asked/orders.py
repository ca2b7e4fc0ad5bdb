"""Whether words that ask something of memory are an order, or told, refused, feared, asked about, in both languages.

"Could you forget my job?" is one; "I never asked you to forget my job", 你能忘掉东西吗 and "my doctor told me to forget
my diet" are none.
"""

import re

_HOW = re.compile(
    r"(怎么|如何|咋|怎样|为什么|为啥|会不会|是不是|有没有|多久|^\W*(?:谁|哪[些个位])"
    r"|\bhow (?:do|can|to|could|would|should)\b)",
    re.I,
)
_ENGLISH_REPORT = re.compile(
    r"\b(?:not|\w+n't|dont|never|no need|nobody|without)\b[^,]*$"
    r"|\b(?:told|tells?|asks?|asked|begs?|begged|wants?|made|makes?|helps?|lets?"
    r"|reminds?) (?!you\b)(?:[\w']+ ){1,3}(?:to )?$"
    r"|\bi (?:\w+ )?(?:asked|told) you (?:not )?to $|\bif (?:i|we|someone|somebody|people|users?)\b[^,]*$"
    r"|\b(?:i|we|people|users?|he|she|they|who)(?:'d|'ll|'m)? (?:(?:want|wish|need|try|trying|like|love|would|could"
    r"|can|should"
    r"|must|might|may|will|have|had|going|prefer|rather|really|just|always|often|sometimes|also|never) )*(?:to )?$"
    r"|\b(?:is|are|was|were|starting|started|starts?|begins?|began|keeps?|kept) (?:\w+ )?(?:to )?$"
    r"|(?<!you )(?<!possible )(?<!time )(?<!want )(?<!like )(?<!need )(?<!sure )(?<!as )\bto $"
    r"|^\W*(?:(?:and|so|ok|okay|hey|hi|also|well)\W+)*(?:(?:can|could|will|would|may|might)(?! (?:you|u|ya|we|i|it"
    r"|this|that|my|the|please)\b)|why|when|who|where|which|how|whose|do(?! me\b)(?! please\b)|does|did|are"
    r"|was|were|has|have|should|shall|am|can(?:'t)? i|could i|may i(?! ask)|what(?! (?:i|we|you|he|she)\b)"
    r"|is(?! it (?:possible|ok|okay|alright)| there (?:a|any|some) (?:way|chance)))\b",
    re.I,
)
"""What stands in a clause before the verb of a report, a refusal, or a question that is no polite order."""
_I_WANT_IT_GONE = re.compile(r"\bi(?:'d| would)? (?:want|like|wish|need|prefer) (?:\w+ )*$", re.I)
_CHINESE_REPORT = re.compile(
    r"(?:^|[，,])\W*(?:我|咱)们?(?:想|要|打算|准备|需要|应?该)(?!让|请|要?你|您)[^，,。你您]{0,6}$"
    r"|(?:叫|让|劝|请求|要求|求|命令|骗)(?!你|您)[^，,。]{1,8}$|(?:如果|假如|要是|万一|假设)(?!可以|方便|能"
    r"|不介意)[^，,。]*$"
    r"|(?:^|请|帮我|给我|替我|来)(?:写|编|画|讲|翻译|续写|唱|造)[^，,。]*$|提醒[^，,。]*$|(?:怕|担心|以为|觉得|感觉"
    r"|发现|难道|居然|竟然)[^，,。]{0,4}$"
    r"|(?<!可以)[你您](?:到底|真的|还|也|究竟)?会[^，,。]*$|(?:^|[，,])(?:我|咱)(?:们)?(?:好像|已经|刚刚?|又|总是?"
    r"|老是?|有时候?|经常)*(?:把|将)[^，,。]*$"
)
_OF_WHOMEVER = re.compile(
    r"^\W*(?!.{0,6}[你您我请把将]|能|可|是否)[\u4e00-\u9fffA-Za-z]{2,8}?(?:能|会|可以)[^，,。]{0,6}$"
)
"""银行能永久删除…吗 asks what a bank can do; 车牌号那条能删掉吗 names nothing after the verb."""
_NO_OBJECT = re.compile(r"[了掉吧吗么呢啊呀嘛]*\W*(?:$|[，,。！!？?])")
GOES_ON = re.compile(
    r"\b(?:and|then|but)\s+(?:(?:then|also|please|now|can you|could you|would you|instead)\s+)*(?:what|how|who"
    r"|where|why|when|which|tell|help|give"
    r"|show|explain|write|recommend|suggest|translate|let'?s|find|make|draft|plan|is|are|do|does|remember|remind"
    r"|add|use|call)\b"
    r"|(?:然后|顺便|再|还有|另外|并且?|接着)(?:请|你|再|给我|帮我)*(?:帮|给|告诉|讲|写|推荐|说|问|教|翻译|算|查|找"
    r"|做|想|列|解释)",
    re.I,
)
"""What follows a command in its own clause: "forget my job and tell me a joke"."""


def is_order(before: str, after: str, *, wants: bool) -> bool:
    """Whether a verb is an order, by what stands before and after it in its clause.

    Args:
        before: the clause up to the verb.
        after: the clause from the verb on.
        wants: whether "I want to delete …" is an order too, since it is said of memory.
    """
    if _HOW.search(before) or _HOW.search(after) or _CHINESE_REPORT.search(before):
        return False
    if _ENGLISH_REPORT.search(before) and not (wants and _I_WANT_IT_GONE.search(before)):
        return False
    of_whomever = _OF_WHOMEVER.match(before) and not _NO_OBJECT.match(after)
    return not of_whomever and not _ability(before, after)


def _ability(before: str, after: str) -> bool:
    """Whether it asks what the assistant can do at all: 你能忘掉东西吗, "can you forget things?"."""
    can = re.search(r"[你您]?(?:能|可以|会|能够)\W*$|\b(?:can|could|do|are) you (?:\w+ ){0,3}$", before, re.I)
    whatever = re.match(r"(?:任何)?(?:东西|事情?|内容|信息|记忆)(?:了)?(?:吗|么|嘛)?\W*$", after) or re.match(
        r" (?:things?|stuff|anything|something|memories|information|data|conversations|what (?:people|users) \w+)"
        r"(?: (?:on request|on command|at all|too|if i ask))?\W*$",
        after,
        re.I,
    )
    return bool(can and whatever)
