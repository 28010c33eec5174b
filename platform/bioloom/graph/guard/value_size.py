"""Value sizes: upper estimates of values, rows and lists of a Cypher statement, and how they add up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bioloom.errors import UsageError

MOST_SIZE = 500_000
"""Elements and characters that one value may have."""

_MOST_HELD = 4 * MOST_SIZE  # elements that the variables of one row have together
_COLLECTED = 10  # nominal number of rows that an aggregation or a subquery collects
_SMALL = 5_000  # size up to which a collected value may have been made of what is stored
ROWS, HELD = r"\u0000", r"\u0001"  # no names: a scope's rows from lists of the statement, its size


@dataclass(frozen=True, slots=True)
class Value:
    """Upper estimate of a value: its size, as a list the number and the size of its items, its loops."""

    size: float
    items: float = 1.0
    item: float | None = None
    work: float = 0.0

    @property
    def of_item(self) -> float:
        """The size of one item; unknown items are as large as the whole."""
        return self.size if self.item is None else self.item


NOTHING = Value(0.0, 0.0, 0.0)
SCALAR = Value(1.0)
STORED = Value(10.0, 10.0, 10.0)
"""Nominal size of a variable or property that comes from the graph."""


Scope: TypeAlias = dict[str, Value]


def add_up(values: Sequence[Value]) -> Value:
    """Add up values that stand beside each other, whatever joins them."""
    size = sum(value.size for value in values)
    return Value(
        size,
        min(size, sum(value.items for value in values)),
        max((value.of_item for value in values), default=0.0),
        sum(value.work for value in values),
    )


def largest(values: Sequence[Value]) -> Value:
    """Estimate what is one of some values."""
    return Value(
        max(value.size for value in values),
        max(value.items for value in values),
        max(value.of_item for value in values),
        sum(value.work for value in values),
    )


def largest_of(scope: Scope, named: Scope) -> Scope:
    return {name: largest([value, scope.get(name, value)]) for name, value in named.items()}


def item_of(source: Value) -> Value:
    """Estimate an item of a list; of what it consists is not known."""
    return Value(max(source.of_item, 1.0), max(source.of_item, 1.0))


def bind(scope: Scope, named: Scope) -> Scope:
    """Add variables to a scope: all of a row are in memory together."""
    added = [value.size - scope.get(name, NOTHING).size for name, value in named.items() if name != ROWS]
    held = scope.get(HELD, NOTHING).size + sum(added)
    if held > _MOST_HELD:
        raise UsageError(
            f"the variables of a row could have more than {_MOST_HELD:,} elements in memory together: take "
            "fewer or shorter lists, or ask in several queries"
        )
    return scope | named | {HELD: Value(held)}


def collected(value: Value, scope: Scope) -> Value:
    """Estimate a list with a value of every row; large ones are made by the statement, row by row."""
    times = max(rows_of(scope), _COLLECTED if value.size <= _SMALL else float(MOST_SIZE))
    size = max(value.size, 1.0)
    return Value(times * size, times, size, value.work)


def rows_of(scope: Scope) -> float:
    return scope[ROWS].size if ROWS in scope else 1.0


def measure(value: object) -> Value:
    """Measure a parameter."""
    if isinstance(value, str):
        return Value(float(len(value)))
    if isinstance(value, Mapping):
        return add_up([measure(str(name)) for name in value] + [measure(item) for item in value.values()])
    if isinstance(value, Sequence):
        measured = [measure(item) for item in value]
        sizes = [max(item.size, 1.0) for item in measured]
        return Value(sum(sizes), float(len(sizes)), max(sizes, default=0.0))
    return SCALAR
