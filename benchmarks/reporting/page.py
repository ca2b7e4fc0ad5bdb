"""The pages that show what `make bench` has measured, made of the saved results alone."""

from pathlib import Path
from typing import Any

from benchmarks.reporting.parts import PARTS, Part
from benchmarks.reporting.results import FOLDER, load

PAGES = ("README.md", "README.zh-CN.md")
_TITLE = ("Measured beside what people would use instead", "与人们会用的其他方案一起测量")
_INTRO = (
    "Made by `make bench` (about an hour, no network); every comparison with the same scripted model, the same "
    "embeddings and the same data, turn about in one run. Compare ratios rather than milliseconds: the machine is "
    "small and shared. What a scripted model cannot show is how good a real one's proposals are. "
    "A goal that was missed says so.",
    "由 `make bench` 生成（约一小时，不用网络）；每项比较都用同一个脚本模型、同样的向量和同样的数据，"
    "在一次运行中轮流进行。"
    "请比较比值而不是毫秒：机器小且共用。脚本模型无法说明真实模型的提议有多好。没有达到的目标会写明。",
)
_GOALS = ("Goals", "目标")
_HEADS = (("what", "figure", "goal", ""), ("项目", "数值", "目标", ""))
_OTHER = ("[中文](README.zh-CN.md)", "[English](README.md)")
_MISSED = ("missed", "未达到")


def write(folder: Path = FOLDER) -> None:
    """Write the page in both languages from what was saved there."""
    measured = [(part, kept) for part in PARTS if (kept := load(part.name, folder)) is not None]
    for language, name in enumerate(PAGES):
        (folder / name).write_text(page(measured, language, folder), encoding="utf-8")


def page(measured: list[tuple[Part, dict[str, Any]]], language: int, folder: Path) -> str:
    """Return the page.

    Args:
        measured: the parts there are results of.
        language: 0 English, 1 Chinese.
        folder: where plots may lie beside it.
    """
    lines = [f"# {_TITLE[language]}", "", _OTHER[language], "", _INTRO[language], ""]
    goals = [row for _, kept in measured for row in kept["rows"] if row["goal"]]
    met = sum(row["met"] for row in goals)
    lines += [f"{_GOALS[language]}: {met} / {len(goals)}", ""]
    for part, kept in measured:
        lines += [f"## {part.title[language]}", "", part.about[language], "", *_table(kept["rows"], language), ""]
        if (folder / f"{part.name}.png").exists():
            lines += [f"![{part.title[language]}]({part.name}.png)", ""]
        machine = "; ".join(f"{name} {value}" for name, value in kept["machine"].items() if value != "not installed")
        lines += [f"<sub>`python -m {part.module}`, {kept['measured_at']}; {machine}</sub>", ""]
    return "\n".join(lines)


def _table(rows: list[dict[str, Any]], language: int) -> list[str]:
    head = _HEADS[language]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for row in rows:
        verdict = "" if not row["goal"] else "✓" if row["met"] else f"**{_MISSED[language]}**"
        cells = (row["what"], row["figure"], row["goal"], verdict)
        lines.append("| " + " | ".join(cell.strip().replace("|", "\\|") for cell in cells) + " |")
    return lines
