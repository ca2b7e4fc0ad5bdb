"""How something is said: as of today, as a guess, as a wish, as a story, in both languages."""

import re

from memory.language.clauses import sentence_of
from memory.language.text import Span, clauses

_OF_THE_DAY = re.compile(
    r"(刚刚?(?:吃|喝|下班|到家|睡醒|起床|跑完|洗完|开完|回来|忙完|看完)"
    r"|接下来的?[几两一二三四五六七八九十\d]+(?:天|周|个?星期|个?月)"
    r"|[很好有点挺](?:撑|困|饿|累|晕|渴)(?:死)?(?=$|[，。！!了])|今[天晚早](?!头条)|明[天晚早](?!集团|公司|科技"
    r"|系)|昨[天晚]|后天|前天|这(?:周|个月(?!起|开始)|个?(?:星期|礼拜)|几天|会儿"
    r"|两天)|下(?:周|个?星期)"
    r"|上(?:周|个?星期)"
    r"|刚才|暂时|待会|等会|一会儿|这一?次|这一?回|就这|仅限|本[次轮条](?!上)|此次|正在(?=开会|吃|路上|等|忙|做饭"
    r"|看|打|下[雨雪班])"
    r"|现在在(?=开会|吃|路上|外面|等|排队|公司(?:$|[，。])|家(?:$|[，。])|[\u4e00-\u9fff]{0,4}(?:医院|机场|超市"
    r"|车站|商场|餐厅|食堂|酒店)(?![^，。]{0,3}(?:工作|上班|当|做))|车上|地铁|机场"
    r"|高铁|睡|洗|打游戏|看电?影|忙|逛|玩)|饿了|困了|累了|(?:什么|啥|谁"
    r"|哪儿?)(?:都|也)不想|(?:一天|半点|一点)都不想|不想(?:上班|上学|动|说话|起床|见人|理人|出门)(?=$|[，。！!])"
    r"|(?<!不)(?<!一直)(?<!总)(?<!老)(?<!常)想(?:吃|喝|去(?=[\u4e00-\u9fff]{2,4}$)|尝)|\b(?:craving|fancy (?:an?"
    r"|some)|can'?t (?:face|look at|be (?:bothered|arsed) with)|so done with|hate (?:everything|everyone)"
    r"|hungover|can'?t stand (?:anyone"
    r"|anybody|people|the sight)|could go for"
    r"|in the mood for|feel like)\b"
    r"|(?-i:\b(?:(?:^T|t)oday|(?:^T|t)onight|(?:^L|l)ast night|(?:^T|t)omorrow|(?:^Y|y)esterday)\b(?!'s)"
    r"|(?:(?<=^)|(?<=[.!?] ))(?:Today"
    r"|Tomorrow|Yesterday)\b)|\b(?:(?:this|next|last) (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|weekend"
    r"|morning|afternoon|evening)"
    r"|(?:next|coming) (?:few|couple of|two|three|four|five|six|\d+) (?:hours|days|weeks|months)|i just (?:ate"
    r"|woke|had (?!a baby))"
    r"|i'?m (?:so )?(?:stuffed|full|starving|knackered|exhausted|hungry|sleepy)(?=\W*$)|this month|right now|rn"
    r"|(?:just"
    r"|only) (?:for )?this|for this (?:one|time)|this time|at the moment|for now|just now"
    r"|temporarily)\b(?!'s date))",
    re.I,
)
_OUT_OF_ORDER = re.compile(
    r"(?:CI|流水线|构建|编译|服务器?|网站|线上|接口|数据库|网络|wifi|路由器?|电脑|打印机)[^，。]{0,3}(?:挂|崩|红|宕|断|瘫)了?"
    r"|\b(?:ci|build|pipeline|server|site|prod|wi-?fi|network|printer|router|laptop|database|api)\b(?: is|'s| are| went"
    r"| just)? (?:down|red|broken|failing|failed|dead|crash\w+|offline)\b",
    re.I,
)
_LATELY = re.compile(r"最近|这阵子|这段时间|这两[天周]|\b(?:lately|recently|these past|all of a sudden)\b", re.I)
_ASKS_FOR_HELP = re.compile(
    r"(?:有[啥什]么?(?:好)?办法|怎么办|咋办|咋整|怎么[治弄破解]|支个?招|有招|为啥|为什么|正常吗)"
    r"|\b(?:what (?:can|should|do) i|how (?:do|can|should) i|any (?:ideas|tips|advice)|why (?:is|does|do)|help)\b",
    re.I,
)
"""What goes on lately and is asked to be ended, is no lasting fact: 最近总在凌晨四点嚎，有啥办法没."""
_TRIP = re.compile(
    r"\d{1,4}\s?[号日]?\s?(?:到|至|-|~|—)\s?(?:\d{1,4}\s?月)?\s?\d{1,4}\s?[号日]|\d{1,4}\s?[号日].{0,6}(?:出差"
    r"|开会|面试|体检"
    r"|出发|回来|请假|旅[行游])|在[\u4e00-\u9fff]{1,6}(?:旅游|旅行|出差|度假)(?!业|公司|社)|(?:出差|旅[行游]"
    r"|请假|住院|休假)(?:到(?!外地)|中|在|至|[一二三四五六七八九十\d]+天)"
    r"|\b(?:in|here|at) [\w ]{0,20}for (?:just )?(?:a few|a couple of|two|three|four|\d+) (?:days|nights)\b"
    r"|\bjust (?:got back|had (?!a baby|twins|my)|finished (?!my|uni|school|college)|ate|woke up|came back"
    r"|arrived|cooked|saw)\b"
    r"|\b(?:until|till|through|back on) (?!\w+days\b)(?:mon|tues|wednes|thurs|fri|satur|sun|tomorrow|next|the \d"
    r"|\d|january"
    r"|february|march|april|may|june|july|august|september|october|november|december)"
    r"|\b(?:on (?:a )?(?:business trip|vacation|holiday|leave)|in town|away (?:on |from )?(?:jan|feb|mar|apr|may"
    r"|jun|jul|aug|sep|oct|nov|dec)\w* \d+|at the (?:airport|station|doctor|hospital|gym|dentist))\b"
    r"|\bfrom \w+ \d+ (?:to|through|-) "
    r"|\b(?:away|travel\w*|on leave|off)\b[^.,;]{0,20}? (?:from )?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    r"|nov|dec)\w* )?"
    r"\d{1,2}\w{0,2} ?(?:to|until|till|-|–) ?(?:[a-z]+ )?\d"
    r"|\b(?:away|out|off|travel\w*|visiting|in (?-i:[A-Z])\w+)\b[^.,;]{0,30}? from (?:the )?\d{1,2}\w{0,2} (?:to"
    r"|until|till|through|-) ",
    re.I,
)
_STAY = re.compile(
    r"\W*我?(?:现在)?人?在[\u4e00-\u9fff]{1,8}?[，,]?(?:就|只|要|会|打算)?(?:待|呆|玩|过|停留?"
    r"|住)[^，。]{0,3}[天晚](?!起)"
)
"""人在大理，待两天就走: the stay is said of in the next clause."""
_EVENT = re.compile(
    r"(搬(?:家|到|去|进|来)|入职|离职|辞职|跳槽|转岗|调到|升[职任为]|结婚|离婚|领证|订婚|生了|出生|当[妈爸]|毕业"
    r"|满[\d一二三四五六七八九十]+岁|考上|退休|确诊|手术|领养|收养|养了|买了[房车]|换了?工作|创业|开了|戒[烟酒]|成立"
    r"|\b(?:moved|started|joined|quit|left my|got (?:married|engaged|divorced|a new|my|promoted|hired)|was born"
    r"|graduated|retired|adopted|bought a (?:house|car|flat|home)|diagnosed|had surgery|became|founded|promoted"
    r"|switched|upgraded)\b)",
    re.I,
)
"""What happened once and holds since; when it happened can be told from the day it is said on."""
_TURN_OF_LIFE = re.compile(
    r"入职|离职|跳槽|退休|结婚|领证|毕业|搬(?:到|去|进)|\b(?:join(?:ing)?|moving to|retir\w+|getting married"
    r"|graduat\w+)\b",
    re.I,
)
_AHEAD = re.compile(r"(明[天晚]|后天|下(?:周|个?星期)|今晚|\b(?:tomorrow|tonight|next (?:week|weekend))\b)", re.I)
_FOR_GOOD = re.compile(
    r"(从今|今后|(?:今天|明天|下个?(?:周|星期|月))(?:开始|起)|从(?:今天|明天|[上下]个?(?:周|星期|月)|这周)(?:开始|起"
    r"|以后|往后)"
    r"|每(?:天|周|月|次|年)|以后|一直|确诊"
    r"|\b(?:from|starting|beginning|as of) (?:\w+ on(?:wards)?|now|today|tonight|tomorrow|this|last|next|then|here"
    r"|\d+(?! (?:to|until|till|through|-) )|the \d+"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*"
    r"|oct\w*|nov\w*"
    r"|dec\w*)\b|\bsince (?:last|yesterday|the|\w+day)\b|\balways\b|\bevery\b|\bdiagnosed\b)",
    re.I,
)
_PAST = re.compile(
    r"(以前|曾经|从前|小时候|过去(?!了|[看找接陪送拿吃住玩帮]|一[趟次])|\bback (?:in|when|then)\b|\bas a (?:kid"
    r"|child|teen\w*|boy|girl)\b"
    r"|\bgrowing up\b|(?<!since )\bwhen i was\b|(?<!since )(?<!when )\bi was\b(?! (?:born|raised"
    r"|diagnosed|told|hoping|wondering))|\b(?:used to|formerly)\b)",
    re.I,
)
_WAS = re.compile(
    r"([伤断做得骨折]过|那时|当时|小时候|从小|年轻时|上学时|\b(?:was|were|had|former|previously"
    r"|once|ex-)\b)",
    re.I,
)
_LEFT = re.compile(r"[^，,。]过[^，。]{0,6}[，,][^。]*(?:不能|不了|不得|没法|不敢|怕)|落下|留下")
"""What a time that is over has left: 以前伤过，跑步做不了."""
_ENDS = re.compile(
    r"(不再|再也不|没再|早就?不|已经不|现在不|不(?![过仅但光管论错])[^，。]{0,8}了|戒了|停了|改了|换了|改成|换成"
    r"|搬走|搬离|离开了"
    r"|辞了|离职|取消|作废|别再|不要再|不用再|分手|离婚|卖了|送人|退了|不是我|说错|记错|搞错|弄错|更正|纠正|不对"
    r"|\b(?:no longer|not any ?more|any ?more|anymore|stop(?:ped)?|quit|gave up|give up|went (?:right "
    r"|clean )?off|gone off|over it|used to|switched|sold"
    r"|left|broke up|got rid|changed my mind|(?:was|were|got (?:it|that)) wrong"
    r"|isn'?t (?:me|mine|true|right)|wasn'?t me|not true|correct(?:ion)?|instead of|never mind"
    r"|don'?t .{0,30} now)\b)",
    re.I,
)
_NOW = re.compile(
    r"(现在|如今|终于|开始|喜欢上|爱上|迷上|迷恋上|入坑|上瘾|变得|转而|\b(?:now|these days|come to|came to"
    r"|grown to|started to|changed)\b)",
    re.I,
)
_UNSURE = re.compile(
    r"((?<!尽)(?<!不)可能(?!会?是因为)|也许|或许|说不定|还没想好|没准|不一定|估摸|估计|怀疑|似乎|好像"
    r"|大概(?![^，。]{0,5}[\d一二三四五六七八九十两半])|没去查过"
    r"|\b(?:maybe|perhaps|(?:could|may|might) (?:well )?end up|i (?:may|could) (?:well )?be\b|possibly|dunno"
    r"|could see myself|who knows|i might"
    r"|might (?!be biased)|thinking (?:of|about)|i'm not sure|i suspect|probably"
    r"|i guess (?:i'm|i am|it)|i think i(?:'m| am| have| might)|never (?:been )?tested)\b)",
    re.I,
)
_UNSURE_TAIL = re.compile(
    r"\W*(?:不(?:太)?(?:确定|清楚|知道)|可能吧|大概吧|应该吧|也许吧|i think|i guess|not (?:entirely "
    r"|totally )?sure|dunno|maybe)\W*(?:$|[,，])",
    re.I,
)
_IF = re.compile(
    r"((?:如果|假如|要是|倘若|万一|假设|假使)(?:说|以后)?(?:我|咱)|我(?:要是|如果|假如)"
    r"|(?<!好)差点(?!没)[^，。]{0,4}(?:成|当|做|是|有|去|买|搬|嫁|娶|辞|卖|报|选|放|退|停|戒)|(?<!可)以为(?!主|荣)|险些"
    r"|等我.{1,12}(?:就|了)|\b(?:almost|nearly) (?:became|was|had"
    r"|got|went|moved|gave|quit|left|stopped|sold|dropped|cancell?ed)\b"
    r"|^\W*(?:once|as soon as|as if) i\b|\banything but\b|\b(?:i wish|if only) (?:i|my|we)\b"
    r"|(?:真|好)?(?:想|希望|盼着|恨不得)(?:能)?(?:有一?[个只条套辆座]|变成"
    r"|拥有)|(?:要是|如果).{1,20}就好了"
    r"|^\W*(?:suppose|say|let'?s say|assuming|assume|what if|if) (?:that )?i(?:'m|'d)?\b(?! remember)"
    r"|\bif i (?:was|were|had|lived|could|became)\b)",
    re.I,
)
_STORY = re.compile(
    r"((?:剧本?|小说|故事|梦|戏|剧情|脚本|漫画|台词)(?:里面?|中|设定里?)[^，。]{0,6}我|续写|设想|想象一下"
    r"|角色扮演(?!游戏)|(?<!角色)扮演|第一人称"
    # Asking for a story, not telling that one writes or likes stories.
    r"|(?:^|[。！？，,\s])(?:请|帮我|给我|替我|来)*(?:写|编|续写|创作|讲|演)[^。！？，,]{0,8}(?:短篇|小说|故事"
    r"|剧本|诗|台词|独白|情景)(?!我|，我|词我|歌我)"
    r"|(?:^|[.!?,]\s*|\bplease |\byou |\blet's )(?:write|tell|continue|draft|do|play)\b[^.!?]{0,30}"
    r"\b(?:story|poem|monologue|novel|scene|script|dialogue)"
    r"|你演|我演|你当.{1,8}我当|you be the|i'?ll be the|口吻写|\bfirst person\s*:|\byou'?(?:re| are) (?:the|a|my"
    r"|an) [\w -]{2,24}(?:,"
    r"| and) (?:and )?(?:my character|i'?m|i am)|\bmy character\b"
    r"|\b(?:[Ii]magine(?= (?:you|that|an?|we|i|being|if|the|there)\b)|pretend|role[- ]?play(?! games?)|act as"
    r"|in character)\b)",
    re.I,
)


