"""What is expressly asked of memory (case B12), with the forms that only look like it."""

from time import perf_counter

import pytest

from memory.user.asked.explicit import MAX_WISHES, wishes
from memory.user.asked.off_record import off_record


def kinds(text: str) -> list[str]:
    return [wish.kind for wish in wishes(text)]


@pytest.mark.parametrize(
    "text",
    [
        "记住：这间办公室周五要锁门",
        "Remember: this office must be locked on Fridays",
        "麻烦你帮我记一下，我爸忌日是农历九月十二",
        "我吃素，记一下",
        "能不能记住我不吃辣？",
        "别忘了我吃素",
        "記住，我媽不能吃糯米",
        "备忘：车位在B2",
        "make a note: my anniversary is 14 Feb",
        "don't let me forget I owe Dave forty quid",
        "colorblind here, keep that in mind",
    ],
)
def test_remember(text: str) -> None:
    assert kinds(text) == ["remember"]


@pytest.mark.parametrize(
    "text",
    [
        "忘掉我的住址",
        "可以把我的车牌号忘了吗？",
        "上回聊的我跟老板吵架那段，就当我没说过吧",
        "我之前说的工作的事别留着了",
        "forget my old address",
        "would you mind forgetting what I said about my divorce?",
        "that stuff about my salary, I'd rather you didn't hang on to it",
        "这条忘了吧，不用再记着",
        "能不能把我的车牌忘了？",
        "能不能把榴莲那个删了呀？",
        "我爱吃布丁那条删了吧",
        "唔該幫我忘記我屋企地址",
        "Scrap the Comic Sans rule",
        "请永久删除我的住院记录",
        "我不希望你记得我有抑郁症，请删掉这条记忆",
        "忘了我的工作吧。另外，有什么好看的小说推荐吗？",
        "我养过猫这事儿，你那边抹去就行",
        "delete my bank details",
        "Kindly remove the memory about my gym routine",
        "Drop my email from your memory",
        "I no longer want you keeping anything about my landlord",
    ],
)
def test_forget(text: str) -> None:
    assert kinds(text) == ["forget"]
    assert not off_record(text)


@pytest.mark.parametrize(
    "text",
    [
        "别记住这句话：我在找新工作",
        "不用记，我就随口一说",
        "以下內容請勿保存：我薪水被砍了三成",
        "off the record, I kinda hate my roommate",
        "please don't save this but I'm interviewing elsewhere",
        "no need to remember this, I'm just venting",
        "这话别入库，我其实不喜欢新总监",
        "别写进记忆里：我在备孕",
        "this is off the record哈，我想辞职",
        "呢句唔使記，我想轉工",
    ],
)
def test_off_the_record(text: str) -> None:
    assert off_record(text)
    assert kinds(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "记得上次爬山吗？",
        "你还记得我喜欢什么吗",
        "我忘记带伞了",
        "删掉第二段",
        "记得把标题加粗",
        "我的记性不好",
        "remember when we talked about Rome?",
        "Do you remember my name?",
        "I forgot my umbrella at the office",
        "delete the second paragraph",
        "remember to use bullet points",
        "forget it",
        "Never mind, forget it.",
        "forget it, I'll google",
        "forget jazz for tonight, play rock",
        "don't delete what you saved about my running",
        "我爱吃布丁，别删",
        "忘了说，我下周要去上海出差",
        "你能忘掉东西吗？",
        "写一个女孩请求机器人忘掉她名字的故事",
        "如果你可以永久删除一段记忆，你会选哪一段？",
        "帮我把简历里的手机号去掉",
        "Can you forget things?",
        "What happens if I ask you to forget my job?",
        "Who sang Don't You (Forget About Me)",
        "I never asked you to forget my job",
        "Can Google really delete all the data it has about me?",
        "take my phone number out of this resume draft",
    ],
)
def test_nothing_is_asked_of_memory(text: str) -> None:
    assert kinds(text) == []
    assert not off_record(text)


def test_a_message_full_of_wishes_is_read_in_little_time() -> None:
    started = perf_counter()
    assert len(wishes("忘掉我的住址。" * 1_700)) == MAX_WISHES
    assert perf_counter() - started < 2
