"""Freed memory: what large requests leave unused in the C library goes back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import sys

PAUSE = 20.0
"""Seconds between two returns."""


async def keep_returning(pause: float = PAUSE) -> None:
    """Return freed memory again and again, until cancelled."""
    while True:
        await asyncio.sleep(pause)
        await asyncio.to_thread(return_freed)


def return_freed() -> None:
    """Return freed memory to the system where the C library is glibc, which keeps it otherwise."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
