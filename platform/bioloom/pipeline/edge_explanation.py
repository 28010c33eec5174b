"""Edge explanation: why an edge is in the graph, by its sentence, mapping and load, to file and line."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bioloom.biolink import RELATED_TO
from bioloom.errors import BioloomError, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.rows.record_entries import load_of
from bioloom.graph.statements import statement
from bioloom.graph.writing.checkpoint import read_checkpoint
from bioloom.loading import loader_for
from bioloom.pipeline.validation.predicate_resolution import SOURCE
from bioloom.records import AnnotatedDocument, LoadOptions, Place, SourceClaim, SourceEdge, SourceRecord
from bioloom.standardization.relation_tables import mapping_table

Properties = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class MappingReason:
    """How the source's relation became the predicate: `stated` as what, mapped `by` what.

    `recorded` says that the edge itself names it; else it is the table that maps this relation today.
    """

    stated: str
    by: str
    recorded: bool
    score: float | None = None
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatingSentence:
    """Sentence that states an edge, with the file of its document; only the text where a claim brought it."""

    id: str
    text: str
    document: str
    file: str


@dataclass(frozen=True, slots=True)
class StatingLoad:
    """Load that wrote an edge, and where its source states it; no `place` where that was not found.

    `records` counts the different records of its source that state the edge, of which `place` is the first.
    """

    id: str
    source: str
    format: str
    updated: str
    place: Place | None = None
    missing: str = ""
    records: int = 1


@dataclass(frozen=True, slots=True)
class EdgeExplanation:
    """Edge with its ends (id and name), its provenance, and why it is here."""

    id: str
    subject: tuple[str, str]
    predicate: str
    object: tuple[str, str]
    provenance: Properties
    mapping: MappingReason
    sentences: tuple[StatingSentence, ...]
    loads: tuple[StatingLoad, ...]


_PROVENANCE = (
    "negated", "primary_knowledge_source", "knowledge_level", "agent_type", "extractor",
    "extraction_confidence_score", "publications", "derived", "biolink_version",
)  # fmt: skip
_PLAIN_TEXTS = (".txt", ".md", ".markdown")
_EVERY = 256  # records between two looks at the clock


def _qualifiers(edge: Properties) -> list[str]:
    """Name what narrows the predicate of an edge: its direction, aspect and context."""
    return sorted(name for name in edge if name.endswith("_qualifier") or name == "qualified_predicate")


def explain_edge(graph: Graph, edge_id: str, *, seconds: float = 10.0) -> EdgeExplanation:
    """Explain an edge; the sources of its loads are read for at most so many `seconds` to find its line.

    UsageError if the graph has no such edge.
    """
    with graph.session(read=True) as session:
        types = session.run(statement("write/edge_types")).value()
        seek = partial(session.run, id=edge_id)
        looked = (seek(statement("explain/edge_type", type=each)).single() for each in types)
        found = next(filter(None, looked), None)
        record = found and seek(statement("explain/edge", type=found["type"])).single()
    if record is None:
        raise UsageError(f"the graph has no edge {edge_id!r}; its id is the property `id` of an edge")
    edge: Properties = record["edge"]
    ends = {
        slot: (str(record[slot]["id"]), str(record[slot]["name"] or "")) for slot in ("subject", "object")
    }
    sentences = tuple(
        StatingSentence(one["id"], one["text"], one["document"] or "", one["file"] or "")
        for one in record["sentences"]
    )
    if not sentences:  # a source of claims states its text, and no document holds it
        texts = _texts(edge.get("supporting_text"))
        sentences = tuple(StatingSentence("", text, "", "") for text in texts)
    names = Counter(map(load_of, _texts(edge.get("record_hash"))))
    names |= Counter(dict.fromkeys(map(load_of, record["entries"]), 1))  # which wrote its document
    names.pop("minted", None)
    sought = _SoughtRecord.of(edge, ends, sentences)
    until = time.monotonic() + seconds
    return EdgeExplanation(
        edge_id,
        ends["subject"],
        record["predicate"],
        ends["object"],
        {name: edge[name] for name in (*_qualifiers(edge), *_PROVENANCE) if name in edge},
        _mapping(edge, record["predicate"]),
        sentences,
        tuple(replace(_load(graph, name, sought, until), records=count) for name, count in names.items()),
    )


def _mapping(edge: Properties, predicate: str) -> MappingReason:
    stated = _first(edge.get("original_predicate")) or predicate
    annotated = _first(edge.get("annotated_predicate"))
    shown = f"{stated} (annotated as {annotated})" if annotated else stated
    recorded = _first(edge.get("predicate_mapped_by"))
    if recorded and recorded != SOURCE:
        score = edge.get("predicate_score")
        return MappingReason(
            shown,
            recorded,
            True,
            score if isinstance(score, float) else None,
            tuple(_texts(edge.get("predicate_candidates"))),
        )
    if edge.get("derived"):
        return MappingReason(shown, "derived from the order and the words of the text", True)
    if recorded or stated == predicate:
        return MappingReason(shown, "the source states this predicate", True)
    unknown = "nothing: no table knows it" if predicate == RELATED_TO else "a spelling of the Biolink release"
    return MappingReason(shown, mapping_table(stated) or unknown, False)


def _load(graph: Graph, name: str, sought: _SoughtRecord, until: float) -> StatingLoad:
    load = read_checkpoint(graph, name)
    if load is None:
        return StatingLoad(name, "", "", "", missing="the graph has no such load any more")
    format_ = str(load.properties.get("format", ""))
    known = (name, load.source, format_, load.updated)
    if not Path(load.source).exists():
        return StatingLoad(*known, missing="its source is not there any more")
    try:
        place = _place(Path(load.source), format_, sought, until)
    except BioloomError as refused:
        return StatingLoad(*known, missing=f"its source cannot be read: {refused}")
    missing = "its source does not state it (it changed, or could not be read to its end in time)"
    return StatingLoad(*known, place, "" if place else missing)


@dataclass(frozen=True, slots=True)
class _SoughtRecord:
    """What a record of the source says if it is that of an edge; `pair` are the ids of its ends, `stated` ids
    and names of each, `sentences` what states it in each document."""

    documents: frozenset[str]
    pair: frozenset[str]
    stated: tuple[frozenset[str], frozenset[str]]
    predicates: frozenset[str]
    sentences: Mapping[str, str]

    @classmethod
    def of(
        cls, edge: Properties, ends: Mapping[str, tuple[str, str]], sentences: Sequence[StatingSentence]
    ) -> _SoughtRecord:
        """Gather it from an edge and its sentences."""
        documents = _texts(edge.get("document_ids")) or _texts(edge.get("document_id"))
        one, other = (
            frozenset(filter(None, (*ends[slot], _first(edge.get(f"original_{slot}")))))
            for slot in ("subject", "object")
        )
        predicates = {*_texts(edge.get("original_predicate")), *_texts(edge.get("predicate"))}
        pair = frozenset((ends["subject"][0], ends["object"][0]))
        texts = {one.document: one.text for one in reversed(sentences)}
        return cls(frozenset(documents), pair, (one, other), frozenset(predicates), texts)

    def place_in(self, record: SourceRecord) -> Place | None:
        """Say where a record states the edge; None if it does not."""
        if isinstance(record, AnnotatedDocument):
            if record.document.id not in self.documents:
                return None
            stated = (
                relation.place
                for relation in record.relations
                if frozenset((relation.subject, relation.object)) == self.pair
            )
            whole = record.document.place
            return next(stated, None) or _line_in(whole, self.sentences.get(record.document.id, ""))
        if isinstance(record, SourceEdge | SourceClaim):
            said = record.predicate if isinstance(record, SourceEdge) else record.relationship
            ends = record.subject, record.object
            straight = ends[0] in self.stated[0] and ends[1] in self.stated[1]
            turned = ends[1] in self.stated[0] and ends[0] in self.stated[1]
            return record.place if (straight or turned) and said in self.predicates else None
        return None


def _line_in(whole: Place, sentence: str) -> Place:
    """Find the line of a plain text on which a sentence begins; it may go on over line ends."""
    words = sentence.split()
    if whole.line is not None or not words or not whole.file.lower().endswith(_PLAIN_TEXTS):
        return whole
    try:
        text = Path(whole.file).read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return whole
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    return Place(whole.file, text.count("\n", 0, found.start()) + 1) if found else whole


def _place(source: Path, format_: str, wanted: _SoughtRecord, until: float) -> Place | None:
    corpora: set[str | None] = {document.partition(":")[0] for document in wanted.documents}
    for corpus in corpora or {None}:
        records = loader_for(source, format_ or None).records(source, LoadOptions(corpus=corpus))
        found = next(filter(None, map(wanted.place_in, _in_time(records, until))), None)
        if found is not None:
            return found
    return None


def _in_time(records: Iterator[SourceRecord], until: float) -> Iterator[SourceRecord]:
    for number, record in enumerate(records):
        if number % _EVERY == 0 and time.monotonic() > until:
            return
        yield record


def _texts(value: object) -> Sequence[str]:
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def _first(value: object) -> str:
    return next(iter(_texts(value)), "")
