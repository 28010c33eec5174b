"""OpenAI-compatible endpoint of a causal model or a LoRA adapter on this machine.

Run: ``python -m bioloom_lab.readers.model_endpoint FOLDER --port 8077``; with ``BIOLOOM_LLM_URL`` set to
``http://127.0.0.1:8077/v1`` and any ``BIOLOOM_LLM_MODEL`` commands that ask a language model ask this one.
"""

from __future__ import annotations

import argparse
import json
import logging
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

MOST_TOKENS = 512
"""Tokens of an answer where the question names no limit."""

_LARGEST = 4 * 1024 * 1024  # bytes of a question
_PATH = "/v1/chat/completions"
_log = logging.getLogger(__name__)


class Generator(Protocol):
    """Continues prompts, as `LanguageModel` does; `name` says which model it is."""

    name: str

    def generate(self, prompts: Sequence[str], *, most_tokens: int = 256) -> list[str]:
        """Continue each prompt."""
        ...


def open_endpoint(model: Generator, port: int) -> ThreadingHTTPServer:
    """Open a server on the loopback address; questions are answered one after the other.

    The prompt is what was said, with blank lines between: that of the instructions that `bioloom train
    triples-lora` teaches, where the extractor asks with ``--triple-form bars``.
    """
    turn = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                size = int(self.headers.get("Content-Length") or 0)
                asked = json.loads(self.rfile.read(size)) if 0 < size <= _LARGEST else {}
                prompt = "\n\n".join(str(said["content"]) for said in asked["messages"])
                most = int(asked.get("max_tokens") or MOST_TOKENS)
            except (ValueError, KeyError, TypeError):
                self._send(400, {"error": {"message": "no question with messages"}})
                return
            if self.path != _PATH:
                self._send(404, {"error": {"message": f"only {_PATH} is served"}})
                return
            with turn:
                (answer,) = model.generate([prompt], most_tokens=most)
            message = {"role": "assistant", "content": answer}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._send(
                200, {"id": "1", "object": "chat.completion", "model": model.name, "choices": [choice]}
            )

        def _send(self, status: int, body: dict[str, Any]) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *values: object) -> None:
            _log.debug(format, *values)

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve a folder or a Hugging Face name until interrupted."""
    from bioloom_lab.readers.causal_language_model import LanguageModel

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model")
    parser.add_argument("--port", type=int, default=8077)
    given = parser.parse_args(arguments)
    with open_endpoint(LanguageModel(given.model), given.port) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
