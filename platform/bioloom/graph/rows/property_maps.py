"""Property maps of nodes and edges, built from records (docs/graph.md)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from bioloom.biolink import Biolink
from bioloom.graph.rows.id_redirects import Redirects
from bioloom.graph.rows.name_keys import found_by
from bioloom.graph.rows.property_values import (
    LONGEST_FORM,
    LONGEST_NAME,
    PropertyRow,
    Stored,
    content_hash,
    normal_forms,
    row,
)
from bioloom.graph.rows.upsert_policy import LOCAL, Origin
from bioloom.names import normalise
from bioloom.records import Assertion, Entity, Mention, StandardDocument, Value
from bioloom.records.attributes import attributes

NAMED_THING = "biolink:NamedThing"
_QUALIFIERS = ("_qualifier", "qualified_predicate")
_CLAIM = (
    "subject", "predicate", "object", "negated", "primary_knowledge_source", "knowledge_level", "agent_type",
)  # fmt: skip
_STATED = frozenset({"id", *_CLAIM, "biolink_version"})
"""Properties of an edge that are fields of its claim, or follow from them."""

_DERIVED = frozenset({"normalised", "name_keys", "record_hash"})
"""Properties of an entity that follow from its names, or from the records that describe it."""

_SENTENCE = ("id", "index", "text", "start", "end", "printed", "section")
_MENTION = ("id", "sentence_id", "start", "end", "native_type", "annotated_type", "category", "confidence")
_QUANTITY = ("value", "upper", "unit", "si_value", "si_upper", "si_unit", "bound", "assumed")

MINTED_METHOD = "minted"
"""How a mention denotes an entity that only its own name made."""


def entity_labels(entity: Entity, biolink: Biolink) -> tuple[str, ...]:
    """Give the labels of an entity: its categories and all above them, always with NamedThing."""
    labels = biolink.labels(entity.categories)
    return labels if NAMED_THING in labels else (*labels, NAMED_THING)


def entity_row(entity: Entity) -> PropertyRow:
    """Give the properties of an entity; what the record states by name wins over its further slots."""
    return row(
        {
            **entity.properties,
            "id": entity.id,
            "name": entity.name.strip()[:LONGEST_NAME] or None,
            "normalised": normal_forms(found_by(entity)),
            "category": entity.categories,
            "synonym": entity.synonyms,
            "xref": entity.xrefs,
            "native_type": entity.native_type,
        }
    )


def entity_of(properties: PropertyRow) -> Entity:
    """Read an entity from its properties as its source describes it."""
    given = {name: _value(value) for name, value in properties.items() if name not in _DERIVED}
    native = given.pop("native_type", None)
    id_, name = str(given.pop("id")), str(given.pop("name", ""))
    categories, synonyms, xrefs = (_texts(given.pop(slot, ())) for slot in ("category", "synonym", "xref"))
    return Entity(id_, name, categories, synonyms, xrefs, None if native is None else str(native), given)


def _value(stored: Stored) -> Value:
    return tuple(stored) if isinstance(stored, list) else stored


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def assertion_row(assertion: Assertion, biolink_version: str) -> PropertyRow:
    """Give the properties of an edge, with its provenance and the release that it was checked against."""
    return row(
        {
            **assertion.properties,
            **assertion.qualifiers,
            **attributes(assertion, "id", *_CLAIM),
            "biolink_version": biolink_version,
        }
    )


def assertion_of(properties: PropertyRow) -> Assertion:
    """Read the claim between entities from the properties of its edge."""
    qualifiers = {name: str(value) for name, value in properties.items() if name.endswith(_QUALIFIERS)}
    return Assertion(
        str(properties["subject"]),
        str(properties["predicate"]),
        str(properties["object"]),
        str(properties["primary_knowledge_source"]),
        str(properties["knowledge_level"]),
        str(properties["agent_type"]),
        negated=properties.get("negated") is True,
        qualifiers=qualifiers,
        properties={
            name: _value(value)
            for name, value in properties.items()
            if name not in _STATED and name not in qualifiers
        },
    )


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """Property maps of one document and all its parts; `entities` are those that it names.

    Mentions come with their label; `denoted` says which entity a mention denotes.
    """

    id: str
    document: PropertyRow
    sentences: tuple[PropertyRow, ...]
    mentions: tuple[tuple[str, PropertyRow], ...]
    denoted: tuple[PropertyRow, ...]
    edges: tuple[PropertyRow, ...]
    entities: tuple[Entity, ...]


def document_rows(standard: StandardDocument, biolink_version: str, origin: Origin) -> DocumentRows:
    """Build the property maps of a document; its `record_hash` covers all of it but the place of its file."""
    document = standard.document
    mentions = [(_native_label(mention), _mention_row(mention, document.id)) for mention in standard.mentions]
    sentences = [
        row(attributes(sentence, *_SENTENCE) | {"document_id": document.id})
        for sentence in standard.sentences
    ]
    edges = {
        assertion.id: (
            assertion.predicate,
            assertion_row(assertion, biolink_version) | row({"document_id": document.id}),
        )
        for assertion in standard.assertions
    }
    denoted = [_denoted_row(mention) for mention in standard.mentions if mention.entity_id]
    properties = row(
        {
            **document.properties,
            **attributes(document, "id", "title", "kind", "primary_knowledge_source", "licence"),
            "sentences": len(sentences),
        }
    )
    entities = [entity_row(entity) for entity in standard.entities]
    content = [properties, sentences, mentions, denoted, list(edges.values()), entities]
    if standard.stated:
        content.append(list(standard.stated))
    entry = origin.entry(content_hash(content))
    file = os.path.abspath(document.place.file)  # noqa: PTH100 -- resolve() would follow links to other names
    properties |= row({"record_hash": entry, "source_file": file})
    for _, edge in edges.values():
        edge["record_hash"] = [origin.entry(content_hash(edge))]
    return DocumentRows(
        str(properties["id"]),
        properties,
        tuple(sentences),
        tuple(mentions),
        tuple(denoted),
        tuple(edge for _, edge in edges.values()),
        standard.entities,
    )


def _native_label(mention: Mention) -> str:
    """Give the CURIE of the native type, spelled without spaces, as the scheme and Browser styles do."""
    native = mention.native_type.replace(" ", "_")
    return native if ":" in native else f"biopie:{native}"


def _denoted_row(mention: Mention) -> PropertyRow:
    entity = mention.entity_id or ""
    method = MINTED_METHOD if entity.startswith(LOCAL) else "grounded"
    return {"mention": mention.id, "entity": entity, "method": method}


def denotes_edge(row: PropertyRow, redirects: Redirects) -> dict[str, object]:
    """Build the DENOTES edge of a mention: to the entity that its id stands for."""
    local = str(row["entity"])
    found = redirects.get(local)
    properties: dict[str, object] = {"method": row["method"], "local_id": local}
    if found is not None and local.startswith(LOCAL):
        properties |= {"method": found.method, "score": found.score}
    entity = local if found is None else found.canonical
    return {"mention": row["mention"], "entity": entity, "properties": properties}


def _mention_row(mention: Mention, document_id: str) -> PropertyRow:
    measured: Mapping[str, Value | None] = {}
    if (quantity := mention.quantity) is not None:
        measured = {"quantity_kind": quantity.kind, **attributes(quantity, *_QUANTITY)}
    return row(
        {
            "document_id": document_id,
            "name": mention.text,
            "normalised": normalise(mention.text)[:LONGEST_FORM],
            **attributes(mention, *_MENTION),
            **measured,
        }
    )
