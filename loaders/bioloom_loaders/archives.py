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
from bioloom.loading import is_hidden
from bioloom_loaders.text_lines import BROKEN, one_line_of


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive and how to open it."""

    name: str
    open: Callable[[], AbstractContextManager[BinaryIO]]


@dataclass(frozen=True, slots=True)
class Members:
    """The files of an archive by name, without hidden ones; its links; why there may be more than these."""

    found: list[Member]
    fault: str = ""
    links: tuple[str, ...] = ()


@contextmanager
def open_members(path: Path) -> Iterator[Members]:
    """Open an archive and list its files; one that is cut short has those before the cut."""
    if path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as zipped:
            names = (info.filename for info in zipped.infolist() if not info.is_dir())
            yield Members(_visible([Member(name, partial(_open_zipped, zipped, name)) for name in names]))
    else:
        with tarfile.open(path) as tar:
            members, fault, links = [], "", []
            try:
                for info in tar:
                    if info.isreg():
                        members.append(Member(info.name, cast(Opener, partial(tar.extractfile, info))))
                    elif not info.isdir():
                        links.append(info.name)
            except BROKEN as error:
                fault = one_line_of(error)
            yield Members(_visible(members), fault, tuple(links))


Opener = Callable[[], AbstractContextManager[BinaryIO]]


def _open_zipped(zipped: zipfile.ZipFile, name: str) -> AbstractContextManager[BinaryIO]:
    try:
        return cast(AbstractContextManager[BinaryIO], zipped.open(name))
    except (RuntimeError, NotImplementedError) as error:  # a password, or an unknown compression
        raise SourceError(str(error), name) from error


def _visible(members: list[Member]) -> list[Member]:
    shown = (member for member in members if not is_hidden(member.name.rpartition("/")[2]))
    return sorted(shown, key=lambda member: member.name)
