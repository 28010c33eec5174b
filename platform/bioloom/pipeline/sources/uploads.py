"""Uploads: files sent to the service, stored under content hashes if they are documents of a known format."""

import errno
import fcntl
import hashlib
import json
import logging
import os
import secrets
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from bioloom.errors import BioloomError, StorageFull, UnknownFormatError, UsageError
from bioloom.loading import loader_for
from bioloom.private_files import create_private_file, make_private_folder, replace_private_file
from bioloom.settings import Settings

CORPUS = "upload"
"""The corpus of what was sent; its documents are called ``upload:`` and a hash of the file."""

SUFFIXES = (
    *(".txt", ".md", ".markdown", ".docx", ".pdf", ".json", ".xml", ".nxml"),
    *(".nbib", ".medline", ".pubtator"),
)
"""How the name of a file may end that is taken in; nothing packed."""

FORMATS = frozenset(
    {"abstracts", "bioc", "docx", "jats", "medline", "pdf", "protocolsio", "pubmed", "pubtator", "text"}
)
"""Loaders that may read what was sent: those of single documents, none that states nodes and edges."""

_HEADS = {".docx": (b"PK\x03\x04",), ".pdf": (b"%PDF",)}
_PACKED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"(\xb5/\xfd", b"7z\xbc\xaf")
_CHUNK = 1 << 16
_FORGOTTEN = 24 * 3600.0
_NOTE = ".job"
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UploadNote:
    """What a service that starts again must know of an accepted upload; it lies beside the file.

    `begun` counts the loads of it during which the service was killed.
    """

    job: str
    file: str
    label: str
    extract: str
    fresh: bool = False
    begun: int = 0


def _ignore_place(_: Path) -> None:
    """Reserve nothing."""


def keep_upload(
    settings: Settings, label: str, content: BinaryIO, reserve: Callable[[Path], None] = _ignore_place
) -> Path:
    """Store an upload in a folder that only its owner can read; give its path.

    Of the sender's `label` only the ending is used. The name is a hash of the content: the same file is the
    same load, which goes on where it stopped. `reserve` is told the path before a file is put there.
    UnknownFormatError if it is no document that is taken in.
    """
    suffix = _suffix(label)
    folder = _arrivals(settings)
    draft = folder / f".{secrets.token_hex(8)}"
    digest = hashlib.blake2b(digest_size=10)
    with _keeping(folder):
        try:
            make_private_folder(folder, close=True)
            head = content.read(_CHUNK)
            _check_head(head, suffix)
            with create_private_file(draft) as opened:
                while head:
                    digest.update(head)
                    opened.write(head)
                    head = content.read(_CHUNK)
            kept = folder / f"{digest.hexdigest()}{suffix}"
            reserve(kept)
            draft.replace(kept)
        except OSError:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise
    try:
        _check_format(kept, suffix)
    except UsageError:
        kept.unlink(missing_ok=True)
        raise
    return kept


def write_note(settings: Settings, note: UploadNote) -> None:
    """Note an upload so that it outlives the service; BioloomError if that cannot be written."""
    folder = _arrivals(settings)
    with _keeping(folder):
        replace_private_file(folder / f"{note.job}{_NOTE}", [json.dumps(asdict(note)).encode()])


def drop_note(settings: Settings, job: str) -> None:
    """Delete the note of a job that is over."""
    (_arrivals(settings) / f"{job}{_NOTE}").unlink(missing_ok=True)


