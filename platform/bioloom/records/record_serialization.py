"""Record serialization: nodes, edges and claims of rejects to JSON values and back."""

from collections.abc import Mapping
from dataclasses import fields

from bioloom.records import Place, Scalar, SourceClaim, SourceEdge, SourceNode, Value
from bioloom.records.attributes import attributes
from bioloom.records.trapi_qualifiers import unfold_qualifiers

_CLAIM = tuple(each.name for each in fields(SourceClaim) if each.name not in ("place", "properties"))
_EDGE = ("subject", "predicate", "object")


def serialize_record(record: SourceNode | SourceEdge | SourceClaim) -> dict[str, object]:
    """Serialize a record to JSON values, completely, so that it can be corrected and replayed."""
    if isinstance(record, SourceNode):
        return {
            "kind": "node",
            "id": record.id,
            "name": record.name,
            "categories": list(record.categories),
            "properties": _json(record.properties),
        }
    if isinstance(record, SourceClaim):
        return {"kind": "claim", **attributes(record, *_CLAIM), "properties": _json(record.properties)}
    return {"kind": "edge", **attributes(record, *_EDGE), "properties": _json(record.properties)}


def parse_record(record: Mapping[str, object], place: Place) -> SourceNode | SourceEdge | SourceClaim | None:
    """Rebuild the node, edge or claim of a reject; None if it is neither (a line of an annotation file).

    >>> node = SourceNode("A:1", ("biolink:Gene",), Place("f", 1), properties={"xref": ("B:1",)})
    >>> parse_record(serialize_record(node), Place("f", 1)) == node
    True
    """
    properties = record.get("properties", {})
    if not isinstance(properties, Mapping):
        return None
    if record.get("kind") == "edge":
        properties = unfold_qualifiers(properties)
    values = {str(name): _value(value) for name, value in properties.items() if value is not None}
    if record.get("kind") == "node":
        categories, name = record.get("categories"), record.get("name")
        if isinstance(categories, str):
            categories = [text for part in categories.split("|") if (text := part.strip())]
        listed = tuple(map(str, categories)) if isinstance(categories, list) else ()
        return SourceNode(
            str(record.get("id") or ""), listed, place, None if name is None else str(name), values
        )
    if record.get("kind") == "edge":
        ends = [str(record.get(slot) or "") for slot in _EDGE]
        return SourceEdge(ends[0], ends[1], ends[2], place, values)
    if record.get("kind") == "claim":
        stated = {slot: str(record.get(slot) or "") for slot in _CLAIM}
        return SourceClaim(**stated, place=place, properties=values)
    return None


def _json(properties: Mapping[str, Value]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in properties.items()}


def _value(value: object) -> Value:
    if isinstance(value, list):
        return tuple(_scalar(item) for item in value)
    return _scalar(value)


def _scalar(value: object) -> Scalar:
    return value if isinstance(value, str | int | float | bool) else str(value)
