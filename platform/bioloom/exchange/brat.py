"""BRAT export: the text of every document with its mentions and stated relations, in BioPIE's types."""

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from bioloom.errors import UsageError
from bioloom.exchange.atomic_files import whole_folder
from bioloom.exchange.graph_export import ExportReport, Progress, RowCounter
from bioloom.exchange.graph_stream import count_rows, pages
from bioloom.exchange.selection import EVERYTHING, Selection
from bioloom.extraction.brat_writer import write_folder
from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation

_PAGE = 50  # documents


def export_brat(
    graph: Graph, path: Path, *, chosen: Selection = EVERYTHING, on_progress: Progress | None = None
) -> ExportReport:
    """Write a new folder with a ``.txt`` and an ``.ann`` file a document; mentions count as nodes.

    `chosen` may name documents and their primary sources. Characters between two sentences, which the graph
    does not keep, become line breaks, so that every offset holds. UsageError for other conditions.
    """
    if chosen != Selection(sources=chosen.sources, documents=chosen.documents):
        raise UsageError("BRAT files hold whole documents: choose them with --document and --source only")
    given = {"documents": sorted(chosen.documents), "sources": sorted(chosen.sources)}
    counter = RowCounter(count_rows(graph, statement("names/count_label", label="Document")), on_progress)
    report = ExportReport((path,), 0, 0)

    def documents() -> Iterator[AnnotatedDocument]:
        nonlocal report
        for row in counter.over(pages(graph, statement("exchange/documents"), most=_PAGE, **given)):
            document = _document(row)
            nodes, edges = len(document.mentions), len(document.relations)
            report = ExportReport((path,), report.nodes + nodes, report.edges + edges)
            yield document

    with whole_folder(path) as folder:
        write_folder(folder, documents())
    counter.finish()
    return report


def _document(row: Mapping[str, Any]) -> AnnotatedDocument:
    place = Place(row["id"])
    document = Document(row["id"], "", _text(row["sentences"]), "", "", place)
    mentions = tuple(
        Mention(each["id"], "", each["text"], each["start"], each["end"], each["type"])
        for each in sorted(row["mentions"], key=itemgetter("start", "end", "id"))
    )
    known = {mention.id for mention in mentions}
    relations = tuple(
        Relation(each["subject"], each["predicate"], each["object"], place, each["negated"])
        for each in sorted(row["relations"], key=itemgetter("subject", "object", "predicate"))
        if {each["subject"], each["object"]} <= known
    )
    return AnnotatedDocument(document, (), mentions, relations)


def _text(sentences: Iterable[Mapping[str, Any]]) -> str:
    """Put sentences at their places.

    >>> _text([{"start": 6, "text": "Mix."}, {"start": 0, "text": "Boil."}])
    'Boil.\\nMix.\\n'
    """
    text = ""
    for each in sorted(sentences, key=itemgetter("start")):
        text += "\n" * (each["start"] - len(text)) + each["text"]
    return text + "\n"
