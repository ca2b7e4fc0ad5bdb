"""The tools the chat may use: LangChain tools named in the settings, and those of MCP servers.

A tool that cannot be had costs the turn nothing: the model answers without it, and `/health` says so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from time import monotonic
from typing import Any, Protocol

import structlog
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool, StructuredTool, tool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest, ToolInvocationError
from langgraph.types import Command

from memory.errors import SettingsError
from memory.platform.settings import Settings
from memory.sensitive import mask
from memory.thread.digest import digest

CONNECT_TIMEOUT_S = 10.0
RETRY_S = 60.0
"""A server that could not be reached is asked again after this long."""
_log = structlog.get_logger("ai_mind.tools")


@dataclass(frozen=True)
class Toolset:
    """What can be called, and how the model is told."""

    node: ToolNode
    schemas: list[dict[str, Any]]


class Tools(Protocol):
    """Where the chat gets its tools from."""

    async def get(self) -> Toolset | None:
        """Return the tools; None when there are none."""


def load_tools(paths: Sequence[str]) -> list[BaseTool]:
    """Import the tools named in the settings.

    Args:
        paths: `package.module:name`; a name may be one tool, a function, or a list of them.

    Raises:
        SettingsError: names the path that cannot be imported or is no tool.
    """
    loaded: list[BaseTool] = []
    for path in paths:
        module, _, name = path.partition(":")
        try:
            found = getattr(import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise SettingsError(f"AI_MIND_TOOLS: {path} cannot be imported ({type(error).__name__})") from None
        for one in found if isinstance(found, list | tuple) else [found]:
            if not isinstance(one, BaseTool) and not callable(one):
                raise SettingsError(f"AI_MIND_TOOLS: {path} is neither a LangChain tool nor a function")
            loaded.append(one if isinstance(one, BaseTool) else tool(one))
    return loaded


async def mcp_tools(name: str, connection: dict[str, Any]) -> list[BaseTool]:
    """Return the tools of one MCP server."""
    from langchain_mcp_adapters.client import MultiServerMCPClient  # takes a second; only who uses MCP waits for it

    return await MultiServerMCPClient({name: connection}).get_tools()  # type: ignore[dict-item]


@dataclass
class ConfiguredTools:
    """The tools the settings name; local ones at once, those of servers when they can be reached.

    Args:
        settings: paths, servers, limits.
        connect: returns the tools of an MCP server.
    """

    settings: Settings
    connect: Callable[[str, dict[str, Any]], Awaitable[list[BaseTool]]] = mcp_tools
    local: list[BaseTool] = field(init=False)
    missing: list[str] = field(default_factory=list)
    """Names of the servers that could not be reached last time."""
    _toolset: Toolset | None = None
    _next_try: float = 0.0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.local = load_tools(self.settings.tools)

    async def get(self) -> Toolset | None:
        """Return the tools, servers asked again from time to time when one was missing."""
        if not self.local and not self.settings.mcp_servers:
            return None
        async with self._lock:
            if self._toolset is None or (self.missing and monotonic() >= self._next_try):
                self._toolset = await self._gathered()
                self._next_try = monotonic() + RETRY_S
        return self._toolset

    async def _gathered(self) -> Toolset | None:
        servers = self.settings.mcp_servers
        found = await asyncio.gather(*(self._of_server(name, servers[name]) for name in servers))
        self.missing = [name for name, tools in zip(servers, found, strict=True) if tools is None]
        tools = {one.name: one for one in [*self.local, *(t for tools in found for t in tools or [])]}
        if not tools:
            return None
        schemas = [convert_to_openai_tool(one) for _, one in sorted(tools.items())]
        return Toolset(tool_node(list(tools.values()), self.settings), schemas)

    async def _of_server(self, name: str, connection: dict[str, Any]) -> list[BaseTool] | None:
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                return await self.connect(name, connection)
        except Exception as error:  # whatever a server or its client does, the chat goes on
            _log.warning("mcp_server_missing", server=name, error=type(error).__name__)
            return None


def tool_node(tools: Sequence[BaseTool], settings: Settings) -> ToolNode:
    """Return the node that runs the calls of the last message in `exchange`, all at once.

    Each has its deadline; its output is digested, a failure becomes an output that says so.
    """

    async def bounded(
        request: ToolCallRequest, execute: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage:
        call = request.tool_call
        try:
            async with asyncio.timeout(settings.tool_timeout_s):
                result = await execute(request)
        except TimeoutError:
            return _failed(call, f"no result within {settings.tool_timeout_s:g} seconds")
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling():  # the turn is cancelled, and not a scope inside the tool
                raise
            return _failed(call, _told(error))
        if not isinstance(result, ToolMessage):
            return _failed(call, "this kind of tool is not supported here")
        return digest(result, settings.tool_output_chars)

    return ToolNode(
        [_guarded(one) for one in tools], messages_key="exchange", handle_tool_errors=_tell, awrap_tool_call=bounded
    )


class ToolExitError(RuntimeError):
    """A tool wanted to end the process, as command-line code does."""


def _guarded(one: BaseTool) -> BaseTool:
    """Return the tool in a shape in which `SystemExit` is an error: in a task of its own it ends the server."""
    if not isinstance(one, StructuredTool):
        return one
    return one.model_copy(update={"func": _no_exit(one.func), "coroutine": _no_exit_async(one.coroutine)})


def _no_exit(function: Callable[..., Any] | None) -> Callable[..., Any] | None:
    if function is None:
        return None

    @wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except SystemExit as error:
            raise ToolExitError(str(error)) from None

    return guarded


def _no_exit_async(function: Callable[..., Awaitable[Any]] | None) -> Callable[..., Awaitable[Any]] | None:
    if function is None:
        return None

    @wraps(function)
    async def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return await function(*args, **kwargs)
        except SystemExit as error:
            raise ToolExitError(str(error)) from None

    return guarded


def _tell(error: Exception) -> str:
    """Say what went wrong with a call: all of it when its arguments were wrong, else only the kind of error."""
    _log.warning("tool_failed", error=type(error).__name__)
    return f"error: {mask(str(error))}" if isinstance(error, ToolInvocationError) else f"error: {_told(error)}"


def _told(error: BaseException) -> str:
    return f"failed: {type(error).__name__}"


def _failed(call: Any, why: str) -> ToolMessage:
    return ToolMessage(f"error: {why}", tool_call_id=call["id"], name=call["name"], status="error")
