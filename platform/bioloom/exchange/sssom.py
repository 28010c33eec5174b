"""SSSOM export: every mapping of the graph, of ids, of cross references and of relations."""

import csv
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bioloom.biolink.sssom_header import sssom_header
from bioloom.exchange.atomic_files import whole_files
from bioloom.exchange.graph_export import ExportReport, Progress, RowCounter, check_ending
from bioloom.exchange.graph_stream import pages, rows
from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement

COLUMNS = (
    *("subject_id", "subject_label", "subject_category", "predicate_id", "object_id", "object_label"),
    *("mapping_justification", "confidence", "mapping_source", "comment"),
)
_CURIE = re.compile(r"[\w.-]+:\S+")
_BREAKS = re.compile(r"[\s\x00-\x1f\"]+")
Row = tuple[str, ...]


def export_sssom(
    graph: Graph, path: Path, *, force: bool = False, on_progress: Progress | None = None
) -> ExportReport:
    """Write one SSSOM table (``.sssom.tsv``, packed where the name ends in ``.gz``); mappings count as edges.

    Ids that are one thing are ``skos:exactMatch``, with how that was found; cross references are
    ``oboInOwl:hasDbXref``; a source's relation and the Biolink predicate that it became are
    ``skos:relatedMatch``, with what mapped it and the number of claims in the comment. A load of the file
    into another graph makes the exact matches decisions there, as a curator's are.
    """
    check_ending(path, "SSSOM", ".sssom.tsv")
    counter = RowCounter(0, on_progress)
    used: set[str] = set()
    with (
        whole_files((path,), force=force) as (stream,),
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as body,
    ):
        table = csv.writer(body, delimiter="\t", lineterminator="\n")
        table.writerow(COLUMNS)
        written = 0
        for row in counter.over(_mappings(graph)):
            table.writerow([_BREAKS.sub(" ", cell) for cell in row])
            used.update(row[place].partition(":")[0] + ":" for place in (0, 2, 3, 4, 6, 8))
            written += 1
        stream.write(sssom_header(used, "graph", "Mappings of a bioloom graph"))
        body.seek(0)
        shutil.copyfileobj(body, stream)
    counter.finish()
    return ExportReport((path,), 0, written)


def _mappings(graph: Graph) -> Iterator[Row]:
    for row in pages(graph, statement("exchange/decisions")):
        yield (
            *(row["id"], "", row["category"] or "", "skos:exactMatch", row["object"], row["label"] or ""),
            *(row["justification"] or "semapv:UnspecifiedMatching", _number(row["score"])),
            *(row["source"] or "", ""),
        )
    for row in pages(graph, statement("exchange/xrefs")):
        head = (row["id"], row["name"] or "", (row["categories"] or [""])[0], "oboInOwl:hasDbXref")
        for xref in row["xrefs"]:
            if _CURIE.fullmatch(xref):
                yield (*head, xref, "", "semapv:UnspecifiedMatching", "", "", "")
    for row in rows(graph, statement("cookbook/mapped_relations"), predicate=""):
        stated, predicate = row["stated"], row["predicate"]
        subject = stated if _CURIE.fullmatch(stated) else f"bioloom:relation.{'-'.join(stated.split())}"
        yield (
            *(subject, stated, "", "skos:relatedMatch", predicate, predicate.removeprefix("biolink:")),
            *("semapv:UnspecifiedMatching", _number(row["lowest_score"]), row["source"] or ""),
            f"claims: {row['claims']}; mapped by {row['mapped_by'] or 'the source'}",
        )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
