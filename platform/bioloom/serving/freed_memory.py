"""Freed memory: what large requests leave unused in the C library goes back to the system."""

import asyncio
import ctypes
import sys
from typing import Any

PAUSE = 20.0
"""Seconds between two returns."""

LARGE = 65_536
"""Bytes from which a block has pages of its own, which go back as soon as it is freed."""

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # parameters of mallopt in glibc's malloc.h
_HEAPS = 2


def keep_large_blocks_apart() -> None:
    """Fix the size from which blocks have pages of their own, and let the threads share two heaps.

    Otherwise glibc raises that size to the largest block that was ever freed, up to 32 MiB, so that what an
    answer needs for longer comes to lie between the large blocks of requests.
    """
    setting = _of_glibc("mallopt")
    if setting is not None:
        setting(_MMAP_THRESHOLD, LARGE)
        setting(_ARENA_MAX, _HEAPS)


async def keep_returning(pause: float = PAUSE) -> None:
    """Return freed memory again and again, until cancelled."""
    while True:
        await asyncio.sleep(pause)
        await asyncio.to_thread(return_freed)


def return_freed() -> None:
    """Return freed memory to the system where the C library is glibc, which keeps it otherwise."""
    trim = _of_glibc("malloc_trim")
    if trim is not None:
        trim(0)


def _of_glibc(name: str) -> Any:
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
