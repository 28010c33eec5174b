"""Bulk store: a graph of files that takes the writer's statements, for Neo4j's importer.

It answers the statements with which a load writes to an empty graph as the database would, so that a bulk
load runs the ordinary writer: the same merging, the same results, counts and rejects. What it does not know
is refused, and nothing of the load is written then.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any, cast

import neo4j

from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.record_columns import RecordColumns
from bioloom.graph.rows.record_entries import load_of
from bioloom.graph.schema import migrations
from bioloom.graph.statements import name_of
from bioloom.graph.writing.importer_tables import SEPARATOR, CsvTable, CsvTables, KeyIndex, join, quote, unfit
from bioloom.graph.writing.write_lease import LeasedGraph

_LEADS = {
    **{kind: (f"id:ID({kind})", ":LABEL") for kind in ("entity", "document", "sentence", "mention")},
    **{kind: (f"id:ID({kind})", ":LABEL") for kind in ("load", "identity")},
    **{
        f"{start} {end}": (f":START_ID({start})", f":END_ID({end})", ":TYPE")
        for start, end in (
            ("entity", "entity"),
            ("mention", "mention"),
            ("mention", "entity"),
            ("mention", "sentence"),
            ("document", "sentence"),
            ("sentence", "sentence"),
        )
    },
}
"""Lead columns of the tables: of nodes by kind, of edges by the kinds of their ends."""

_CATEGORIES = 48
"""Bit of an entity's entry from which on its categories are numbered; its position is below."""
_MOST_CATEGORIES = 1 << 14


class Rows(list[dict[str, Any]]):
    """Rows of an answer, with the methods of the driver's results."""

    def values(self) -> list[list[Any]]:
        """Give the values of each row."""
        return [list(row.values()) for row in self]

    def value(self) -> list[Any]:
        """Give the first value of each row."""
        return [next(iter(row.values())) for row in self]

    def single(self, strict: bool = False) -> dict[str, Any] | None:
        """Give the only row; None where there is none."""
        assert len(self) == 1 or not (strict or self)
        return self[0] if self else None

    def consume(self) -> None:
        """Do nothing: a statement is done when it is sent."""


