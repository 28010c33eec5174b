"""TRAPI attributes: the properties of nodes and edges under Biolink's names, and what can be constrained."""

from collections.abc import Iterable, Mapping
from typing import Any

from bioloom.biolink import Biolink
from bioloom.exchange.slots import slots_of
from bioloom.graph.json_values import Plain, plain

SOURCES = PRIMARY, AGGREGATOR, SUPPORTING = (
    "primary_knowledge_source",
    "aggregator_knowledge_source",
    "supporting_data_source",
)
_TOLD_ELSEWHERE = frozenset({"id", "name", "category", "subject", "predicate", "object", "negated", *SOURCES})
_MEANT: Mapping[str, str] = {"equivalent_identifiers": "biolink:xref"}
_INTERNAL = slots_of("database") | slots_of("hidden")
_OTHER = "biolink:has_attribute"
_TYPES = {"integer": "linkml:Integer", "number": "linkml:Float", "boolean": "linkml:Boolean"}
_IDS = frozenset({"publications", "xref", "equivalent_identifiers"})


def attributes_json(
    properties: Mapping[str, Any], besides: frozenset[str], biolink: Biolink
) -> list[dict[str, Plain]]:
    """Give each property as an attribute: a slot of Biolink under its own name, others as they are here."""
    found: list[dict[str, Plain]] = []
    for name in _told(properties, besides):
        attribute: dict[str, Plain] = {
            "attribute_type_id": _type_id(name, biolink),
            "value": plain(properties[name]),
            "original_attribute_name": name,
        }
        if name in _IDS:
            attribute["value_type_id"] = "linkml:Uriorcurie"
        found.append(attribute)
    return found


def meta_attributes(
    slots: Iterable[str], besides: frozenset[str], biolink: Biolink
) -> list[dict[str, Plain]]:
    """Say which attributes nodes or edges with these properties have, and which can be constrained.

    >>> from bioloom.biolink import model
    >>> meta_attributes(["p_value", "record_hash"], frozenset(), model())  # doctest: +NORMALIZE_WHITESPACE
    [{'attribute_type_id': 'biolink:p_value', 'original_attribute_names': ['p_value'],
      'value_type_id': 'linkml:Float', 'constraint_use': True, 'constraint_name': 'p value'}]
    """
    found: dict[str, list[str]] = {}
    for name in _told(slots, besides):
        found.setdefault(_type_id(name, biolink), []).append(name)
    return [_meta_attribute(type_id, names, biolink) for type_id, names in sorted(found.items())]


def _meta_attribute(type_id: str, names: list[str], biolink: Biolink) -> dict[str, Plain]:
    slot = type_id.removeprefix("biolink:")
    known = biolink.typed_slots.get(slot)
    value = "linkml:Uriorcurie" if slot in _IDS else _TYPES.get(known.value if known else "", "linkml:String")
    attribute: dict[str, Plain] = {
        "attribute_type_id": type_id,
        "original_attribute_names": list[Plain](names),
        "value_type_id": value,
        "constraint_use": type_id != _OTHER,
    }
    if type_id == _OTHER:
        del attribute["value_type_id"]  # several properties of several types
        return attribute
    return attribute | {"constraint_name": slot.replace("_", " ")}


def _told(slots: Iterable[str], besides: frozenset[str]) -> list[str]:
    return sorted(set(slots) - _TOLD_ELSEWHERE - _INTERNAL - besides)


def _type_id(name: str, biolink: Biolink) -> str:
    known = f"biolink:{name}" if name == "xref" or name in biolink.release.slots else _OTHER
    return _MEANT.get(name, known)


def listed(value: object) -> list[str]:
    """Give the texts of a property that holds one, several or none, each once."""
    if value is None:
        return []
    items = value if isinstance(value, list | tuple) else [value]
    return list(dict.fromkeys(str(item) for item in items))
