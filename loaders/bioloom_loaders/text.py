"""Plain text and Markdown protocols: sentences with exact offsets, no annotation."""

from collections.abc import Iterator
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.records import AnnotatedDocument, Document, LoadOptions, Place, Reject, Skip, SourceRecord
from bioloom_loaders.documents import (
    corpus_of,
    fingerprint,
    is_document,
    line_spans,
    read_text,
    sentences_of,
    source_of,
    title_of,
)
from bioloom_loaders.formats import TEXT_SUFFIXES, format_of, walk
from bioloom_loaders.lines import shown
from bioloom_loaders.sentences import prose_spans


class TextLoader:
    """Reads .txt and .md files: the first line is the title, all text is sentences."""

    name = "text"
    description = "plain text or Markdown protocols, split into sentences"

    def recognises(self, source: Path) -> bool:
        """Say whether the source is a text, or a folder of texts without annotations."""
        return format_of(source) == self.name

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one document a file, in the order of their paths."""
        if not source.exists():
            raise SourceError("does not exist", shown(source))
        files = walk(source) if source.is_dir() else iter((source,))
        seen: dict[str, str] = {}
        texts: dict[bytes, str] = {}
        for path in files:
            if path == source:
                yield read_document(path, options, seen, texts)
            elif path.suffix.lower() in TEXT_SUFFIXES and not is_document(path):
                yield Skip("NOT_A_DOCUMENT", Place(shown(path)))
            elif path.suffix.lower() in TEXT_SUFFIXES:
                yield read_document(path, options, seen, texts)


def read_document(
    path: Path, options: LoadOptions, seen: dict[str, str], texts: dict[bytes, str]
) -> AnnotatedDocument | Reject:
    """Read one unannotated text; `seen` and `texts` remember ids and texts of the documents before."""
    text = read_text(path)
    if isinstance(text, Reject):
        return text
    document = describe(path, text, options, seen, texts)
    if isinstance(document, Reject):
        return document
    sentences = sentences_of(document.id, text, prose_spans(text))
    return AnnotatedDocument(document, sentences, agent_type="not_provided")


def describe(
    path: Path, text: str, options: LoadOptions, seen: dict[str, str], texts: dict[bytes, str]
) -> Document | Reject:
    """Name a document; a second one of the same name is rejected, one of the same text is marked."""
    file = shown(path)
    corpus = corpus_of(path, options)
    name = f"{corpus}:{shown(Path(path.stem))}"
    if name in seen:
        message = (
            f"the name {name} is taken by {seen[name]}; rename the file, or load it with another --corpus"
        )
        return Reject("DUPLICATE_DOCUMENT", "extract", message, Place(file))
    seen[name] = file
    first = texts.setdefault(fingerprint(text), name)
    return Document(
        id=name,
        title=title_of(text, line_spans(text)),
        text=text,
        kind="protocol",
        primary_knowledge_source=source_of(corpus, options),
        place=Place(file),
        properties={} if first == name else {"duplicate_of": first},
    )
