"""Idempotent batched writes: a batch's data and its checkpoint commit together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import neo4j
from neo4j.exceptions import Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.assertion_writer import EdgeRow, edge_rows, flag_violations, write_edges
from bioloom.graph.checkpoint import advance, stored_position
from bioloom.graph.connection import Graph
from bioloom.graph.document_writer import DocumentOutcome, write_documents
from bioloom.graph.endpoint_cache import Categories, Ends
from bioloom.graph.entity_writer import write_entities, write_minted
from bioloom.graph.id_redirects import RedirectTable
from bioloom.graph.identity_decisions import SAME_AS, state
from bioloom.graph.property_maps import DocumentRows, document_rows
from bioloom.graph.relationship_types import EdgeTypes
from bioloom.graph.upsert_policy import Fate, Origin
from bioloom.records import Assertion, Entity, Scalar, StandardDocument

_OUT_OF_MEMORY = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"


@dataclass(frozen=True, slots=True)
class Batch:
    """Records that are written in one transaction; documents have distinct ids.

    `named` are the ends that claims bring along: made if they are not there, else left as they are.
    """

    entities: Sequence[Entity] = ()
    assertions: Sequence[Assertion] = ()
    documents: Sequence[StandardDocument] = ()
    named: Sequence[Entity] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of each record of a batch, in the batch's order, and what came along with documents.

    `named` counts the ends of claims that are new.
    """

    entities: tuple[Fate, ...] = ()
    assertions: tuple[Fate, ...] = ()
    documents: DocumentOutcome = field(default_factory=DocumentOutcome)
    warned: int = 0
    named: int = 0


Settle = Callable[[Outcome], Mapping[str, Scalar]]
"""Turns an outcome into the Load node's new properties; runs just before the commit, again on a retry."""


