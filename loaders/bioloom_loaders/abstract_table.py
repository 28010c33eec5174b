"""Plain abstracts in a table: id, title and abstract, with tabs between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bioloom.records import AnnotatedDocument, LoadOptions, Reject, SourceRecord
from bioloom_loaders.catalogue import Catalogue, read_source
from bioloom_loaders.formats import format_of
from bioloom_loaders.lines import Line, open_bytes, read_lines, shown
from bioloom_loaders.publications import (
    Collected,
    abstract_spans,
    abstract_text,
    annotate,
    describe_abstract,
    storable,
)


class AbstractsLoader:
    """Reads abstracts that a table lists, without any annotation."""

    name = "abstracts"
    description = "plain abstracts in a table: PMID, title, abstract (TSV without quotes)"

    def recognises(self, source: Path) -> bool:
        """Say whether the first row is a PMID, a title and an abstract, or names these columns."""
        return format_of(source) == self.name

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one document a row, of a file or of the files of a folder."""
        return read_source(source, options, {self.name: read_abstracts})


def read_abstracts(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the rows of one file; a header is passed over."""
    with open_bytes(path) as opened:
        for count, line in enumerate(read_lines(opened, shown(path))):
            if isinstance(line, Reject):
                yield line
                continue
            cells = line.text.split("\t")
            if count == 0 and cells[0].strip().casefold() in ("pmid", "id"):
                continue
            if len(cells) != 3 or not cells[0].strip() or not (cells[1].strip() or cells[2].strip()):
                message = "a row needs an id, a title and an abstract, with tabs between"
                record = {"line": storable(line.text[:2000])}
                yield Reject("BAD_ROW", "extract", message, line.place, record)
            else:
                yield _document(cells, line, path, catalogue)


def _document(cells: list[str], line: Line, path: Path, catalogue: Catalogue) -> AnnotatedDocument | Reject:
    name, title, abstract = cells
    text = abstract_text(title, abstract)
    document = describe_abstract(catalogue, path, name, title, text, line.place.line)
    if isinstance(document, Reject):
        return document
    return annotate(document, abstract_spans(text, len(title)), Collected(text), "", "not_provided")
