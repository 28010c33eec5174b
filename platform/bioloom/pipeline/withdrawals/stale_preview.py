"""Stale preview: in a dry run, what the graph holds of a load and its source states no longer is counted."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import get_args

import neo4j

from bioloom.described_ids import DescribedIds
from bioloom.graph.connection import Graph
from bioloom.graph.rows.edge_rows import redirect_assertion
from bioloom.graph.rows.id_redirects import RedirectTable
from bioloom.graph.rows.property_maps import assertion_of
from bioloom.graph.statements import statement
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.stale_records import NO_STATE, Kind, StaleRecord
from bioloom.pipeline.withdrawals.stale_withdrawal import StaleReport, UnreadRecords

_PAGE = 5_000


class StatedIds:
    """Ids of the documents, edges and entities that a source states, as hashes of 8 bytes each."""

    def __init__(self, graph: Graph, load: str) -> None:
        self._graph, self._load = graph, load
        self._redirects = RedirectTable(graph)
        self._ids: dict[Kind, DescribedIds] = {kind: DescribedIds() for kind in get_args(Kind)}

    def add(self, batch: PendingBatch) -> None:
        """Add what a batch states."""
        ids = self._ids
        ids["documents"].add(standard.document.id for standard in batch.documents)
        entities = [entity.id for entity in (*batch.entities, *batch.named)]
        entities += (entity.id for standard in batch.documents for entity in standard.entities)
        entities += (id_ for columns in batch.nodes for id_ in columns.texts("id"))
        ids["entities"].add(entities)
        ids["entities"].add(self._found(entities).values())
        claims = [*batch.assertions]
        for columns in batch.edges:
            ids["edges"].add(columns.texts("id"))
            if self._found(chain(columns.texts("subject"), columns.texts("object"))):
                claims += map(assertion_of, columns.property_maps())
        found = self._found(end for claim in claims for end in (claim.subject, claim.object))
        ids["edges"].add(redirect_assertion(claim, found).id for claim in claims)

    def count_stale(self, unread: UnreadRecords) -> StaleReport:
        """Count what of the load goes and what stays, as records that were not read may be that."""
        going: Counter[str] = Counter()
        kept: Counter[str] = Counter()
        prefixes = {"earlier": f"{self._load}.", "current": f"{self._load}.{NO_STATE}."}
        with self._graph.session(read=True) as session:
            for kind, stated in self._ids.items():
                rows = iter(session.run(statement(f"stale/find_{kind}"), prefixes))
                while page := [*islice(rows, _PAGE)]:
                    for row in _missing(page, stated):
                        names = tuple(str(name) for name in row["names"] if name is not None)
                        if unread.may_hold(StaleRecord(kind, names)):
                            kept[kind] += 1
                        elif all(entry.startswith(prefixes["earlier"]) for entry in row["entries"]):
                            going[kind] += 1
                        else:
                            going["shared"] += 1
        note = "an entity at which edges of other sources end would stay, and is counted here" * bool(going)
        return StaleReport(dict(going), dict(kept), (note,) if note else ())

    def _found(self, ids: Iterable[str]) -> dict[str, str]:
        return {id_: one.canonical for id_, one in self._redirects.find(ids).items()}


def _missing(rows: list[neo4j.Record], stated: DescribedIds) -> Iterator[neo4j.Record]:
    held = stated.hold([row["id"] for row in rows])
    return (row for row, is_stated in zip(rows, held, strict=True) if not is_stated)
