"""Plain texts and Markdown, and folders that mix them with other documents."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from bioloom.records import AnnotatedDocument, Reject, SourceRecord
from bioloom_loaders.abstract_table import read_abstracts
from bioloom_loaders.bioc import read_bioc
from bioloom_loaders.chemprot import read_chemprot
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Reader, Readers
from bioloom_loaders.documents import read_text
from bioloom_loaders.docx import read_docx
from bioloom_loaders.jats import read_jats
from bioloom_loaders.labelled_sentences import read_ddi, read_git
from bioloom_loaders.medline import read_medline
from bioloom_loaders.pdf import read_pdf
from bioloom_loaders.pdf_pages import join_breaks
from bioloom_loaders.protocolsio import read_protocolsio
from bioloom_loaders.pubmed import read_pubmed
from bioloom_loaders.pubtator import read_biored, read_pubtator
from bioloom_loaders.squad import read_squad
from bioloom_loaders.table_cells import name_cells
from bioloom_loaders.text_composer import without_annotation


def read_plain(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read one text as one document."""
    yield read_document(path, catalogue)


def read_document(path: Path, catalogue: Catalogue) -> AnnotatedDocument | Reject:
    """Read one unannotated text, or say why it cannot be read."""
    text = read_text(path)
    if isinstance(text, Reject):
        return text
    text, heads = name_cells(join_breaks(text))
    kind, layout = catalogue.lay_out(text)
    described = catalogue.describe(path, text, layout.title, kind=kind)
    left_out = layout.left_out + Counter(HEADING=heads)
    return without_annotation(described, layout.sentences, left_out, headings=layout.headings)


READERS: dict[str, Reader] = {
    "text": read_plain,
    "abstracts": read_abstracts,
    "bioc": read_bioc,
    "biored": read_biored,
    "chemprot": read_chemprot,
    "ddi": read_ddi,
    "docx": read_docx,
    "git": read_git,
    "jats": read_jats,
    "medline": read_medline,
    "pdf": read_pdf,
    "protocolsio": read_protocolsio,
    "pubmed": read_pubmed,
    "pubtator": read_pubtator,
    "squad": read_squad,
}


class TextLoader(DocumentLoader):
    """Reads texts, and folders of documents in any of our formats, each with the reader of its format."""

    name = "text"
    description = (
        "plain text or Markdown, as protocols or abstracts as their sentences tell; folders of documents "
        "of several formats"
    )
    readers: ClassVar[Readers] = READERS


class ProtocolsLoader(TextLoader):
    """Reads the same as `TextLoader`, every plain text, Word file and PDF as a protocol."""

    name = "protocols"
    description = "plain text, Markdown, Word and PDF files, each as a protocol whatever its sentences tell"
    kind = "protocol"

    def recognises(self, source: Path) -> bool:
        """Say no: this must be asked for by name."""
        return False
