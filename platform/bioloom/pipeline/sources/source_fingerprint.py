"""Source fingerprint: a hash over the files of a source, which tells whether a checkpoint is valid."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

_BY_CONTENT = 64 * 1024 * 1024  # larger files count as unchanged while size and modification time are
_TABLE = re.compile(r"[._-]?(nodes|edges)\b", re.IGNORECASE)


def fingerprint(source: Path) -> str:
    """Hash names and contents of the files of a source; of files of 64 MB and more, size and time instead.

    A table brings its siblings with it (``x_nodes.tsv`` and ``x_edges.tsv``, ``p.txt`` and ``p.ann``).
    """
    digest = hashlib.blake2b(digest_size=8)
    root = source if source.is_dir() else source.parent
    for path in source_files(source):
        digest.update(str(path.relative_to(root)).encode("utf-8", "surrogateescape") + b"\0")
        digest.update(_state(path))
    return digest.hexdigest()


def source_files(source: Path) -> list[Path]:
    """List the files of a folder, or a file with those beside it that belong to it."""
    if source.is_dir():
        return sorted(path for path in source.rglob("*") if path.is_file())
    return sorted(_beside(source))


def _beside(source: Path) -> Iterator[Path]:
    table = _TABLE.search(source.name)
    stem = source.name[: table.start()] if table else source.name.partition(".")[0]
    if not source.parent.is_dir():
        return
    for path in source.parent.iterdir():
        belongs = path.name.startswith(stem) and (bool(stem) or _TABLE.search(path.name) is not None)
        if path == source or (belongs and path.is_file()):
            yield path


def _state(path: Path) -> bytes:
    try:
        facts = path.stat()
        if facts.st_size >= _BY_CONTENT:
            return f"{facts.st_size} {facts.st_mtime_ns}".encode()
        with path.open("rb") as opened:
            return hashlib.file_digest(opened, "blake2b").digest()
    except OSError as error:
        return f"unreadable {error.errno}".encode()
