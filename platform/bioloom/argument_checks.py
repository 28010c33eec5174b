"""Checks of the public functions: arguments of plain types, a graph that is open, interrupts kept."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from pathlib import Path
from threading import Event
from typing import Any, ParamSpec, Self, TypeVar, cast

from bioloom.errors import UsageError, is_interrupt
from bioloom.records import Claim, LoadOptions
from bioloom.retrieval import Filters
from bioloom.settings import Settings

_PLAIN: Mapping[str, tuple[type, ...]] = {
    **{each.__name__: (each,) for each in (str, int, bool, Path, Sequence, Mapping, Filters)},
    **{each.__name__: (each,) for each in (Claim, LoadOptions, Settings)},
    "Callable": (Callable,),  # type: ignore[dict-item]  # isinstance takes it
    "float": (int, float),
    "None": (type(None),),
}
"""Declared types that arguments are checked for, and members of sequences."""

P = ParamSpec("P")
R = TypeVar("R")


def checked_call(function: Callable[P, R]) -> Callable[P, R]:
    """Refuse arguments of another type than the plain ones that are declared, and a closed graph, with
    UsageError; an interrupt stays one."""
    declared = signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        given = declared.bind(*args, **kwargs).arguments
        for name, value in given.items():
            said = str(declared.parameters[name].annotation)
            if not _fits(value, said):
                raise UsageError(f"{function.__name__}: {name} must be {said}, not {value!r:.100}")
        with _OpenCall(function.__name__, given.get("graph")) as held:
            result = function(*args, **kwargs)
            return cast("R", held.steps(result)) if isinstance(result, Iterator) else result

    return call


def _fits(value: object, said: str) -> bool:
    """Say whether a value is of a declared type, as far as that is plain."""
    for each in said.split(" | "):
        outer, _, inner = each.rstrip("]").partition("[")
        members = _PLAIN.get(inner, (object,))
        if outer not in _PLAIN:
            return True
        if isinstance(value, _PLAIN[outer]) and (outer != "Sequence" or _all_are(members, value)):
            return True
    return False


def _all_are(members: tuple[type, ...], value: object) -> bool:
    return isinstance(value, Sequence) and all(isinstance(each, members) for each in value)


@dataclass(frozen=True, slots=True)
class _OpenCall:
    """A call of a function over a graph that must be open, whose interrupts no other error hides."""

    name: str
    graph: object
    before: BaseException | None = field(default_factory=lambda: sys.exc_info()[1])

    def __enter__(self) -> Self:
        closed = getattr(self.graph, "closed", None)
        if isinstance(closed, Event) and closed.is_set():
            raise UsageError(f"{self.name}: this graph was closed; open it again: open_graph()")
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if is_interrupt(error, self.before) and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from error

    def steps(self, items: Iterator[Any]) -> Iterator[Any]:
        """Iterate, each step being such a call."""
        while True:
            with self:
                item = next(items, self)
            if item is self:
                return
            yield item
