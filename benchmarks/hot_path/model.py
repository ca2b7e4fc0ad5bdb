"""The scripted provider of the hot path: as `scripted` says, and what was told of a cat is proposed, the newest first.

An extraction is shown several turns; a rule that looks for one text would propose the same of them again and again.
"""

import re
from typing import Any, ClassVar

from benchmarks.hot_path.names import EXTRACTION_MODEL
from tests.provider.app import Provider, serve
from tests.provider.process import ScriptedProvider, candidate
from tests.provider.script import Reply, choose

_TOLD = re.compile(r"我(养了一只猫，名字叫([\u4e00-\u9fff]{2}))")
MOST = 5
"""Candidates of one answer."""


class TellingModel(Provider):
    """Proposes what it finds in the turns it is shown."""

    def reply(self, body: dict[str, Any]) -> Reply:
        """Return the script's reply, that of an extraction with what was told."""
        reply = choose(self.script, body)
        if body["model"] != EXTRACTION_MODEL:
            return reply
        told = dict.fromkeys(reversed(_TOLD.findall(str(body["messages"][-1]["content"]))))
        proposed = [candidate(f"用户{what}", f"我{what}", f"猫{name}") for what, name in told]
        return reply.model_copy(update={"json_": {"candidates": proposed[:MOST]}})


class HotPathProvider(ScriptedProvider):
    """The driver's side of it."""

    module: ClassVar[str] = "benchmarks.hot_path.model"


if __name__ == "__main__":
    serve(TellingModel().app())
