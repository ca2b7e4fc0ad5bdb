"""Start the provider as a process of its own and tell it what to answer."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

import httpx

from tests.provider.script import Reply, Rule, Script, Strictness

PROJECT = Path(__file__).parents[2]


class ScriptedProvider:
    """A running provider, from the test's side."""

    module: ClassVar[str] = "tests.provider.app"

    def __init__(self, address: str, pid: int) -> None:
        self.base_url = f"{address}/v1"
        self.pid = pid
        self._control = httpx.Client(base_url=address, timeout=10)

    def script(self, *rules: Rule, strictness: Strictness | None = None) -> None:
        """Replace everything said before and forget the requests seen."""
        script = Script(rules=list(rules), strictness=strictness or Strictness())
        self._control.put("/script", content=script.model_dump_json(by_alias=True)).raise_for_status()

    def requests(self, model: str | None = None) -> list[dict[str, Any]]:
        """Return the bodies of the requests since the last script, of one model if given."""
        seen = self._control.get("/requests").json()
        return [entry["body"] for entry in seen if model in (None, entry["body"]["model"])]

    @classmethod
    @contextmanager
    def started(cls) -> Iterator[Self]:
        process = subprocess.Popen([sys.executable, "-m", cls.module], cwd=PROJECT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            provider = cls(process.stdout.readline().strip(), process.pid)
            with provider._control:
                yield provider
        finally:
            process.terminate()
            process.communicate()


def says(text: str, *, model: str | None = None, contains: str | None = None, **reply: Any) -> Rule:
    """Return a rule that answers with `text`."""
    return Rule(model=model, contains=contains, reply=Reply(text=text, **reply))


def proposes(*candidates: dict[str, Any], model: str = "extractor", contains: str | None = None, **reply: Any) -> Rule:
    """Return a rule by which the extraction model proposes `candidates`."""
    return Rule(model=model, contains=contains, reply=Reply(json={"candidates": list(candidates)}, **reply))


def candidate(text: str, evidence: str, subject: str, **changes: Any) -> dict[str, Any]:
    """Return a full candidate as a good model proposes it."""
    proposed: dict[str, Any] = {
        "action": "add",
        "type": "stable_user_context",
        "text": text,
        "evidence": evidence,
        "identity": {"subject": subject},
        "tags": [subject],
        "confidence": 0.9,
        "stability": "stable",
    }
    return proposed | changes
