"""Which of many memories a forget means, as people word it, and that it means no other, in both languages."""

from datetime import UTC, datetime

import pytest

from memory.user.admit import Admitted, admit
from memory.user.asked import forget
from memory.user.changes import created
from memory.user.document import UserMemory
from memory.user.turn import FinishedTurn
from tests.provider.process import candidate

NOW = datetime(2026, 11, 30, 8, tzinfo=UTC)


def memory(text: str, said: str, subject: str) -> UserMemory:
    turn = FinishedTurn(conversation_id="c", turn_id=text, user_text=said, completed_at=NOW)
    admitted = admit(candidate(text, said, subject), [turn])
    assert isinstance(admitted, Admitted), admitted
    return created(admitted, said, text, NOW)


CHINESE = [
    memory("用户住在杭州西湖区", "我住在杭州西湖区", "居住地"),
    memory("用户的车牌是京A12345", "我的车牌是京A12345", "车牌"),
    memory("用户在人民医院当护士", "我在人民医院当护士", "职业"),
    memory("用户的生日是5月3日", "我的生日是5月3日", "生日"),
    memory("用户对花生过敏", "我对花生过敏", "花生"),
    memory("用户月薪12000元", "我月薪12000元", "收入"),
    memory("用户的女儿喜欢画画", "我女儿喜欢画画", "女儿"),
    memory("用户的前妻叫李梅", "我前妻叫李梅", "前妻"),
    memory("用户养过一只叫团子的猫", "我养过一只叫团子的猫", "团子"),
    memory("用户体重70公斤", "我体重70公斤", "体重"),
    memory("用户去年离婚了", "我去年离婚了", "婚姻"),
    memory("用户在准备考研", "我在准备考研", "考研"),
    memory("用户的老板脾气很急", "我老板脾气很急", "老板"),
    memory("用户喜欢吃辣", "我喜欢吃辣", "口味"),
    memory("用户的血型是A型", "我的血型是A型", "血型"),
]
ENGLISH = [
    memory("The user lives in Leeds near the canal", "I live in Leeds near the canal", "home"),
    memory("The user works as a nurse at St Mary's", "I work as a nurse at St Mary's", "occupation"),
    memory("The user's birthday is 9 May", "My birthday is 9 May", "birthday"),
    memory("The user's salary is 3200 euros", "My salary is 3200 euros", "salary"),
    memory("The user is allergic to walnuts", "I'm allergic to walnuts", "walnuts"),
    memory("The user weighs 70 kg", "I weigh 70 kg", "weight"),
    memory("The user has a license plate LK21 ABC", "My license plate is LK21 ABC", "license plate"),
    memory("The user got divorced in March", "I got divorced in March", "marriage"),
    memory("The user's cat is named Pixel", "My cat is named Pixel", "cat"),
    memory("The user smokes", "I smoke", "smoking"),
    memory("The user is a vegan", "I'm a vegan", "diet"),
    memory("The user's boyfriend Tom plays the bass", "My boyfriend Tom plays the bass", "boyfriend"),
    memory("The user keeps bees on the roof", "I keep bees on the roof", "bees"),
    memory("The user goes to the gym on Mondays", "I go to the gym on Mondays", "gym"),
    memory("The user's sister lives in York", "My sister lives in York", "sister"),
    memory("The user's favourite colour is teal", "My favourite colour is teal", "colour"),
]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("忘掉我的住址", "杭州"),
        ("麻烦你把我的家庭住址忘了，谢谢", "杭州"),
        ("忘記我屋企地址啦，另外聽日會唔會落雨？", "杭州"),
        ("把我的住址忘了吧，顺便告诉我明天北京天气怎么样", "杭州"),
        ("可以把我的车牌号忘了吗？", "车牌"),
        ("不好意思，车牌号那条能删掉吗", "车牌"),
        ("忘了我的工作吧。另外，有什么好看的科幻小说推荐吗？", "护士"),
        ("我的生日你不用再记着了，忘了吧", "生日"),
        ("我的生日请删掉。对了，怎么用Excel算平均值", "生日"),
        ("先把我的过敏史忘掉，再帮我看看这句英文有没有语法错误", "花生"),
        ("能不能忘掉我之前说的工资？", "月薪"),
        ("請徹底刪除我的薪水資料，順便問一下所得稅怎麼算", "月薪"),
        ("能不能把我的收入永久删除？", "月薪"),
        ("你好，我想让你忘记我女儿的事", "女儿"),
        ("可以麻煩你把關於我前妻的事忘掉嗎？", "前妻"),
        ("我养过猫这事儿，你那边抹去就行", "团子"),
        ("把我体重那条删了", "体重"),
        ("我离婚这件事，希望你别再记得了", "离婚"),
        ("考研的事情请不要再保留了，我不考了", "考研"),
        ("我老板的事你忘了吧，还有帮我想个请假理由", "老板"),
        ("我喜欢吃辣这件事可以从你的记忆里去掉了", "吃辣"),
        ("把我的血型刪掉吧，不用留著", "血型"),
        ("Forget my job, please", "护士"),
        ("Could you forget my license plate?", "车牌"),
    ],
)
def test_chinese(said: str, meant: str) -> None:
    assert [one.text for one in forget.asked_for(said, CHINESE)] == [t.text for t in CHINESE if meant in t.text]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Could you please forget my home address?", "Leeds"),
        ("please forget where I live", "Leeds"),
        ("Permanently delete my address, and what's a good gift for a 10 year old?", "Leeds"),
        ("remove my location from memory. also whats the capital of australia", "Leeds"),
        ("forget what I told you about my job earlier", "nurse"),
        ("Forget my job, and what's the weather usually like in Paris in May?", "nurse"),
        ("erase my job from your storage for good. then help me write a cover letter for a bakery", "nurse"),
        ("I'd rather you didn't keep my birthday any longer, thanks", "birthday"),
        ("My date of birth should be gone for good. Purge it.", "birthday"),
        ("Can you delete my salary from your memory?", "salary"),
        ("Forget about my allergy, the test came back negative", "walnuts"),
        ("Remove my weight from what you remember about me", "weighs"),
        ("hey, can you forget my license plate", "plate"),
        ("I don't want you to remember my divorce anymore", "divorced"),
        ("Scrub my cat's name from your memory", "Pixel"),
        ("I'd like you to forget that I smoke", "smokes"),
        ("Can you forget that I'm vegan? And give me a good steak marinade.", "vegan"),
        ("You don't need to remember my diet any more, so please delete that", "vegan"),
        ("can u forget the stuff about my boyfriend", "Tom"),
        ("Stop remembering my bees, please; I shouldn't have brought it up", "bees"),
        ("Kindly remove the memory about my gym routine.", "gym"),
        ("Forget where my sister lives", "York"),
        ("I never should have mentioned my salary. Please forget it.", "salary"),
        ("忘掉我的工作", "nurse"),
        ("You've got my favorite color wrong, just forget that one", "teal"),
    ],
)
def test_english(said: str, meant: str) -> None:
    assert [one.text for one in forget.asked_for(said, ENGLISH)] == [t.text for t in ENGLISH if meant in t.text]


