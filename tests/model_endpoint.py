"""A small OpenAI-compatible endpoint that says what a test told it to, misbehaves, or is slow."""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

from bioloom.settings import Settings


@dataclass
class Endpoint:
    """What the server says next, and what it was asked; a reply is a text, a status or seconds to wait.

    With `answer` the reply follows from the last user text of the question, whatever the order of questions.
    With `calls` a reply is the arguments of the function that is offered: their text, or an object as some
    servers send it, or though none was offered; with `refuses_tools` such an offer is answered with this
    status.
    With `weights` the tokens of a reply and their alternatives follow from it: (token, log-probability, those
    of the alternatives) each. Unless it `streams`, a question for a stream is answered in one piece.
    """

    replies: list[str | int | float] = field(default_factory=list)
    answer: Callable[[str], str | int | float] | None = None
    weights: Callable[[str], list[tuple[str, float, dict[str, float]]]] | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    refuses_form: bool = False
    refuses_tools: int = 0
    calls: Literal["", "text", "object", "unasked"] = ""
    streams: bool = False
    refuses_counts: bool = False
    error: str = ""
    leads_to: str = ""
    usage: Any = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10})
    port: int = 0

    @property
    def settings(self) -> Settings:
        return Settings.model_validate(
            {"llm_url": f"http://127.0.0.1:{self.port}/v1", "llm_model": "tiny", "llm_key": "k"}
        )


@contextmanager
def serve() -> Iterator[Endpoint]:
    """Serve an endpoint until the block ends."""
    script = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.requests.append(asked)
            if script.refuses_form and {"response_format", "logprobs"} & asked.keys():
                self._send(400, {"error": {"message": "response_format is not supported"}})
                return
            if script.refuses_tools and "tools" in asked:
                self._send(script.refuses_tools, {"error": {"message": "tools are not supported"}})
                return
            if script.refuses_counts and "stream_options" in asked:
                self._send(400, {"error": {"message": "stream_options is not supported"}})
                return
            if script.answer is not None:
                reply = script.answer(asked["messages"][-1]["content"])
            else:
                reply = script.replies.pop(0) if len(script.replies) > 1 else script.replies[0]
            if isinstance(reply, float):
                time.sleep(reply)
                reply = "late"
            if isinstance(reply, int):
                self._send(reply, {"error": {"message": script.error or f"status {reply}"}})
            elif script.streams and asked.get("stream"):
                self._stream(reply, asked)
            else:
                message: dict[str, Any] = {"role": "assistant", "content": reply}
                if script.calls == "unasked" or (script.calls and "tools" in asked):
                    given = json.loads(reply) if script.calls == "object" else reply
                    message |= {"content": None, "tool_calls": [_call(asked, given)]}
                choice: dict[str, Any] = {"index": 0, "message": message, "finish_reason": "stop"}
                if script.weights is not None and asked.get("logprobs"):
                    choice["logprobs"] = {"content": [_token(*each) for each in script.weights(reply)]}
                self._send(
                    200,
                    {
                        "id": "1",
                        "object": "chat.completion",
                        "created": 1,
                        "model": "tiny",
                        "choices": [choice],
                        "usage": script.usage,
                    },
                )

        def _stream(self, reply: str, asked: dict[str, Any]) -> None:
            """Send a reply three signs at a time, a long one faster; `CUT` breaks it off."""
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            whole, cut, _ = reply.partition("CUT")
            step = 3 if len(whole) < 10_000 else 10_000
            for start in range(0, len(whole), step):
                part: dict[str, Any] = {"content": whole[start : start + step]}
                if script.calls and "tools" in asked:
                    part = {"content": None, "tool_calls": [_call(asked, part["content"])]}
                self._chunk(choices=[{"index": 0, "delta": part, "finish_reason": None}])
            if "stream_options" in asked and not cut:
                self._chunk(choices=[], usage=script.usage)
            with suppress(OSError):
                self.wfile.write(b"" if cut else b"data: [DONE]\n\n")

        def _chunk(self, **fields: Any) -> None:
            chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny", **fields}
            with suppress(OSError):  # the client has heard enough
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.flush()

        def _send(self, status: int, body: dict[str, Any]) -> None:
            data = json.dumps(body).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                if script.leads_to:
                    self.send_header("Location", script.leads_to)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                return  # the client has given up, as it should on a slow reply

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    with _listening(Handler) as script.port:
        yield script


@dataclass
class EndlessBody:
    """What a server that never ends its body was asked, and the bytes that it told, unpacked."""

    url: str = ""
    requests: int = 0
    told: int = 0


@contextmanager
def serve_endless(*, packed: bool) -> Iterator[EndlessBody]:
    """Serve bodies in chunks without end, with `packed` in gzip, until the client leaves."""
    body = EndlessBody()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body.requests += 1
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            kind = "text/event-stream" if asked.get("stream") else "application/json"
            self.send_header("Content-Type", kind)
            self.send_header("Transfer-Encoding", "chunked")
            if packed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            packer = zlib.compressobj(wbits=31)
            with suppress(OSError):
                while True:
                    part = b" " * 65_536
                    body.told += len(part)
                    if packed:
                        part = packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                    self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    with _listening(Handler) as port:
        body.url = f"http://127.0.0.1:{port}/v1"
        yield body


@contextmanager
def _listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """Serve on a free port, which is given."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
    thread.join()


def _call(asked: dict[str, Any], arguments: object) -> dict[str, Any]:
    """Lay out the call of the function that is offered."""
    name = asked["tools"][0]["function"]["name"] if "tools" in asked else "answer"
    function = {"name": name, "arguments": arguments}
    return {"index": 0, "id": "call_1", "type": "function", "function": function}


def _token(text: str, weight: float, alternatives: dict[str, float]) -> dict[str, Any]:
    """Lay out a token as OpenAI's interface does."""
    others = [{"token": other, "logprob": each, "bytes": None} for other, each in alternatives.items()]
    return {"token": text, "logprob": weight, "bytes": None, "top_logprobs": others}
