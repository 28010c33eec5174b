"""Document views: pages of documents, and one document with its sentences and the actions of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.retrieval.query_runner import run_query

MOST_SENTENCES = 5_000
"""Sentences, and actions, of one document that are given at most."""

PARAMETERS = frozenset({"have_parameter", "in_condition_of", "repetitions"})
"""The relations of an action to its settings; what it has another relation to is a thing."""


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document in a list."""

    id: str
    title: str
    source: str | None
    sentences: int


@dataclass(frozen=True, slots=True)
class DocumentSentence:
    """A sentence of a document, numbered from 1."""

    id: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that a step states; `value`, `unit` and `si_value` are None where it is not measured."""

    id: str
    name: str
    native_type: str
    value: float | None
    unit: str | None
    si_value: float | None


@dataclass(frozen=True, slots=True)
class StepEntity:
    """An entity that an action acts on or uses, by which relation, and the values that the text gives it."""

    id: str
    name: str
    native_type: str
    relation: str
    properties: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a step with its settings and things, in the order of the text."""

    id: str
    name: str
    parameters: tuple[Setting, ...]
    objects: tuple[StepEntity, ...]


@dataclass(frozen=True, slots=True)
class ProtocolStep:
    """A sentence that holds actions."""

    sentence_id: str
    number: int
    verbs: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document to read; `truncated` says that it has more sentences or actions than are given."""

    id: str
    title: str
    source: str | None
    sentences: tuple[DocumentSentence, ...]
    steps: tuple[ProtocolStep, ...]
    truncated: bool = False


def list_documents(graph: Graph, *, limit: int, after: str = "") -> tuple[DocumentEntry, ...]:
    """Give up to `limit` documents in the order of their ids, those after an id."""
    found = run_query(graph, "browse/documents", {"after": after, "limit": limit})
    return tuple(DocumentEntry(**{**row, "title": row["title"] or row["id"]}) for row in found)


def read_document(graph: Graph, document: str, *, most: int = MOST_SENTENCES) -> DocumentView | None:
    """Give a document with its first `most` sentences and actions; None if the graph does not hold it."""
    parameters = {"document": document, "limit": most + 1}
    found = run_query(graph, "browse/document", parameters)
    if not found:
        return None
    acts = run_query(graph, "browse/steps", parameters)
    about, sentences = found[0], found[0]["sentences"]
    steps: dict[str, tuple[int, list[Action]]] = {}
    for row in acts[:most]:
        steps.setdefault(row["sentence_id"], (row["number"], []))[1].append(_action(row))
    return DocumentView(
        id=about["id"],
        title=about["title"] or about["id"],
        source=about["source"],
        sentences=tuple(DocumentSentence(**sentence) for sentence in sentences[:most]),
        steps=tuple(
            ProtocolStep(sentence, number, tuple(verbs)) for sentence, (number, verbs) in steps.items()
        ),
        truncated=max(len(sentences), len(acts)) > most,
    )


def _action(row: Mapping[str, Any]) -> Action:
    linked = row["linked"]
    return Action(
        row["id"],
        row["name"],
        tuple(_setting(link["thing"]) for link in linked if link["relation"] in PARAMETERS),
        tuple(_thing(link) for link in linked if link["relation"] not in PARAMETERS),
    )


def _thing(link: Mapping[str, Any]) -> StepEntity:
    thing = link["thing"]
    values = tuple(map(_setting, link["properties"]))
    return StepEntity(thing["id"], thing["name"], thing["native_type"] or "", link["relation"], values)


def _setting(mention: Mapping[str, Any]) -> Setting:
    return Setting(
        mention["id"],
        mention["name"],
        mention["native_type"] or "",
        mention["value"],
        mention["unit"],
        mention["si_value"],
    )
