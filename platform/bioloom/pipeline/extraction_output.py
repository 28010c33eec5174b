"""Extraction output: renamed when complete, and resumed by the next run after an interruption."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Literal, Self, TypeAlias

from bioloom import __version__
from bioloom.errors import BioloomError, SourceError, UsageError
from bioloom.extraction.brat_writer import write_folder
from bioloom.extraction.document_jsonl import parse_document, write_document
from bioloom.pipeline.reject_file import write_line
from bioloom.records import AnnotatedDocument, NumberedReject, Place, Reject

ExtractionForm: TypeAlias = Literal["jsonl", "brat"]
FORMS: tuple[ExtractionForm, ...] = ("jsonl", "brat")


class ExtractionOutput:
    """Writer of extracted documents to a file or folder; a context manager around one run.

    Until it is finished, what is done lies in a hidden file beside the output, one line a document. Its
    name holds a hash of `run` (what the run consists of): the same run continues it, another one drops it.
    `held` is asked for the documents of the source in their order before any is written.
    """

    def __init__(self, path: Path, form: ExtractionForm, run: Sequence[str], *, force: bool = False) -> None:
        _check_place(path, form, force=force)
        self.path, self._form = path, form
        self.documents = self.resumed_from = 0
        self.rejects_file: Path | None = None
        key = hashlib.blake2b(json.dumps([__version__, *run]).encode(), digest_size=4).hexdigest()
        stem = f".{path.name[:60]}"
        self._work = path.with_name(f"{stem}.{key}.part")
        self._rejected = path.with_name(f"{stem}.{key}.rejects")
        self._folder = path.with_name(f"{stem}.{key}.new")
        for ending in ("part", "rejects"):
            for other in path.parent.glob(f"{_literal(stem)}.????????.{ending}"):
                if other != self._work:
                    other.unlink(missing_ok=True)
        self._good = self._rejects = 0
        self._reading = True

    def __enter__(self) -> Self:
        with self._writing():
            self._work.touch()
            self._lines = self._work.open("r+b")
            self._reject_lines = self._rejected.open("wb")
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._lines.close()
        self._reject_lines.close()
        self._rejected.unlink(missing_ok=True)
        if self._work.exists() and self._work.stat().st_size == 0:
            self._work.unlink()

    def held(self, document: AnnotatedDocument, *, extracted: bool) -> AnnotatedDocument | None:
        """Read the next document that an earlier run wrote; None from the first that is missing.

        `extracted` says that only the text must be the same, else the document itself.
        """
        if not self._reading:
            return None
        line = self._lines.readline()
        found = self._parsed(line)
        if extracted:
            same = found is not None and _source(found) == _source(document) and found.extractor is not None
        else:
            same = line == write_document(document)
        if not same:
            self._stop_reading()
            return None
        self._good += len(line)
        self.documents += 1
        self.resumed_from += 1
        return found

    def write(self, document: AnnotatedDocument) -> None:
        """Append the next document."""
        self._stop_reading()
        with self._writing():
            self._lines.write(write_document(document))
            self._lines.flush()
        self.documents += 1

    def reject(self, position: int, rejects: Sequence[Reject]) -> None:
        """Write rejects of the record of this number."""
        with self._writing():
            self._reject_lines.writelines(write_line(NumberedReject(position, reject)) for reject in rejects)
        self._rejects += len(rejects)

    def finish(self) -> None:
        """Rename the output, and the rejects if there are any, to their final names."""
        self._stop_reading()
        with self._writing():
            for stream in (self._lines, self._reject_lines):
                stream.flush()
                os.fsync(stream.fileno())
            named = _rejects_of(self.path)
            if self._rejects:
                self._rejected.replace(named)
                self.rejects_file = named
            else:
                named.unlink(missing_ok=True)
            if self._form == "jsonl":
                self._work.replace(self.path)
            else:
                self._write_folder()
                self._work.unlink()

    def _write_folder(self) -> None:
        folder = self._folder
        if folder.exists():
            rmtree(folder)  # of a run that was killed while it wrote
        folder.mkdir()
        with self._work.open("rb") as lines:
            numbered = enumerate(lines, start=1)
            write_folder(folder, (parse_document(line, Place(str(self._work), at)) for at, line in numbered))
        if self.path.is_dir():
            self.path.rmdir()
        folder.rename(self.path)

    def _stop_reading(self) -> None:
        if self._reading:
            self._reading = False
            self._lines.seek(self._good)
            self._lines.truncate()

    def _parsed(self, line: bytes) -> AnnotatedDocument | None:
        if not line.endswith(b"\n"):
            return None
        try:
            return parse_document(line, Place(str(self._work)))
        except SourceError:
            return None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BioloomError(f"cannot write {self.path}: {error.strerror or error}") from error


def _check_place(path: Path, form: ExtractionForm, *, force: bool) -> None:
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} does not exist; make the folder first")
    if form == "jsonl" and path.is_dir():
        raise UsageError(f"{path} is a folder; give a file name, or write BRAT with --format-out brat")
    if form == "jsonl" and path.exists() and not force:
        raise UsageError(f"{path} exists already; replace it with --force (in Python force=True)")
    if form == "brat" and path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise UsageError(f"{path} is there and not an empty folder; BRAT files go into a new one")
    if (rejects := _rejects_of(path)).exists() and not force:
        raise UsageError(f"{rejects} exists already; replace it with --force (in Python force=True)")


def _rejects_of(path: Path) -> Path:
    return path.with_name(f"{path.name.removesuffix('.jsonl')}.rejects.jsonl")


def _source(document: AnnotatedDocument) -> tuple[str, str, str]:
    return document.document.id, document.document.text, document.document.place.file


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