def hold_uploads(settings: Settings) -> int | None:
    """Hold the folder of uploads until the descriptor is closed; None where another service holds it."""
    folder = _arrivals(settings)
    descriptor = None
    try:
        make_private_folder(folder, close=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if descriptor is not None:
            os.close(descriptor)
        if not isinstance(error, BlockingIOError):
            _log.warning("uploads cannot be kept in %s: %s", folder, error.strerror or error)
        return None
    return descriptor


def noted_uploads(settings: Settings) -> list[tuple[UploadNote, Path]]:
    """Find the uploads that a service did not get to, the oldest note first.

    A note whose file is gone is deleted; a file without a note is told to the log with what loads it.
    """
    folder = _arrivals(settings)
    found = []
    for path in sorted(folder.glob(f"*{_NOTE}"), key=lambda each: (each.stat().st_mtime_ns, each.name)):
        note = _read_note(path)
        if note is None:
            path.unlink(missing_ok=True)
        else:
            found.append((note, folder / note.file))
    noted = {file for _, file in found}
    for path in sorted(folder.iterdir()):
        if path.name.endswith(SUFFIXES) and not path.name.startswith(".") and path not in noted:
            _log.warning("an upload was left behind; load it with: %s", command_for(path))
    return found


def command_for(path: Path, extract: str = "local") -> str:
    """Give the command that loads an upload as the service does."""
    return f"bioloom load {shlex.quote(str(path))} --corpus {CORPUS} --extract {extract}"


def _read_note(path: Path) -> UploadNote | None:
    """Read a note; None if it is damaged, or names no upload that is there."""
    try:
        note = UploadNote(**json.loads(path.read_text(encoding="utf-8")))
        named = (note.job, Path(note.file).name) == (path.name.removesuffix(_NOTE), note.file)
        return note if named and path.with_name(note.file).is_file() else None
    except (OSError, ValueError, TypeError) as error:
        _log.warning("the note %s of an upload cannot be read: %s", path, error)
        return None


def file_original(settings: Settings, path: Path) -> None:
    """Keep an upload whose documents are in the graph, so that it can be read again."""
    folder = _originals(settings)
    make_private_folder(folder)
    path.replace(folder / path.name)


def find_original(settings: Settings, source: str) -> Path | None:
    """Find the kept original of a load by the source that its Load node names; None if there is none.

    Only the name of a file of the folder of uploads counts: a graph that others write leads nowhere else.
    """
    path = Path(source)
    kept = _originals(settings) / path.name
    return kept if path.parent == _arrivals(settings).resolve() and kept.is_file() else None


def take_original(
    settings: Settings, original: Path, reserve: Callable[[Path], None] = _ignore_place
) -> Path:
    """Put a copy of a kept original where uploads are loaded from, so that it is the same load."""
    folder = _arrivals(settings)
    copy = folder / original.name
    reserve(copy)
    with _keeping(folder):
        make_private_folder(folder)
        with original.open("rb") as stream:
            replace_private_file(copy, iter(partial(stream.read, _CHUNK), b""))
    return copy


@contextmanager
def _keeping(folder: Path) -> Iterator[None]:
    """Tell the sender that a file cannot be written, and the log also where; senders learn no path."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        _log.error("an upload cannot be written to %s: %s", error.filename or folder, why)
        said = f"the file cannot be kept: {why} in the folder {folder.name} of the service's home"
        if error.errno in _FULL:
            raise StorageFull(f"{said}; free some space there and send it again") from error
        raise BioloomError(f"{said}; the log says where") from error


def _arrivals(settings: Settings) -> Path:
    return settings.home / "uploads"


def _originals(settings: Settings) -> Path:
    return settings.home / "originals"


def forget_uploads(settings: Settings) -> None:
    """Delete uploads that a killed service left a day ago or longer and that nothing notes as accepted."""
    folder = _arrivals(settings)
    notes = [_read_note(path) for path in folder.glob(f"*{_NOTE}")]
    noted = {note.file for note in notes if note is not None}
    before = time.time() - _FORGOTTEN
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.suffix == _NOTE or path.name in noted or not path.is_file():
            continue
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)


def _suffix(label: str) -> str:
    lowered = label.lower()
    found = next((suffix for suffix in SUFFIXES if lowered.endswith(suffix)), None)
    if found is None:
        raise UnknownFormatError(f"the name of the file must end in one of: {', '.join(SUFFIXES)}")
    return found


def _check_head(head: bytes, suffix: str) -> None:
    if not head:
        raise UsageError("the file is empty")
    wanted = _HEADS.get(suffix)
    if wanted is None and head.startswith(_PACKED):
        raise UnknownFormatError("the file is packed; unpack it and send the document itself")
    if wanted is not None and not any(mark in head[:1024] for mark in wanted):
        raise UnknownFormatError(f"the file is named {suffix}, but its content is of another kind")


def _check_format(path: Path, suffix: str) -> None:
    try:
        name = loader_for(path).name
    except UnknownFormatError:
        name = ""
    if name in FORMATS:
        return
    if name:
        raise UnknownFormatError(f"files of the format {name} are not taken in here; use: bioloom load")
    raise UnknownFormatError(f"no document in any known format was found in the {suffix} file")
