"""What happened in this process, in numbers: for `/health`, and for Prometheus on the server's own `/metrics`.

Labels come from closed sets of codes; whatever else is given is counted as `other`, so that nothing a person
said can become one.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram

PREFIX = "ai_mind_"
RECALL_BUCKETS_MS = (5, 10, 25, 50, 100, 250, 500, 1_000, 1_500, 3_000)
_CODE = re.compile(r"[a-z_]{1,40}")


def label(code: str | None) -> str:
    """Return `code` where it has the shape of one, `none` where there is none, else `other`."""
    if not code:
        return "none"
    return code if _CODE.fullmatch(code) else "other"


class Metrics:
    """Counters and histograms in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._turns = self._counter("chat_turns", "Turns that were completed")
        self._recall = Histogram(
            f"{PREFIX}recall_milliseconds",
            "Time a turn waited for its memories, by what the similar ones were found by",
            ["by"],
            registry=self.registry,
            buckets=RECALL_BUCKETS_MS,
        )
        self._degraded = self._counter("recall_degraded", "Recalls in which something did not work", "what")
        self._extractions = self._counter("extractions", "Extractions that ended", "outcome")
        self._candidates = self._counter("candidates", "Candidates for a memory", "status")
        self._rejections = self._counter("rejections", "Candidates that were rejected", "code")
        self._compactions = self._counter("compactions", "What became of compactions", "kind", "reason")
        self._tokens = self._counter("tokens", "Tokens that models reported", "role", "direction")
        self._errors = self._counter("model_errors", "Answers that a model failed to give", "role", "code")

    def turn(self) -> None:
        """Count a completed turn."""
        self._turns.inc()

    def recall(self, by: str, milliseconds: int, degraded: Iterable[str]) -> None:
        """Count a recall.

        Args:
            by: `meaning`, `local`, `words`; empty when nothing was searched for.
            milliseconds: how long it took.
            degraded: what did not work.
        """
        self._recall.labels(label(by)).observe(milliseconds)
        for what in degraded:
            self._degraded.labels(label(what)).inc()

    def extraction(self, outcome: str, results: Iterable[Mapping[str, Any]]) -> None:
        """Count an extraction that has ended, and what became of each of its candidates."""
        self._extractions.labels(label(outcome)).inc()
        for result in results:
            self._candidates.labels(label(result["status"])).inc()
            if result["status"] == "rejected":
                self._rejections.labels(label(result["code"])).inc()

    def compaction(self, kind: str, reason: str | None) -> None:
        """Count what became of a compaction: started (at which level), failed, folded, discarded (why), cancelled."""
        self._compactions.labels(label(kind), label(reason)).inc()

    def model_used(self, role: str, *, input_tokens: int, output_tokens: int) -> None:
        """Count what an answer of a model cost."""
        self._tokens.labels(label(role), "input").inc(input_tokens)
        self._tokens.labels(label(role), "output").inc(output_tokens)

    def model_failed(self, role: str, code: str) -> None:
        """Count an answer that a model failed to give."""
        self._errors.labels(label(role), label(code)).inc()

    def read(self) -> dict[str, int]:
        """Return how often each thing happened, by its name and its labels (`recall.words`)."""
        counted: dict[str, int] = {}
        for sample in (sample for metric in self.registry.collect() for sample in metric.samples):
            name = re.fullmatch(rf"{PREFIX}(\w+?)(?:_milliseconds_count|_total)", sample.name)
            if name and sample.value:
                labels = [value for value in sample.labels.values() if value != "none"]
                counted[".".join([name[1], *labels])] = int(sample.value)
        return dict(sorted(counted.items()))

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(PREFIX + name, what, labels, registry=self.registry)
