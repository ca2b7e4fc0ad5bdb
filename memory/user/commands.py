"""What a message asks of memory itself."""

from dataclasses import dataclass
from typing import Literal

from memory.user.explicit import wishes

Kind = Literal["forget", "erase", "inventory", "stop", "start"]


@dataclass(frozen=True)
class Command:
    """One thing that is asked of memory."""

    kind: Kind
    said: str
    about: str = ""
    rest: bool = False


def command(text: str) -> Command | None:
    """Return what `text` asks of memory."""
    spans = [wish.sentence for wish in wishes(text) if wish.kind == "forget"]
    if not spans:
        return None
    said = "".join(text[slice(*span)] for span in spans)
    return Command("forget", said, rest=len(said.strip()) < len(text.strip()))
