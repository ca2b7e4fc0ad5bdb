"""Plots of the saved results, one a part that has something to draw."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

from benchmarks.reporting.results import FOLDER, load

matplotlib.use("Agg")

from matplotlib import pyplot as plt

_RATES = (
    "junk", "ungrounded", "duplicates", "lost_updates", "forgotten_kept", "language_switches", "secrets_kept",
    "injections_kept",
)  # fmt: skip
_PERCENT = 100.0
Figures = Mapping[str, Any]


def draw(folder: Path = FOLDER) -> None:
    """Draw what was saved there, each into `<part>.png`."""
    for part, drawn in _DRAWN.items():
        kept = load(part, folder)
        if kept is not None:
            figure = drawn(kept["figures"])
            figure.tight_layout()
            figure.savefig(folder / f"{part}.png", dpi=110, metadata={"Software": None})
            plt.close(figure)


def _cost(found: Figures) -> Any:
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5), width_ratios=(3, 1))
    shares = {
        name: [_PERCENT * rates["total"][rate]["found"] / max(rates["total"][rate]["of"], 1) for rate in _RATES]
        for name, rates in found["rates"].items()
    }
    _bars(left, [rate.replace("_", "\n") for rate in _RATES], shares)
    left.set_ylabel("% (lower is better)")
    left.set_title("What 500 turns have left behind")
    tokens = {
        name: [sum(cost["prompt_tokens"] for cost in costs) / len(costs)] for name, costs in found["costs"].items()
    }
    _bars(right, [""], tokens, legend=False)
    right.set_title("prompt tokens a turn, mean")
    return figure


def _growth(found: Figures) -> Any:
    figure, axes = plt.subplots(1, 2, figsize=(12, 4.5))
    for axis, what, title in zip(axes, ("turns", "searches"), ("a turn", "a search"), strict=True):
        for name in found[str(found["sizes"][0])][what]:
            times = [np.median(found[str(size)][what][name]["milliseconds"]) for size in found["sizes"]]
            axis.loglog(found["sizes"], times, marker="o", label=name)
        axis.set_xlabel("memories of one person")
        axis.set_ylabel("ms, median")
        axis.set_title(f"{title}, model and embedding at zero latency")
        axis.legend()
    return figure


def _recall(found: Figures) -> Any:
    figure, axes = plt.subplots(1, 2, figsize=(12, 4.5), sharey=True)
    titles = ("memories of one person", f"people in the store, {found['asking']:,} memories of who asks")
    for axis, by, title in zip(axes, ("memories", "people"), titles, strict=True):
        for backend in _backends(found):
            sizes = [int(size) for size in found[backend][by]]
            for percentile, style in (("p50", "-"), ("p95", "--")):
                times = [one["recall"][percentile] for one in found[backend][by].values()]
                axis.semilogx(sizes, times, style, marker="o", label=f"{backend}, {percentile}")
        axis.set_xlabel(title)
        axis.set_ylabel("ms of a recall, embedding included")
        axis.set_ylim(bottom=0)
        axis.legend()
    return figure


def _inside(found: Figures) -> Any:
    backends = _backends(found)
    figure, axes = plt.subplots(1, 2, figsize=(10, 4))
    titles = {"before": "first node to the model's call", "after": "last token to the end"}
    for axis, (what, title) in zip(axes, titles.items(), strict=True):
        _bars(axis, backends, {kind: [found[one][kind][what]["p50"] for one in backends] for kind in ("chat", "bare")})
        axis.set_ylabel("ms, median")
        axis.set_title(title)
    return figure


def _turns(found: Figures) -> Any:
    backends = _backends(found)
    paces = list(found[backends[0]])
    figure, axes = plt.subplots(len(backends), len(paces), figsize=(12, 4 * len(backends)), squeeze=False)
    for row, backend in zip(axes, backends, strict=True):
        for axis, pace in zip(row, paces, strict=True):
            levels = found[backend][pace]
            for kind in next(iter(levels.values())):
                times = [one[kind]["whole turn"]["p50"] for one in levels.values()]
                axis.plot([int(level) for level in levels], times, marker="o", label=kind)
            axis.set_xlabel("people at once")
            axis.set_ylabel("ms of a whole turn, median")
            axis.set_ylim(bottom=0)
            axis.set_title(f"{backend}, {pace}")
            axis.legend()
    return figure


def _prefix(found: Figures) -> Any:
    figure, axis = plt.subplots(figsize=(10, 4))
    chats = list(next(iter(found.values())))
    _bars(axis, list(found), {who: [talk[who]["chat"]["share"] for talk in found.values()] for who in chats})
    axis.axhline(90, color="grey", linewidth=0.8, linestyle="--")
    axis.set_ylabel("% of the request")
    axis.set_title("Shared with the request before, 30 turns")
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def _retrieval(found: Figures) -> Any:
    sets = [name for name, one in found.items() if "ours" in one and "r@5" in one["ours"]]
    figure, axis = plt.subplots(figsize=(12, 4.5))
    shown: dict[str, list[float]] = {"ours": [found[one]["ours"]["r@5"] for one in sets]}
    for who in ("mem0", "LangMem"):
        shown[who] = [found[one][who][found[one][who]["best"]]["r@5"] for one in sets]
    _bars(axis, sets, shown)
    axis.set_ylabel("recall@5, %")
    return figure


def _throughput(found: Figures) -> Any:
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5))
    minutes = [look["at_s"] / 60 for look in found["looks"]]
    for number in range(len(found["looks"][0]["memory_mb"])):
        left.plot(minutes, [look["memory_mb"][number] for look in found["looks"]], label=f"process {number + 1}")
    left.set_ylabel("MB")
    left.set_ylim(bottom=0)
    right.plot(minutes, [look["waiting"] for look in found["looks"]], label="background runs waiting")
    right.plot(minutes, [look["connections"] for look in found["looks"]], label="database connections")
    right.set_ylim(bottom=0)
    for axis in (left, right):
        axis.set_xlabel("minutes")
        axis.legend()
    return figure


def _backends(found: Figures) -> list[str]:
    return [name for name in ("in-memory", "Postgres") if name in found]


def _bars(axis: Any, groups: Sequence[str], values: Mapping[str, Sequence[float]], *, legend: bool = True) -> None:
    width = 0.8 / len(values)
    for number, (name, heights) in enumerate(values.items()):
        axis.bar(np.arange(len(groups)) + number * width, heights, width, label=name)
    axis.set_xticks(np.arange(len(groups)) + 0.4 - width / 2, groups)
    if legend:
        axis.legend()


_DRAWN: dict[str, Callable[[Figures], Any]] = {
    "write-path-cost": _cost,
    "write-path-growth": _growth,
    "recall-sizes": _recall,
    "inside": _inside,
    "turns": _turns,
    "prefix": _prefix,
    "retrieval": _retrieval,
    "throughput": _throughput,
}
