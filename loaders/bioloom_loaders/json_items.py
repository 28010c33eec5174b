"""Items of the lists in a JSON document, one at a time, with their line numbers and in flat memory."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from bioloom.records import Place, Reject
from bioloom_loaders.text_lines import BROKEN

LONGEST_ITEM = 32 * 1024 * 1024
_CHUNK = 1 << 18
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a list: `key` is the top-level name of the list, empty for a bare list."""

    key: str
    value: object
    place: Place


def read_items(opened: BinaryIO, file: str) -> Iterator[Item | Reject]:
    """Read the items of every list at the top of a JSON document, passing over all other values.

    The first fault ends the reading, with one Reject that names its line.
    """
    stream = io.TextIOWrapper(opened, "utf-8-sig", newline="")
    scanner = _Scanner(stream)
    code, fault = "BAD_JSON", ""
    try:
        yield from _read_top(scanner, file)
    except UnicodeDecodeError as error:
        code, fault = "BAD_ENCODING", f"byte 0x{error.object[error.start]:02x} after this line is not UTF-8"
    except BROKEN as error:
        code, fault = "BAD_COMPRESSION", f"the file breaks off after this line: {error}"
    except RecursionError:
        fault = "values are nested too deeply"
    except ValueError as error:
        fault = str(error)
    finally:
        stream.detach()
    if fault:
        yield Reject(code, "extract", f"{fault}; the rest of the file is left out", Place(file, scanner.line))


def _read_top(scanner: "_Scanner", file: str) -> Iterator[Item]:
    first = scanner.peek()
    if first == "[":
        yield from _read_list(scanner, "", file)
    elif first == "{":
        scanner.take("{")
        while scanner.peek() != "}":
            key = scanner.value()
            scanner.take(":")
            if scanner.peek() == "[":
                yield from _read_list(scanner, str(key), file)
            else:
                scanner.value()
            if scanner.peek() != "}":
                scanner.take(",")
        scanner.take("}")
    else:
        raise ValueError("neither an object nor a list" if first else "the file is empty")
    if scanner.peek():
        raise ValueError("something stands after the end of the document")


def _read_list(scanner: "_Scanner", key: str, file: str) -> Iterator[Item]:
    scanner.take("[")
    while scanner.peek() != "]":
        place = Place(file, scanner.line)
        yield Item(key, scanner.value(), place)
        if scanner.peek() != "]":
            scanner.take(",")
    scanner.take("]")


class _Scanner:
    """A window over the text: what is consumed is forgotten, what is missing is read."""

    def __init__(self, stream: TextIO) -> None:
        self.line = 1
        self._stream = stream
        self._buffer = ""
        self._at = 0
        self._ended = False

    def peek(self) -> str:
        """Give the next character that is no white space, or nothing at the end."""
        while True:
            end = self._at
            while end < len(self._buffer) and self._buffer[end] in " \t\r\n":
                end += 1
            self._consume(end)
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._fill():
                return ""

    def take(self, expected: str) -> None:
        """Consume one punctuation mark, which must be the one expected."""
        found = self.peek()
        if found != expected:
            raise ValueError(f"{expected!r} is missing" + (f" before {found!r}" if found else " at the end"))
        self._consume(self._at + 1)

    def value(self) -> object:
        """Consume one whole value."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                if len(self._buffer) - self._at > LONGEST_ITEM:
                    raise ValueError(f"{error.msg}, or the value is longer than {LONGEST_ITEM}") from error
                if not self._fill():
                    self._consume(min(error.pos, len(self._buffer)))
                    raise ValueError(error.msg) from error
                continue
            if end == len(self._buffer) and self._fill():
                continue
            self._consume(end)
            return value

    def _consume(self, end: int) -> None:
        self.line += self._buffer.count("\n", self._at, end)
        self._at = end

    def _fill(self) -> bool:
        if self._ended:
            return False
        rest = self._buffer[self._at :]
        more = self._stream.read(max(_CHUNK, len(rest)))
        self._ended = not more
        self._buffer, self._at = rest + more, 0
        return bool(more)
