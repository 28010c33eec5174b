"""TRAPI knowledge graph: entities and claims as its nodes and edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bioloom.biolink import Biolink
from bioloom.biolink.model import NAMED_THING
from bioloom.exchange.trapi.workflow import OURSELVES
from bioloom.graph.json_values import Plain, plain

_PRIMARY, _AGGREGATOR, _SUPPORTING = (
    f"{role}_source" for role in ("primary_knowledge", "aggregator_knowledge", "supporting_data")
)
_TOLD_ELSEWHERE = frozenset(
    {
        "id",
        "name",
        "category",
        "subject",
        "predicate",
        "object",
        "negated",
        _PRIMARY,
        _AGGREGATOR,
        _SUPPORTING,
    }
)
_MEANT: Mapping[str, str] = {"xref": "biolink:xref", "equivalent_identifiers": "biolink:xref"}
_INTERNAL = frozenset(
    {"record_hash", "normalised", "name_keys", "biolink_version", "support", "predicate_candidates"}
)


def node_json(properties: Mapping[str, Any], biolink: Biolink) -> dict[str, Any]:
    """Give an entity as a TRAPI node: its categories without mixins, all else that is known as attributes."""
    stated = properties.get("category") or [NAMED_THING]
    things = [name for name in stated if _is_thing(name, biolink)]
    return {
        "name": properties.get("name"),
        "categories": things or [NAMED_THING],
        "attributes": _attributes(properties, frozenset(), biolink),
        "is_set": False,
    }


def _is_thing(category: str, biolink: Biolink) -> bool:
    return biolink.is_category(category) and biolink.release.categories[category].kind == "thing"


def edge_json(
    subject: str, predicate: str, object_: str, properties: Mapping[str, Any], biolink: Biolink
) -> dict[str, Any]:
    """Give a claim as a TRAPI edge with its qualifiers, its sources and all else as attributes."""
    slots = frozenset(biolink.release.qualifiers)
    edge: dict[str, Any] = {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "sources": sources_json(properties),
        "attributes": _attributes(properties, slots, biolink),
    }
    qualifiers = [
        {"qualifier_type_id": f"biolink:{slot}", "qualifier_value": str(value)}
        for slot in sorted(slots & properties.keys())
        for value in _listed(properties[slot])
    ]
    if qualifiers:
        edge["qualifiers"] = qualifiers
    return edge


def sources_json(properties: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Give the retrieval sources of a claim: supporting data, primary source, aggregators, this service.

    >>> claim = {"primary_knowledge_source": "infores:ctd", "aggregator_knowledge_source": "infores:hetionet"}
    >>> [(source["resource_id"], source.get("upstream_resource_ids")) for source in sources_json(claim)]
    [('infores:ctd', None), ('infores:hetionet', ['infores:ctd']), ('infores:bioloom', ['infores:hetionet'])]
    """
    primary = str(properties.get(_PRIMARY) or OURSELVES)
    supporting = [name for name in _listed(properties.get(_SUPPORTING)) if name != primary]
    sources = [_source(name, _SUPPORTING) for name in supporting]
    sources.append(_source(primary, "primary_knowledge_source", supporting))
    collected = [name for name in _listed(properties.get(_AGGREGATOR)) if name not in (primary, OURSELVES)]
    sources += [_source(name, "aggregator_knowledge_source", [primary]) for name in collected]
    if primary != OURSELVES:
        sources.append(_source(OURSELVES, "aggregator_knowledge_source", collected or [primary]))
    return sources


def _source(name: str, role: str, upstream: Iterable[str] = ()) -> dict[str, Any]:
    source: dict[str, Any] = {"resource_id": name, "resource_role": role}
    above = sorted(set(upstream))
    return source | {"upstream_resource_ids": above} if above else source


def _listed(value: object) -> list[str]:
    if value is None:
        return []
    items = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(str(item) for item in items))


def _attributes(
    properties: Mapping[str, Any], besides: frozenset[str], biolink: Biolink
) -> list[dict[str, Plain]]:
    """Give each property as an attribute: a slot of Biolink under its own name, others as they are here."""
    found: list[dict[str, Plain]] = []
    for name in sorted(properties.keys() - _TOLD_ELSEWHERE - _INTERNAL - besides):
        unknown = f"biolink:{name}" if name in biolink.release.slots else "biolink:has_attribute"
        type_id = _MEANT.get(name, unknown)
        found.append(
            {"attribute_type_id": type_id, "value": plain(properties[name]), "original_attribute_name": name}
        )
    return found
