"""From source records to a batch: standardized or validated, and accounted for when it is written."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bioloom.biolink import Biolink
from bioloom.graph.document_writer import DocumentOutcome
from bioloom.graph.property_values import content_hash, row
from bioloom.graph.upsert_policy import Fate
from bioloom.graph.writer import Batch, Outcome
from bioloom.pipeline.counts import Counts
from bioloom.pipeline.edge_validation import Admission, Admitted, FindCategories, PhraseMapper, Relation
from bioloom.pipeline.publication_claims import text_claims
from bioloom.pipeline.record_serialization import original
from bioloom.pipeline.record_validation import validate_node
from bioloom.pipeline.reject_file import Rejected
from bioloom.records import (
    AnnotatedDocument,
    Assertion,
    Entity,
    LoadOptions,
    Reject,
    Skip,
    SourceClaim,
    SourceNode,
    SourceRecord,
    StandardDocument,
    Value,
)

Standardize = Callable[[AnnotatedDocument, Biolink], StandardDocument]

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

_SENTENCES, _CHARACTERS_TO_EXTRACT = 10_000, 1_000_000
"""What cannot be `_LARGEST` or less once extracted: of the 498 protocols of WLP (train, dev) the sparsest has
5.3 such parts a sentence and 48 in 1,000 characters, half have more than 15 and 220."""

_CHARACTERS = 2_000
"""So many characters of text count as one more row of a batch, so that batches of long texts stay small."""

_MOST_KINDS = 200_000
"""Nodes of a load whose categories are remembered for the phrases of its edges."""

_ROWS_OF_A_CLAIM = 3
"""An edge, and its ends."""

_OUTSIDE = "outside the predicate's domain or range"
_UNNAMED = "mention names an entity that is not in the graph"


@dataclass(slots=True)
class Gathered:
    """Records taken in since the last batch, and how each will be counted."""

    position: int = 0
    read: int = 0
    extracted: int = 0
    rows: int = 0
    entities: list[Entity] = field(default_factory=list)
    assertions: list[Assertion] = field(default_factory=list)
    documents: list[StandardDocument] = field(default_factory=list)
    named: list[Entity] = field(default_factory=list)
    edges: list[tuple[int, Relation]] = field(default_factory=list)
    waiting: list[tuple[int, Relation, int | None]] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    skips: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)

    @property
    def batch(self) -> Batch:
        """What is to be written."""
        return Batch(tuple(self.entities), tuple(self.assertions), tuple(self.documents), tuple(self.named))

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
            extracted=self.extracted,
            nodes=nodes,
            edges=edges,
            documents=documents,
            sentences=sentences,
            derived_nodes=outcome.documents.minted + outcome.named,
            derived_edges=derived,
            rejected=dict(Counter(one.reject.code for one in rejected)),
            skips={reason: count for reason, count in skips.items() if count},
            warnings={
                reason: count
                for reason, count in (
                    *self.warnings.items(),
                    (_OUTSIDE, outcome.warned),
                    (_UNNAMED, outcome.documents.unnamed),
                )
                if count
            },
        )
        counts.check()
        return counts, rejected


class Intake:
    """Takes source records one by one; `drain` hands over a batch when there are enough."""

    def __init__(
        self,
        options: LoadOptions,
        biolink: Biolink,
        standardize: Standardize,
        mapper: PhraseMapper | None = None,
        stored_categories: FindCategories = lambda _: {},
    ) -> None:
        self._biolink = biolink
        self._standardize = standardize
        self._admission = Admission(options, biolink, mapper, self._categories)
        self._stored_categories = stored_categories
        self._kinds: dict[str, tuple[str, ...]] = {}
        self._files: dict[str, str] = {}
        self.gathered = Gathered()

    def drain(self) -> Gathered:
        """Map the phrases that wait, give what was gathered and begin anew."""
        self._settle()
        gathered, self.gathered = self.gathered, Gathered(position=self.gathered.position)
        return gathered

    def pass_over(self, record: SourceRecord) -> None:
        """Note a record that an earlier run has written: its document id is taken."""
        if isinstance(record, AnnotatedDocument):
            self._files.setdefault(record.document.id, record.document.place.file)
        elif isinstance(record, SourceNode):
            found = (self._biolink.category(text) for text in record.categories)
            self._note(record.id, tuple(category for category in found if category is not None))

    def take(
        self,
        position: int,
        record: SourceRecord,
        extracted: int = 0,
        warning: str = "",
        refusal: str = "",
    ) -> None:
        """Standardize or validate one record; `extracted` of its parts are an extractor's.

        A document with a `refusal` is rejected as too large.
        """
        now = self.gathered
        now.position = position
        now.rows += 1
        now.extracted += extracted
        if warning:
            now.warnings[warning] += 1
        if isinstance(record, AnnotatedDocument):
            self._take_document(position, record, refusal)
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
                self._note(entity.id, entity.categories)
        else:
            now.read += 1
            now.rows += _length(record.properties) // _CHARACTERS
            if isinstance(record, SourceClaim):
                now.rows += 2 + len(record.text) // _CHARACTERS
            if self._admission.waits(record):
                now.waiting.append((position, record, None))
            else:
                self._take_relation(position, record, self._admission.admit(record))

    def _settle(self) -> None:
        """Decide over the records whose phrases wait, and over what documents claim."""
        now = self.gathered
        waiting, now.waiting = now.waiting, []
        decided = self._admission.admit_all([relation for _, relation, _ in waiting]) if waiting else []
        stated: dict[int, list[str]] = defaultdict(list)
        for (position, relation, document), decision in zip(waiting, decided, strict=True):
            self._take_relation(position, relation, decision)
            if document is not None and isinstance(decision, Admitted):
                stated[document].append(_content(decision.assertion))
        for document, contents in stated.items():
            now.documents[document] = replace(now.documents[document], stated=tuple(contents))

    def _take_relation(self, position: int, relation: Relation, decision: Admitted | Reject) -> None:
        if isinstance(decision, Reject):
            self.gathered.rejected.append(Rejected(position, decision))
            return
        self.gathered.assertions.append(decision.assertion)
        self.gathered.named.extend(decision.named)
        self.gathered.edges.append((position, relation))

    def _note(self, id_: str, categories: tuple[str, ...]) -> None:
        if len(self._kinds) < _MOST_KINDS:
            self._kinds[id_] = categories

    def _categories(self, ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Find the categories of ends: of this load's nodes, else of the graph."""
        unknown = tuple(id_ for id_ in ids if id_ not in self._kinds)
        stored = self._stored_categories(unknown) if unknown else {}
        return {**stored, **{id_: self._kinds[id_] for id_ in ids if id_ in self._kinds}}

    def _take_document(self, position: int, annotated: AnnotatedDocument, refusal: str) -> None:
        now, document = self.gathered, annotated.document
        parts = (
            len(annotated.sentences)
            + len(annotated.mentions)
            + sum(not relation.derived for relation in annotated.relations)
            + len(annotated.rejects)
            + sum(skip.count for skip in annotated.skips)
        )
        now.read += 1 + parts
        fault = self._claim(annotated) or (("TOO_LARGE", refusal) if refusal else None)
        if fault is not None:
            reject = Reject(fault[0], "validate", fault[1], document.place, {"id": document.id})
            now.rejected.append(Rejected(position, reject))
            now.skips["in a rejected document"] += parts
            return
        standard = self._standardize(annotated, self._biolink)
        now.documents.append(standard)
        now.rejected.extend(Rejected(position, reject) for reject in standard.rejects)
        for skip in standard.skips:
            now.skips[skip.reason] += skip.count
        for claim in text_claims(annotated, standard):
            if isinstance(claim, Reject):
                now.rejected.append(Rejected(position, claim))
            elif isinstance(claim, Skip):
                now.skips[claim.reason] += claim.count
            else:
                now.rows += _ROWS_OF_A_CLAIM
                now.waiting.append((position, claim, len(now.documents) - 1))
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


