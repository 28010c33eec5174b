"""Document views: pages of documents, and one document with its text, its annotation, its steps and loads."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.retrieval.ranking import PUBLICATIONS
from bioloom.retrieval.stated_durations import StatedValue, StepDuration, step_duration
from bioloom.retrieval.statement_runner import run_statement

MOST_SENTENCES = 5_000
"""Sentences, and actions, of one document that are given at most."""

MOST_MENTIONS = 20_000
"""Mentions, and relations of order, of one document that are given at most."""

ORDER = ("next_step", "or", "during")
"""The relations between actions that say how they follow, replace or accompany one another."""

PARAMETERS = frozenset({"have_parameter", "in_condition_of", "repetitions"})
"""The relations of an action to its settings; what it has another relation to is a thing."""

_TIMED = frozenset({"time", "times"})


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document in a list."""

    id: str
    title: str
    source: str | None
    sentences: int
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class MarkedMention:
    """A mention with its characters in the sentence, and the entity that it denotes, by id and name."""

    id: str
    name: str
    native_type: str
    category: str | None
    start: int
    end: int
    entity: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class DocumentSentence:
    """A sentence of a document, numbered from 1, with its mentions in text order.

    `printed` is the number that the text prints before it, or before the list item that it is in.
    """

    id: str
    number: int
    text: str
    mentions: tuple[MarkedMention, ...] = ()
    printed: str | None = None


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
    """A sentence that holds actions; `duration` is what its stated times add up to."""

    sentence_id: str
    number: int
    verbs: tuple[Action, ...]
    duration: StepDuration = field(default_factory=StepDuration)


@dataclass(frozen=True, slots=True)
class ActionOrder:
    """Two actions, by id, and how the first stands to the second; `derived`: the text does not state it."""

    first: str
    relation: str
    second: str
    derived: bool


@dataclass(frozen=True, slots=True)
class DocumentLoad:
    """A load whose source holds a document."""

    id: str
    source: str
    status: str
    updated: str
    extractor: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document to read; `truncated` says that it has more sentences, mentions or actions than are given.

    `counts` has its sentences, mentions, relations between mentions, the entities that it names, and the
    statements between entities that it supports.
    """

    id: str
    title: str
    source: str | None
    sentences: tuple[DocumentSentence, ...]
    steps: tuple[ProtocolStep, ...]
    kind: str | None = None
    extractor: str | None = None
    licence: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    loads: tuple[DocumentLoad, ...] = ()
    order: tuple[ActionOrder, ...] = ()
    truncated: bool = False


def list_documents(
    graph: Graph, *, limit: int, after: str = "", search: str = "", kind: str | None = None
) -> tuple[DocumentEntry, ...]:
    """Give up to `limit` documents in the order of their ids, those after an id.

    Every word of `search` stands in the title or the id, in whatever case. UsageError lists the kinds where
    there is none of that name.
    """
    parameters = {"after": after, "limit": limit, **_sought(search, kind)}
    found = run_statement(graph, "browse/documents", parameters)
    if kind is not None and not found:
        _check_kind(graph, kind)
    return tuple(DocumentEntry(**{**row, "title": row["title"] or row["id"]}) for row in found)


def _check_kind(graph: Graph, kind: str) -> None:
    known = {"protocol", *PUBLICATIONS} | {row["name"] for row in run_statement(graph, "names/kinds", {})}
    if kind not in known:
        raise UsageError(f"there is no kind of documents {kind!r}; choose from: {', '.join(sorted(known))}")


def count_documents(graph: Graph, *, search: str = "", kind: str | None = None) -> int:
    """Count the documents that `list_documents` gives in all."""
    return int(run_statement(graph, "browse/count_documents", _sought(search, kind))[0]["total"])


def _sought(search: str, kind: str | None) -> dict[str, Any]:
    return {"words": search.lower().split(), "kind": kind}


def read_document(graph: Graph, document: str, *, most: int = MOST_SENTENCES) -> DocumentView | None:
    """Give a document with its first `most` sentences and actions; None if the graph does not hold it."""
    parameters = {"document": document, "limit": most + 1}
    found = run_statement(graph, "browse/document", parameters)
    if not found:
        return None
    about, sentences = found[0], found[0]["sentences"]
    acts = run_statement(graph, "browse/steps", parameters)
    most_marked = {"document": document, "limit": MOST_MENTIONS + 1}
    marked = run_statement(graph, "browse/document_mentions", most_marked)
    order = run_statement(graph, "browse/step_order", {**most_marked, "relations": ORDER}) if acts else []
    steps: dict[str, tuple[int, list[Action]]] = {}
    for row in acts[:most]:
        steps.setdefault(row["sentence_id"], (row["number"], []))[1].append(_action(row))
    stated: defaultdict[str, dict[str, StatedValue]] = defaultdict(dict)
    for row in marked[:MOST_MENTIONS]:
        measured = row.pop("measured")
        if row["native_type"] in _TIMED and measured["si_value"] is not None:
            stated[row["sentence_id"]][row["id"]] = _stated(row, measured)
    texts = {sentence["id"]: sentence["text"] for sentence in sentences[:most]}
    return DocumentView(
        **{name: about[name] for name in ("id", "source", "kind", "extractor", "licence", "counts")},
        title=about["title"] or about["id"],
        sentences=tuple(_sentences(sentences[:most], marked[:MOST_MENTIONS])),
        steps=tuple(
            ProtocolStep(
                sentence, number, tuple(verbs), _duration(texts.get(sentence, ""), verbs, stated[sentence])
            )
            for sentence, (number, verbs) in steps.items()
        ),
        loads=tuple(
            DocumentLoad(**{name: str(value or "") for name, value in load.items()})
            for load in about["loads"]
        ),
        order=tuple(ActionOrder(**row) for row in order[:MOST_MENTIONS]),
        truncated=max(len(sentences), len(acts)) > most or max(len(marked), len(order)) > MOST_MENTIONS,
    )


def _stated(row: Mapping[str, Any], measured: Mapping[str, Any]) -> StatedValue:
    place = row["start"] or 0, row["end"] or 0
    assumed = bool(measured["assumed"])
    return StatedValue(
        row["name"], row["native_type"], *place, measured["si_value"], measured["bound"], assumed
    )


def _duration(text: str, verbs: Sequence[Action], stated: Mapping[str, StatedValue]) -> StepDuration:
    """Add up the times of a step, by the values of its sentence and the parameters of its actions."""
    own = [[stated[one.id] for one in verb.parameters if one.id in stated] for verb in verbs]
    return step_duration(text, tuple(stated.values()), own)


def _sentences(
    sentences: Sequence[Mapping[str, Any]], mentions: Sequence[Mapping[str, Any]]
) -> Iterator[DocumentSentence]:
    """Give sentences with their mentions; one whose characters are not in the text is left out."""
    held: dict[str, list[MarkedMention]] = {}
    for row in mentions:
        fields = {name: value for name, value in row.items() if name != "sentence_id"}
        mention = MarkedMention(**{**fields, "native_type": row["native_type"] or ""})
        held.setdefault(row["sentence_id"], []).append(mention)
    for sentence in sentences:
        text = sentence["text"]
        inside = [
            one for one in held.get(sentence["id"], ()) if 0 <= (one.start or 0) < (one.end or 0) <= len(text)
        ]
        yield DocumentSentence(sentence["id"], sentence["number"], text, tuple(inside), sentence["printed"])


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
    return Setting(**{**mention, "native_type": mention["native_type"] or ""})
