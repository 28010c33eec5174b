"""Paths with a version before them: `/v1/ask` is `/ask`."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

VERSION = "/v1"


class Versions:
    """Lets the paths of the service be called with their version too, so that a client can insist on it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on under its path without the version."""
        if scope["type"] == "http" and scope["path"].startswith(f"{VERSION}/"):
            raw = scope.get("raw_path") or b""
            scope["path"] = scope["path"].removeprefix(VERSION)  # in place: the watch outside reads its route
            scope["raw_path"] = raw.removeprefix(VERSION.encode())
        await self._app(scope, receive, send)
