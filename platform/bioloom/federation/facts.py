"""Facts of other graphs: a parser for the knowledge graph of a TRAPI response; all of it is untrusted."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_ROLES = ("primary_knowledge_source", "aggregator_knowledge_source")
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class RemoteEntity:
    """An entity of another graph: its CURIE, its name (the CURIE where it has none) and its categories."""

    id: str
    name: str
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One claim of another graph, in the direction in which it is stated.

    `endpoint` is where it was asked for, `retrieved` the day (ISO 8601) on which it was.
    """

    subject: RemoteEntity
    predicate: str
    object: RemoteEntity
    primary_source: str
    endpoint: str
    retrieved: str
    aggregators: tuple[str, ...] = ()
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Tell it from other claims; the same claim of one source out of two endpoints is one."""
        stated = self.subject.id, self.predicate, self.object.id
        return (*stated, tuple(sorted(self.qualifiers.items())), self.primary_source)


def at(value: object, name: str) -> Any:
    """Give what an object has under a name; None if it is no object or has no such thing."""
    return value.get(name) if isinstance(value, Mapping) else None


def listed(value: object) -> list[Any]:
    """Give a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []


def read_facts(response: object, endpoint: str, retrieved: str) -> Iterator[Fact]:
    """Read the knowledge graph of a TRAPI response (SPEC T6); what is malformed in it is passed over.

    Denied claims are passed over too. A claim without a source has the source ``infores:unknown``.
    """
    graph = at(at(response, "message"), "knowledge_graph")
    nodes = {id_: _thing(id_, node) for id_, node in _items(at(graph, "nodes"))}
    for _, edge in _items(at(graph, "edges")):
        subject, predicate, object_ = (at(edge, name) for name in ("subject", "predicate", "object"))
        if not (_is_text(subject) and _is_text(predicate) and _is_text(object_)):
            continue
        attributes = _attributes(at(edge, "attributes"))
        if attributes.get("negated") is True:
            continue
        sources = [source for source in listed(at(edge, "sources")) if _is_text(at(source, "resource_id"))]
        primary, aggregators = (
            tuple(source["resource_id"] for source in sources if at(source, "resource_role") == role)
            for role in _ROLES
        )
        yield Fact(
            nodes.get(subject) or RemoteEntity(subject, subject),
            predicate,
            nodes.get(object_) or RemoteEntity(object_, object_),
            primary[0] if primary else "infores:unknown",
            endpoint,
            retrieved,
            aggregators,
            _qualifiers(at(edge, "qualifiers")),
            attributes,
        )


def distinct(facts: Iterator[Fact] | tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Keep each claim once, the first of it."""
    found: dict[tuple[Hashable, ...], Fact] = {}
    for fact in facts:
        found.setdefault(fact.key, fact)
    return tuple(found.values())


def _thing(id_: str, node: object) -> RemoteEntity:
    name = at(node, "name")
    categories = tuple(category for category in listed(at(node, "categories")) if _is_text(category))
    return RemoteEntity(id_, name if _is_text(name) else id_, categories)


def _qualifiers(stated: object) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in listed(stated):
        slot, value = at(one, "qualifier_type_id"), at(one, "qualifier_value")
        if _is_text(slot) and _is_text(value):
            found[slot.removeprefix("biolink:")] = value
    return found


def _attributes(stated: object) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in listed(stated):
        slot = at(one, "attribute_type_id")
        if _is_text(slot) and slot.startswith("biolink:"):
            found.setdefault(slot.removeprefix("biolink:"), at(one, "value"))
    return found


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST


def _items(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        yield from ((str(key), item) for key, item in value.items())
