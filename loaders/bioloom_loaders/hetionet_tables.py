"""Supplementary tables of Hetionet: synonyms, cross references, and provenance of single edges.

Each is used if it lies in the folder; one that cannot be read gives a Reject and the rest goes on.
"""

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bioloom.records import Reject, Skip, Value
from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.json_files import read_object
from bioloom_loaders.tables import TableRow, rows_of

_XREFS = format_terms("doid resource")
SOURCE_IDS = {"CbG": ("drugbank_id", "DRUGBANK:"), "DaG": ("doid_id", "")}
"""Columns of the tables of edges that name their source, and the prefix of its CURIE, by metaedge."""


@dataclass
class NodeTables:
    """Synonyms and cross references by CURIE."""

    synonyms: dict[str, list[str]] = field(default_factory=dict)
    xrefs: dict[str, list[str]] = field(default_factory=dict)


EdgeTables = dict[tuple[str, str, str], dict[str, Value]]
"""Properties of single edges by metaedge, source and target CURIE."""


def read_node_tables(folder: Path) -> Generator[Skip | Reject, None, NodeTables]:
    """Read gene_synonyms.json, drugbank_aliases.json and the doid_*.tsv tables where present."""
    tables = NodeTables()
    genes = yield from read_object(folder / "gene_synonyms.json")
    for synonym, numbers in genes.items():
        for number in numbers if isinstance(numbers, list) else ():
            tables.synonyms.setdefault(f"NCBIGene:{number}", []).append(synonym)
    drugs = yield from read_object(folder / "drugbank_aliases.json")
    for drug, names in drugs.items():
        if isinstance(names, list):
            tables.synonyms[f"DRUGBANK:{drug}"] = [name for name in names if isinstance(name, str)]
    for table in ("doid_slim_to_mesh.tsv", "doid_xrefs_slim.tsv"):
        for row in _rows(folder / table):
            if not isinstance(row, TableRow):
                yield row
                continue
            cells = row.cells
            local = cells.get("mesh_id") or cells.get("resource_id", "")
            curie = xref_curie(cells.get("resource", "MSH"), local)
            if curie is not None and "doid_code" in cells:
                known = tables.xrefs.setdefault(cells["doid_code"], [])
                if curie not in known:
                    known.append(curie)
    return tables


def xref_curie(resource: str, local: str) -> str | None:
    """Write a cross reference of the Disease Ontology as a CURIE; None for vocabularies without a prefix.

    >>> xref_curie("MSH", "D008175"), xref_curie("ORDO", "orphanet:1"), xref_curie("CSP", "2004-1600")
    ('MESH:D008175', 'orphanet:1', None)
    """
    prefix = _XREFS.get(resource)
    if prefix is None or not local:
        return None
    return local if local.startswith(f"{prefix}:") else f"{prefix}:{local}"


def read_edge_tables(folder: Path) -> Generator[Skip | Reject, None, EdgeTables]:
    """Read CbG-binding.tsv and DaG-association.tsv where present."""
    tables: EdgeTables = {}
    for metaedge, table in (("CbG", "CbG-binding.tsv"), ("DaG", "DaG-association.tsv")):
        column, prefix = SOURCE_IDS[metaedge]
        for row in _rows(folder / table):
            if not isinstance(row, TableRow):
                yield row
                continue
            ends = f"{prefix}{row.cells.get(column)}", f"NCBIGene:{row.cells.get('entrez_gene_id')}"
            _merge(tables.setdefault((metaedge, *ends), {}), properties_of(row))
    return tables


def properties_of(row: TableRow) -> dict[str, Value]:
    """Read what a row of these tables says of an edge: sources, actions, affinity, papers, licence."""
    cells = row.cells
    properties: dict[str, Value] = {
        slot: tuple(cells[slot].split("|")) for slot in ("sources", "actions", "urls") if slot in cells
    }
    if "pubmed_ids" in cells:
        properties["publications"] = tuple(f"PMID:{number}" for number in cells["pubmed_ids"].split("|"))
    if "license" in cells:
        properties["license"] = cells["license"]
    try:
        if "affinity_nM" in cells:
            properties["affinity_nM"] = _finite(cells["affinity_nM"])
    except ValueError:
        properties["affinity_text"] = cells["affinity_nM"]
    return properties


def _merge(known: dict[str, Value], more: dict[str, Value]) -> None:
    """Join what several rows say of one edge: lists grow, the first single value stays."""
    for slot, value in more.items():
        before = known.get(slot)
        if isinstance(before, tuple) and isinstance(value, tuple):
            known[slot] = tuple(dict.fromkeys((*before, *value)))
        else:
            known.setdefault(slot, value)


def _rows(path: Path) -> Iterator[TableRow | Skip | Reject]:
    return rows_of(path) if path.is_file() else iter(())


def _finite(cell: str) -> float:
    number = float(cell)
    if not math.isfinite(number):
        raise ValueError(cell)
    return number
