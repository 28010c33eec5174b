"""TRAPI knowledge graph: entities and claims as its nodes and edges."""

from collections.abc import Iterable, Mapping
from typing import Any

from bioloom.biolink import Biolink
from bioloom.biolink.model import NAMED_THING
from bioloom.exchange.trapi.attributes import AGGREGATOR, PRIMARY, SUPPORTING, attributes_json, listed
from bioloom.exchange.trapi.knowledge_fetching import StatedSentence, StoredEdge
from bioloom.exchange.trapi.study_results import STUDIES, supporting_studies
from bioloom.exchange.trapi.subclass_inference import EntailedEdge
from bioloom.exchange.trapi.workflow import OURSELVES
from bioloom.graph.json_values import Plain


def node_json(properties: Mapping[str, Any], biolink: Biolink) -> dict[str, Any]:
    """Give an entity as a TRAPI node: its categories without mixins, all else that is known as attributes."""
    stated = listed(properties.get("category"))  # a mention has one
    things = [name for name in stated if _is_thing(name, biolink)]
    attributes = attributes_json(properties, frozenset(), biolink)
    for one in attributes:
        if one["attribute_type_id"] == "biolink:xref" and isinstance(one["value"], list):
            one["value"] = _preferred(one["value"], things, biolink)
    return {
        "name": properties.get("name"),
        "categories": things or [NAMED_THING],
        "attributes": attributes,
        "is_set": False,
    }


def _preferred(ids: Iterable[Plain], categories: Iterable[str], biolink: Biolink) -> list[Plain]:
    """Order equivalent ids as Biolink prefers their prefixes, which is how nodes are normalised."""
    held = tuple(categories)
    return sorted(ids, key=lambda id_: (biolink.prefix_rank(str(id_), held), str(id_)))


def _is_thing(category: str, biolink: Biolink) -> bool:
    return biolink.is_category(category) and biolink.release.categories[category].kind == "thing"


def edge_json(claim: StoredEdge, sentences: Mapping[str, StatedSentence], biolink: Biolink) -> dict[str, Any]:
    """Give a claim as a TRAPI edge with its qualifiers, its sources and all else as attributes."""
    properties = claim.properties
    slots = frozenset(biolink.release.qualifiers)
    attributes = attributes_json(properties, slots, biolink)
    if studies := supporting_studies(claim, sentences):
        attributes.append({"attribute_type_id": STUDIES, "value": studies})
    edge: dict[str, Any] = {
        "subject": claim.subject,
        "predicate": claim.predicate,
        "object": claim.object,
        "sources": sources_json(properties),
        "attributes": attributes,
    }
    return edge | _qualifiers({slot: properties[slot] for slot in slots & properties.keys()})


def entailed_json(edge: EntailedEdge) -> dict[str, Any]:
    """Give an edge that follows from claims on subclasses, with the graphs that support it."""
    found: dict[str, Any] = {
        "subject": edge.subject,
        "predicate": edge.predicate,
        "object": edge.object,
        "sources": [_source(OURSELVES, "primary_knowledge_source")],
        "attributes": [
            {"attribute_type_id": "biolink:support_graphs", "value": list(edge.support)},
            {"attribute_type_id": "biolink:knowledge_level", "value": "logical_entailment"},
            {"attribute_type_id": "biolink:agent_type", "value": "automated_agent"},
        ],
    }
    return found | _qualifiers(edge.qualifiers)


def _qualifiers(stated: Mapping[str, Any]) -> dict[str, Any]:
    found = [
        {"qualifier_type_id": f"biolink:{slot}", "qualifier_value": value}
        for slot, held in sorted(stated.items())
        for value in listed(held)
    ]
    return {"qualifiers": found} if found else {}


def sources_json(properties: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Give the retrieval sources of a claim: supporting data, primary source, aggregators, this service.

    >>> claim = {"primary_knowledge_source": "infores:ctd", "aggregator_knowledge_source": "infores:hetionet"}
    >>> [(source["resource_id"], source.get("upstream_resource_ids")) for source in sources_json(claim)]
    [('infores:ctd', None), ('infores:hetionet', ['infores:ctd']), ('infores:bioloom', ['infores:hetionet'])]
    """
    primary = str(properties.get(PRIMARY) or OURSELVES)
    supporting = [name for name in listed(properties.get(SUPPORTING)) if name != primary]
    sources = [_source(name, SUPPORTING) for name in supporting]
    sources.append(_source(primary, "primary_knowledge_source", supporting))
    collected = [name for name in listed(properties.get(AGGREGATOR)) if name not in (primary, OURSELVES)]
    sources += [_source(name, "aggregator_knowledge_source", [primary]) for name in collected]
    if primary != OURSELVES:
        sources.append(_source(OURSELVES, "aggregator_knowledge_source", collected or [primary]))
    return sources


def _source(name: str, role: str, upstream: Iterable[str] = ()) -> dict[str, Any]:
    source: dict[str, Any] = {"resource_id": name, "resource_role": role}
    above = sorted(set(upstream))
    return source | {"upstream_resource_ids": above} if above else source
