"""From source records to a batch: standardised or validated, and accounted for when it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bioloom.biolink import Biolink
from bioloom.graph.documents import DocumentOutcome
from bioloom.graph.merging import Fate
from bioloom.graph.writer import Batch, Outcome
from bioloom.pipeline.counts import Counts
from bioloom.pipeline.originals import original
from bioloom.pipeline.rejects import Rejected
from bioloom.pipeline.validation import validate_edge, validate_node
from bioloom.records import (
    AnnotatedDocument,
    Assertion,
    Entity,
    LoadOptions,
    Reject,
    Skip,
    SourceEdge,
    SourceNode,
    SourceRecord,
    StandardDocument,
    Value,
)

Standardise = Callable[[AnnotatedDocument, Biolink], StandardDocument]

_DANGLING = {
    Fate.NO_SUBJECT: (
        "DANGLING_SUBJECT",
        "its subject {0.subject} is not in the graph: load the nodes first, then replay",
    ),
    Fate.NO_OBJECT: (
        "DANGLING_OBJECT",
        "its object {0.object} is not in the graph: load the nodes first, then replay",
    ),
    Fate.UNKNOWN: (
        "UNKNOWN_ENTITY",
        "{0.object} is no entity that a source describes: correct it, or load that source and replay",
    ),
    Fate.REFUSED: ("REFUSED_MAPPING", "a curator said that {0.subject} and {0.object} are not the same"),
}
"""Why an edge could not be written: reason code and message."""

_LARGEST = 50_000
"""Sentences, mentions (twice) and relations of a document: it is written whole, in one transaction."""

_CHARACTERS = 2_000
"""So many characters of text count as one more row of a batch, so that batches of long texts stay small."""

_OUTSIDE = "outside the predicate's domain or range"
_UNNAMED = "mention names an entity that is not in the graph"


@dataclass(slots=True)
class Gathered:
    """Records taken in since the last batch, and how each will be counted."""

    position: int = 0
    read: int = 0
    rows: int = 0
    entities: list[Entity] = field(default_factory=list)
    assertions: list[Assertion] = field(default_factory=list)
    documents: list[StandardDocument] = field(default_factory=list)
    edges: list[tuple[int, SourceEdge]] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    skips: Counter[str] = field(default_factory=Counter)

    @property
    def batch(self) -> Batch:
        """What is to be written."""
        return Batch(tuple(self.entities), tuple(self.assertions), tuple(self.documents))

    def as_if_written(self) -> Outcome:
        """Give the outcome of a dry run: everything that is fit for the graph counts as written."""
        created = Fate.CREATED
        documents = DocumentOutcome((created,) * len(self.documents))
        return Outcome((created,) * len(self.entities), (created,) * len(self.assertions), documents)

    def account(self, outcome: Outcome) -> tuple[Counts, list[Rejected]]:
        """Count the batch by what became of it; edges without ends join the rejects."""
        rejected, skips = list(self.rejected), Counter(self.skips)
        nodes = sum(fate.written for fate in outcome.entities)
        edges = sum(fate.written for fate in outcome.assertions)
        for fates in (outcome.entities, outcome.assertions):
            skips["unchanged"] += sum(fate is Fate.UNCHANGED for fate in fates)
            skips[Fate.ONE_THING.value] += sum(fate is Fate.ONE_THING for fate in fates)
        for (position, edge), fate in zip(self.edges, outcome.assertions, strict=True):
            if fate in _DANGLING:
                rejected.append(Rejected(position, dangling(edge, fate)))
        documents = sentences = derived = 0
        for document, fate in zip(self.documents, outcome.documents.fates, strict=True):
            stated, own = _edges(document)
            if not fate.written:
                skips["unchanged"] += 1 + len(document.sentences) + len(document.mentions) + stated
                continue
            documents += 1
            sentences += len(document.sentences)
            nodes += len(document.mentions)
            edges += stated
            derived += own
        counts = Counts(
            read=self.read,
            nodes=nodes,
            edges=edges,
            documents=documents,
            sentences=sentences,
            derived_nodes=outcome.documents.minted,
            derived_edges=derived,
            rejected=dict(Counter(one.reject.code for one in rejected)),
            skips={reason: count for reason, count in skips.items() if count},
            warnings={
                reason: count
                for reason, count in ((_OUTSIDE, outcome.warned), (_UNNAMED, outcome.documents.unnamed))
                if count
            },
        )
        counts.check()
        return counts, rejected


class Intake:
    """Takes source records one by one; `drain` hands over a batch when there are enough."""

    def __init__(self, options: LoadOptions, biolink: Biolink, standardise: Standardise) -> None:
        self._options = options
        self._biolink = biolink
        self._standardise = standardise
        self._files: dict[str, str] = {}
        self.gathered = Gathered()

    def drain(self) -> Gathered:
        """Give what was gathered and begin anew."""
        gathered, self.gathered = self.gathered, Gathered(position=self.gathered.position)
        return gathered

    def pass_over(self, record: SourceRecord) -> None:
        """Note a record that an earlier run has written: its document id is taken."""
        if isinstance(record, AnnotatedDocument):
            self._files.setdefault(record.document.id, record.document.place.file)

    def take(self, position: int, record: SourceRecord) -> None:
        """Standardise or validate one record."""
        now = self.gathered
        now.position = position
        now.rows += 1
        if isinstance(record, AnnotatedDocument):
            self._take_document(position, record)
        elif isinstance(record, Skip):
            now.read += record.count
            now.skips[record.reason] += record.count
        elif isinstance(record, Reject):
            now.read += 1
            now.rejected.append(Rejected(position, record))
        elif isinstance(record, SourceNode):
            now.read += 1
            now.rows += _length(record.properties) // _CHARACTERS
            entity = validate_node(record, self._biolink)
            if isinstance(entity, Reject):
                now.rejected.append(Rejected(position, entity))
            else:
                now.entities.append(entity)
        else:
            now.read += 1
            now.rows += _length(record.properties) // _CHARACTERS
            assertion = validate_edge(record, self._options, self._biolink)
            if isinstance(assertion, Reject):
                now.rejected.append(Rejected(position, assertion))
            else:
                now.assertions.append(assertion)
                now.edges.append((position, record))

    def _take_document(self, position: int, annotated: AnnotatedDocument) -> None:
        now, document = self.gathered, annotated.document
        parts = (
            len(annotated.sentences)
            + len(annotated.mentions)
            + sum(not relation.derived for relation in annotated.relations)
            + len(annotated.rejects)
            + sum(skip.count for skip in annotated.skips)
        )
        now.read += 1 + parts
        fault = self._claim(annotated)
        if fault is not None:
            reject = Reject(fault[0], "validate", fault[1], document.place, {"id": document.id})
            now.rejected.append(Rejected(position, reject))
            now.skips["in a rejected document"] += parts
            return
        standard = self._standardise(annotated, self._biolink)
        now.documents.append(standard)
        now.rejected.extend(Rejected(position, reject) for reject in standard.rejects)
        for skip in standard.skips:
            now.skips[skip.reason] += skip.count
        repeated = len(standard.assertions) - len({assertion.id for assertion in standard.assertions})
        now.skips["the same relation again"] += repeated
        now.rows += len(standard.sentences) + 2 * len(standard.mentions) + len(standard.assertions)
        now.rows += len(document.text) // _CHARACTERS

    def _claim(self, annotated: AnnotatedDocument) -> tuple[str, str] | None:
        """Take the document's id; say why it cannot enter as a whole: reason code and message."""
        id_ = annotated.document.id
        if id_ in self._files:
            return (
                "DUPLICATE_DOCUMENT",
                f"{id_} is already the id of {self._files[id_]}; rename one of the files",
            )
        self._files[id_] = annotated.document.place.file
        size = len(annotated.sentences) + 2 * len(annotated.mentions) + len(annotated.relations)
        if size > _LARGEST:
            message = (
                f"it has {len(annotated.sentences)} sentences and {len(annotated.mentions)} mentions, "
                "more than one transaction holds; cut it into several documents"
            )
            return "TOO_LARGE", message
        return None


def dangling(edge: SourceEdge, fate: Fate) -> Reject:
    """Reject an edge that the graph cannot hold; a code that is missing is no such fate (KeyError)."""
    code, message = _DANGLING[fate]
    return Reject(code, "write", message.format(edge), edge.place, original(edge))


def is_rejected(fate: Fate) -> bool:
    """Say whether a fate is that of a record which joins the rejects."""
    return fate in _DANGLING


def _length(properties: Mapping[str, Value]) -> int:
    """Count the characters of texts, those in lists too."""
    length = 0
    for value in properties.values():
        if isinstance(value, str):
            length += len(value)
        elif isinstance(value, tuple):
            length += sum(len(item) for item in value if isinstance(item, str))
    return length


def _edges(document: StandardDocument) -> tuple[int, int]:
    """Count distinct edges of a document: stated by its annotators, derived by us."""
    distinct = {assertion.id: assertion for assertion in document.assertions}
    derived = sum(assertion.properties.get("derived") is True for assertion in distinct.values())
    return len(distinct) - derived, derived
