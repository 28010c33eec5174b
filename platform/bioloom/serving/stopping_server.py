"""Stopping server: what runs at a stop is answered within the grace period, and nothing is cut off."""

import asyncio
import socket

import uvicorn

from bioloom.serving.middleware.running_requests import RunningRequests

_LOCAL, _LAST = 5.0, 1.0
"""Seconds before the end of the grace period, a quarter and a tenth of it at most: from the first on nobody
waits for the language model, and at the second whoever is left is told that the service stops."""


class StoppingServer(uvicorn.Server):
    """Web server that ends the running requests itself; uvicorn cancels them, with a trace for each."""

    def __init__(self, config: uvicorn.Config, running: RunningRequests, *, grace: float) -> None:
        super().__init__(config)
        self._running, self._grace = running, grace

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new connections, and let the requests end within the grace period."""
        loop, grace = asyncio.get_running_loop(), self._grace
        steps = (
            loop.call_later(grace - min(_LOCAL, grace / 4), self._running.give_up_models),
            loop.call_later(grace - min(_LAST, grace / 10), self._running.stop),
        )
        try:
            await super().shutdown(sockets)
        finally:
            for step in steps:
                step.cancel()
            self._running.stop()
