"""What is not memory: machinery, transcripts, placeholders, orders about orders (R2.2, gates 9-11).

All of them look at a copy in half width and without format characters, so that no disguise helps.
"""

import re

from memory.language.text import even, plain

_RUNTIME = re.compile(
    r"(?i:(?:graph ?state|runtime ?artifact|workflow ?progress)\s*[:={\[]|raw provider (?:response|config)"
    r"|provider (?:response|config)\s*[:={\[]|raw prompt|"
    r"raw tool result|raw resource content|mcp raw envelope|stack ?trace\s*[:=({\[]|traceback \(most recent)"
    r"|\bat \S+ \(?\S+:\d+:\d+\)?"
)


def runtime_data(text: str) -> bool:
    """Whether `text` is about the machinery: state, prompts, provider payloads, stack traces (gate 9)."""
    return bool(_RUNTIME.search(plain(text)))


_ROLE = r"(?:user|assistant|system|human|ai|用户|助手|系统)"
_SPEAKS = rf"{_ROLE}(?:\s*(?:asked|said|问|说))?\s*:"
_TRANSCRIPT = re.compile(rf"(?i:\[{_ROLE}\]|(?:^|[\s。；]){_SPEAKS}\s*.+[\s。；]{_SPEAKS}|^{_ROLE}\s*:)", re.DOTALL)


def transcript(text: str) -> bool:
    """Whether `text` is a piece of a conversation instead of a statement (gate 10)."""
    return bool(_TRANSCRIPT.search(plain(text)))


_PLACEHOLDER = re.compile(
    r"(?i:这个|那个|它|以上|如下|上面的?|(?:请?记住)?这[个些]?|this|that|it|the above|remember (?:this|that|it)|"
    r"没有值得记住的.*|无|none|n/?a|nothing to remember.*)[\s。.!！]*"
)


def placeholder(text: str) -> bool:
    """Whether `text` says nothing by itself (gate 11)."""
    return bool(_PLACEHOLDER.fullmatch(plain(text).strip()))


_ADDRESS = re.compile(r"https?://\S+")
_INJECTION = re.compile(
    r"(?i:(?:ignore|disregard|forget)\s*(?:all|any|the)?\s*(?:previous|prior|above)\s*(?:instructions?|rules?"
    r"|prompts?)"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|别管)(?:以上|之前|上面|前面)?(?:的)?(?:所有|一切|全部)?(?:指令|规则|提示词?)"
    r"|(?:reveal|show|print|ignore|disregard|repeat|leak|忽略|无视|输出|显示|泄露|告诉).{0,20}(?:system\s*prompt"
    r"|系统提示|guidelines|准则)|(?:disregard|forget|ignore) (?:all )?(?:your|the) (?:guidelines|rules"
    r"|instructions)|obey only|没有任何限制|(?:system\s*prompt|系统提示词?)(?=.{0,12}(?:reveal|leak|泄露|输出))"
    r"|(?:^|\s)system\s*:|developer mode|jailbreak"
    r"|hidden instructions|admin note|(?:隐藏|内部)(?:指令|提示)|超级管理员|跳过.{0,8}(?:权限|检查|验证|审核)"
    r"|(?:权限|检查|验证|审核).{0,6}跳过|\b(?:bypass|skip"
    r"|override)\w* (?:all |any |the )?(?:\w+ )?(?:permission|safety|security|authori[sz]ation|check)"
    r"|\b(?:unrestricted|unlimited|full admin|root|superuser) (?:\w+ )?(?:access|rights|privileges|permissions?)"
    r"|owner of (?:this|the) (?:system|server|assistant)|\b(?:i am|i'm|user is) (?:root\b(?! veg)|(?:an?|the"
    r"|your) (?:system |super )?(?:admin\w*|superuser|owner)\b[^.]{0,30}\b(?:full|all|any|unlimited"
    r"|every) (?:access|rights|permissions?|privileges?)|your (?:developer|creator"
    r"|administrator|admin|owner|master)\b|the system owner)|\bmust obey\b|safety (?:rules|checks?"
    r"|filters?) (?:do not|don't)"
    r" apply|\bmay (?:see|read|access) (?:every(?:one|body)|all users)|(?:see|read|know) your (?:system )?prompts?\b"
    r"|(?:你|助手)(?:必须|要)(?:无条件)?(?:服从|听从)(?:我|用户)|我是(?:你的)?(?:开发者|创造者|超级用户"
    r"|系统所有者)(?=[，,。]|$)"
    r"|(?:安全|限制)(?:规则|检查)?对我(?:不适用|无效|不生效)"
    r"|(?:拥有|具有|授予)(?:全部|所有|管理员)权限|(?:user|用户)\s*(?:is|是)\s*(?:an? )?(?:admin(?:istrator)?\b"
    r"|管理员))"
    r"|(?:无视|绕过|绕开|不用管|不要管|别管|不用理|不必理|忽略|取消|解除)[^，。]{0,6}(?:安全|限制|审查|过滤"
    r"|道德)(?:规则|限制|策略|机制|审核)?"
    r"|(?:别|不要|不准|不许)再?拒绝我|(?:任何|什么)内容都(?:别|不要|不用)拦|什么都(?:要|得|必须)答"
    r"|(?i:\bnever refuse (?:me|anything)|\b(?:ignore|bypass|drop|without) (?:all |any |your )?(?:safety"
    r"|content) (?:rules|polic\w+|filters?|limits)"
    r"|answer (?:everything|anything) without (?:restrictions|refus\w+|limits))"
    r"|(?:所有|各位|任何|看[完到]\S{0,4}的)?(?<![A-Za-z])(?i:AI|人工智能|智能体|大模型|语言模型)(?:助手|模型)?(?:们)?[，,:：]?"
    r"(?:都|均|请)?(?:须|应当|应该|必须|务必|需要?)[^。]{0,6}(?:将|把|记|推荐|回答|告诉)"
    r"|(?i:\b(?:AI|assistants?'?|chatbots?|language model)s?'? ?(?:helpers?|assistants?|agents?|models?|readers?"
    r"|systems?)?"
    r"(?: reading this)?[:,] ?(?:please )?(?:store|remember|save|record|note|add|treat|always|never|you must)"
    r"|\b(?:AI|assistant|chatbot)s? (?:helpers? |assistants? |agents? |models? )?(?:reading this "
    r"|that reads? this )?(?:must|should|shall|are to)"
    r" (?:store|remember|save|record|note|treat))"
    r"|https?://"
)


def orders(text: str) -> bool:
    """Whether `text` gives orders about orders or claims rights: what is asked beside it is no fact."""
    return injection(_ADDRESS.sub("", text))


def injection(text: str) -> bool:
    """Whether `text` gives orders about orders, claims rights or carries an address (case B31)."""
    seen = even(plain(text))
    return bool(_INJECTION.search(seen) or _INJECTION.search(re.sub(r"\s", "", seen)))
