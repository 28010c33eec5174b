"""Items of the lists in a JSON document, one at a time and in flat memory; a broken one costs only itself."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO, TextIO

from bioloom.records import Place, Reject
from bioloom_loaders.json_files import EXACT_DECODER
from bioloom_loaders.text_lines import BROKEN

LONGEST_ITEM = 32 * 1024 * 1024
_CHUNK = 1 << 18
_MOST_TRIES = 1000
_NEAR_THE_END = 16
_DEEPEST = 10_000
_DISTANCES = (1 << 10, 1 << 15, LONGEST_ITEM)
_UNDECODED = re.compile("[\udc80-\udcff]")
_STRUCTURE = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"?|[\[\]{},]')
_BRACKETS = re.compile(r"[\[\]{},]")
_NEXT = re.compile(r"\s*(.)", re.DOTALL)
_OPENING = {"]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a list: `key` is the top-level name of the list, empty for a bare list.

    A part of a broken item has the key of its list behind that of the item: ``data/paragraphs``.
    """

    key: str
    value: object
    place: Place


@dataclass(frozen=True, slots=True)
class _Broken:
    """A value that cannot be read, with its text, and whether nothing can be told behind it."""

    fault: str
    text: str = ""
    code: str = "BAD_JSON"
    is_last: bool = False


class _EndOfItems(Exception):
    """The rest of the file is left out, as the Reject of the last item says."""


def read_items(
    opened: BinaryIO, file: str, *, parts: Mapping[str, str] | None = None, line: int = 1
) -> Iterator[Item | Reject]:
    """Read the items of every list at the top of a JSON document, passing over all other values.

    A broken item is a Reject at its first line, and reading goes on with the next one. `parts` names, by
    the key of a list, the list in its items whose own items are given where their item is broken.
    """
    stream = io.TextIOWrapper(opened, "utf-8-sig", errors="surrogateescape", newline="")
    scanner = _Scanner(stream, line)
    code, fault = "BAD_JSON", ""
    try:
        yield from _read_top(scanner, file, parts or {})
    except _EndOfItems:
        pass
    except UnicodeError as error:
        code, fault = "BAD_ENCODING", str(error)
    except BROKEN as error:
        code, fault = "BAD_COMPRESSION", f"the file breaks off after this line: {error}"
    except ValueError as error:
        fault = str(error)
    finally:
        stream.detach()
    if fault:
        yield Reject(code, "extract", f"{fault}; the rest of the file is left out", Place(file, scanner.line))


def _read_top(scanner: "_Scanner", file: str, parts: Mapping[str, str]) -> Iterator[Item | Reject]:
    first = scanner.peek()
    if first == "[":
        yield from _read_list(scanner, "", file, parts)
    elif first == "{":
        scanner.take("{")
        while scanner.peek() != "}":
            key = scanner.value()
            scanner.take(":")
            if scanner.peek() == "[":
                yield from _read_list(scanner, str(key), file, parts)
            else:
                scanner.value()
            if scanner.peek() != "}":
                scanner.take(",")
        scanner.take("}")
    elif _UNDECODED.match(first):
        raise UnicodeError("the file does not begin as UTF-8; convert it to UTF-8")
    else:
        raise ValueError("neither an object nor a list" if first else "the file is empty")
    if scanner.peek():
        raise ValueError("something stands after the end of the document")


def _read_list(scanner: "_Scanner", key: str, file: str, parts: Mapping[str, str]) -> Iterator[Item | Reject]:
    known: frozenset[str] = frozenset()
    scanner.take("[")
    while (mark := scanner.peek()) != "]":
        if not mark:
            raise ValueError("']' is missing at the end")
        place = Place(file, scanner.line)
        value = scanner.take_value(known)
        if not isinstance(value, _Broken):
            yield Item(key, value, place)
            known = frozenset(value) if isinstance(value, dict) else known
            mark = scanner.peek()
            if mark in (",", "]", ""):
                value = None
            else:
                place, fault = Place(file, scanner.line), f"',' is missing before {mark!r}"
                value = _Broken(fault) if mark in "{[" else scanner.skip(fault, known)
        if isinstance(value, _Broken):
            yield from _salvage(value, place, key, parts.get(key))
            if value.is_last:
                raise _EndOfItems
        if scanner.peek() == ",":
            scanner.take(",")
    scanner.take("]")


def _salvage(broken: _Broken, place: Place, key: str, part: str | None) -> Iterator[Item | Reject]:
    """Give those parts of a broken item that can be read by themselves, and a Reject of what cannot."""
    rest = "it and the rest of the file are left out" if broken.is_last else "it is left out"
    if part is not None and broken.text:
        opened = io.BytesIO(broken.text.encode("utf-8", "surrogateescape"))
        read = read_items(opened, place.file, line=place.line or 1)
        found = [one for one in read if isinstance(one, Reject) or one.key == part]
        if any(isinstance(one, Item) for one in found):
            yield from (replace(one, key=f"{key}/{part}") if isinstance(one, Item) else one for one in found)
            if any(isinstance(one, Reject) for one in found):
                return
            rest = f"all of it but its {part} is left out"
    yield Reject(broken.code, "extract", f"{broken.fault}; {rest}", place)