def too_long_to_extract(annotated: AnnotatedDocument) -> str:
    """Say why what an extractor would find in a document cannot be written with it, or give an empty text.

    >>> from bioloom.records import Document, Place
    >>> short = Document("lab:mix", "Mix", "Mix.", "protocol", "infores:lab", Place("mix.txt"))
    >>> too_long_to_extract(AnnotatedDocument(short, ()))
    ''
    """
    sentences, characters = len(annotated.sentences), len(annotated.document.text)
    if sentences <= _SENTENCES and characters <= _CHARACTERS_TO_EXTRACT:
        return ""
    return (
        f"it has {sentences:,} sentences and {characters:,} characters; with what an extractor finds in them "
        "that is more than one transaction holds, so nothing was extracted: split it into several documents, "
        "or load it without an extractor"
    )


def dangling(edge: Relation, fate: Fate) -> Reject:
    """Reject an edge that the graph cannot hold; a fate of another kind is a KeyError."""
    code, message = _DANGLING[fate]
    return Reject(code, "write", message.format(edge), edge.place, original(edge))


def is_rejected(fate: Fate) -> bool:
    """Say whether a fate is that of a record which joins the rejects."""
    return fate in _DANGLING


def _content(assertion: Assertion) -> str:
    return content_hash([assertion.id, *sorted(map(list, row(assertion.properties).items()))])


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
