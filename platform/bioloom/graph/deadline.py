"""Deadline of a request, shared by all reads that it makes in any thread (context variable)."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from bioloom.errors import TimeLimitReached

_ENDS: ContextVar[tuple[float, float] | None] = ContextVar("ends", default=None)
"""The moment (monotonic seconds) by which the work ends, and the seconds that it was given."""


@contextmanager
def finish_within(seconds: float) -> Iterator[None]:
    """Set a deadline `seconds` from now for the reads inside the block; an earlier one stays in force.

    The database ends a transaction that does, and no new one is begun; work that never asks the
    database is not touched.
    """
    held = _ENDS.get()
    ends = time.monotonic() + seconds
    token = _ENDS.set(held if held is not None and held[0] <= ends else (ends, seconds))
    try:
        yield
    finally:
        _ENDS.reset(token)


def seconds_left(most: float | None = None) -> float | None:
    """Compute the timeout of a transaction begun now, at most `most` seconds; None without any limit.

    TimeLimitReached if the time is up.

    >>> with finish_within(60):
    ...     seconds_left(5.0)
    5.0
    >>> seconds_left() is None
    True
    """
    held = _ENDS.get()
    if held is None:
        return most
    left = held[0] - time.monotonic()
    if left <= 0:
        raise time_is_up()
    return left if most is None else min(left, most)


def time_is_up() -> TimeLimitReached:
    """Build the timeout error for the limit in force."""
    held = _ENDS.get()
    given = f"{held[1]:g} s" if held is not None else "the time allowed"
    return TimeLimitReached(f"this took longer than {given} and was stopped; ask for less")
