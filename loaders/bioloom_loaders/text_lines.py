"""Lines of a text file with their numbers: UTF-8 checked line by line, gzip undone, memory bounded."""

import codecs
import gzip
import lzma
import os
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from bioloom.errors import SourceError
from bioloom.loading import ReadPlace
from bioloom.records import Place, Reject

Read = TypeVar("Read")

LONGEST_LINE = 32 * 1024 * 1024
#: What reading raises where a disk fails or a compressed file is damaged.
BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile)
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(slots=True)
class TextLine:
    """One line without its line end, and where it stands."""

    text: str
    file: str
    number: int

    @property
    def place(self) -> Place:
        """Position of the line."""
        return Place(self.file, self.number)


def shown(path: Path) -> str:
    """Give a path as text that can be stored, even where its name is not valid UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")


def bad_encoding(error: UnicodeDecodeError, place: Place, also: str = "") -> Reject:
    """Describe bytes that are not UTF-8: which byte, at which position of the line."""
    byte = error.object[error.start]
    message = f"byte 0x{byte:02x} at position {error.start} is not UTF-8; convert the file to UTF-8{also}"
    return Reject("BAD_ENCODING", "extract", message, place)


def one_line_of(error: BaseException) -> str:
    """Write what an error says as one line, or its name where it says nothing."""
    return " ".join(str(error).split())[:300] or type(error).__name__


@contextmanager
def open_bytes(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, unpacked if its first bytes are those of gzip."""
    if path.exists() and not path.is_file():
        raise SourceError("cannot be read: it is not a regular file", shown(path))
    try:
        raw = path.open("rb")
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}", shown(path)) from error
    with raw, unpacked(raw, shown(path)) as opened:
        yield opened


def read_bytes(path: Path, most: int, what: str, cure: str = "") -> bytes | Reject:
    """Read a whole file, unpacked; one that cannot be read, or has more bytes, is a reject."""
    place = Place(shown(path))
    try:
        with open_bytes(path) as opened:
            raw = opened.read(most + 1)
    except (SourceError, *BROKEN) as error:
        return Reject("UNREADABLE", "extract", str(error), place)
    if len(raw) > most:
        return Reject("TOO_LARGE", "extract", f"the {what} is larger than {most} bytes{cure}", place)
    return raw


@contextmanager
def unpacked(raw: BinaryIO, file: str) -> Iterator[BinaryIO]:
    """Undo gzip on an open, seekable stream; anything else is passed through."""
    try:
        start = raw.read(2)
        raw.seek(0)
    except BROKEN as error:
        raise SourceError(f"cannot be read: {error}", file) from error
    if start != _GZIP:
        yield raw
        return
    with gzip.open(raw) as opened:
        yield cast(BinaryIO, opened)


@contextmanager
def as_utf8(opened: BinaryIO, file: str) -> Iterator[BinaryIO]:
    """Give a table in UTF-16 with a byte order mark, as Excel saves them, in UTF-8; others as they are.

    The places of its lines count from the beginning of the text in UTF-8, which lies in a temporary file.
    """
    try:
        start = opened.read(2)
        opened.seek(0)
    except BROKEN:
        opened.seek(0)  # what can be read is read, and the fault is told there
        start = b""
    if start not in UTF16:
        yield opened
        return
    with tempfile.TemporaryFile() as converted:
        try:
            decoded = codecs.getreader("utf-16")(opened)
            while text := decoded.read(_CHUNK):
                converted.write(text.encode())
        except UnicodeError as error:
            raise SourceError(f"it begins like UTF-16 and is not ({error})", file) from error
        except BROKEN as error:
            raise SourceError(f"the file breaks off: {one_line_of(error)}", file) from error
        converted.seek(0)
        yield cast(BinaryIO, converted)


def lines_of(path: Path) -> Iterator[TextLine | Reject]:
    """Read the lines of a file; one that cannot be read is a reject."""
    return read_whole(path, read_lines)


def read_whole(
    path: Path, read: Callable[[BinaryIO, str], Iterator[Read | Reject]]
) -> Iterator[Read | Reject]:
    """Read a file by what reads an open one, named as it is shown; one that cannot be read is a reject."""
    try:
        with open_bytes(path) as raw, as_utf8(raw, shown(path)) as opened:
            yield from read(opened, shown(path))
    except SourceError as error:
        yield Reject("UNREADABLE", "extract", str(error), Place(shown(path)))


def read_lines(
    opened: BinaryIO,
    file: str,
    *,
    longest: int = LONGEST_LINE,
    encoding: str = "utf-8",
    place: ReadPlace | None = None,
) -> Iterator[TextLine | Reject]:
    """Read the non-empty lines of an open file; a line that cannot be read becomes a Reject.

    Only LF and CRLF end a line, and where `opened` gives several lines as one, this has the number of the
    first. A byte order mark is dropped. After a broken gzip stream or a failing
    disk the lines read so far stand and one Reject says where the reading stopped. A `place` says where to
    begin, and is moved to the end of each line.
    """
    place = place or ReadPlace()
    last, offset = place.line, max(place.offset, 0)
    if offset:
        opened.seek(offset)
    while True:
        number = last + 1
        try:
            raw = opened.readline(longest)
            too_long = len(raw) == longest and not raw.endswith(b"\n")
            offset += len(raw)
            if too_long:
                offset += skip_line(opened, longest)
        except BROKEN as error:
            message = f"the file breaks off here: {error}"
            place.lose()
            yield Reject("BAD_COMPRESSION", "extract", message, Place(file, number))
            return
        if not raw:
            return
        if number == 1 and raw.startswith(UTF16):
            message = "the file is UTF-16; convert it to UTF-8"
            place.lose()
            yield Reject("BAD_ENCODING", "extract", message, Place(file))
            return
        if number == 1 and raw.startswith((_ZIP, _OLE)):
            place.lose()
            yield Reject("NOT_TEXT", "extract", _packed_as(raw), Place(file))
            return
        last = number + raw.count(b"\n", 0, -1)
        place.offset, place.line = offset, last
        if too_long:
            message = f"the line is longer than {longest} bytes"
            yield Reject("TOO_LARGE", "extract", message, Place(file, number))
            continue
        try:
            text = raw.removesuffix(b"\n").removesuffix(b"\r").decode(encoding)
        except UnicodeDecodeError as error:
            yield bad_encoding(error, Place(file, number))
            continue
        if number == 1:
            text = text.removeprefix("\ufeff")
        if text and not text.isspace():
            yield TextLine(text, file, number)


def _packed_as(raw: bytes) -> str:
    """Say what a file is that has the name of a text and the first bytes of an archive."""
    if raw.startswith(_ZIP) and b"[Content_Types].xml" not in raw:
        return "this is a zip archive and no text: give it a name that ends in .zip, or unpack it"
    return "this is an Excel workbook and no text: save it as CSV (UTF-8)"


def skip_line(opened: BinaryIO, chunk: int) -> int:
    """Skip the rest of a line; count its bytes."""
    skipped = 0
    while True:
        raw = opened.readline(chunk)
        skipped += len(raw)
        if not raw or raw.endswith(b"\n"):
            return skipped
