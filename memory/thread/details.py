"""What a summary must not lose: open tasks, and details such as identifiers, numbers, names, paths and dates.

Rules for both languages over single sentences. They decide what is checked against a summary, so a
sentence too many costs some characters, and one too few is left to the summary alone.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from memory.language.questions import asks
from memory.language.text import fold, sentences, simplified

MIN_STATEMENT_CHARS = 6
MAX_SENTENCE_CHARS = 600
"""Of a longer sentence the beginning is read."""

_TASK = re.compile(
    r"(还没|没[定写做发买批交付改](?!有|法)|没[^，。]{0,4}好(?=\W*$)|(?:还得|得|要)(?:重新)?[写补改做发传](?!了"
    r"|的)|要重新|还差|差[^，。]{0,4}签字|尚未|没做完|没完成|未完成|未做|待办|待定|待确认|待处理|需要补|接下来要"
    r"|下一步|剩下|还剩|还差|还要"
    r"|别忘了|记得(?!吗|么)"
    r"|\btodo\b|\b(?:is|are|was)n'?t \w+(?:ed|en|ne|wn)\b|\bnot (?:\w+ed|written|sent|paid|signed|booked)\b"
    r"|\b(?:needs?|has|have) to\b|\bstill missing\b|\bto-do\b|\bnot (?:yet )?(?:done|finished|started"
    r"|implemented)\b|\bnot .{0,20}\byet\b"
    r"|\bstill (?:need|have to|missing|open|to do|pending|todo)\b"
    r"|\bpending\b|\bremaining\b|\bleft to do\b|\bnext step\b|\bunfinished\b|\bdon'?t forget\b|\bremember to\b)",
    re.I,
)
_DETAIL = re.compile(
    r"(?P<path>[A-Za-z]:\\[\w\\.-]+|(?:\.{0,2}/)?(?:[\w.-]+/)+[\w.-]*\w|\b[\w-]+\.(?:py|ts|js|md|json|ya?ml|toml"
    r"|sql|txt|csv|docx?|xlsx?|pdf|go|rs|java|sh)\b)"
    r"|(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<code>`[^`\n]{1,80}`|\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b"
    r"|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b"
    r"|\b[A-Z]{2,}[A-Z0-9]*(?:-[A-Z0-9]+)*\b|#\d+|@[A-Za-z]\w+|\b[A-Za-z]+-\d+\b|\bv\d+(?:\.\d+)*\b)"
    r"|(?P<quoted>[「『《“\"][^「」『』《》“”\"\n]{1,40}[」』》”\"])"
    r"|(?P<number>\d+(?:[.,:/-]\d+)*%?"
    r"|[零一二三四五六七八九十百千万亿两]+(?=[个元块天周月年号点人次步条页章层岁米斤里分秒台份间张只位成倍]))"
    r"|(?P<name>(?<![.!?。！？\n] )(?<!^)\b[A-Z][A-Za-z0-9+#]+(?: [A-Z][a-z]+)*"
    r"|(?:(?![为是在给找和与的了有])[\u4e00-\u9fff]){2,8}(?:公司|集团|银行|大学|学院|医院|平台|项目|计划|团队"
    r"|事务所|科技|电子|教育|物流|装饰|传媒|软件"
    r"|实业|贸易|酒店|餐厅|学校|中学|小学|小组|部门|店|厂)"
    r"|(?<=[联系收件负责]人)是?[\u4e00-\u9fff]{2,4}|(?<=[经理客户方口])(?:换?[是成])[\u4e00-\u9fff]{2,4}"
    r"|(?<=叫)[\u4e00-\u9fff]{2,4}|(?<=叫做)[\u4e00-\u9fff]{2,4}|(?<=名为)[\u4e00-\u9fff]{2,6}"
    r"|(?<=定为)[\u4e00-\u9fff]{2,8}"
    r"|(?<=联系人是)[\u4e00-\u9fff]{2,4}|(?<=负责人是)[\u4e00-\u9fff]{2,4}|(?<=代号)[\u4e00-\u9fff]{2,4}"
    r"|(?<=住在)[\u4e00-\u9fff]{2,4}"
    r"|[\u4e00-\u9fff]{1,2}(?:姐|哥|总监?|经理|律师|老师|医生|先生|女士|主任|工程师)(?![\u4e00-\u9fff]?式))"
)
_CLAIM = re.compile(
    r"(是|叫|定为|定在|选了?|改成|换成|改到|决定|归|由|负责|位于|住在|用的"
    r"|\b(?:is|are|was|were|will be|called|named|chose|picked|decided|agreed|moved|uses?|lives?|works?)\b)",
    re.I,
)
_NOT_A_NAME = frozenset(
    ["i", "i'm", "i'll", "ok", "okay", "yes", "no", "thanks", "hi", "hello", "please", "the", "a", "ai", "todo"]
)
_CHINESE_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#.]*[A-Za-z0-9+#]")
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[a-z]{3,}")


def open_tasks(text: str) -> list[str]:
    """Return the sentences that say what is not done yet."""
    return [said for said in _stated(text) if _TASK.search(simplified(said))]


def statements(text: str) -> list[str]:
    """Return the sentences of a user's message that state something: no questions, no greetings."""
    return [sentence for sentence in _stated(text) if len(fold(sentence)) >= MIN_STATEMENT_CHARS]


def _stated(text: str) -> Iterator[str]:
    """Yield the sentences that are no questions; each is read by itself, however long the text around it is."""
    for sentence in (text[slice(*span)] for span in sentences(text)):
        if len(sentence) <= MAX_SENTENCE_CHARS and not asks(sentence, (0, len(sentence))):
            yield sentence


def claims(text: str) -> list[str]:
    """Return the statements that say what something is, is called or was decided: what may hold a name."""
    return [sentence for sentence in statements(text) if _CLAIM.search(sentence)]


def details(text: str) -> set[str]:
    """Return what must survive exactly: identifiers, numbers, names, paths, dates; folded."""
    text = text[:MAX_SENTENCE_CHARS]
    found = {_bare(match.group()) for match in _DETAIL.finditer(text)}
    if _HAN_RUN.search(text):  # a Latin word in Chinese is a name or a term
        found |= {_bare(match.group()) for match in _CHINESE_LATIN.finditer(text)}
    return {detail for detail in found if detail and detail not in _NOT_A_NAME}


def missing(text: str, kept: str) -> set[str]:
    """Return the details of `text` that do not stand in `kept`; 8,000 and 8000 are the same number."""
    there, numbers = _bare(kept), set(re.findall(r"\d+(?:[.:/-]\d+)*", _bare(kept)))
    return {detail for detail in details(text) if not (detail in numbers if detail[0].isdigit() else detail in there)}


def share(text: str, kept: str) -> float:
    """Return which share of what `text` says (Chinese: pairs of characters; English: words) stands in `kept`."""
    said, there = _units(text), _units(kept)
    return len(said & there) / len(said) if said else 1.0


def _units(text: str) -> set[str]:
    folded = text.casefold()
    pairs = {a + b for run in _HAN_RUN.findall(fold(text)) for a, b in pairwise(run)}
    return pairs | {word[:5] for word in _WORD.findall(folded)}


def _bare(text: str) -> str:
    return re.sub(r"(?<=\d),(?=\d{3})", "", fold(text)).strip("`「」『』《》\"'%")
