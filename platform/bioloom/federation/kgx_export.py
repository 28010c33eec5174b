"""KGX export of facts, with their provenance, to be loaded like any other source."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bioloom.federation.facts import Fact, RemoteEntity

_CARRIED = ("publications", "supporting_text", "original_predicate", "p_value")
_UNKNOWN = "not_provided"


def write_kgx(facts: Iterable[Fact], stem: Path) -> tuple[Path, Path]:
    """Write ``STEM_nodes.jsonl`` and ``STEM_edges.jsonl``, which ``bioloom load`` takes.

    A claim keeps its primary source and who passed it on; knowledge level and agent type are ``not_provided``
    where the other graph does not say. The load checks them as it does every file.
    """
    nodes: dict[str, dict[str, Any]] = {}
    edges: list[dict[str, Any]] = []
    for fact in facts:
        for thing in (fact.subject, fact.object):
            nodes.setdefault(thing.id, _node(thing))
        edges.append(_edge(fact))
    paths = tuple(stem.with_name(f"{stem.name}_{kind}.jsonl") for kind in ("nodes", "edges"))
    stem.parent.mkdir(parents=True, exist_ok=True)
    for path, rows in zip(paths, (nodes.values(), edges), strict=True):
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return paths[0], paths[1]


def _node(thing: RemoteEntity) -> dict[str, Any]:
    return {"id": thing.id, "name": thing.name, "category": list(thing.categories) or ["biolink:NamedThing"]}


def _edge(fact: Fact) -> dict[str, Any]:
    edge: dict[str, Any] = {
        "subject": fact.subject.id,
        "predicate": fact.predicate,
        "object": fact.object.id,
        **fact.qualifiers,
        "primary_knowledge_source": fact.primary_source,
        "knowledge_level": _text(fact.attributes.get("knowledge_level")),
        "agent_type": _text(fact.attributes.get("agent_type")),
        "retrieved_on": fact.retrieved[:10],
    }
    if fact.aggregators:
        edge["aggregator_knowledge_source"] = list(fact.aggregators)
    return edge | {slot: fact.attributes[slot] for slot in _CARRIED if fact.attributes.get(slot)}


def _text(value: object) -> str:
    return value if isinstance(value, str) and value else _UNKNOWN
