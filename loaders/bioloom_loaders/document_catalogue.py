"""Document catalogue of one load: unique names, and marks on documents of equal text."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from bioloom.errors import MissingExtraError, SourceError
from bioloom.records import Document, LoadOptions, Place, Reject, Skip, SourceRecord
from bioloom.records.graph import Value
from bioloom_loaders.document_kind import kind_of
from bioloom_loaders.documents import Span, corpus_of, fingerprint, is_document, source_of
from bioloom_loaders.format_detection import JSON_SUFFIXES, TEXT_SUFFIXES, FormatLoader, format_of, walk
from bioloom_loaders.json_files import read_json
from bioloom_loaders.left_out import leave_out
from bioloom_loaders.sentences import Layout, lay_out, lay_out_publication
from bioloom_loaders.text_lines import shown


class Catalogue:
    """Describes the documents of one load, and remembers their names and texts.

    With a `kind`, every plain text is of that kind, whatever its sentences say.
    """

    def __init__(self, options: LoadOptions, kind: str | None = None) -> None:
        self.options = options
        self._kind = kind
        self._names: dict[str, str] = {}
        self._texts: dict[bytes, str] = {}

    def kind_of(self, text: str, sentences: Sequence[Span]) -> str:
        """Say what kind of document a plain text is: as declared, or as its sentences tell."""
        return self._kind or kind_of(text, sentences)

    def lay_out(self, text: str, slack: float = 0.0) -> tuple[str, Layout]:
        """Find the kind of a plain text, its title and its sentences; `slack` is that of `blocks`."""
        layout = lay_out(text, slack)
        kind = self.kind_of(text, layout.sentences)
        return kind, layout if kind == "protocol" else lay_out_publication(text, layout)

    def describe(
        self,
        path: Path,
        text: str,
        title: str,
        *,
        name: str | None = None,
        kind: str = "protocol",
        line: int | None = None,
        licence: str | None = None,
        properties: Mapping[str, Value] | None = None,
    ) -> Document | Reject:
        """Name a document after its file, or by the name it states itself.

        A second one of the same name is a Reject `DUPLICATE_DOCUMENT`; one of the same text has
        `duplicate_of`.
        """
        place = Place(shown(path), line)
        corpus = corpus_of(path, self.options)
        id_ = f"{corpus}:{name or shown(Path(path.stem))}"
        if id_ in self._names:
            message = (
                f"the name {id_} is taken by {self._names[id_]}; rename one, or load it with another --corpus"
            )
            return Reject("DUPLICATE_DOCUMENT", "extract", message, place)
        self._names[id_] = str(place)
        first = self._texts.setdefault(fingerprint(text), id_)
        return Document(
            id=id_,
            title=title,
            text=text,
            kind=kind,
            primary_knowledge_source=source_of(corpus, self.options),
            place=place,
            licence=licence,
            properties={**(properties or {}), **({} if first == id_ else {"duplicate_of": first})},
        )


_LINK = "a link that leads out of the folder: load the file itself"
_JSON_FORMATS = frozenset({"bioc", "protocolsio"})

Reader = Callable[[Path, Catalogue], Iterator[SourceRecord]]
Readers = Mapping[str, Reader]


def read_source(
    source: Path, options: LoadOptions, readers: Readers, kind: str | None = None
) -> Iterator[SourceRecord]:
    """Read a file, or the files of a folder in the order of their paths, each with its format's reader.

    A file of no known format goes to the first reader if it is the source itself; in a folder it is a
    Skip `OTHER_FORMAT`, but one that is named as JSON and is none a Reject where JSON is read at all. A
    file of a folder that cannot be read is a Reject and leaves the others. `kind` is that of `Catalogue`.
    """
    if not source.exists():
        raise SourceError("does not exist", shown(source))
    catalogue = Catalogue(options, kind)
    if not source.is_dir():
        reader = readers.get(format_of(source) or "") or next(iter(readers.values()))
        yield from reader(source, catalogue)
        return
    for path in sorted(walk(source), key=Path.is_symlink):  # a link is the copy of its file
        if path.is_symlink() and _leads_out(path, source):
            yield Skip("LINK", Place(shown(path)), remedy=_LINK)
            continue
        format_ = format_of(path) or ""
        plain = "text" in readers and path.suffix.lower() in TEXT_SUFFIXES and format_ in ("", "text", "brat")
        format_ = "text" if plain else format_
        if plain and not is_document(path):
            yield leave_out(path)
        elif format_ in readers:
            yield from _guarded(readers[format_], path, catalogue)
        else:
            may_be_ours = not format_ and not _JSON_FORMATS.isdisjoint(readers)
            yield (may_be_ours and _broken_json(path)) or leave_out(path)


def _leads_out(link: Path, folder: Path) -> bool:
    """Say whether a link leads to a file outside of the folder."""
    try:
        return not link.resolve(strict=True).is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def _broken_json(path: Path) -> Reject | None:
    """Say what is wrong with a file that is named as JSON and is none."""
    if not path.name.lower().endswith(JSON_SUFFIXES):
        return None
    value = read_json(path)
    return value if isinstance(value, Reject) and value.code != "TOO_LARGE" else None


def _guarded(reader: Reader, path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    try:
        yield from reader(path, catalogue)
    except SourceError as error:
        yield Reject("UNREADABLE", "extract", str(error), Place(shown(path)))
    except MissingExtraError as error:
        yield Reject("MISSING_EXTRA", "extract", str(error), Place(shown(path)), {"module": error.module})


class DocumentLoader(FormatLoader):
    """Base of loaders of documents: what reads a file of each format, and their kind if all have one."""

    readers: ClassVar[Readers]
    kind: str | None = None

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give the documents of a file, or of the files of a folder in the order of their paths."""
        return read_source(source, options, self.readers, self.kind)