class Writer:
    """Writes batches for one load; call `finish` when its last batch is written.

    `source` and `state` name the load and the state of its source (see graph.merging).
    """

    def __init__(self, graph: Graph, biolink: Biolink, *, source: str = "direct", state: str = "0") -> None:
        self._graph = graph
        self._biolink = biolink
        self._origin = Origin(source, state)
        self._types = EdgeTypes(graph)
        self._ends = Ends()
        self._redirects = RedirectTable(graph)

    def write(
        self, batch: Batch, *, load_id: str | None = None, position: int = 0, settle: Settle | None = None
    ) -> Outcome:
        """Write one batch; with `load_id`, move that load's checkpoint to `position` in the same transaction.

        Transient errors are retried by the driver. A commit whose answer was lost is recognised by the
        checkpoint and not written twice.
        """
        documents = [
            (document_rows(document, self._biolink.version, self._origin), document.entities)
            for document in batch.documents
        ]
        stated = dict(enumerate(batch.assertions))
        same = {at: claim for at, claim in stated.items() if claim.predicate == SAME_AS}
        redirects = self._redirects.find(_ids(batch))
        edges, loops = edge_rows(
            {at: claim for at, claim in stated.items() if at not in same}, self._biolink, redirects
        )
        new = {
            type_: self._types.prepare(type_, [str(row.properties["id"]) for row in rows])
            for type_, rows in edges.items()
        }
        for document, _ in documents:
            for type_, _edge in document.edges:
                self._types.touch(type_)
        committed: list[tuple[Outcome, Mapping[str, Categories]]] = []

        def work(tx: neo4j.ManagedTransaction) -> tuple[Outcome, Mapping[str, Categories]]:
            if committed and load_id is not None and stored_position(tx, load_id) == position:
                return committed[-1]
            fates = write_entities(tx, batch.entities, self._origin, self._biolink, redirects)
            self._ends.forget(entity.id for entity in batch.entities)
            self._ends.forget(found.canonical for found in redirects.values())
            done = write_documents(tx, documents, self._biolink, redirects)
            brought = [entity for entity in batch.named if entity.id not in redirects]
            named = write_minted(tx, brought, self._biolink)
            edge_fates, ends, warned = self._write_assertions(tx, edges, new)
            edge_fates |= loops | state(tx, same, batch.entities, self._biolink)
            ordered = tuple(edge_fates[position] for position in range(len(stated)))
            outcome = Outcome(tuple(fates), ordered, done, warned, named)
            committed.append((outcome, ends))
            properties = settle(outcome) if settle is not None else {}
            if load_id is not None:
                advance(tx, load_id, {**properties, "position": position})
            return outcome, ends

        try:
            with self._graph.session() as session:
                outcome, ends = session.execute_write(work)
        except (ServiceUnavailable, SessionExpired) as error:
            raise DatabaseUnavailable(
                f"the database stopped answering while it was written to ({_line(error)})"
            ) from error
        except Neo4jError as error:
            raise _refusal(error) from error
        if same:
            self._redirects.forget()
        self._ends.remember(ends)
        fates = list(zip(batch.entities, outcome.entities, strict=True))
        self._ends.remember(
            {
                entity.id: entity.categories
                for entity, fate in fates
                if fate is Fate.CREATED and entity.id not in redirects
            }
        )
        self._ends.forget(entity.id for entity, fate in fates if fate is Fate.UPDATED)
        for type_, rows in edges.items():
            self._types.remember(type_, [str(row.properties["id"]) for row in rows])
        return outcome

    def finish(self) -> None:
        """Build the uniqueness constraints of the relationship types that this load began."""
        self._types.finish()

    def _write_assertions(
        self,
        tx: neo4j.ManagedTransaction,
        edges: Mapping[str, list[EdgeRow]],
        new: Mapping[str, bool],
    ) -> tuple[dict[int, Fate], Mapping[str, Categories], int]:
        if not edges:
            return {}, {}, 0
        ids = (
            str(row.properties[end])
            for rows in edges.values()
            for row in rows
            for end in ("subject", "object")
        )
        ends = self._ends.find(tx, ids)
        fates: dict[int, Fate] = {}
        warned = 0
        for type_, rows in edges.items():
            whole = []
            for row in rows:
                if row.properties["subject"] not in ends:
                    fates[row.position] = Fate.NO_SUBJECT
                elif row.properties["object"] not in ends:
                    fates[row.position] = Fate.NO_OBJECT
                else:
                    whole.append(row)
            flagged = flag_violations(whole, ends, self._biolink)
            written = write_edges(tx, type_, whole, self._origin, new=new[type_])
            fates |= written
            if flagged:
                warned += sum(
                    1
                    for row in whole
                    if written[row.position].written and "validation_warning" in row.properties
                )
        return fates, ends, warned


def _ids(batch: Batch) -> Iterator[str]:
    """List the entities that a batch speaks of, apart from statements that two are one."""
    yield from (entity.id for entity in batch.entities)
    for assertion in batch.assertions:
        yield from (assertion.subject, assertion.object)
    for document in batch.documents:
        yield from (entity.id for entity in document.entities)
        yield from (mention.entity_id for mention in document.mentions if mention.entity_id)


def _refusal(error: Neo4jError) -> BioloomError:
    if error.code == _OUT_OF_MEMORY:
        return BioloomError(
            "the database has too little memory for a batch, nothing of it was written: stop it, set "
            f"BIOLOOM_HEAP (such as 2g), start it and run the same command again ({_line(error)})"
        )
    if error.is_retryable():
        return DatabaseUnavailable(f"the database kept refusing a batch ({_line(error)})")
    return BioloomError(f"the database refused a batch, nothing of it was written ({_line(error)})")


def _line(error: Exception) -> str:
    message = error.message if isinstance(error, Neo4jError) else None
    return " ".join((message or str(error)).split())[:200]


__all__ = ["Batch", "DocumentRows", "Outcome", "Settle", "Writer"]
