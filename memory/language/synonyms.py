"""Words that say the same, one line a meaning, both languages together; for comparison only, never for storage.

The first word of a line stands for it. Likes and dislikes share a line: for or against is told apart by
`sense.against`, which looks at the whole clause.
"""

GROUPS = """
喜欢 喜爱 爱吃 爱喝 爱看 爱听 爱读 爱去 爱玩 爱逛 爱用 钟爱 偏好 偏爱 更喜欢 最喜欢 最爱 热爱 中意 喜好 喜欢上
喜欢 爱上 爱好 讨厌 不喜欢 不爱 反感 厌恶 不待见 受不了 吃不惯 like love enjoy prefer fond favorite favourite
喜欢 keen dislike hate detest loathe can't_stand cannot_stand can't_bear does_not_like doesn't_like a_fan_of
喜欢 big_fan likes_to loves_to come_to_enjoy avoid stay_away_from stays_away_from not_a_fan
过敏 过敏反应 会过敏 起疹子 allergic allergy allergic_reaction allergies trigger_an_allergic_reaction
不耐受 不耐症 不耐 intolerant intolerance
职业 工作 上班 任职 就职 供职 从事 担任 职位 岗位 job occupation profession work employ career working employed
职业 position
住 居住 家住在 住在 搬到 定居 居住地 住址 住处 家在 家住 现居 常居 live living home reside based residence
住 lives_in house_is_in
名字 姓名 名叫 叫做 名为 取名 姓名 name named call called
称呼 叫我 喊我 喊 likes_to_be_called be_called to_be_called wants_to_be_called address_me call_me call_the_user
称呼 address_the_user be_addressed_as addressed_as to_be_addressed_as
回答 回复 答复 回我 答案 解答 应答 answer reply response respond
简短 简洁 简练 精简 精炼 简明 别啰嗦 不啰嗦 言简意赅 short brief concise succinct terse
详细 详尽 展开 具体 detailed detail long thorough lengthy in-depth
兽医 vet veterinarian
医生 大夫 doctor physician
老师 教师 教书 任教 当老师 teacher teach teaches teaching
手机 电话机 phone cellphone smartphone mobile
电脑 笔记本 笔记本电脑 计算机 laptop computer
车 汽车 轿车 座驾 car vehicle drive driver
每周 每星期 一星期 一周 每个星期 每个礼拜 每礼拜 weekly a_week per_week each_week every_week
每月 每个月 一个月 monthly a_month per_month each_month every_month
每天 每日 天天 daily each_day every_day a_day per_day
每年 一年 yearly annual a_year every_year per_year
每晚 every_night nightly
早上 上午 早晨 清晨 morning am
晚上 夜里 夜晚 晚间 傍晚 evening night pm
周日 星期天 星期日 周天 礼拜天 sunday
周末 weekend
最多 不超过 至多 上限 顶多 封顶 以内 at_most up_to maximum max cap limit no_more_than
至少 起码 最少 不少于 at_least minimum
吃饭 餐饮 伙食 用餐 饮食 food meal grocery groceries dining
花 花费 开销 支出 消费 spend spending cost expense budget 预算
必须 一定要 务必 需要 must have_to need_to required always 一律 总是 始终 都要
不得 不许 禁止 不准 切勿 never 绝不
之前 以前 before prior ahead
征得 征求 征得同意 询问 问过 先问 ask asking permission 同意 许可 批准 consent approval
删除 删掉 删 delete deleting remove removing
提交 commit committing commits
测试 单测 test tests testing
原因 理由 缘由 缘故 为什么 为啥 reason reasons
推荐 recommend recommending recommendation recommendations
推荐 suggest suggesting suggestion suggestions advice advise propose proposing
上线 发布 推出 上线日期 上线时间 launch launches launching release go_live goes_live launch_date launch_day
定在 定于 将于 在 is_planned_for scheduled planned
投资 理财 invest investing investment
保守 稳健 低风险 conservative cautious low_risk very_little_risk little_risk low_tolerance risk_averse
亏损 亏钱 损失 loss losses
正在 在 目前 现在 当前 currently now at_present
学习 自学 自己学 在学 进修 learn learning study studying studies
阅读 观看 read reading watch watching
锻炼 健身 健身房 运动 workout goes_to_the_gym works_out_at_the_gym go_to_the_gym work_out works_out exercise gym
跑步 running go_for_runs going_for_runs
靠窗 窗边 窗口 window
过道 走道 aisle
座位 位子 位置 seat seats seating sit
火车 列车 train trains
飞机 航班 乘机 plane planes flight flights fly flying flies
乘坐 搭乘
开会 会议 meeting meetings meetings
组会 周会 team_meeting
站会 standup stand-up
截止 期限 到期 过期 deadline due due_date expire expires
编写 written write writing wrote
语言 language
注释 comment comments
变量 变量名 variable variables
蛇形命名 蛇形 snake_case 下划线命名
表格 table tables
对比 comparison compare
例子 示例 举例 example examples
温度 气温 temperature temperatures
摄氏 摄氏度 celsius degrees_celsius
数据库 database db
采用 使用 用作 use uses using
要求 希望 想要 请 想让 want wants would_like like_to expect please request make_sure
电话 来电 phone_call
之后 after
花生 peanut peanuts
海鲜 seafood
贝类 shellfish
虾 shrimp prawn
螃蟹 蟹 crab
牛奶 milk dairy
乳糖 lactose
鸡蛋 egg eggs
坚果 nut nuts
芒果 mango
大豆 soy
小麦 wheat
麸质 gluten
花粉 pollen
尘螨 dust_mite dust
青霉素 penicillin
头孢 头孢类 头孢类药物 cephalosporin
素食 吃素 素食者 素食主义者 vegetarian
纯素 vegan
咖啡 coffee
茶 tea
香菜 芫荽 cilantro coriander
中文 汉语 普通话 chinese mandarin
英文 英语 english
邮件 邮箱 email emails mail
周报 weekly_report
发出 发送 提交上去 send sending
看 过目 审阅 查看 check review
照看 照顾 看护 look_after take_care_of looks_after looking_after looked_after
团队 小组 team
项目 工程 project
文件 file files
代码 程序 code coding
缩进 indent indentation
空格 space
解释 说明 讲解 explain explanation explanations explaining
拿到 考取 获得 取得 考到 通过 pass get obtain earn
驾照 驾驶证 licence license
时间 日期 date time
订婚 engaged
配偶 spouse partner married_to
windows 视窗
机场 airport
uk united_kingdom britain 英国
usa united_states america 美国
postgres postgresql
教授 professor prof
风险高 风险大 风险太高 风险太大 风险很高 风险很大 too_risky risk_is_too_high
附上 带上 附带 attach attached
举行 举办 hold held
博士 读博 博士生 phd doctorate
硕士 读研 研究生 masters_degree
vscode vs_code visual_studio_code
编辑器 editor ide
一起 一块儿 一块 一同 一道 同住 together
相比 比起 相较 比较起来 compared_to
托管 放 存放 host hosted
筹备 张罗 筹办 操办
生产 prod 生产环境 线上环境
开发环境 dev development
仓库 repo repository repositories
配置 config configuration
数据库 db database
文档 docs documentation
应用 app application
管理员 admin administrator
大学 uni university 高校
k8s kubernetes
结婚 成婚 领证 已婚 married
离婚 离异 divorced
诊断 确诊 患有 diagnosed
乳糜泻 celiac_disease coeliac_disease celiac coeliac
录取 accept accepted admitted
类型 体裁 genre
小说 故事 fiction novel
科幻 sci-fi science_fiction
历史 historical history
日语 日文 japanese
法语 法文 french
德语 德文 german
西班牙语 西语 spanish
韩语 韩文 korean
俄语 俄文 russian
粤语 广东话 cantonese
意大利语 italian
音乐 乐 歌 歌曲 music song
注明 标明 标注 写明 cite citing
出处 来源 出典 source
旅行 出游 旅游 出行 travel trip
合并 合入 并入 merge
部署 跑在 运行在 托管 deploy host
毕业 毕业于 母校 graduate alma_mater
语气 口吻 口气 腔调 tone sound
哮喘 asthma asthmatic
上学 就读 在读 读书 student study_at
长途飞机 长途飞行 long-haul
放 放在 摆 摆在 put place
展示 显示 呈现 show display shown
评审 审核 code_review
路 步行 走路 walk on_foot
糖尿病 diabetes diabetic
高血压 血压高 血压偏高 hypertension high_blood_pressure
近视 nearsighted short-sighted myopic
单身 没有对象 没对象 not_in_a_relationship
租房 租住 租的房子 rent renting
买 购买 购入 入手 buy purchase bought
卖 出售 卖掉 sell sold
便宜 实惠 划算 平价 cheap affordable inexpensive
贵 昂贵 expensive pricey
安静 清静 静 quiet calm
吵 吵闹 嘈杂 喧闹 noisy loud
人多 拥挤 人挤人 crowded busy
辣 辛辣 spicy hot_food
甜 甜食 甜品 甜点 sweet sweets dessert
酒 酒精 喝酒 饮酒 alcohol alcoholic
烟 抽烟 吸烟 香烟 smoke smoking smoker
电影 片子 影片 movie film
书 书籍 图书 book
游戏 打游戏 玩游戏 game gaming video_game
足球 踢球 踢足球 football soccer
篮球 打篮球 打球 basketball
游泳 泳 swim swimming
爬山 登山 徒步 hike hiking climbing mountain
摄影 拍照 照相 photography take_photos photo
做饭 下厨 烹饪 做菜 cook cooking
睡觉 入睡 就寝 上床 sleep go_to_bed goes_to_bed
起床 起来 get_up wake_up wakes_up gets_up
通勤 上下班 commute commuting
骑车 骑行 自行车 单车 bike cycling bicycle
地铁 subway metro
工程师 engineer
程序员 开发 开发者 码农 developer programmer coder
设计师 designer
护士 nurse
律师 lawyer attorney
会计 accountant
学生 student pupil
退休 已退休 retired retire
经理 manager
股票 炒股 股市 stock stocks
基金 fund funds
加密货币 虚拟货币 币圈 比特币 crypto cryptocurrency bitcoin
借款 借钱 借来的钱 负债 借债 贷款 debt loan borrow borrowed
存款 储蓄 积蓄 savings
工资 薪水 薪资 月薪 salary wage
房租 租金 月租 rent
风险 risk risks
拒绝 不肯 不愿意 不愿 unwilling refuse reluctant decline
标题 题目 title heading
列表 清单 要点 bullet bullet_point bullet_points list
代码块 code_block
表情 表情符号 emoji emojis emoticon
链接 网址 link url
图片 图 image picture
总结 小结 摘要 概括 summary summarize summarise
结论 结果 conclusion
步骤 step steps
正式 严肃 formal
随意 轻松 随和 casual relaxed friendly informal
幽默 搞笑 风趣 humor humorous funny joke
术语 行话 黑话 专业名词 jargon technical_terms
中学 初中 高中 middle_school high_school
大学 高校 university college
专业 主修 major
公司 企业 单位 company firm
同事 同僚 colleague coworker
会员 会籍 membership member
取消 退订 cancel cancelled canceled
偏头痛 migraine migraines
法律 law legal
关门 打烊 歇业 closed shut
平时只 basically
租房 租的房 房子是租的 住的房子是租的
licorice liquorice
开始 start begin
前端 frontend front-end
后端 backend back-end
承担 承受 接受 bear accept_losses
linter lint linting
pixel google_pixel
iphone apple_iphone
galaxy samsung_galaxy
macbook apple_macbook
小时候 童年 从小 childhood a_child
钢琴 piano piano_player
葡萄牙语 portuguese
没空 没时间 不方便 没有空 not_available unavailable can't_do
北京 beijing
上海 上海市 shanghai
广州 guangzhou
深圳 shenzhen
杭州 hangzhou
成都 chengdu
重庆 chongqing
武汉 wuhan
西安 xi'an xian
南京 nanjing
苏州 suzhou
天津 tianjin
长沙 changsha
郑州 zhengzhou
青岛 qingdao
大连 dalian
沈阳 shenyang
哈尔滨 harbin
厦门 xiamen
福州 fuzhou
宁波 ningbo
合肥 hefei
济南 jinan
昆明 kunming
贵阳 guiyang
南宁 nanning
海口 haikou
三亚 sanya
中山 zhongshan
从化
上饶
都江堰
香港 hong_kong
澳门 macau
台北 taipei
台中 taichung
高雄 kaohsiung
台湾 taiwan
中国 china
首都
东京 tokyo
大阪 osaka
首尔 seoul
新加坡 singapore
曼谷 bangkok
悉尼 sydney
墨尔本 melbourne
多伦多 toronto
温哥华 vancouver
纽约 new_york
旧金山 san_francisco
洛杉矶 los_angeles
西雅图 seattle
波士顿 boston
芝加哥 chicago
伦敦 london
巴黎 paris
柏林 berlin
慕尼黑 munich
罗马 rome
里斯本 lisbon
马德里 madrid
电视 电视机 television tv
手术 surgery surgical surgically
指导 导师 supervise supervisor supervises
季度 三个月 quarter
打算 准备 计划 intend plan plans planning plan_on plans_on
不加糖 不放糖 无糖 unsweetened without_sugar no_sugar
失聪 听不见 聋 deaf can't_hear
失明 看不见 blind can't_see
害怕 怕 afraid scared fear
教师资格证 教资
摩托 摩托车 机车 scooter motorbike motorcycle
卡车 货车 lorry truck
"""
