"""Attribute constraints: the property that each speaks of, and the values it may have."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from bioloom.biolink import Biolink
from bioloom.errors import UsageError
from bioloom.exchange.slots import slots_of
from bioloom.exchange.trapi.limits import LONGEST_PATTERN, LONGEST_TEXT, MOST_TERMS
from bioloom.exchange.trapi.query_graph import Constraint, Operator
from bioloom.graph.guard.regex_cost import match_steps
from bioloom.graph.guard.statement_cost import MOST_WORK
from bioloom.records.graph import Scalar

_LENGTH = 1_000  # nominal characters of a stored value that a pattern is matched against


def safe_pattern(pattern: str) -> str:
    """Give a regular expression in the database's syntax, to match anywhere in a text.

    The database tries a pattern in all ways it can match, without end for some. So one that may take too many
    steps is refused (UsageError), as are groups with "(?", which the database reads otherwise than Python.

    >>> safe_pattern("^PMID:[0-9]+$")
    '(?s).*(?:^PMID:[0-9]+$).*'
    >>> safe_pattern("(a+)+$")
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: this regular expression is not taken: it repeats too much, or has (?
    """
    if len(pattern) > LONGEST_PATTERN:
        raise UsageError(f"a regular expression may have {LONGEST_PATTERN} characters, not {len(pattern)}")
    try:
        re.compile(pattern)
        steps = math.inf if "(?" in pattern else match_steps(pattern, _LENGTH)
    except UsageError:
        steps = math.inf
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"this is not a regular expression: {error}") from None
    if steps * _LENGTH > MOST_WORK:
        raise UsageError("this regular expression is not taken: it repeats too much, or has (?")
    return f"(?s).*(?:{pattern}).*"


if TYPE_CHECKING:
    from reasoner_pydantic.qgraph import AttributeConstraint

_OWN = slots_of("constrained")
_INTEGERS = range(-(2**63), 2**63)


def read_constraints(
    stated: Iterable[AttributeConstraint], biolink: Biolink
) -> tuple[tuple[Constraint, ...], tuple[str, ...]]:
    """Read constraints; those on attributes that no entity or claim can have come back by their names.

    UsageError where a value is not one that an attribute can have.
    """
    read: list[Constraint] = []
    unsupported: list[str] = []
    given = list(stated)
    if len(given) > MOST_TERMS:
        raise UsageError(f"a query node or edge may have {MOST_TERMS} constraints, not {len(given)}")
    for one in given:
        prefix, _, slot = one.id.partition(":")
        known = prefix == "biolink" and (slot in biolink.release.slots or slot in _OWN)
        if not known or one.unit_id is not None or one.unit_name is not None:
            unsupported.append(one.name or one.id)
            continue
        operator: Operator = one.operator.value
        values, whole = _values(one.value, one.name)
        if operator == "matches":
            values = tuple(safe_pattern(str(value)) for value in values)
        read.append(Constraint(slot, operator, values, bool(one.negated), whole))
    return tuple(read), tuple(unsupported)


def _values(value: Any, name: str) -> tuple[tuple[Scalar, ...], bool]:
    root = getattr(value, "root", value)
    whole = isinstance(root, list)
    items = list(root) if whole else [root]
    if len(items) > MOST_TERMS * 10:
        raise UsageError(f"a constraint may have {MOST_TERMS * 10} values, not {len(items)}")
    for item in items:
        if not isinstance(item, str | int | float | bool):
            needed = "text, a number, true or false, or a list of these"
            raise UsageError(f"the constraint {name!r} needs {needed}")
        if isinstance(item, int) and item not in _INTEGERS:
            raise UsageError(f"the constraint {name!r} has a number that is too large")
        if isinstance(item, str) and len(item) > LONGEST_TEXT:
            raise UsageError(f"the constraint {name!r} has a text of more than {LONGEST_TEXT} characters")
    return tuple(items), whole