def of_the_day(text: str, span: Span) -> bool:
    """Whether the clause speaks of today or of a passing state; 从今以后 and "from today on" do not."""
    clause = text[span[0] : span[1]]
    happened = _EVENT.search(clause) and (_TURN_OF_LIFE.search(clause) or not _AHEAD.search(clause))
    _, end = sentence_of(text, span)
    trouble = _LATELY.search(clause) and _ASKS_FOR_HELP.search(text, span[1], end)
    if trouble or _OUT_OF_ORDER.search(clause):
        return True
    return bool(
        (_TRIP.search(clause) or _STAY.match(text[span[0] : end]) or (_OF_THE_DAY.search(clause) and not happened))
        and not _FOR_GOOD.search(clause)
    )


def past(text: str) -> bool:
    """Whether `text` itself tells of the past."""
    return bool(_PAST.search(text) or _WAS.search(text))


def ends(text: str) -> bool:
    """Whether `text` says that something holds no longer: 不再, 戒了, "quit", "not anymore", 不是我."""
    return bool(_ENDS.search(text))


def begins(text: str) -> bool:
    """Whether `text` says how it is now: 现在, "these days", "not any more"."""
    return bool(_NOW.search(text) or re.search(r"\bany ?more\b", text, re.I))


def turns(text: str) -> bool:
    """Whether `text` says that it is otherwise now: 现在喜欢, "I've come to like", "not anymore"."""
    return bool(_ENDS.search(text) or _NOW.search(text))


def over(text: str, span: Span) -> bool:
    """Whether the clause says what was true once and is no longer: 以前, "used to", "no longer"."""
    clause = text[slice(*span)]
    once = _PAST.search(clause)
    return once is not None and not _LEFT.search(clause, once.end())


def unsure(text: str, span: Span) -> bool:
    """Whether the clause says that it is not certain; 尽可能 and 不可能 do not."""
    _, end = sentence_of(text, span)
    return bool(_UNSURE.search(text[span[0] : span[1]]) or _UNSURE_TAIL.match(text[span[1] : end]))


def imagined(text: str, span: Span) -> bool:
    """Whether a hypothesis in the same sentence, or a story opened anywhere before, makes it not so."""
    first = next((c[1] for c in clauses(text) if span[0] < c[1]), span[1])
    start, _ = sentence_of(text, span)
    return bool(_IF.search(text[start:first]) or tells_story(text[:first]))


def tells_story(text: str) -> bool:
    """Whether `text` opens a story, a scene or a role."""
    return bool(_STORY.search(text))