class _Scanner:
    """A window over the text: what is consumed is forgotten, what is missing is read."""

    def __init__(self, stream: TextIO, line: int) -> None:
        self.line = line
        self._stream = stream
        self._buffer = ""
        self._at = 0
        self._ended = False
        self._has_undecoded = False

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
        """Consume one whole value; ValueError if it is none."""
        value = self.take_value(frozenset())
        if isinstance(value, _Broken):
            raise UnicodeError(value.fault) if value.code == "BAD_ENCODING" else ValueError(value.fault)
        return value

    def take_value(self, known: frozenset[str]) -> object:
        """Consume one whole value, or a broken one; most values of the list have the keys `known`."""
        self.peek()
        while True:
            try:
                value, end = EXACT_DECODER.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos + _NEAR_THE_END > len(self._buffer)
                if cut and self._may_grow() and self._fill():
                    continue
                return self.skip(f"{error.msg} in line {self._line_of(error.pos)}", known)
            except RecursionError:
                return self.skip("values are nested too deeply", known)
            if end == len(self._buffer) and self._fill():
                continue
            bad = self._has_undecoded and _UNDECODED.search(self._buffer, self._at, end)
            if not bad:
                self._consume(end)
                return value
            byte = ord(bad[0]) - 0xDC00
            fault = f"byte 0x{byte:02x} in line {self._line_of(bad.start())} is not UTF-8"
            text = self._buffer[self._at : end]
            self._consume(end)
            return _Broken(fault, text, "BAD_ENCODING")

    def skip(self, fault: str, known: frozenset[str]) -> _Broken:
        """Consume a broken value, up to where its brackets close, or else to where the next object begins."""
        if len(self._buffer) - self._at < _CHUNK:
            self._fill()
        end = self._end_of_value(known)
        while end is None and self._may_grow() and self._fill():
            end = self._end_of_value(known)
        broken = _Broken(fault, self._buffer[self._at : end], is_last=end is None)
        if end is not None:
            self._consume(end)
        return broken

    def _end_of_value(self, known: frozenset[str]) -> int | None:
        """Look near first, so that many broken values cost little; at last as if there were no quotes."""
        for size in _DISTANCES:
            stop = min(len(self._buffer), self._at + size)
            end = self._end_of_brackets(_STRUCTURE, stop)
            if end is None:
                end = self._begin_of_next(known, stop)
            if end is not None or stop == len(self._buffer):
                break
        return self._end_of_brackets(_BRACKETS, len(self._buffer)) if end is None else end

    def _end_of_brackets(self, marks: re.Pattern[str], stop: int) -> int | None:
        """Find the comma or bracket that ends the value; None where brackets do not match, or stay open."""
        open_: list[str] = []
        for found in marks.finditer(self._buffer, self._at, stop):
            mark = found[0]
            if mark in ("[", "{"):
                open_.append(mark)
                if len(open_) > _DEEPEST:
                    return None
            elif mark in ("]", "}"):
                if not open_:
                    return found.start() if mark == "]" else None
                if open_.pop() != _OPENING[mark]:
                    return None
            elif mark == "," and not open_:
                following = _NEXT.match(self._buffer, found.end())
                if following is not None and following[1] in "{[]":
                    return found.start()
        return None

    def _begin_of_next(self, known: frozenset[str], stop: int) -> int | None:
        """Find an object with most of the known keys, or where none is known, no deeper indented."""
        start = self._at
        indented = start - self._buffer.rfind("\n", 0, start)
        for _ in range(_MOST_TRIES):
            start = self._buffer.find("{", start + 1, stop)
            if start < 0:
                break
            try:
                value, end = EXACT_DECODER.raw_decode(self._buffer, start)
            except (ValueError, RecursionError):
                continue
            line = self._buffer.rfind("\n", 0, start)
            alike = (
                2 * len(known & value.keys()) > len(known | value.keys())
                if known
                else line >= self._at and start - line <= indented and not self._buffer[line:start].strip()
            )
            if alike and (end < len(self._buffer) or self._ended):
                return start
        return None

    def _may_grow(self) -> bool:
        return len(self._buffer) - self._at <= LONGEST_ITEM

    def _line_of(self, place: int) -> int:
        return self.line + self._buffer.count("\n", self._at, place)

    def _consume(self, end: int) -> None:
        self.line += self._buffer.count("\n", self._at, end)
        self._at = end

    def _fill(self) -> bool:
        if self._ended:
            return False
        rest = self._buffer[self._at :]
        more = self._stream.read(max(_CHUNK, len(rest)))
        self._ended = not more
        self._has_undecoded = self._has_undecoded or _UNDECODED.search(more) is not None
        self._buffer, self._at = rest + more, 0
        return bool(more)
