"""Record shapes: whether the values of a record have the types that its class declares."""

from dataclasses import fields
from functools import cache
from numbers import Real
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from bioloom.records.document import AnnotatedDocument, Document, Mention, Relation, Sentence
from bioloom.records.graph import SourceClaim, SourceEdge, SourceNode
from bioloom.records.source import Reject, Skip

_RECORDS = (
    *(AnnotatedDocument, Document, Sentence, Mention, Relation),
    *(SourceNode, SourceEdge, SourceClaim, Reject, Skip),
)


def shape_fault(record: object) -> str:
    """Say which value of a record is not of the type that its class declares; empty where all are.

    >>> from bioloom.records import Place
    >>> shape_fault(SourceNode("A:1", "biolink:Gene", Place("nodes.json")))
    "categories of a SourceNode must be tuple, not 'biolink:Gene'"
    """
    if not isinstance(record, _RECORDS):
        return f"a loader gives records of bioloom.records, and gave {record!r:.100}"
    kind: Any = type(record)
    said = kind.__name__
    for name, types in _declared(kind):
        value: Any = getattr(record, name)
        fits: bool = isinstance(value, types)
        if not fits:
            wanted = " or ".join(each.__name__ for each in types)
            return f"{name} of a {said} must be {wanted}, not {value!r:.100}"
        if name == "categories" and (other := [each for each in value if not isinstance(each, str)]):
            return f"{name} of a {said} must be texts, not {other[0]!r:.100}"
        if name == "properties" and (wrong := [each for each in value.items() if not _is_slot(*each)]):
            key, given = wrong[0]
            return (
                f"the property {key!r:.100} of a {said} must be a text, number, truth value or tuple of "
                f"these, not {given!r:.100}"
            )
    return ""


def _is_slot(name: object, value: object) -> bool:
    values = value if isinstance(value, tuple) else (value,)
    return isinstance(name, str) and all(isinstance(each, str | Real) for each in values)


@cache
def _declared(kind: Any) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Give the types that each field of a record may have."""
    hints = get_type_hints(kind)
    return tuple((field.name, _types(hints[field.name])) for field in fields(kind))


def _types(hint: object) -> tuple[type, ...]:
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    plain = tuple(get_origin(part) or part for part in parts)
    return (*plain, int) if float in plain else plain
