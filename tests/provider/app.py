"""The HTTP side: chat completions, streamed or not, and a few routes for the test that scripts them.

Run as `python -m tests.provider.app`; prints its address.
"""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.provider.script import Reply, Script, choose, refusal

PIECE_CHARS = 4


class Provider:
    """One scripted endpoint."""

    def __init__(self) -> None:
        self.script = Script()
        self.requests: list[dict[str, Any]] = []

    async def completions(self, request: Request) -> Response:
        body = await request.json()
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        self.requests.append({"at": time.time(), "body": body})
        refused = refusal(body, key, self.script.strictness)
        if refused is not None:
            return _error(*refused)
        reply = self.reply(body)
        await asyncio.sleep(reply.delay_s)
        if reply.raw is not None:
            return Response(reply.raw, media_type="application/json")
        if reply.status != 200:
            return _error(reply.status, reply.text or "scripted error")
        if body.get("stream"):
            return StreamingResponse(_stream(reply, body), media_type="text/event-stream")
        return JSONResponse(_completion(reply, body))

    def reply(self, body: dict[str, Any]) -> Reply:
        return choose(self.script, body)

    async def models(self, _: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    async def set_script(self, request: Request) -> Response:
        self.script = Script.model_validate(await request.json())
        self.requests.clear()
        return Response(status_code=204)

    async def seen(self, _: Request) -> Response:
        return JSONResponse(self.requests)

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/v1/chat/completions", self.completions, methods=["POST"]),
                Route("/v1/models", self.models),
                Route("/script", self.set_script, methods=["PUT"]),
                Route("/requests", self.seen),
            ]
        )


def _error(status: int, message: str) -> Response:
    body = {"error": {"message": message, "type": "scripted", "code": str(status)}}
    return JSONResponse(body, status_code=status)


def _message(reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.content}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    if reply.tool_calls:
        message["tool_calls"] = [
            {
                "index": i,
                "id": c.id,
                "type": "function",
                "function": {"name": c.name, "arguments": c.written},
            }
            for i, c in enumerate(reply.tool_calls)
        ]
    return message


def _finish(reply: Reply) -> str:
    return reply.finish_reason or ("tool_calls" if reply.tool_calls else "stop")


def _usage(reply: Reply, body: dict[str, Any]) -> dict[str, int]:
    prompt = sum(len(str(message.get("content"))) for message in body["messages"])
    return {
        "prompt_tokens": prompt,
        "completion_tokens": len(reply.content),
        "total_tokens": prompt + len(reply.content),
    }


def _completion(reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body["model"],
        "choices": [{"index": 0, "message": _message(reply), "finish_reason": _finish(reply)}],
        "usage": _usage(reply, body),
    }


async def _stream(reply: Reply, body: dict[str, Any]) -> AsyncIterator[bytes]:
    frame = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": body["model"],
    }

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        return f"data: {json.dumps({**frame, 'choices': choices, **more}, ensure_ascii=False)}\n\n".encode()

    message = _message(reply)
    pieces = [reply.content[i : i + PIECE_CHARS] for i in range(0, len(reply.content), PIECE_CHARS)]
    yield chunk({key: value for key, value in message.items() if key != "content"} | {"content": ""})
    for number, piece in enumerate(pieces):
        if number == reply.break_after:
            raise ConnectionResetError("the script breaks the stream off")
        await asyncio.sleep(reply.chunk_delay_s)
        yield chunk({"content": piece})
    yield chunk({}, _finish(reply), usage=_usage(reply, body))
    yield b"data: [DONE]\n\n"


def serve(app: Starlette) -> None:
    """Serve until the process ends; prints the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    # A connection that ends in the moment it is used again would look like a provider out of reach.
    config = uvicorn.Config(app, log_level="critical", timeout_keep_alive=600)
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    serve(Provider().app())
