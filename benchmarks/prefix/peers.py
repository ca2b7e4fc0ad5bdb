"""The same conversations as a bare graph, mem0's and LangMem's documentation would have them."""

import warnings
from collections.abc import Mapping
from typing import Any, Protocol

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_store
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import SecretStr

from benchmarks.prefix.ours import CHAT
from benchmarks.retrieval.peers import NAMESPACE, USER, LangMem, Mem0, in_worker

CONFIG: RunnableConfig = {"configurable": {"thread_id": "conversation"}}
README_PROMPT = "You are a helpful AI. Answer the question based on query and memories.\nUser Memories:\n{memories}"
"""Of `chat_with_memories` in mem0's README."""
LANGGRAPH_PROMPT = (
    "You are a helpful customer support assistant. Use the provided context to personalize your responses and "
    "remember user preferences and past interactions.\nRelevant information from previous conversations:\n{memories}\n"
)
"""Of mem0's page on LangGraph."""
HOT_PATH_PROMPT = "You are a helpful assistant.\n\n## Memories\n<memories>\n{memories}\n</memories>\n"
"""Of LangMem's hot path quickstart."""


class Chat(Protocol):
    """A conversation of one person."""

    async def say(self, text: str) -> None:
        """Take one turn, and learn from it."""


def chat_model(url: str) -> ChatOpenAI:
    """Return the client that all of them ask by."""
    return ChatOpenAI(model=CHAT, base_url=url, api_key=SecretStr("sk-scripted"), max_retries=0)


class Bare:
    """`MessagesState` with the whole history, and no memory."""

    def __init__(self, url: str) -> None:
        model = chat_model(url)

        async def answer(state: MessagesState) -> dict[str, list[BaseMessage]]:
            return {"messages": [await model.ainvoke(state["messages"])]}

        graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer")
        self._graph = graph.compile(checkpointer=InMemorySaver())

    async def say(self, text: str) -> None:
        """Take one turn."""
        await self._graph.ainvoke({"messages": [HumanMessage(text)]}, CONFIG)


class Mem0Chat:
    """mem0 before and after the model, as its README has it, or as its page on LangGraph has it.

    Args:
        url: of the provider.
        known: what is known of the person.
        whole: the page on LangGraph: the whole history, memories by the delivered top_k of 20. The README: no history
            at all, three memories.
    """

    def __init__(self, url: str, known: Mem0, *, whole: bool) -> None:
        self._model, self._known, self._whole = chat_model(url), known, whole
        self._history: list[BaseMessage] = []

    async def say(self, text: str) -> None:
        """Take one turn, and add it."""
        most = 20 if self._whole else 3
        options: Any = {"filters": {"user_id": USER}, "top_k": most}
        found = (await in_worker(lambda: self._known.memory.search(text, **options)))["results"]
        lines = "\n".join(f"- {one['memory']}" for one in found)
        system = SystemMessage((LANGGRAPH_PROMPT if self._whole else README_PROMPT).format(memories=lines))
        self._history = [*(self._history if self._whole else []), HumanMessage(text)]
        answer = await self._model.ainvoke([system, *self._history])
        self._history.append(answer)
        said = [{"role": "user", "content": text}, {"role": "assistant", "content": str(answer.content)}]
        told = said if self._whole else [{"role": "system", "content": str(system.content)}, *said]
        await in_worker(lambda: self._known.memory.add(told, user_id=USER))


class LangMemChat:
    """LangMem's hot path agent, whose prompt holds what its store finds, and its store manager after each turn."""

    def __init__(self, url: str, known: LangMem) -> None:
        from langmem import create_manage_memory_tool  # of the group `bench`

        self._manager = known.manager
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the documentation's own call is deprecated in LangGraph 1
            from langgraph.prebuilt import create_react_agent

            self._agent = create_react_agent(
                chat_model(url),
                prompt=RunnableLambda(_hot_path),
                tools=[create_manage_memory_tool(namespace=NAMESPACE)],
                store=known.manager.store,
                checkpointer=InMemorySaver(),
            )

    async def say(self, text: str) -> None:
        """Take one turn, and hand it to the manager."""
        state = await self._agent.ainvoke({"messages": [HumanMessage(text)]}, CONFIG)
        answer = state["messages"][-1]
        assert isinstance(answer, AIMessage)
        await self._manager.ainvoke({"messages": [HumanMessage(text), answer]})


async def _hot_path(state: Mapping[str, Any]) -> Any:
    found = await get_store().asearch(NAMESPACE, query=state["messages"][-1].content)
    return [{"role": "system", "content": HOT_PATH_PROMPT.format(memories=found)}, *state["messages"]]
