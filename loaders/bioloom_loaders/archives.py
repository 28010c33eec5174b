"""Members of tar and zip archives, read in place: nothing is unpacked to disk."""

import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from bioloom.errors import SourceError


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive and how to open it."""

    name: str
    open: Callable[[], AbstractContextManager[BinaryIO]]


@contextmanager
def open_members(path: Path) -> Iterator[list[Member]]:
    """Open an archive and list its files by name, without hidden ones."""
    if path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as zipped:
            names = (info.filename for info in zipped.infolist() if not info.is_dir())
            yield _visible([Member(name, partial(_open_zipped, zipped, name)) for name in names])
    else:
        with tarfile.open(path) as tar:
            files = [info for info in tar.getmembers() if info.isreg()]
            yield _visible(
                [Member(info.name, cast(Opener, partial(tar.extractfile, info))) for info in files]
            )


Opener = Callable[[], AbstractContextManager[BinaryIO]]


def _open_zipped(zipped: zipfile.ZipFile, name: str) -> AbstractContextManager[BinaryIO]:
    try:
        return cast(AbstractContextManager[BinaryIO], zipped.open(name))
    except (RuntimeError, NotImplementedError) as error:  # a password, or an unknown compression
        raise SourceError(str(error), name) from error


def _visible(members: list[Member]) -> list[Member]:
    shown = (member for member in members if not member.name.rpartition("/")[2].startswith("."))
    return sorted(shown, key=lambda member: member.name)
