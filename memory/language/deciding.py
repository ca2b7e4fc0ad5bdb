"""What others decide for the speaker: 导师让我做硬碳负极, "they've moved me to nights", "they pushed the deadline"."""

import re

_WHO = (
    r"老板|领导|上司|主管|经理|组长|总监|导师|老师|教练|房东|客户|甲方|公司|学校|学院|医院|单位|银行|组里|部门|项目组"
    r"|学术委员会|编辑部|医生|大夫|他们"
)
_WHO_EN = (
    r"(?:they|(?:(?:my|our|the) )?(?:\w+ )?(?:boss|manager|supervisor|tutor|advisor|professor|coach|landlord|client"
    r"|customer|company|office|school|university|hospital|bank|team|council|organi[sz]ers?|committee|editor|publisher"
    r"|doctor|work|hr))(?:'ve| have| has|'s)?"
)
_ABOUT_ME = re.compile(
    rf"(?:{_WHO})[^，。]{{0,6}}?(?:[让叫派](?:我|咱)们?(?=[做改负转去搬管带用])|(?:[把将]我)?们?(?:调|安排|分配|派|转)[到去给]我?)"
    rf"|\b{_WHO_EN} (?:just |now |already )?(?:moved|put|switched|transferred|assigned|promoted|made|shifted"
    rf"|changed|got|given|gave)"
    r" (?:me|us)\b",
    re.I,
)
_OF_A_THING = re.compile(
    rf"(?:{_WHO})[^，。]{{0,20}}?(?:延[期后长]?|推迟|推后|提前|改|调|定|挪|涨|降|换|缩短|放宽)(?:[到至成在为了]|期)"
    rf"|\b{_WHO_EN} (?:just |now |already )?(?:pushed|moved|extended|shifted|changed|postponed|delayed|rescheduled"
    r"|brought|raised|bumped|cut|lowered|increased)\b(?! (?:in|out|house|home|here|there|on)\b)"
    rf"|\b{_WHO_EN} (?:said|says|told (?:me|us)|decided)\b[^.!?]{{0,40}}\b(?:moved|pushed|extended|postponed|delayed"
    r"|rescheduled|changed|due|now|until)\b",
    re.I,
)


def decided_for_user(clause: str) -> bool:
    """Whether somebody who may has given the speaker something else to do, a place or a shift."""
    return bool(_ABOUT_ME.search(clause))


def decided(clause: str) -> bool:
    """Whether somebody who may has changed a date, a price or the like: it holds although others have said it."""
    return bool(_OF_A_THING.search(clause))
