"""What people would use instead: a chat without memory; and an echo without a model, the floor of the server itself.

The server of a benchmark serves them beside the product's graphs; see `served`.
"""

from typing import Any

from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph

from benchmarks.hot_path.names import CHAT_MODEL

_model = ChatOpenAI(model=CHAT_MODEL, use_responses_api=False)


async def _answer(state: MessagesState) -> dict[str, Any]:
    return {"messages": [await _model.ainvoke(state["messages"])]}


async def _echo(state: MessagesState) -> dict[str, Any]:
    return {"messages": [AIMessage(state["messages"][-1].content)]}


def _of(node: Any) -> StateGraph[MessagesState, None, MessagesState, MessagesState]:
    graph = StateGraph(MessagesState)
    graph.add_node("answer", node)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    return graph


bare = _of(_answer).compile(name="bare")
echo = _of(_echo).compile(name="echo")
