"""The text of Word files (DOCX): numbered steps, headings and tables as their page shows them."""

import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, ClassVar
from xml.parsers import expat

from bioloom.errors import SourceError
from bioloom.extras import optional
from bioloom.records import Place, Reject, SourceRecord
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.documents import LARGEST_TEXT
from bioloom_loaders.docx_text import ListNumbering, paragraph_text
from bioloom_loaders.text_composer import Composer
from bioloom_loaders.text_lines import BROKEN, one_line_of, open_bytes, shown

LARGEST_UNPACKED = 512 * 1024 * 1024
LARGEST_PART = 64 * 1024 * 1024
_CHUNK = 1 << 14
_LONGEST_TITLE = 300
_OLD_WORD = b"\xd0\xcf\x11\xe0"
#: What python-docx raises on packages that are damaged.
_FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError),
    *(NotImplementedError, struct.error),
)


def read_docx(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read one Word file; running heads, footnotes and deleted text are left out."""
    docx = optional("docx", "Reading Word files", extra="documents")
    exceptions = optional("docx.opc.exceptions", "Reading Word files", extra="documents")
    etree = optional("lxml.etree", "Reading Word files", extra="documents")
    place = Place(shown(path))
    try:
        with open_bytes(path) as opened:
            refused = _refused(opened, place)
            if refused is None:
                yield _read(path, docx.Document(opened), catalogue)
            else:
                yield refused
    except SourceError as error:
        yield Reject("UNREADABLE", "extract", str(error), place)
    except (exceptions.OpcError, etree.LxmlError, *_FAULTS, *BROKEN) as error:
        yield Reject(
            "BAD_DOCX", "extract", f"the file is no Word file that can be read: {one_line_of(error)}", place
        )


def _refused(opened: BinaryIO, place: Place) -> Reject | None:
    """Say why a file is not unpacked: it is encrypted, declares entities, or would grow too large."""
    head = opened.read(4)
    opened.seek(0)
    if head == _OLD_WORD:
        message = "the file is encrypted or in the old Word format; save it as .docx without password"
        return Reject("ENCRYPTED", "extract", message, place)
    with zipfile.ZipFile(opened) as packed:
        sizes = [entry.file_size for entry in packed.infolist()]
        parts = [entry for entry in packed.infolist() if entry.filename.lower().endswith((".xml", ".rels"))]
        if sum(sizes) > LARGEST_UNPACKED or max((part.file_size for part in parts), default=0) > LARGEST_PART:
            return Reject("TOO_LARGE", "extract", "the file would grow too large when unpacked", place)
        declaring = next((part.filename for part in parts if _declares_type(packed, part)), None)
    opened.seek(0)
    if declaring is None:
        return None
    message = (
        f"{declaring[:100]!r} declares a document type, which may name entities and which Word "
        "never writes: nothing of the file was read; save it anew with a word processor"
    )
    return Reject("UNSAFE_XML", "extract", message, place)


def _declares_type(packed: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Say whether a part has a document type declaration, which could only stand before its first element."""
    found: list[bool] = []
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = lambda *_: found.append(True)
    parser.StartElementHandler = lambda *_: found.append(False)
    with packed.open(part) as content:
        while not found and (chunk := content.read(_CHUNK)):
            try:
                parser.Parse(chunk)
            except expat.ExpatError:
                break
    return bool(found) and found[0]


def _read(path: Path, document: Any, catalogue: Catalogue) -> SourceRecord:
    blocks = list(document.iter_inner_content())
    titled = _title(blocks)
    composer = Composer()
    if titled is not None:
        composer.entitle(paragraph_text(titled)[:_LONGEST_TITLE])
    numbering = ListNumbering(document)
    for block in blocks:
        if hasattr(block, "rows"):
            _table(composer, block)
        elif block is not titled:
            _paragraph(composer, block, numbering)
    place = Place(shown(path))
    if not composer.title and composer.empty:
        return Reject("EMPTY_DOCUMENT", "extract", "the document holds no text", place)
    if len(composer.text()) > LARGEST_TEXT:
        return Reject("TOO_LARGE", "extract", f"the text is longer than {LARGEST_TEXT} characters", place)
    kind = catalogue.kind_of(composer.text(), composer.sentences)
    described = catalogue.describe(path, composer.text(), composer.title or shown(Path(path.stem)), kind=kind)
    return composer.finish(described)


def _title(blocks: list[Any]) -> Any:
    """Find the paragraph that is the title: by its style, or else the first one if it is no list item."""
    written = [block for block in blocks if not hasattr(block, "rows") and paragraph_text(block).strip()]
    styled = next((block for block in written[:20] if _style(block) == "title"), None)
    if styled is not None or not written:
        return styled
    properties = written[0]._p.pPr
    listed = properties is not None and properties.numPr is not None
    return None if listed or len(paragraph_text(written[0])) > _LONGEST_TITLE else written[0]


def _paragraph(composer: Composer, paragraph: Any, numbering: ListNumbering) -> None:
    text = paragraph_text(paragraph)
    if not text.strip():
        return
    style = _style(paragraph)
    if style.startswith(("heading", "subtitle", "toc ", "title")):
        composer.heading(text)
        return
    mark = numbering.mark(paragraph)
    for line in text.split("\n"):
        composer.line(line, mark if line.strip() else "")
        mark = "" if line.strip() else mark


def _table(composer: Composer, table: Any) -> None:
    """Write each row as one line; a cell that spans several columns counts once."""
    rows = [{id(cell._tc): cell for cell in row.cells}.values() for row in table.rows]
    composer.table(
        [["; ".join(filter(None, map(paragraph_text, cell.paragraphs))) for cell in row] for row in rows]
    )


def _style(paragraph: Any) -> str:
    return str(paragraph.style.name if paragraph.style is not None else "").casefold()


class DocxLoader(DocumentLoader):
    """Reads Word files, one document each."""

    name = "docx"
    description = "text of Word files, .docx (needs the documents extra)"
    readers: ClassVar[Readers] = {"docx": read_docx}
