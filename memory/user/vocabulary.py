"""The words that a comparison of statements looks past, or takes for values of one kind.

Forms are those of `memory.language.words`: `=word` stands for a group of synonyms, English words are stems.
"""

_WEAK_GROUPS = """
职业 住 手机 电脑 名字 回答 称呼 开会 座位 使用 编写 语言 读 吃饭 花 投资 学习 每月 每周 项目 文件 代码
注释 以后 解释 养 乘坐 组织 锻炼 拿到 喜欢 之后 之前 不得 放 展示 发出 上学 开始 拒绝 没空 承担 最多
至少 风险 书 类型 截止 编辑器 摩托 附上 举行
"""
_WEAK_WORDS = """
前 后 leav start begin 水 果
育 交 晚 凡 肯 因 法 落 犬 入 并 展 示 出 气 格 条 有 种 需 求 need sent sound assist tone rather player
student all put
人 事 碰 沾 概 爱 带 风 间 时 类 型 处 项 份 号 样 式 品 年 天 件 点 药 物 活 动 习 惯 吃 喝 看 读 写 学 用 坐
乘 开 跑 做 玩
听 去 讲 说 发 放
打 行 接 命 经 跟 叫 姓 固 通 当 些 今 养 幅 happen onc 日 办 绩 考 害 scooter ride googl format treat see
touch chang 最 面 suffer
increas away stay pay alway ever see store puzzl over 嫌 骑 列 面 保 留 照 consid becaus drink eat
read watch go play leave trigger book cause taste rate
"""
_MARKERS = """
算 扩 招 调 下 grown grew 续 费 刚 满 重 转 岗 trade gone off cancel extend 改 换 搬 升 级 推 迟 延 期 提
高 降 涨 放 宽 收 紧 挪 移 恢 复 开 始 离 卖 戒 new switch move moved replace quit again slip slipped migrate instead
start turn change raise low increase decrease postpone reschedule upgrade left sold stop become promote
planned plan push bump bring switch shorten delay postpon reschedul rais chang increas
decreas replac upgrad promot becom reach migrat adjust 计 划 再 有 前 后 掉 成 增 swap ditch
renam bump =以后 =开始 reached reach
"""

WEAK = frozenset(f"={word}" for word in _WEAK_GROUPS.split()) | frozenset(_WEAK_WORDS.split())
"""What says no more of a statement than its grammar, its kind of thing or a common verb does."""
ACTS = frozenset(
    """
    写 读 看 吃 喝 听 讲 说 学 教 做 买 卖 玩 打 坐 开 跑 去 用
    read write eat drink watch play go leav start stop =编写 =使用
    """.split()
)
"""What is done with a thing: one may be left out (爱吃桃子, 爱桃子), two different ones are two statements."""
OPPOSITES = tuple(
    frozenset(pair.split())
    for pair in (
        "前 后",
        "=之前 =之后",
        "start leav",
        "start stop",
        "begin end",
        "=开始 leav",
        "上 下",
        "涨 跌",
        "加 减",
        "增 减",
        "升 降",
        "开 关",
        "左 右",
        "进 出",
        "早 晚",
        "冷 热",
        "left right",
        "hot cold",
    )
)
"""Two words of which each may be left out, but not exchanged."""
MARKERS = frozenset(_MARKERS.split())
"""What says that something has changed, not what it is."""
TIME = frozenset("月 周 上 下 近 last week month year".split())
"""What says when it changed."""

_FACTS = (
    "=早上 =晚上 下 午 中 凌 晨 afternoon noon midnight",
    "=每天 =每周 =每月 =每年 =每晚",
    "januari februari march april may june juli august septemb octob novemb decemb",
    "=不加糖 sugar 糖 加 放",
)
_RULES = (
    "=中文 =英文 =日语 =葡萄牙语 =法语 =德语 =西班牙语 =粤语 =韩语 =俄语 繁 简 体 使用",
    "=简短 =详细",
    "=空格 tab 制 表 符",
    "=正式 =随意 口 语 书 面",
    "公 里 英 制 mile kilomet metric imperi =摄氏 华 氏 fahrenheit",
    "深 浅 色 dark light",
    "美 英 式 american british",
    "singl doubl 单 双 引 号",
)
_TOOLS = (
    "=windows mac maco linux ubuntu debian fedora arch",
    "iphon =iphone android =pixel =galaxy 安 卓 苹 果 鸿 蒙 华 为 小 米 三 星 荣 耀 部 =手机",
    "vim neovim emac vscode =vscode code vs cursor zed jetbrain intellij helix sublim notepad nano cursor",
    "chrome firefox safari edg arc brave opera vivaldi",
    "react vue svelt solid angular ember jqueri preact",
    "go golang rust java kotlin scala python rubi php perl swift elixir haskel typescript javascript",
    "jest vitest mocha cypress playwright pytest unittest",
    "=postgres =mysql postgr postgresql mysql sqlite mongodb mongo oracl mariadb",
    "npm yarn pnpm bun",
    "notion obsidian evernot onenot roam logseq",
)
VALUES_OF_FACTS = tuple(frozenset(line.split()) for line in _FACTS)
"""Values of which a fact has one at a time."""
VALUES_OF_RULES = (*VALUES_OF_FACTS, *(frozenset(line.split()) for line in _RULES))
"""Values of which a rule for the assistant has one at a time; a person may speak two languages."""
VALUES_ONCE_CHANGED = tuple(frozenset(line.split()) for line in _TOOLS)
"""Values of which a person may have two, until they say that they changed from one to the other."""
TASTES = frozenset("烦 迷 嫌 恨 怕 腻 厌 痴 馋 上 stand fan keen bear crazi obsess addict hook".split())
"""By what somebody is for or against a thing, beside the words of `sense`."""
DEGREES = frozenset("严 重 轻 微 强 烈 sever serious mild slight strong bad".split())
"""How much something is so."""
_HELPERS = """
公 司 团 队 出 生 安 排 管 理 数 据 规 定 情 况 系 统 平 台 软 件 服 务 部 门 单 位 环 境 个 人 日 常 生
活 征 得 概 内
版 本 =编辑器 =托管 =团队 =公司 =征得 =之后 =学生
team compani work job born year system softwar applic servic depart environ rule data use must alway
 diet follow van breed shift hour framework schedul brand model cours class deadlin 框 架 班
 款 岗 usual regular live place kind editor tool wear age member peopl question measur unit
 feedback option
"""
HELPERS = frozenset(_HELPERS.split()) | WEAK
"""What a sentence may be made whole with (用户公司的…, "the team's"): it says nothing that was not said."""
THINGS = frozenset("=手机 =电脑 =车 =文件 =代码 =注释 =项目 =座位 =书 水 果 药".split())
"""Things of which one may be left out, but not exchanged: 苹果手机, 苹果电脑."""
