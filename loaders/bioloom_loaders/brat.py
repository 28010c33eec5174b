"""BRAT standoff: a ``.txt`` and an ``.ann`` file a document, in any folder structure."""

from collections.abc import Iterator
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.records import AnnotatedDocument, LoadOptions, Place, Reject, SourceRecord
from bioloom_loaders.brat_annotations import read_annotations
from bioloom_loaders.document_catalogue import Catalogue
from bioloom_loaders.documents import corpus_of, is_document, line_spans, read_text, title_of
from bioloom_loaders.format_detection import FormatLoader, walk
from bioloom_loaders.left_out import leave_out, leave_out_others
from bioloom_loaders.scheme_detection import LINE_SCHEMES, scheme_of
from bioloom_loaders.sentences import joined, prose_spans
from bioloom_loaders.text import read_document
from bioloom_loaders.text_lines import TextLine, lines_of, shown

_SUFFIXES = {".txt", ".ann"}
_SETTINGS = {"annotation.conf", "visual.conf", "tools.conf", "kb_shortcuts.conf"}


class BratLoader(FormatLoader):
    """Reads BRAT folders, among them the wet-lab protocols of WLP.

    A line of the text is a sentence where the scheme annotates protocols step by step (WLP, BioPIE);
    the lines of other corpora are split into sentences.
    """

    name = "brat"
    description = "BRAT standoff annotation (.txt with .ann), such as the WLP protocols"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one document a text, in the order of their paths; a text without .ann is unannotated."""
        if not source.exists():
            raise SourceError("does not exist", shown(source))
        if source.is_file() and source.suffix not in _SUFFIXES:
            raise SourceError("it is no file of BRAT, which are x.txt and x.ann", shown(source))
        catalogue = Catalogue(options, kind="protocol")
        for path in _stems(source):
            text, annotations = path.with_name(path.name + ".txt"), path.with_name(path.name + ".ann")
            if not text.is_file() and not annotations.is_file():
                message = "neither the text nor its annotations are a regular file"
                yield Reject("UNREADABLE", "extract", message, Place(shown(text)))
            elif not text.is_file():
                message = f"there is no {shown(Path(text.name))} beside the annotations"
                yield Reject("MISSING_TEXT", "extract", message, Place(shown(annotations)))
            elif not annotations.is_file() and source.is_dir() and not is_document(text):
                yield leave_out(text)
            elif not annotations.is_file():
                yield read_document(text, catalogue)
            else:
                yield _read_annotated(text, annotations, catalogue)
        if source.is_dir():
            used = {path for path in walk(source) if path.suffix in _SUFFIXES or path.name in _SETTINGS}
            yield from leave_out_others(walk(source), used)


def _stems(source: Path) -> Iterator[Path]:
    """List the documents as paths without suffix, each once, in a fixed order."""
    files = walk(source) if source.is_dir() else iter((source,))
    last = None
    for stem in sorted({path.with_name(path.stem) for path in files if path.suffix in _SUFFIXES}):
        if stem != last:
            yield stem
        last = stem


def _read_annotated(path: Path, annotations: Path, catalogue: Catalogue) -> AnnotatedDocument | Reject:
    text = read_text(path)
    if isinstance(text, Reject):
        return text
    lines: list[TextLine] = []
    unread: list[Reject] = []
    for line in lines_of(annotations):
        if isinstance(line, TextLine):
            lines.append(line)
        else:
            unread.append(line)
    read = read_annotations(text, lines)
    described = catalogue.describe(path, read.text, title_of(read.text, line_spans(read.text)))
    scheme = scheme_of([span.type for span in read.spans], corpus_of(path, catalogue.options))
    base = line_spans(read.text) if scheme in LINE_SCHEMES else prose_spans(read.text)
    spans = joined(base, [(span.start, span.end) for span in read.spans])
    return read.annotate(described, spans, scheme, unread)
