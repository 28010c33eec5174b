"""Idempotent batched writes: a batch's data, its checkpoint and its counts commit together or not at all."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain

import neo4j
from neo4j.exceptions import Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.connection import line_of
from bioloom.graph.rows.edge_rows import AssertionRow, EdgeRows, edge_rows
from bioloom.graph.rows.id_redirects import Redirects, RedirectTable
from bioloom.graph.rows.property_maps import DocumentRows, document_rows, entity_of
from bioloom.graph.rows.record_columns import RecordColumns
from bioloom.graph.rows.upsert_policy import Origin, WriteResult
from bioloom.graph.schema import fill_name_indexes
from bioloom.graph.writing.assertion_writer import Conflicts, flag_violations, sift, write_edges
from bioloom.graph.writing.checkpoint import RunningLoad, advance, stored_position
from bioloom.graph.writing.commit_order import AccessSet, CommitConflict, CommitTicket
from bioloom.graph.writing.document_writer import write_documents
from bioloom.graph.writing.endpoint_cache import End, EndpointCache
from bioloom.graph.writing.entity_writer import equivalents, write_entities, write_minted
from bioloom.graph.writing.identity_decisions import SAME_AS, decide_identities
from bioloom.graph.writing.pending_batch import BatchAccount, PendingBatch, WriteOutcome, account
from bioloom.graph.writing.relationship_types import EdgeTypes
from bioloom.graph.writing.write_lease import LeasedGraph
from bioloom.records import Assertion, Entity

_OUT_OF_MEMORY = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"


@dataclass(frozen=True, slots=True)
class _Commit:
    """Result of one try of a transaction: the outcome, the account of a load."""

    outcome: WriteOutcome
    account: BatchAccount | None


@dataclass(frozen=True, slots=True)
class _Transaction:
    """Batch laid out for its transaction."""

    batch: PendingBatch
    load: RunningLoad | None
    documents: list[DocumentRows]
    nodes: list[RecordColumns]
    """Entities that came by columns."""
    entities: list[Entity]
    """Entities that came one by one."""
    edges: list[RecordColumns]
    """Assertions that came by columns."""
    rows: Mapping[str, list[AssertionRow]]
    """Assertions that came one by one, by relationship type."""
    new: Mapping[str, bool]
    """Whether a relationship type is new to the graph, so that its edges need no look-up."""
    loops: Mapping[int, WriteResult]
    """Assertions whose two ends are one thing, by position."""
    identities: Mapping[int, Assertion]
    """Assertions that state identity, by position."""
    redirects: Redirects
    ids: Mapping[str, list[str]]
    ticket: CommitTicket
    tries: list[_Commit] = field(default_factory=list)
    """The tries so far: the answer to a commit may have been lost."""


class Writer:
    """Writes the batches of one load; call `finish` when its last batch is written.

    `source` and `state` name the load and the state of its source, `retires` says that what the source no
    longer holds goes afterwards (see graph.rows.upsert_policy).
    """

    def __init__(
        self,
        graph: LeasedGraph,
        biolink: Biolink,
        *,
        source: str = "direct",
        state: str = "0",
        retires: bool = False,
    ) -> None:
        self._graph = graph
        self._biolink = biolink
        self._origin = Origin(source, state, retires)
        self._rows = EdgeRows(biolink.version)
        self._types = EdgeTypes(graph)
        self._ends = EndpointCache(self._origin)
        self._redirects = RedirectTable(graph)
        self._named = False

    def lay_out(self, claims: Sequence[Assertion]) -> list[AssertionRow]:
        """Lay out the edges of a batch, while another one is written."""
        stated = enumerate(claims)
        return self._rows.build((at, claim) for at, claim in stated if claim.predicate != SAME_AS)

    def write(
        self,
        batch: PendingBatch,
        load: RunningLoad | None = None,
        laid_out: Sequence[AssertionRow] | None = None,
        ticket: CommitTicket | None = None,
    ) -> WriteOutcome:
        """Write one batch; a running `load` is moved forward by it, in the same transaction.

        `laid_out` are its edges, where that is done. `ticket` is its place in the order of commits, where
        another thread may be writing the batch before. Transient errors are retried by the driver. A commit
        whose answer was lost is recognised by the checkpoint and not written twice.
        """
        with ticket or CommitTicket() as ticket:
            ticket.begin(None if batch.documents else AccessSet.of(batch))
            if not (self._named or batch.documents or batch.named or batch.nodes or batch.entities):
                ticket.wait_for_commit()
                fill_name_indexes(self._graph)
                self._named = True
            documents = [document_rows(one, self._biolink.version, self._origin) for one in batch.documents]
            nodes = _numbered(batch.nodes, len(batch.entities))
            edges = _numbered(batch.edges, len(batch.assertions))
            redirects = self._redirects.find(
                chain(
                    (entity.id for entity in batch.entities),
                    (end for claim in batch.assertions for end in (claim.subject, claim.object)),
                    (entity.id for rows in documents for entity in rows.entities),
                    (str(row["entity"]) for rows in documents for row in rows.denoted),
                    (id_ for columns in nodes for id_ in columns.texts("id")),
                    (id_ for columns in edges for end in ("subject", "object") for id_ in columns.texts(end)),
                )
            )
            stated = enumerate(batch.assertions)
            identities = {at: claim for at, claim in stated if claim.predicate == SAME_AS}
            laid = [*self.lay_out(batch.assertions)] if laid_out is None else [*laid_out]
            entities = [*batch.entities]
            loops: dict[int, WriteResult] = {}
            if redirects:  # what stands for something else is written one by one
                ticket.wait_for_commit()
                entities += [entity_of(row) for columns in nodes for row in columns.property_maps()]
                laid += [row for columns in edges for row in edge_rows(columns)]
                nodes, edges = [], []
                laid, loops = self._rows.redirect(laid, batch.assertions, redirects)
            rows, ids = _by_type(laid, edges)
            work = _Transaction(
                batch,
                load,
                documents=documents,
                nodes=nodes,
                entities=entities,
                edges=edges,
                rows=rows,
                new={type_: self._types.prepare(type_, listed) for type_, listed in ids.items()},
                loops=loops,
                identities=identities,
                redirects=redirects,
                ids=ids,
                ticket=ticket,
            )
            with _refusals(self._graph), self._graph.session() as session:
                transaction = self._graph.mark(self._commit)
                try:
                    done: _Commit = session.execute_write(transaction, work)
                except CommitConflict:
                    ticket.wait_for_commit()
                    done = session.execute_write(transaction, work)
            if load is not None and done.account is not None:
                load.rejects.commit()
                load.counts, load.position = load.counts + done.account.counts, batch.position
                load.example = load.example or done.account.example
            return done.outcome

    def _remember(
        self, ids: Mapping[str, list[str]], ends: Mapping[str, End], *, identities: bool, documents: bool
    ) -> None:
        """Keep what the batch after may be spared: its statements begin before this one is committed."""
        if identities:
            self._redirects.forget()
        if identities or documents:
            self._ends.clear()
        else:
            self._ends.remember(ends)
        for type_, listed in ids.items():
            self._types.remember(type_, listed)

    def finish(self) -> int:
        """Build the uniqueness constraints that relationship types lack; count edges that stood twice."""
        return self._types.finish()

    def _commit(self, tx: neo4j.ManagedTransaction, work: _Transaction) -> _Commit:
        """Write the batch and its checkpoint; the transaction function of `write`."""
        batch, load, redirects = work.batch, work.load, work.redirects
        work.ticket.start_try()
        if work.tries and load is not None and stored_position(tx, load.id) == batch.position:
            return work.tries[-1]
        entities, standing, other_values = write_entities(
            tx, work.entities, work.nodes, self._origin, self._biolink, redirects
        )
        self._ends.forget(entity.id for entity in batch.entities)
        self._ends.forget(id_ for columns in batch.nodes for id_ in columns.texts("id"))
        self._ends.forget(found.canonical for found in redirects.values())
        if work.documents:
            self._ends.clear()  # entities that replaced documents named are made anew
        documents, minted, unnamed = write_documents(
            tx, work.documents, self._biolink, redirects, batch.standing
        )
        brought = [entity for entity in batch.named if entity.id not in redirects]
        named = write_minted(tx, brought, self._biolink)
        tried = load is None and bool(work.tries)  # and whether it was committed nobody knows
        edges, ends, flagged, conflicts = self._write_edges(
            tx, work.rows, work.edges, {} if tried else work.new
        )
        edges |= work.loops
        described = [*work.entities, *(entity for columns in work.nodes for entity in equivalents(columns))]
        edges |= decide_identities(tx, work.identities, described, self._biolink)
        assertions = [edges[at] for at in range(len(batch.assertions) + sum(map(len, batch.edges)))]
        outcome = WriteOutcome(
            entities, assertions, documents, minted, unnamed, flagged, named, conflicts, other_values
        )
        identities, texts = bool(work.identities), bool(work.documents)
        self._remember(work.ids, standing | ends, identities=identities, documents=texts)
        work.ticket.end_statements()
        accounted = None
        if load is not None:
            accounted = account(batch, outcome)
            load.rejects.append(accounted.rejects)
            properties = (load.counts + accounted.counts).to_properties()
            properties |= {"position": batch.position, "place": batch.place}
            properties |= {"example": load.example or accounted.example}
            advance(tx, load.id, properties | ({"ungrounded": True} if accounted.for_grounding else {}))
        self._graph.fence(tx)
        work.tries.append(_Commit(outcome, accounted))
        return work.tries[-1]

    def _write_edges(
        self,
        tx: neo4j.ManagedTransaction,
        rows: Mapping[str, list[AssertionRow]],
        edges: Sequence[RecordColumns],
        new: Mapping[str, bool],
    ) -> tuple[dict[int, WriteResult], dict[str, End], int, Conflicts]:
        """Write edges whose ends exist: results by position, ends, violations flagged, contradictions."""
        if not (rows or edges):
            return {}, {}, 0, {}
        ids = {end for listed in rows.values() for row in listed for end in (row.subject, row.object)}
        for columns in edges:
            ids.update(columns.texts("subject"), columns.texts("object"))
        ends = self._ends.find(tx, ids)
        results: dict[int, WriteResult] = {}
        whole: list[AssertionRow] = []
        for row in chain.from_iterable(rows.values()):
            if row.subject not in ends:
                results[row.position] = WriteResult.NO_SUBJECT
            elif row.object not in ends:
                results[row.position] = WriteResult.NO_OBJECT
            else:
                whole.append(row)
        flag_violations(whole, ends, self._biolink)
        parts = [part for columns in edges for part in sift(columns, ends, self._biolink, results)]
        written, conflicts = write_edges(tx, whole, parts, ends, self._origin, new)
        results |= written
        warned = sum(row.warning is not None and results[row.position].written for row in whole)
        warned += sum(results[at].written for part in parts if part.warning for at in part.positions)
        return results, ends, warned, conflicts


def _numbered(columns: Sequence[RecordColumns], first: int) -> list[RecordColumns]:
    """Number records that came by columns on from those that came one by one."""
    numbers = accumulate(map(len, columns), initial=first)
    return [
        replace(each, positions=range(at, at + len(each))) for each, at in zip(columns, numbers, strict=False)
    ]


def _by_type(
    laid_out: Iterable[AssertionRow], edges: Iterable[RecordColumns]
) -> tuple[Mapping[str, list[AssertionRow]], Mapping[str, list[str]]]:
    """Group edges by their types: the rows of those that came one by one, and the ids of all."""
    rows: dict[str, list[AssertionRow]] = defaultdict(list)
    ids: dict[str, list[str]] = defaultdict(list)
    for row in laid_out:
        rows[row.predicate].append(row)
        ids[row.predicate].append(row.id)
    for columns in edges:
        ids[columns.kind].extend(columns.texts("id"))
    return rows, ids


@contextmanager
def _refusals(graph: LeasedGraph) -> Iterator[None]:
    """Tell why the database did not take a batch."""
    try:
        yield
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable(
            f"the database stopped answering while it was written to ({line_of(error, 200)})"
        ) from error
    except Neo4jError as error:
        graph.check(error)
        told = f"({line_of(error, 200)})"
        if error.code == _OUT_OF_MEMORY:
            raise BioloomError(
                "the database has too little memory for a batch, nothing of it was written: stop it, set "
                f"BIOLOOM_HEAP (such as 2g), start it and run the same command again {told}"
            ) from error
        if error.is_retryable():
            raise DatabaseUnavailable(f"the database kept refusing a batch {told}") from error
        raise BioloomError(f"the database refused a batch, nothing of it was written {told}") from error
