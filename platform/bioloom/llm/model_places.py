"""Places at the language model: how many requests may wait for it, and which of them are given up."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from bioloom.errors import ModelUnavailable


class ModelPlaces:
    """`most` requests may wait for the model at once; a further one is told so, and does not wait.

    >>> places = ModelPlaces(1)
    >>> first, second = ModelVisit(places), ModelVisit(places)
    >>> first.refusal() is None, str(second.refusal())
    (True, 'the language model is busy with 1 other request; ask again later')
    >>> first.leave()
    >>> second.refusal() is None
    True
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._held = 0

    def take(self) -> bool:
        """Take a place; False if there is none."""
        with self._lock:
            if self._held >= self.most:
                return False
            self._held += 1
            return True

    def leave(self) -> None:
        """Release a place."""
        with self._lock:
            self._held -= 1


class ModelVisit:
    """What one request has to do with the model: its place, from its first call on, and whether it goes on.

    The place is kept between its calls, so that an answer that was begun with the model is ended with it.
    """

    def __init__(self, places: ModelPlaces) -> None:
        self._places = places
        self._lock = threading.Lock()
        self._inside = False
        self._left = False
        self._why: str | None = None
        self._ends: dict[object, Callable[[], object]] = {}

    @property
    def given_up(self) -> ModelUnavailable | None:
        """The error of a call that was given up; None while it may go on."""
        return None if self._why is None else ModelUnavailable(self._why)

    def refusal(self) -> ModelUnavailable | None:
        """Take a place unless this visit has one; the error of the call if there is none, or it is over."""
        with self._lock:
            if self._why is not None or self._left:
                return ModelUnavailable(self._why or "the request is over")
            if not self._inside and not self._places.take():
                most = self._places.most
                others = f"{most} other request{'s' if most > 1 else ''}"
                return ModelUnavailable(f"the language model is busy with {others}; ask again later")
            self._inside = True
            return None

    def leave(self) -> None:
        """Release the place, for good."""
        with self._lock:
            inside, self._inside, self._left = self._inside, False, True
        if inside:
            self._places.leave()

    def give_up(self, why: str) -> None:
        """End the calls that run; those that follow fail at once."""
        with self._lock:
            if self._why is None:
                self._why = why
            for end in self._ends.values():
                end()

    @contextmanager
    def ended_by(self, end: Callable[[], object]) -> Iterator[None]:
        """Call `end`, which must not block, if the visit is given up within the block."""
        key = object()
        with self._lock:
            self._ends[key] = end
            if self._why is not None:
                end()
        try:
            yield
        finally:
            with self._lock:
                del self._ends[key]


VISIT: ContextVar[ModelVisit | None] = ContextVar("visit", default=None)
"""The visit of the request that is being answered; None outside of the service: calls are not bounded."""
