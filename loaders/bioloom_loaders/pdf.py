"""PDF text extraction, page by page: hyphenated words joined, repeated headers and footers dropped."""

import logging
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bioloom.errors import SourceError
from bioloom.extras import optional
from bioloom.records import AnnotatedDocument, LoadOptions, Place, Reject, SourceRecord
from bioloom_loaders.document_catalogue import Catalogue, read_source
from bioloom_loaders.documents import LARGEST_TEXT, sentences_of
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.pdf_pages import join_pages
from bioloom_loaders.sentences import lay_out
from bioloom_loaders.text_composer import skips
from bioloom_loaders.text_lines import BROKEN, open_bytes, shown

LARGEST_FILE = 200 * 1024 * 1024
MOST_PAGES = 2000
_SLACK = 0.15  # lines set in proportional type differ in characters
#: What pypdf raises on files that are damaged or hostile.
_FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError),
    *(NotImplementedError, MemoryError, struct.error),
)


class PdfLoader:
    """Reads the text of PDF files; scanned pages have none."""

    name = "pdf"
    description = "text of PDF files (needs the documents extra)"

    def recognises(self, source: Path) -> bool:
        """Say whether the source is a PDF file."""
        return format_of(source) == self.name

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one document a file, for a file or the files of a folder."""
        return read_source(source, options, {self.name: read_pdf})


def read_pdf(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read one PDF as one document; a page that cannot be read is a Reject beside it."""
    pypdf = optional("pypdf", "Reading PDF files", extra="documents")
    logging.getLogger("pypdf").addHandler(logging.NullHandler())
    place = Place(shown(path))
    faults = (pypdf.errors.PyPdfError, pypdf.errors.DependencyError, *_FAULTS, *BROKEN)
    try:
        if path.is_file() and path.stat().st_size > LARGEST_FILE:
            yield Reject("TOO_LARGE", "extract", f"the file is larger than {LARGEST_FILE} bytes", place)
            return
        with open_bytes(path) as opened:
            yield from _read(path, pypdf.PdfReader(opened, strict=False), catalogue, faults)
    except SourceError as error:
        yield Reject("UNREADABLE", "extract", str(error), place)
    except faults as error:
        yield Reject("BAD_PDF", "extract", f"the file is no PDF that can be read: {_said(error)}", place)


def _read(
    path: Path, reader: Any, catalogue: Catalogue, faults: tuple[type[BaseException], ...]
) -> Iterator[SourceRecord]:
    place = Place(shown(path))
    if reader.is_encrypted and not _opens(reader, faults):
        message = "the file is encrypted; save a copy without password"
        yield Reject("ENCRYPTED", "extract", message, place)
        return
    count = len(reader.pages)
    if count > MOST_PAGES:
        message = f"the file has {count} pages; cut it into files of at most {MOST_PAGES}"
        yield Reject("TOO_LARGE", "extract", message, place)
        return
    pages: list[str] = []
    unread: list[Reject] = []
    length = 0
    for number in range(count):
        try:
            text = str(reader.pages[number].extract_text())
        except faults as error:
            message = f"page {number + 1} cannot be read: {_said(error)}"
            unread.append(Reject("BAD_PAGE", "extract", message, place, {"page": number + 1}))
            text = ""
        pages.append(text)
        length += len(text)
        if length > LARGEST_TEXT:
            yield Reject("TOO_LARGE", "extract", f"the text is longer than {LARGEST_TEXT} characters", place)
            return
    joined = join_pages(pages)
    if not any(map(str.isalnum, joined.text)):
        yield from unread
        message = "the pages hold no text, as scanned ones do; run a text recognition over them first"
        yield Reject("NO_TEXT", "extract", message, place)
        return
    layout = lay_out(joined.text, _SLACK)
    document = catalogue.describe(
        path, joined.text, layout.title, properties={"pages": count, "page_starts": joined.starts}
    )
    if isinstance(document, Reject):
        yield document
        return
    yield AnnotatedDocument(
        document,
        sentences_of(document.id, joined.text, layout.sentences),
        agent_type="not_provided",
        rejects=tuple(unread),
        skips=skips(layout.left_out + joined.left_out, place),
    )


def _opens(reader: Any, faults: tuple[type[BaseException], ...]) -> bool:
    """Whether the file opens without a password, as one does that only forbids changes."""
    try:
        return bool(reader.decrypt(""))
    except faults:
        return False


def _said(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
