"""PDF text extraction, page by page: hyphenated words joined, repeated headers and footers dropped."""

import logging
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from bioloom.errors import SourceError
from bioloom.extras import optional
from bioloom.records import Place, Reject, SourceRecord, Value
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.documents import LARGEST_TEXT
from bioloom_loaders.pdf_pages import join_pages
from bioloom_loaders.text_composer import without_annotation
from bioloom_loaders.text_lines import BROKEN, one_line_of, open_bytes, shown

LARGEST_FILE = 200 * 1024 * 1024
MOST_PAGES = 2000
_MOST_SAID = 10
_SLACK = 0.15  # lines set in proportional type differ in characters
#: What pypdf raises on files that are damaged or hostile.
_FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError),
    *(NotImplementedError, MemoryError, struct.error),
)


def read_pdf(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read one PDF as one document; a page that cannot be read is a Reject beside it."""
    pypdf = optional("pypdf", "Reading PDF files", extra="documents")
    place = Place(shown(path))
    faults = (pypdf.errors.PyPdfError, pypdf.errors.DependencyError, *_FAULTS, *BROKEN)
    try:
        if path.is_file() and path.stat().st_size > LARGEST_FILE:
            yield Reject("TOO_LARGE", "extract", f"the file is larger than {LARGEST_FILE} bytes", place)
            return
        with open_bytes(path) as opened, _logged() as said:
            yield from _read(path, pypdf.PdfReader(opened, strict=False), catalogue, faults, said)
    except SourceError as error:
        yield Reject("UNREADABLE", "extract", str(error), place)
    except faults as error:
        yield Reject(
            "BAD_PDF", "extract", f"the file is no PDF that can be read: {one_line_of(error)}", place
        )


def _read(
    path: Path, reader: Any, catalogue: Catalogue, faults: tuple[type[BaseException], ...], said: list[str]
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
        said.clear()
        fault = ""
        try:
            text = str(reader.pages[number].extract_text())
        except faults as error:
            text, fault = "", one_line_of(error)
        if not text.strip():
            fault = fault or "; ".join(said)[:300]
        if fault:
            message = f"page {number + 1} cannot be read: {fault}"
            unread.append(Reject("BAD_PAGE", "extract", message, place, {"page": number + 1}))
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
    kind, layout = catalogue.lay_out(joined.text, _SLACK)
    properties: dict[str, Value] = {"pages": count, "page_starts": joined.starts}
    described = catalogue.describe(path, joined.text, layout.title, kind=kind, properties=properties)
    left_out = layout.left_out + joined.left_out
    yield without_annotation(described, layout.sentences, left_out, unread, layout.headings)


@contextmanager
def _logged() -> Iterator[list[str]]:
    """Collect what pypdf only logs: a page whose content it cannot decode is an empty one to it."""
    said: list[str] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if len(said) < _MOST_SAID:
                said.append(" ".join(record.getMessage().split()))

    handler, logger = Collector(), logging.getLogger("pypdf")
    logger.addHandler(handler)
    try:
        yield said
    finally:
        logger.removeHandler(handler)


def _opens(reader: Any, faults: tuple[type[BaseException], ...]) -> bool:
    """Whether the file opens without a password, as one does that only forbids changes."""
    try:
        return bool(reader.decrypt(""))
    except faults:
        return False


class PdfLoader(DocumentLoader):
    """Reads the text of PDF files; scanned pages have none."""

    name = "pdf"
    description = "text of PDF files (needs the documents extra)"
    readers: ClassVar[Readers] = {"pdf": read_pdf}
