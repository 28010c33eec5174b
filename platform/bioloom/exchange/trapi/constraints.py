"""Attribute constraints: which property they speak of, and which values it may have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from bioloom.biolink import Biolink
from bioloom.errors import UsageError
from bioloom.exchange.trapi.bounds import LONGEST_TEXT, MOST_TERMS
from bioloom.exchange.trapi.patterns import safe_pattern
from bioloom.exchange.trapi.query import Constraint, Operator
from bioloom.records.graph import Scalar

if TYPE_CHECKING:
    from reasoner_pydantic.qgraph import AttributeConstraint

_OWN = frozenset(
    {
        "xref",
        "description",
        "native_type",
        "sentence_ids",
        "document_ids",
        "extractor",
        "predicate_mapped_by",
        "predicate_score",
    }
)
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
    items = list(root) if isinstance(root, list) else [root]
    if len(items) > MOST_TERMS * 10:
        raise UsageError(f"a constraint may have {MOST_TERMS * 10} values, not {len(items)}")
    for item in items:
        if not isinstance(item, str | int | float | bool):
            raise UsageError(
                f"the constraint {name!r} needs text, a number, true or false, or a list of these"
            )
        if isinstance(item, int) and item not in _INTEGERS:
            raise UsageError(f"the constraint {name!r} has a number that is too large")
        if isinstance(item, str) and len(item) > LONGEST_TEXT:
            raise UsageError(f"the constraint {name!r} has a text of more than {LONGEST_TEXT} characters")
    return tuple(items), whole
