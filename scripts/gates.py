"""The README's table of gates, made from the gates; `python -m scripts.gates` writes it into both READMEs."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from memory.user.gates import ADD_GATES, CANDIDATE_GATES, SUPPRESS_GATES, Gate

ROOT = Path(__file__).parents[1]
READMES: dict[Literal["en", "zh"], Path] = {"en": ROOT / "README.md", "zh": ROOT / "README.zh-CN.md"}
BEGIN, END = "<!-- gates: made by scripts/gates.py -->", "<!-- /gates -->"
_HEAD = {
    "en": "| # | asked about | code | refuses | article |",
    "zh": "| # | 检查对象 | 代码 | 拒绝什么 | 文章 |",
}
_ABOUT = {
    "en": ("shape", "candidate", "quote", "an add and its quote", "a forget and its quote"),
    "zh": ("格式", "候选", "原话", "新增及其原话", "遗忘及其原话"),
}
_SHAPE = (
    ("unsafe", "an unknown key or a wrong type", "未知字段或类型不对", "2"),
    ("unsupported_type", "none of the eight types", "不在八种类型之内", "2"),
    ("too_long", "text over 300 characters", "内容超过 300 字符", "2, 4"),
)
_EVIDENCE = ("no_evidence", "evidence that is not in the user's own words", "证据不在用户自己的话里")


def table(language: Literal["en", "zh"]) -> str:
    """Return the table of all gates in the order they are asked."""
    lines = [_HEAD[language], "|---|---|---|---|---|"]
    lines += [f"| {n} | {row} |" for n, row in enumerate(_rows(language), start=1)]
    return "\n".join(lines)


def written(text: str, language: Literal["en", "zh"]) -> str:
    """Return a README with the table between its marks."""
    made = f"{BEGIN}\n{table(language)}\n{END}"
    return re.sub(rf"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: made, text, flags=re.DOTALL)


def _rows(language: Literal["en", "zh"]) -> Iterator[str]:
    shape, candidate, quote, add, suppress = _ABOUT[language]
    pick = 0 if language == "en" else 1
    for code, *said, article in _SHAPE:
        yield f"{shape} | `{code}` | {said[pick]} | {article}"
    yield from (_row(candidate, gate, language) for gate in CANDIDATE_GATES)
    yield f"{quote} | `{_EVIDENCE[0]}` | {_EVIDENCE[1 + pick]} | "
    yield from (_row(add, gate, language) for gate in ADD_GATES)
    yield from (_row(suppress, gate, language) for gate in SUPPRESS_GATES)


def _row(about: str, gate: Gate[Any], language: Literal["en", "zh"]) -> str:
    return f"{about} | `{gate.code}` | {gate.en if language == 'en' else gate.zh} | {gate.article}"


if __name__ == "__main__":
    for language, path in READMES.items():
        path.write_text(written(path.read_text(encoding="utf-8"), language), encoding="utf-8")
