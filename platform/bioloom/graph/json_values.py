"""JSON conversion of driver values: nodes, edges, paths, times, points and bytes."""

import base64
import math
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"

_UNCHANGED = frozenset({bool, int, str, type(None)})
"""Types that JSON holds as they are: a list may have millions of them."""


def plain(value: object) -> Plain:
    """Convert one value of the driver to what JSON can hold, losing nothing that a reader needs.

    Numbers that JSON does not know become text.

    >>> plain((1, float("nan"), b"ab"))
    [1, 'NaN', 'YWI=']
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else unbounded(value)
        case Node():
            return {"labels": plain(sorted(value.labels)), "properties": _fields(dict(value.items()))}
        case Relationship():
            return _relationship(value)
        case Path():
            return {
                "nodes": [plain(node) for node in value.nodes],
                "relationships": [plain(edge) for edge in value.relationships],
            }
        case Point():
            return {"srid": value.srid, "coordinates": [plain(number) for number in value]}
        case DateTime() | Date() | Time() | Duration():
            return value.iso_format()
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case bytes() | bytearray():
            return base64.b64encode(value).decode("ascii")
        case Mapping():
            return _fields(value)
        case list() | tuple() | set() | frozenset():
            return [item if type(item) in _UNCHANGED else plain(item) for item in value]
        case _:
            return str(value)


def unbounded(value: float) -> str:
    """Name a number that is none or has no bound."""
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _fields(value: Mapping[str, object]) -> dict[str, Plain]:
    return {str(key): plain(item) for key, item in value.items()}


def _relationship(edge: Relationship) -> Plain:
    start, end = edge.start_node, edge.end_node
    return {
        "type": edge.type,
        "start": plain(start.get("id", start.element_id)) if start is not None else None,
        "end": plain(end.get("id", end.element_id)) if end is not None else None,
        "properties": _fields(dict(edge.items())),
    }
