"""Structured service logs: one line an event on stderr, as text or JSON, secrets removed."""

from __future__ import annotations

import json
import logging
import sys
import time
import urllib.parse
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Literal

from bioloom.hidden_characters import visible

Form = Literal["text", "json"]
"""How a line is written."""

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request at work, for every line that is written on its way."""

_OURS = ("bioloom", "uvicorn")
_COVER = "[secret]"


def write_logs(form: Form, level: str, secrets: Iterable[str]) -> LogFormatter:
    """Configure logging: bioloom and its web server from `level` on, other libraries from warnings on.

    Each of `secrets` is covered wherever it turns up, in messages and in traces; the formatter takes more.
    """
    handler, formatter = logging.StreamHandler(sys.stderr), LogFormatter(form, secrets)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in _OURS:
        logging.getLogger(name).setLevel(level.upper())
    logging.getLogger("stamina").setLevel(logging.ERROR)  # a try that fails for good is told by its error
    logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)  # they quote what callers wrote
    return formatter


class LogFormatter(logging.Formatter):
    """Log formatter: time (UTC), level, event, fields, request id, traceback."""

    def __init__(self, form: Form, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._form = form
        self._secrets: list[str] = []
        for secret in secrets:
            self.cover(secret)

    def cover(self, secret: str) -> None:
        """Cover one more secret from now on."""
        written = {*self._secrets, *_spellings(secret)} if secret else self._secrets
        self._secrets = sorted(written, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        fields: Mapping[str, object] = getattr(record, "fields", {})
        told = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **fields,
        }
        if REQUEST.get():
            told["request"] = REQUEST.get()
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        line = json.dumps(told, default=str) if self._form == "json" else _plain(told)
        for secret in self._secrets:
            line = line.replace(secret, _COVER)
        return line


def _plain(told: dict[str, object]) -> str:
    """Format a record as text, with nothing that acts on a terminal."""
    trace = told.pop("trace", None)
    opening = [str(told.pop(name)) for name in ("time", "level", "event")]
    told.pop("logger")
    rest = [f"{name}={value}" for name, value in told.items()]
    line = visible(" ".join((*opening, *rest)))
    if trace is None:
        return line
    return "\n    ".join((line, *(visible(each) for each in str(trace).splitlines())))


def _spellings(secret: str) -> set[str]:
    return {secret, json.dumps(secret)[1:-1], repr(secret)[1:-1], urllib.parse.quote(secret, safe="")}
