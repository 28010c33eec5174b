"""Left-out rules: the functions of rooms, and each replaced by one that says no where it would say yes."""

from __future__ import annotations

import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, update_wrapper
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

Watch = Callable[[str, bool], None]
"""Is told the name of a function that was called, and whether it fired."""


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """A function of a room: its name, itself, and where in the loaded modules it stands."""

    name: str
    function: Callable[..., Any]
    places: tuple[tuple[ModuleType, str], ...]

    def put(self, other: Callable[..., Any]) -> None:
        """Let another function stand wherever this one does."""
        for module, name in self.places:
            setattr(module, name, other)


def find_rules(rooms: Iterable[str]) -> tuple[RuleFunction, ...]:
    """Find the functions that are defined in some packages, but for generators, in the order of their names.

    >>> [each.name for each in find_rules(["bioloom.question_parsing"])][:1]
    ['question_parsing.abbreviated_words._begun']
    """
    modules = [
        import_module(found.name)
        for room in rooms
        for found in pkgutil.walk_packages(import_module(room).__path__, f"{room}.")
    ]
    made = {}
    for module in modules:
        for name, found in vars(module).items():
            bare = inspect.unwrap(found) if callable(found) else None
            own = isinstance(bare, FunctionType) and bare.__module__ == module.__name__
            if own and not inspect.isgeneratorfunction(bare) and not inspect.iscoroutinefunction(bare):
                made[f"{module.__name__.partition('.')[2]}.{name}"] = found
    return tuple(RuleFunction(name, found, _places(found)) for name, found in sorted(made.items()))


def _places(function: Callable[..., Any]) -> tuple[tuple[ModuleType, str], ...]:
    """Find every name by which loaded modules of the product know a function."""
    modules = [each for name, each in sys.modules.items() if name.startswith("bioloom.")]
    return tuple(
        (module, name) for module in modules for name, held in vars(module).items() if held is function
    )


@contextmanager
def watched(rules: Iterable[RuleFunction], watch: Watch) -> Iterator[None]:
    """Tell of every call of some rules whether it fired."""
    rules = tuple(rules)
    for rule in rules:
        rule.put(_wrapped(rule.function, partial(_seen, rule.name, watch)))
    try:
        yield
    finally:
        for rule in rules:
            rule.put(rule.function)


@contextmanager
def left_out(rule: RuleFunction) -> Iterator[None]:
    """Leave a rule out: it says no, gives nothing, or gives back what it was given."""
    rule.put(_wrapped(rule.function, silenced))
    try:
        yield
    finally:
        rule.put(rule.function)


def _wrapped(function: Callable[..., Any], then: Callable[[Any, tuple[Any, ...]], Any]) -> Callable[..., Any]:
    """Give a function that gives what `then` makes of a result and of what it was found for."""

    def called(*given: Any, **named: Any) -> Any:
        return then(function(*given, **named), given)

    update_wrapper(called, function)
    if hasattr(function, "cache_clear"):
        called.cache_clear = function.cache_clear  # type: ignore[attr-defined]
    return called


def _seen(name: str, watch: Watch, found: Any, given: tuple[Any, ...]) -> Any:
    watch(name, fires(found, given))
    return found


def fires(found: Any, given: tuple[Any, ...]) -> bool:
    """Say whether a result differs from what the function gives where it is left out.

    >>> fires(True, ()), fires([], ()), fires("spin", ("spun",)), fires("spin", ("spin",))
    (True, False, True, False)
    """
    other = silenced(found, given)
    return other is not found and bool(other != found)


def silenced(found: Any, given: tuple[Any, ...]) -> Any:
    """Give what stands for a result where a rule is left out: False, 0, what was given if it is of the same
    type, else nothing.

    >>> silenced(True, ()), silenced(0.5, ()), silenced("spin", ("spun",)), silenced((1,), ())
    (False, 0.0, 'spun', ())
    """
    if isinstance(found, bool | int | float):
        return type(found)(0)
    alike = next((each for each in given if type(each) is type(found) and found is not None), None)
    if alike is not None:
        return alike
    return type(found)() if isinstance(found, str | tuple | list | frozenset | set | Mapping) else None


def forget(modules: Iterable[str]) -> None:
    """Empty the memories of functions with parameters in loaded modules whose names begin so."""
    begun = tuple(modules)
    for name, module in list(sys.modules.items()):
        if name.startswith(begun):
            for held in list(vars(module).values()):
                if hasattr(held, "cache_clear") and inspect.signature(held).parameters:
                    held.cache_clear()
