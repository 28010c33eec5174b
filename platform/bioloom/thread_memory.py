"""Thread memory: whether there is memory for one more thread, asked before it is begun; pools that ask."""

import mmap
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_NEEDED = 24 << 20
"""Bytes: the stack of a thread and what it takes to begin, twice: others take memory meanwhile."""


def has_thread_memory() -> bool:
    """Say whether a thread that is begun now finds memory for its first steps."""
    try:
        mmap.mmap(-1, _NEEDED).close()
    except OSError:
        return False
    return True


def check_thread_memory() -> None:
    """Raise MemoryError where a thread that is begun now may find no memory for its first steps.

    Such a thread ends without a word, and before Python 3.13 whoever began it waits for ever for its sign.
    """
    if not has_thread_memory():
        raise MemoryError("can't start new thread")


class ThreadPool(ThreadPoolExecutor):
    """Pool of threads that takes work only where a thread may begin."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let a thread call a function; raises MemoryError where one may find no memory to begin."""
        check_thread_memory()
        return super().submit(fn, *args, **kwargs)
