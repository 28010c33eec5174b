"""The time that a piece of work has left: the tighter limit holds, and threads know it."""

from collections.abc import Callable
from contextvars import copy_context

import pytest

from bioloom.errors import TimeLimitReached
from bioloom.graph.deadline import finish_within, seconds_left


def left(most: float | None = None) -> float:
    found = seconds_left(most)
    assert found is not None
    return found


def test_an_inner_block_cannot_take_longer_than_the_outer_one() -> None:
    with finish_within(10):
        with finish_within(100):
            assert left() <= 10
        with finish_within(1):
            assert left() <= 1
        assert 1 < left() <= 10
        assert left(most=2.5) == 2.5
    assert seconds_left() is None
    assert seconds_left(7.0) == 7.0


def test_time_that_is_up_is_told_with_the_limit_that_held() -> None:
    with finish_within(0.0), pytest.raises(TimeLimitReached, match=r"longer than 0 s"):
        seconds_left()


def test_a_thread_that_takes_the_context_along_knows_the_limit() -> None:
    with finish_within(10):
        carried: Callable[..., float] = copy_context().run
    assert seconds_left() is None
    assert carried(left) <= 10