@pytest.mark.parametrize(
    "said",
    [
        "忘了我的所有事情",
        "我想从头开始，你把记得的关于我的东西全忘了",
        "你记着的我的事，一件不留，都忘了吧",
        "关于我的都忘了吧，再给我讲个笑话",
        "清空你对我的全部记忆吧",
        "麻烦忘掉之前我告诉你的所有内容",
        "將你記住我嘅所有嘢都忘記晒啦",
        "永久删除我的全部记忆数据",
        "彻底清除你存储的关于我的所有信息",
        "把我的资料连根拔起，永久清空，一点都别留",
        "Forget everything you know about me",
        "wipe your memory of me",
        "Please delete all your memories of me",
        "Permanently erase everything you have stored about me",
        "I want a clean slate. Please forget all you've learned about me.",
        "clear everything you remember about me pls",
        "Everything I've ever told you about myself: please forget it",
        "Forget everything about me and then write me a haiku about autumn",
        "Delete all my data from your storage, irreversibly",
    ],
)
def test_everything(said: str) -> None:
    assert forget.everything(said)


@pytest.mark.parametrize(
    "said",
    [
        "忘掉我女儿的一切",
        "忘掉关于我工作的所有事情",
        "删掉我的所有住址",
        "忘掉我告诉你的工作",
        "彻底删除我的工作记忆",
        "Forget everything about my job",
        "Forget everything I told you about my ex",
        "Delete all my addresses from your memory",
        "Wipe everything you remember about my sister",
        "Don't forget everything about me",
    ],
)
def test_all_of_one_thing_is_not_everything(said: str) -> None:
    assert not forget.everything(said)
