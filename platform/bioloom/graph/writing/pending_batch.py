"""Batch of records between validation and commit: its contents, the outcome of its writing, its counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter

from bioloom.described_ids import DescribedIds
from bioloom.graph.rows.record_columns import RecordColumns
from bioloom.graph.rows.upsert_policy import LOCAL, ValueConflict, WriteResult
from bioloom.graph.writing.identity_decisions import NO_TERM, SAME_AS
from bioloom.records import (
    Assertion,
    Entity,
    NumberedReject,
    Place,
    Reject,
    Skip,
    SourceClaim,
    SourceEdge,
    SourceNode,
    StandardDocument,
)
from bioloom.records.load_counts import Counts
from bioloom.records.record_serialization import serialize_record

_UNWRITABLE = {
    WriteResult.NO_SUBJECT: (
        "DANGLING_SUBJECT",
        "its subject {0.subject} is not in the graph: load the nodes first, then replay",
    ),
    WriteResult.NO_OBJECT: (
        "DANGLING_OBJECT",
        "its object {0.object} is not in the graph: load the nodes first, then replay",
    ),
    WriteResult.UNKNOWN: (
        "UNKNOWN_ENTITY",
        "{2} is no entity that a source describes: correct it, or load that source and replay",
    ),
    WriteResult.REFUSED: (
        "REFUSED_MAPPING",
        "a curator said that {0.subject} and {0.object} are not the same",
    ),
    WriteResult.OTHER_VALUE: (
        "CONFLICTING_VALUE",
        "{1}, and both are the same claim of the same source: state what tells the claims apart by a "
        "qualifier, or another primary_knowledge_source, or correct the value; then replay",
    ),
}
"""Reason code and message of the results that reject an edge."""

_REVERSED = {
    WriteResult.NO_SUBJECT: WriteResult.NO_OBJECT,
    WriteResult.NO_OBJECT: WriteResult.NO_SUBJECT,
}
"""Which end of a record is missing if its assertion has its ends the other way round."""

_SKIPPED = frozenset(
    {
        WriteResult.UNCHANGED,
        WriteResult.ONE_THING,
        WriteResult.UNDECIDED,
        WriteResult.ONLY_LEVEL,
        WriteResult.ONLY_VALUE,
    }
)
_OUTSIDE = "outside the predicate's domain or range"
_REPEATED = "another relation of these texts or rows says the same"
_LEVEL = "another knowledge level or agent type than the edge has from an earlier record, which stays"
_KINDS = "described as a thing of another kind before, such as a gene and a disease: it is both now"
_VALUES = "another value than the node has from an earlier record, which stays"
_UNNAMED = "mention names an entity that is not in the graph"


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """Validated records for one transaction, with counts of those that are not written."""

    entities: Sequence[Entity] = ()
    assertions: Sequence[Assertion] = ()
    documents: Sequence[StandardDocument] = ()
    """Documents with their sentences, mentions and relations; their ids are distinct."""
    named: Sequence[Entity] = ()
    """Ends that claims bring along: created where they are missing, else left as they are."""
    places: Sequence[Place] = ()
    """Where each of `entities` stands in the source."""
    position: int = 0
    """Number of the last source record of the batch."""
    place: str = ""
    """Where the source goes on after `position`; empty if unknown."""
    read: int = 0
    """Records read, those inside documents too."""
    extracted: int = 0
    """Records that an extractor found in documents."""
    relations: Sequence[tuple[int, SourceEdge | SourceClaim]] = ()
    """The source records of `assertions`, in their order, each with its number."""
    nodes: Sequence[RecordColumns] = ()
    """Further entities, by columns: of all records of the batch with their ids these come first."""
    edges: Sequence[RecordColumns] = ()
    """Further assertions, by columns, first like `nodes`."""
    document_positions: Sequence[int] = ()
    """The number of each of `documents` in the source."""
    standing: AbstractSet[str] = frozenset()
    """Ids of documents of which what the graph holds stays as it is."""
    rejects: Sequence[NumberedReject] = ()
    skips: Mapping[str, int] = field(default_factory=dict)
    """Records left out on purpose, counted by their reason."""
    left_out: Sequence[Skip] = ()
    """Skips that a report names one by one."""
    warnings: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """Results of writing a batch, each sequence in the batch's order, what came by columns last.

    `minted` counts the new entities that documents brought, `named` those that claims brought; `unnamed`
    counts mentions of entities that are missing, `flagged` edges outside their predicate's domain or range.
    `conflicts` are the values that assertions state otherwise than the graph, by their positions;
    `other_values` are those of entities, which keep what an earlier record states.
    """

    entities: Sequence[WriteResult] = ()
    assertions: Sequence[WriteResult] = ()
    documents: Sequence[WriteResult] = ()
    minted: int = 0
    unnamed: int = 0
    flagged: int = 0
    named: int = 0
    conflicts: Mapping[int, ValueConflict] = field(default_factory=dict)
    other_values: Mapping[int, ValueConflict] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BatchAccount:
    """Counts and rejects of a batch; `for_grounding` if it brought names or statements on identity.

    `example` shows a node of which a record states another value than stays.
    """

    counts: Counts
    rejects: Sequence[NumberedReject]
    for_grounding: bool
    example: str = ""


def assume_written(batch: PendingBatch, described: DescribedIds) -> WriteOutcome:
    """Build the outcome of a dry run: what passed validation counts as created, if its ends are described."""
    described.add(entity.id for entity in (*batch.entities, *batch.named))
    described.add(entity.id for document in batch.documents for entity in document.entities)
    described.add(id_ for columns in batch.nodes for id_ in columns.texts("id"))
    created = (WriteResult.CREATED,)
    claims = [(claim.subject, claim.object, claim.predicate) for claim in batch.assertions]
    for columns in batch.edges:
        ends = zip(columns.texts("subject"), columns.texts("object"), strict=True)
        claims.extend((subject, object_, columns.kind) for subject, object_ in ends)
    subjects, objects = (described.hold([claim[end] for claim in claims]) for end in (0, 1))
    assertions = [
        WriteResult.CREATED if claim[2] == SAME_AS or (subject and object_) else WriteResult.UNDECIDED
        for claim, subject, object_ in zip(claims, subjects, objects, strict=True)
    ]
    entities = len(batch.entities) + sum(map(len, batch.nodes))
    return WriteOutcome(created * entities, assertions, created * len(batch.documents))


def account(batch: PendingBatch, outcome: WriteOutcome) -> BatchAccount:
    """Count a batch by the results of its writing; edges that could not be written join the rejects.

    BioloomError if read = written + rejected + skipped does not hold.
    """
    rejects, skips = list(batch.rejects), Counter(batch.skips)
    entities, assertions = Counter(outcome.entities), Counter(outcome.assertions)
    nodes = sum(count for result, count in entities.items() if result.written)
    edges = sum(count for result, count in assertions.items() if result.written)
    for result, count in (entities + assertions).items():
        if result in _SKIPPED:
            skips[result.value] += count
    if assertions[WriteResult.UNCHANGED] and (repeated := _repeated_claims(batch, outcome)):
        skips[WriteResult.UNCHANGED.value] -= repeated
        skips[_REPEATED] += repeated
    if any(result.rejects for result in assertions):
        sources = chain(batch.relations, *(columns.stated() for columns in batch.edges))
        subjects = chain(
            (claim.subject for claim in batch.assertions), *(each.texts("subject") for each in batch.edges)
        )
        found = zip(sources, subjects, outcome.assertions, strict=True)
        for at, ((position, relation), subject, result) in enumerate(found):
            if result.rejects:
                refused = reject_unwritable(relation, subject, result, outcome.conflicts.get(at))
                rejects.append(NumberedReject(position, refused))
        rejects.sort(key=attrgetter("position"))
    documents = sentences = derived = 0
    for document, result in zip(batch.documents, outcome.documents, strict=True):
        stated, derived_here = count_edges(document.assertions)
        if not result.written:
            skips["unchanged"] += 1 + len(document.sentences) + len(document.mentions) + stated
            continue
        documents += 1
        sentences += len(document.sentences)
        nodes += len(document.mentions)
        edges += stated
        derived += derived_here
    levels = sum(count for result, count in assertions.items() if result.keeps_level)
    warnings = Counter(batch.warnings) + Counter(
        {
            _OUTSIDE: outcome.flagged,
            _UNNAMED: outcome.unnamed,
            _LEVEL: levels,
            _KINDS: entities[WriteResult.UPDATED_KIND],
            _VALUES: len(outcome.other_values),
        }
    )
    counts = Counts(
        read=batch.read,
        extracted=batch.extracted,
        nodes=nodes,
        edges=edges,
        documents=documents,
        sentences=sentences,
        derived_nodes=outcome.minted + outcome.named,
        derived_edges=derived,
        rejected=dict(Counter(numbered.reject.code for numbered in rejects)),
        skips=dict(+skips),
        warnings=dict(warnings),
    )
    counts.check()
    for_grounding = (
        any(result.written for result in (*entities, *outcome.documents))
        or outcome.minted + outcome.named > 0
        or any(
            assertion.predicate == SAME_AS and result.written
            for assertion, result in zip(batch.assertions, outcome.assertions, strict=False)
        )
    )
    example = _example(batch, outcome) if outcome.other_values else ""
    return BatchAccount(counts, rejects, for_grounding, example)


def _example(batch: PendingBatch, outcome: WriteOutcome) -> str:
    """Show the first node of which a record states another value than stays, and what it states."""
    for at, (id_, place) in enumerate(_described(batch)):
        if (conflict := outcome.other_values.get(at)) is not None:
            return f"{id_} ({place}): {conflict}"
    return ""


def _described(batch: PendingBatch) -> Iterator[tuple[str, Place | str]]:
    """Give the ids of the entities of a batch, in their order, and where each stands in its source."""
    places: Sequence[Place | str] = batch.places or ("given directly",) * len(batch.entities)
    yield from ((entity.id, place) for entity, place in zip(batch.entities, places, strict=True))
    for columns in batch.nodes:
        source = columns.source
        for id_, at in zip(columns.texts("id"), columns.at, strict=True):
            yield id_, Place(source.table.file, source.lines[at])


def _repeated_claims(batch: PendingBatch, outcome: WriteOutcome) -> int:
    """Count the claims of texts that became an edge which another claim of the batch has just made."""
    results = list(zip(batch.assertions, outcome.assertions, strict=False))
    written = {claim.id for claim, result in results if result.written}
    return sum(
        result is WriteResult.UNCHANGED and isinstance(relation, SourceClaim) and claim.id in written
        for (_, relation), (claim, result) in zip(batch.relations, results, strict=False)
    )


def reject_unwritable(
    relation: SourceEdge | SourceClaim | SourceNode | Reject,
    subject: str,
    result: WriteResult,
    conflict: ValueConflict | None = None,
) -> Reject:
    """Reject an edge that the graph cannot hold, or whose value is in `conflict`; KeyError for others.

    `subject` is that of its assertion: where the predicate was reversed, the object of the record.
    """
    assert isinstance(relation, SourceEdge | SourceClaim)
    if isinstance(relation, SourceEdge) and relation.subject != subject:
        result = _REVERSED.get(result, result)
    code, message = _UNWRITABLE[result]
    unknown = relation.object
    if relation.subject == NO_TERM or (unknown.startswith(LOCAL) and not relation.subject.startswith(LOCAL)):
        unknown = relation.subject
    said = message.format(relation, conflict, unknown)
    return Reject(code, "write", said, relation.place, serialize_record(relation))


def count_edges(assertions: Sequence[Assertion]) -> tuple[int, int]:
    """Count the distinct assertions of a document: those its annotators stated, and those derived here."""
    distinct = {assertion.id: assertion for assertion in assertions}
    derived = sum(assertion.properties.get("derived") is True for assertion in distinct.values())
    return len(distinct) - derived, derived
