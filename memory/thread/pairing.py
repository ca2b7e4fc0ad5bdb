"""A tool call and its results belong together: an endpoint refuses a request in which they do not (R6.5, R6.6)."""

from collections.abc import Callable, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

NO_RESULT = "[no result: the call was interrupted]"
"""Stands for a result that never came."""
UNREADABLE = "error: the arguments of this call were not valid JSON"


def paired(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return `messages` with each call followed by all its results, once each and in the calls' order.

    A result without a call is removed, a call without a result gets a placeholder. What stands
    between a call and its results, a system message above all, comes after them (case B54).
    """
    kept: list[BaseMessage] = []
    for at, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            continue
        kept.append(message)
        if isinstance(message, AIMessage):
            given = _results(messages[at + 1 :])
            unreadable = {call["id"] for call in message.invalid_tool_calls}
            for id in calls(message):
                why = UNREADABLE if id in unreadable else NO_RESULT
                kept.append(given.get(id, ToolMessage(why, tool_call_id=id, status="error")))
    return kept


def rounds(messages: Sequence[BaseMessage]) -> list[list[BaseMessage]]:
    """Return a turn's tool traffic in rounds: each call with its results and what follows them."""
    found: list[list[BaseMessage]] = []
    for message in paired(messages):
        if isinstance(message, AIMessage) or not found:
            found.append([])
        found[-1].append(message)
    return found


def identified(message: BaseMessage, new_id: Callable[[], str]) -> BaseMessage:
    """Return a model's answer in which each tool call has an id of its own; some endpoints send none, or one twice."""
    if not isinstance(message, AIMessage) or not (message.tool_calls or message.invalid_tool_calls):
        return message
    taken: set[str] = set()

    def own(id: str | None) -> str:
        chosen = id if id and id not in taken else new_id()
        taken.add(chosen)
        return chosen

    called = [{**call, "id": own(call["id"])} for call in message.tool_calls]
    unreadable = [{**call, "id": own(call["id"])} for call in message.invalid_tool_calls]
    return AIMessage(message.content, id=message.id, tool_calls=called, invalid_tool_calls=unreadable)


def calls(message: BaseMessage) -> list[str]:
    """Return the ids of the tool calls of a message, those with unreadable arguments included."""
    if not isinstance(message, AIMessage):
        return []
    ids = [call["id"] for call in (*message.tool_calls, *message.invalid_tool_calls)]
    return list(dict.fromkeys(id for id in ids if id))


def _results(after: Sequence[BaseMessage]) -> dict[str, ToolMessage]:
    """Return the results up to the next user or assistant message; of two with one id the first."""
    given: dict[str, ToolMessage] = {}
    for message in after:
        if isinstance(message, AIMessage | HumanMessage):
            break
        if isinstance(message, ToolMessage):
            given.setdefault(message.tool_call_id, message)
    return given
