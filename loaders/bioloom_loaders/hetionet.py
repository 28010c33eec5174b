"""Hetionet v1.0: ``nodes.tsv`` and ``*.sif.gz``, mapped to Biolink by the tables of ontology/hetionet/."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.records import (
    LoadOptions,
    Place,
    Reject,
    Skip,
    SourceEdge,
    SourceNode,
    SourceRecord,
    SourceTable,
    TableRows,
    Value,
)
from bioloom.standardization.sssom import SssomMapping, read_mappings
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.hetionet_tables import (
    SOURCE_IDS,
    EdgeTables,
    NodeTables,
    properties_of,
    read_edge_tables,
    read_node_tables,
)
from bioloom_loaders.tables import TableRow, join_rows, read_each, rows_of
from bioloom_loaders.text_lines import shown

KINDS = "hetionet/kinds.sssom.tsv"
METAEDGES = "hetionet/metaedges.sssom.tsv"
_PARTS = {"edges": "exact", "edges_partial": "sample", "edges_rebuilt": "rebuilt"}
_LISTS = ("aggregator_knowledge_source", "supporting_data_source")
_TABLE = re.compile(r"(CbG|DaG)-.*\.tsv(?:\.gz)?$")
_STATED = ("knowledge_level", "agent_type", "primary_knowledge_source")


class HetionetLoader(FormatLoader):
    """Reads a Hetionet folder, or one of its files, as Biolink nodes and edges with their sources.

    Edges carry their metaedge (``CbG``) as `original_predicate` and in `hetionet_part` whether they are
    the published ones (exact), a sample of them, or rebuilt from later releases of the sources. The tables
    of two metaedges, ``CbG-binding.tsv`` and ``DaG-association.tsv``, can also be loaded by themselves.
    """

    name = "hetionet"
    description = "Hetionet v1.0 (nodes.tsv and edges*.sif.gz in one folder)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give all nodes, then the edges file by file, published ones first."""
        return read_each(self.rows(source, options))

    def rows(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give the same, edges of which no table states more unread."""
        if source.is_file() and (table := _TABLE.match(source.name)) is not None:
            yield from _rows(source, lambda row: _stated(row, table[1]))
            return
        folder = source if source.is_dir() else source.parent
        nodes = folder / "nodes.tsv" if source.is_dir() else source
        edges = sorted(path for path in folder.iterdir() if path.name.endswith((".sif", ".sif.gz")))
        if source.is_file() and source.name != "nodes.tsv":
            nodes, edges = folder / "nodes.tsv", [source]
        if not source.exists() or not (nodes.is_file() or edges):
            raise SourceError("there is no nodes.tsv and no *.sif.gz here", shown(source))
        if nodes.is_file():
            node_tables = yield from read_node_tables(folder)
            yield from _rows(nodes, lambda row: _node(row, node_tables))
        edge_tables = yield from read_edge_tables(folder)
        sampled: set[str] = set()
        for path in edges:
            yield from _edges(path, edge_tables, sampled)


@lru_cache(maxsize=1 << 16)
def curie_of(identifier: str) -> tuple[str, str] | None:
    """Split ``Kind::LOCALID`` into kind and CURIE; None if it is no identifier of Hetionet.

    >>> curie_of("Compound::DB00945"), curie_of("Pathway::WP100_r87358"), curie_of("Disease::DOID:1324")
    (('Compound', 'DRUGBANK:DB00945'), ('Pathway', 'WIKIPATHWAYS:WP100'), ('Disease', 'DOID:1324'))
    """
    kind, mark, local = identifier.partition("::")
    mapping = read_mappings(KINDS).get(kind)
    if not mark or not local or mapping is None:
        return None
    prefix = mapping.extensions["curie_prefix"]
    if local.startswith(f"{prefix}:"):
        return kind, local
    pattern = mapping.extensions.get("identifier_pattern")
    if pattern:
        match = re.fullmatch(pattern, local)
        if match is None:
            return kind, f"{mapping.extensions.get('other_prefix', prefix)}:{local}"
        local = match[1]
    return kind, f"{prefix}:{local}"


def _rows(path: Path, make: Callable[[TableRow], SourceRecord]) -> Iterator[SourceRecord]:
    return (make(row) if isinstance(row, TableRow) else row for row in rows_of(path))


def _node(row: TableRow, tables: NodeTables) -> SourceNode | Reject:
    found = curie_of(row.cells.get("id", ""))
    if found is None:
        message = f"{row.cells.get('id', '')!r} is no Kind::identifier of a kind that ontology/{KINDS} maps"
        return _reject("BAD_ID", message, row)
    kind, curie = found
    properties: dict[str, Value] = {"native_type": kind, "provided_by": ("infores:hetionet",)}
    name = row.cells.get("name")
    synonyms = tuple(synonym for synonym in tables.synonyms.get(curie, ()) if synonym != name)
    if synonyms:
        properties["synonym"] = synonyms
    if curie in tables.xrefs:
        properties["xref"] = tuple(tables.xrefs[curie])
    return SourceNode(curie, (read_mappings(KINDS)[kind].object_id,), row.place, name, properties)


def _edges(path: Path, tables: EdgeTables, sampled: set[str]) -> Iterator[SourceRecord]:
    """Read one edge file; an edge of the sample that is rebuilt too is skipped the second time."""
    part = _PARTS.get(path.name.partition(".")[0], path.name.partition(".")[0])

    def make(row: TableRow) -> SourceEdge | TableRows | Reject | Skip:
        if part in ("sample", "rebuilt"):
            key = "\t".join(row.cells.values())
            if key in sampled:
                return Skip("DUPLICATE_EDGE", row.place)
            if part == "sample":
                sampled.add(key)
        return _edge(row, part, tables)

    yield from join_rows(_rows(path, make))


def _edge(row: TableRow, part: str, tables: EdgeTables) -> SourceEdge | TableRows | Reject:
    source, metaedge, target = (row.cells.get(column, "") for column in ("source", "metaedge", "target"))
    mapping = read_mappings(METAEDGES).get(metaedge)
    if mapping is None:
        return _reject("UNKNOWN_METAEDGE", f"ontology/{METAEDGES} does not map {metaedge!r}", row)
    ends = curie_of(source), curie_of(target)
    if ends[0] is None or ends[1] is None:
        wrong = source if ends[0] is None else target
        return _reject(
            "BAD_ID", f"{wrong!r} is no Kind::identifier of a kind that ontology/{KINDS} maps", row
        )
    subject, object_ = ends[0][1], ends[1][1]
    stated = tables.get((metaedge, subject, object_))
    if mapping.inverse:
        subject, object_ = object_, subject
    if not stated:
        cells = [subject, mapping.object_id, object_]
        return TableRows(_table(row.place.file, metaedge, part), [cells], [row.place.line or 0])
    properties = {**_provenance(metaedge), "hetionet_part": part, **stated}
    return SourceEdge(subject, mapping.object_id, object_, row.place, properties)


@lru_cache(maxsize=1024)
def _table(file: str, metaedge: str, part: str) -> SourceTable:
    """Describe the edges of a metaedge in a file as a table; its mapping states all but their ends."""
    read = partial(_read_ends, {**_provenance(metaedge), "hetionet_part": part})
    return SourceTable(file, ("subject", "predicate", "object"), frozenset(), read)


def _read_ends(properties: Mapping[str, Value], cells: Mapping[str, str], place: Place) -> SourceEdge:
    return SourceEdge(cells["subject"], cells["predicate"], cells["object"], place, properties)


def _stated(row: TableRow, metaedge: str) -> SourceEdge | Reject:
    """Read a row of the table of a metaedge as an edge: the same claim as that of the edge file."""
    column, prefix = SOURCE_IDS[metaedge]
    local, gene = row.cells.get(column, ""), row.cells.get("entrez_gene_id", "")
    if not local or not gene:
        return _reject("MISSING_ID", f"it has no {column if gene else 'entrez_gene_id'}", row)
    mapping = read_mappings(METAEDGES)[metaedge]
    ends = (f"{prefix}{local}", f"NCBIGene:{gene}")
    subject, object_ = reversed(ends) if mapping.inverse else ends
    properties = {**_provenance(metaedge), "hetionet_part": "exact", **properties_of(row)}
    return SourceEdge(subject, mapping.object_id, object_, row.place, properties)


@cache
def _provenance(metaedge: str) -> Mapping[str, Value]:
    """Give what the mapping states for every edge of a metaedge: sources, level, agent, qualifiers."""
    mapping: SssomMapping = read_mappings(METAEDGES)[metaedge]
    given = mapping.extensions
    properties: dict[str, Value] = {slot: given[slot] for slot in _STATED if slot in given}
    properties |= {slot: tuple(given[slot].split("|")) for slot in _LISTS if slot in given}
    return {**properties, **mapping.qualifiers, "original_predicate": metaedge}


def _reject(code: str, message: str, row: TableRow) -> Reject:
    return Reject(code, "extract", message, row.place, dict(row.cells))
