"""Abstract tables: id, title and abstract separated by tabs, or one text file each."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from bioloom.errors import SourceError
from bioloom.records import AnnotatedDocument, Reject, SourceRecord
from bioloom_loaders.annotations import reject_line
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.documents import read_text
from bioloom_loaders.docx import read_docx
from bioloom_loaders.pdf import read_pdf
from bioloom_loaders.pdf_pages import join_breaks
from bioloom_loaders.publications import abstract_spans, abstract_text, bad_pmid, describe_abstract, is_pmid
from bioloom_loaders.sentences import LONGEST_TITLE, prose_spans
from bioloom_loaders.text_composer import without_annotation
from bioloom_loaders.text_lines import BROKEN, open_bytes, read_lines, shown

_FIRST_LINE = 100_000


def read_text_abstract(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read a text as one abstract: its first line is the title, the file's name its id.

    Of a first line that is too long for a title, or all that there is, the title is the first sentence.
    A file with a tab in its first line is read as a table.
    """
    if _has_tabs(path):
        yield from read_abstracts(path, catalogue)
        return
    text = read_text(path)
    if isinstance(text, Reject):
        yield text
        return
    title, _, rest = join_breaks(text).strip().partition("\n")
    title, rest = title.strip(), " ".join(rest.split())
    if len(title) > LONGEST_TITLE or not rest:
        spans = prose_spans(title)
        title, rest = title[: spans[0][1]], f"{title[spans[0][1] :]} {rest}".strip()
    yield _document(path.stem, title, rest, None, path, catalogue)


def _has_tabs(path: Path) -> bool:
    try:
        with open_bytes(path) as opened:
            return b"\t" in opened.readline(_FIRST_LINE)
    except (SourceError, *BROKEN):
        return False


def read_abstracts(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the rows of one file; a header is passed over."""
    with open_bytes(path) as opened:
        numbered = False
        for count, line in enumerate(read_lines(opened, shown(path))):
            if isinstance(line, Reject):
                yield line
                continue
            cells = line.text.split("\t")
            if count == 0 and cells[0].strip().casefold() in ("pmid", "id"):
                numbered = cells[0].strip().casefold() == "pmid"
                continue
            if len(cells) != 3 or not cells[0].strip() or not (cells[1].strip() or cells[2].strip()):
                message = "a row needs an id, a title and an abstract, with tabs between"
                yield reject_line("BAD_ROW", message, line)
            elif numbered and not is_pmid(cells[0].strip()):
                yield bad_pmid(cells[0].strip(), line.place)
            else:
                name, title, abstract = cells
                yield _document(name, title, abstract, line.number, path, catalogue)


def _document(
    name: str, title: str, abstract: str, line: int | None, path: Path, catalogue: Catalogue
) -> AnnotatedDocument | Reject:
    text = abstract_text(title, abstract)
    described = describe_abstract(catalogue, path, name, title, text, line)
    return without_annotation(described, abstract_spans(text, len(title)), Counter())


class AbstractsLoader(DocumentLoader):
    """Reads abstracts that a table lists, without any annotation."""

    name = "abstracts"
    description = (
        "plain abstracts: a table of PMID, title, abstract (TSV without quotes), or a text, Word or PDF file "
        "each"
    )
    readers: ClassVar[Readers] = {
        "abstracts": read_abstracts,
        "text": read_text_abstract,
        "docx": read_docx,
        "pdf": read_pdf,
    }
    kind = "abstract"
