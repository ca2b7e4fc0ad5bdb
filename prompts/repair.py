"""The one re-ask: what a model sent was not the object it was asked for."""

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

MAX_OUTPUT_CHARS = 1_000


def render(output: str, what: str) -> list[BaseMessage]:
    """Return the end of a conversation in which the model is asked once more.

    Args:
        output: what it sent, cut to 1,000 characters.
        what: what was wrong with it.
    """
    asked = (
        f"That was not the json object asked for ({what}). Answer again: one json object, nothing before or after it."
    )
    return [AIMessage(output[:MAX_OUTPUT_CHARS]), HumanMessage(asked)]