class BulkStore:
    """Session and transaction in one, over the tables of an import; one thread at a time is in it."""

    def __init__(self, folder: Path) -> None:
        self._tables = CsvTables(folder, _LEADS)
        self._entities, self._edges, self._documents = KeyIndex(), KeyIndex(), KeyIndex()
        self._categories: dict[tuple[str, ...], int] = {}
        self._listed: list[tuple[str, ...]] = []
        self._loads: dict[str, dict[str, Any]] = {}
        self._identities = sqlite3.connect(folder / "identities", check_same_thread=False)
        self._identities.execute("CREATE TABLE identity (id TEXT PRIMARY KEY, canonical TEXT, rest TEXT)")
        self._identities.execute("CREATE INDEX canonical ON identity (canonical)")
        self._lock = RLock()
        self._answers: Mapping[str, Callable[..., Rows]] = {
            "loads/applied": lambda: Rows({"name": name} for name in migrations()),  # they follow the import
            "loads/failed_indexes": Rows,
            "loads/read": self._read_load,
            "loads/begin": self._set_load,
            "loads/advance": self._set_load,
            "loads/count_ungrounded": lambda: Rows([{"count": 0}]),  # names are grounded after the import
            "lease/renew": lambda epoch: Rows([{"epoch": epoch}]),
            "identity/count": self._count_identities,
            "identity/redirects": self._redirects,
            "identity/standing": self._standing,
            "identity/relead": self._relead,
            "identity/write": self._write_identities,
            "write/edge_types": Rows,
            "write/unique_edge_types": Rows,
            "write/unique_edge_ids": lambda constraint, type: Rows(),
            "write/probe_nodes": self._probe_nodes,
            "write/create_nodes": self._create_nodes,
            "write/read_nodes": self._read_nodes,
            "write/update_nodes": self._update_nodes,
            "write/read_categories": self._read_categories,
            "write/probe_edges": self._probe_edges,
            "write/create_assertions": self._create_assertions,
            "write/create_edges": self._create_mention_edges,
            "write/read_edges": self._read_edges,
            "write/update_edges": self._update_edges,
            "write/probe_documents": self._probe_documents,
            "write/document_holders": self._document_holders,
            "write/restate_documents": self._restate_documents,
            "write/create_documents": self._create_documents,
            "write/create_sentences": self._create_sentences,
            "write/chain_sentences": self._chain_sentences,
            "write/create_mentions": self._create_mentions,
            "write/denote": self._denote,
        }

    def __enter__(self) -> BulkStore:
        self._lock.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def run(self, text: str, given: Mapping[str, Any] | None = None, /, **parameters: Any) -> Rows:
        """Answer a statement."""
        name, identifiers = name_of(text)
        answer = self._answers.get(name)
        if answer is None:
            raise unfit("what replaces something that another of the sources has written")
        return answer(**identifiers, **(given or {}), **parameters)

    def execute_read(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function of a transaction."""
        return work(self, *arguments)

    execute_write = execute_read

    def close(self) -> list[CsvTable]:
        """Complete the tables; loads count as running until what follows an import is done."""
        for load in self._loads.values():
            whole = {"in_bulk": True} if load["status"] == "complete" else {}
            now = {**load, **whole, "status": "running", "updated": datetime.now(UTC)}
            self._tables.append("load", ["", join(["Load"])], now)
        for id_, canonical, rest in self._identities.execute("SELECT id, canonical, rest FROM identity"):
            self._tables.append("identity", ["", join(["Identity"])], _identity(id_, canonical, rest))
        self._identities.close()
        self._tables.close()
        return self._tables.tables

    def _read_load(self, id: str) -> Rows:
        return Rows([{"load": self._loads[id]}] if id in self._loads else [])

    def _set_load(self, id: str, properties: Mapping[str, Any]) -> Rows:
        load = self._loads[id] = {"id": id, **self._loads.get(id, {}), **properties}
        return Rows([{"position": load["position"]}])

    # identity decisions

    def _count_identities(self) -> Rows:
        (count,) = self._identities.execute("SELECT count(*) FROM identity").fetchone()
        return Rows([{"count": count}])

    def _decisions(self, ids: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        text = "SELECT id, canonical, rest FROM identity WHERE id IN (SELECT value FROM json_each(?))"
        for id_, canonical, rest in self._identities.execute(text, (json.dumps(ids),)):
            yield id_, _identity(id_, canonical, rest)

    def _redirects(self, ids: Sequence[str]) -> Rows:
        found = {id_: row for id_, row in self._decisions(ids) if "canonical" in row}
        there = dict(self._present([row["canonical"] for row in found.values()]))
        return Rows(
            {
                "id": id_,
                "canonical": row["canonical"],
                "categories": there[row["canonical"]],
                "method": row["method"],
                "score": row.get("score"),
            }
            for id_, row in found.items()
            if row["canonical"] in there
        )

    def _standing(self, ids: Sequence[str]) -> Rows:
        decisions, there = dict(self._decisions(ids)), dict(self._present(ids))
        return Rows(
            {"id": id_, "decision": decisions.get(id_), "present": id_ in there, "categories": there.get(id_)}
            for id_ in ids
        )

    def _relead(self, rows: Sequence[Mapping[str, str]]) -> Rows:
        text = "UPDATE identity SET canonical = :now WHERE canonical = :before AND id <> :now"
        self._identities.executemany(text, rows)
        return Rows()

    def _write_identities(self, rows: Sequence[Mapping[str, Any]]) -> Rows:
        known = dict(self._decisions([row["id"] for row in rows]))
        for row in rows:
            merged = known.get(row["id"], {}) | row["properties"]
            rest = {name: value for name, value in merged.items() if value is not None}
            canonical = rest.pop("canonical", None)
            values = row["id"], canonical, json.dumps(rest)
            self._identities.execute("INSERT OR REPLACE INTO identity VALUES (?, ?, ?)", values)
        return Rows()

    # entities

    def _present(self, ids: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for id_, entry in zip(ids, self._entities.find(ids), strict=True):
            if entry >= 0:
                yield id_, self._listed[entry >> _CATEGORIES]

    def _read_categories(self, ids: Sequence[str], earlier: str | None, current: str | None) -> Rows:
        assert earlier is None, "nothing goes from a graph that was empty"
        alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for id_, categories in self._present(ids):
            alike[categories].append(id_)
        return Rows(
            {"category": categories, "ids": found, "nodes": [0] * len(found)}
            for categories, found in alike.items()
        )

    def _stored(self, index: KeyIndex, ids: Sequence[str]) -> Iterator[tuple[str, list[str], PropertyRow]]:
        """Read the rows that there are: id, lead and properties."""
        for id_, entry in zip(ids, index.find(ids), strict=True):
            if entry >= 0:
                lead, properties = self._tables.read(entry & _POSITION)
                if properties["id"] != id_:
                    raise unfit(f"{id_} and {properties['id']}, whose hashes are the same")
                yield id_, lead, properties

    def _probe_nodes(self, ids: Sequence[str]) -> Rows:
        stored = self._stored(self._entities, ids)
        return Rows({"id": id_, "record_hash": row.get("record_hash"), "node": 0} for id_, _, row in stored)

    def _read_nodes(self, ids: Sequence[str]) -> Rows:
        return Rows(
            {"id": id_, "properties": row, "labels": lead[1].split(SEPARATOR)}
            for id_, lead, row in self._stored(self._entities, ids)
        )

    def _create_nodes(self, labels: str, rows: Sequence[PropertyRow]) -> Rows:
        cell = join(labels.split("|"))
        for row in rows:
            self._put_entity(cell, row)
        return Rows([{"nodes": [0] * len(rows)}])

    def create_columns(self, kind: str, columns: Sequence[RecordColumns], current: str) -> None:
        """Create nodes or edges that came by columns."""
        for part in columns:
            positions = self._tables.extend(kind, part, current)
            if kind == "entity":
                number = self._number(part.shared) << _CATEGORIES
                self._entities.put_all(part.texts("id"), (number | position for position in positions))
            else:
                self._edges.put_all(part.texts("id"), positions)

    def _put_entity(self, labels: str, row: PropertyRow) -> None:
        position = self._tables.append("entity", ["", labels], row)
        self._entities.put(str(row["id"]), self._number(row) << _CATEGORIES | position)

    def _number(self, row: PropertyRow) -> int:
        """Number the categories of an entity."""
        key = tuple(cast("list[str]", row.get("category", [])))
        number = self._categories.get(key)
        if number is None:
            number = self._categories[key] = len(self._listed)
            self._listed.append(key)
            if number == _MOST_CATEGORIES:
                raise unfit("entities of so many different combinations of categories")
        return number

    def _replace(self, index: KeyIndex, id_: str) -> None:
        (entry,) = index.find([id_])
        self._tables.drop(entry & _POSITION)

    def _update_nodes(self, rows: Sequence[Mapping[str, Any]]) -> Rows:
        for row in rows:
            for _, lead, _ in self._stored(self._entities, [row["id"]]):
                kept = [label for label in lead[1].split(SEPARATOR) if label not in row["drop"]]
                self._replace(self._entities, row["id"])
                self._put_entity(join(list(dict.fromkeys([*kept, *row["add"]]))), row["properties"])
        return Rows()

    # edges

    def _create_assertions(self, rows: Sequence[tuple[int, int, PropertyRow]]) -> Rows:
        for _, _, row in rows:
            self._edges.put(str(row["id"]), self._tables.append("entity entity", None, row))
        return Rows([{"created": len(rows)}])

    def _create_mention_edges(self, end: str, rows: Sequence[PropertyRow]) -> Rows:
        for row in rows:
            self._tables.append(f"{end} {end}".lower(), None, row)
        return Rows([{"created": len(rows)}])

    def _probe_edges(
        self, type: str, ids: Sequence[str], entries: Sequence[str], warnings: Sequence[str | None]
    ) -> Rows:
        stored = {id_: row for id_, _, row in self._stored(self._edges, ids)}
        different = [
            [at, row.get("record_hash"), row.get("validation_warning")]
            for at, id_ in enumerate(ids)
            if (row := stored.get(id_)) is not None
            and (row.get("record_hash"), row.get("validation_warning")) != ([entries[at]], warnings[at])
        ]
        missing = [at for at, id_ in enumerate(ids) if id_ not in stored]
        return Rows([{"missing": missing, "different": different}])

    def _read_edges(self, type: str, ids: Sequence[str]) -> Rows:
        return Rows({"id": id_, "properties": row} for id_, _, row in self._stored(self._edges, ids))

    def _update_edges(self, type: str, rows: Sequence[PropertyRow]) -> Rows:
        for row in rows:
            self._replace(self._edges, str(row["id"]))
        return self._create_assertions([(0, 0, row) for row in rows])

    # documents

    def _probe_documents(self, ids: Sequence[str]) -> Rows:
        return Rows(
            {"id": id_, "entries": [row["record_hash"], *cast("list[str]", row.get("shared_with", []))]}
            for id_, _, row in self._stored(self._documents, ids)
        )

    def _document_holders(self, ids: Sequence[str], load: str) -> Rows:
        found = Rows()
        for id_, _, row in self._stored(self._documents, ids):
            entries = [str(row["record_hash"]), *cast("list[str]", row.get("shared_with", []))]
            others = {load_of(entry) for entry in entries} - {load}
            sources = [self._loads[other]["source"] for other in sorted(others)]
            answer = {"id": id_, "entry": entries[0], "file": row["source_file"], "sources": sources}
            found += [answer | {"extractor": "", "texts": []}] if others else []
        return found

    def _create_documents(self, rows: Sequence[PropertyRow]) -> Rows:
        for row in rows:
            position = self._tables.append("document", ["", join(["Document"])], row)
            self._documents.put(str(row["id"]), position)
        return Rows()

    def _restate_documents(self, rows: Sequence[Mapping[str, Any]]) -> Rows:
        for row in rows:
            first, *others = row["entries"]
            for id_, _, properties in self._stored(self._documents, [row["id"]]):
                self._replace(self._documents, id_)
                shared = {"shared_with": others} if others else {}
                self._create_documents([properties | {"record_hash": first} | shared])
        return Rows()

    def _create_sentences(self, rows: Sequence[PropertyRow]) -> Rows:
        for row in rows:
            self._tables.append("sentence", ["", join(["Sentence"])], row)
            self._link("document sentence", row["document_id"], row["id"], "HAS_SENTENCE")
        return Rows()

    def _chain_sentences(self, rows: Sequence[Mapping[str, str]]) -> Rows:
        for row in rows:
            self._link("sentence sentence", row["before"], row["after"], "NEXT")
        return Rows()

    def _create_mentions(self, rows: Sequence[Mapping[str, Any]]) -> Rows:
        for row in rows:
            properties = row["properties"]
            self._tables.append("mention", ["", join(["Mention", row["label"]])], properties)
            self._link("mention sentence", properties["id"], properties["sentence_id"], "IN_SENTENCE")
        return Rows()

    def _denote(self, rows: Sequence[Mapping[str, Any]]) -> Rows:
        there = dict(self._present([row["entity"] for row in rows]))
        kept = [row for row in rows if row["entity"] in there]
        for row in kept:
            properties = {name: value for name, value in row["properties"].items() if value is not None}
            self._link("mention entity", row["mention"], row["entity"], "DENOTES", properties)
        return Rows([{"created": len(kept)}])

    def _link(
        self, kind: str, start: object, end: object, type_: str, properties: Mapping[str, Any] | None = None
    ) -> None:
        lead = [quote(str(start)), quote(str(end)), quote(type_)]
        self._tables.append(kind, lead, properties or {})


_POSITION = (1 << _CATEGORIES) - 1


def _identity(id_: str, canonical: str | None, rest: str) -> dict[str, Any]:
    row: dict[str, Any] = {**json.loads(rest), "id": id_}
    return row if canonical is None else {**row, "canonical": canonical}


@dataclass(frozen=True, slots=True)
class BulkGraph(LeasedGraph):
    """Bulk store in the place of a graph whose write lease is held."""

    store: BulkStore

    @classmethod
    def over(cls, store: BulkStore) -> BulkGraph:
        """Build the graph of a store; it has no driver."""
        return cls(cast(neo4j.Driver, None), "", 0, store)

    def session(self, *, read: bool = False, fetch: int = 1000, notify: bool = False) -> neo4j.Session:
        """Give the store as a session."""
        return cast(neo4j.Session, self.store)
