"""Atomic file writes: into a temporary file beside the target, then renamed onto it."""

import gzip
import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, cast

from bioloom.errors import BioloomError, UsageError


@contextmanager
def whole_files(paths: tuple[Path, ...], *, force: bool = False) -> Iterator[tuple[IO[str], ...]]:
    """Open files for text that take their names only when all are written; gzip where a name ends in .gz.

    An existing file is replaced only with `force`, and only at the end. After an error nothing is left.
    """
    for path in paths:
        _check_place(path, force=force)
    temporary: list[Path] = []
    try:
        with ExitStack() as stack:
            streams = tuple(_open(stack, path, temporary) for path in paths)
            yield streams
        for written in temporary:
            _settle(written)
        for written, path in zip(temporary, paths, strict=True):
            written.replace(path)
    except OSError as error:
        raise BioloomError(f"cannot write {', '.join(map(str, paths))}: {error.strerror or error}") from error
    finally:
        for written in temporary:
            written.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Give a folder to write into that takes its name at the end; an existing one must be empty."""
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} does not exist; make the folder first")
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise UsageError(f"{path} is there and not an empty folder; name a new one")
    temporary = Path(tempfile.mkdtemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent))
    try:
        temporary.chmod(0o777 & ~_umask())
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise BioloomError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def replace_text(path: Path, text: str, *, force: bool = False) -> None:
    """Write one small text file atomically."""
    with whole_files((path,), force=force) as (stream,):
        stream.write(text)


def _check_place(path: Path, *, force: bool) -> None:
    if path.is_dir():
        raise UsageError(f"{path} is a folder; give a file name")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} does not exist; make the folder first")
    if path.exists() and not force:
        raise UsageError(f"{path} exists already; replace it with --force (in Python force=True)")


def _open(stack: ExitStack, path: Path, temporary: list[Path]) -> IO[str]:
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
    temporary.append(Path(name))
    temporary[-1].chmod(0o666 & ~_umask())  # mkstemp makes private files; an export is an ordinary one
    os.close(handle)
    if path.name.endswith(".gz"):
        raw = stack.enter_context(temporary[-1].open("wb"))
        packed = stack.enter_context(gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0))
        return cast(IO[str], stack.enter_context(io.TextIOWrapper(packed, encoding="utf-8", newline="\n")))
    return stack.enter_context(temporary[-1].open("w", encoding="utf-8", newline="\n"))


def _settle(path: Path) -> None:
    """Sync a file to disk before it is renamed, so that a power cut leaves no empty file."""
    with path.open("rb") as stream:
        os.fsync(stream.fileno())


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
