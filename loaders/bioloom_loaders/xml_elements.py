"""Streaming XML reader: no entity is expanded, nothing is fetched, a broken record costs only itself."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from bioloom.errors import InvalidRecord
from bioloom.records import Place, Reject
from bioloom_loaders.text_lines import BROKEN

LARGEST_ELEMENT = 64 * 1024 * 1024
LONGEST_TAG = 2 * 1024 * 1024
DEEPEST = 200
_CHUNK = 1 << 14
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_FINAL = frozenset({"UNSAFE_XML", "BAD_COMPRESSION", "BAD_ENCODING"})
_SECOND_ROOT = expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_ROOT = "records"  # stands around the records that follow the end of the document


@dataclass(frozen=True, slots=True)
class XmlElement:
    """One wanted element, whole, and the line on which it begins."""

    element: Element
    place: Place


def read_elements(opened: BinaryIO, file: str, wanted: frozenset[str]) -> Iterator[XmlElement | Reject]:
    """Read the outermost elements of these names; a broken one is a Reject, and reading goes on behind it.

    After a fault, a new parser begins at the next start tag of a wanted name, below the same ancestors.
    A document type declaration is passed over; one that declares entities is a Reject `UNSAFE_XML`, and
    nothing behind it is read. A character that only an absent DTD names (``&alpha;``) is left out.
    """
    window = _Window(opened, wanted)
    parser = _RecordParser(file, wanted)
    while True:
        fault, ended = None, False
        try:
            piece = window.next()
            window.forget(parser.feed(piece))
            ended = not piece
        except InvalidRecord as refused:
            fault = refused
        except expat.ExpatError as error:
            fault = InvalidRecord("BAD_XML", expat.ErrorString(error.code) if error.code else str(error))
        except (LookupError, ValueError) as error:
            fault = InvalidRecord("BAD_ENCODING", f"the encoding that the file declares is none: {error}")
        except BROKEN as error:
            fault = InvalidRecord("BAD_COMPRESSION", f"the file breaks off after this line: {error}")
        while parser.found:
            yield parser.found.popleft()
        if fault is None and ended:
            return
        if fault is not None:
            lines = None if fault.code in _FINAL else window.skip_to_record(parser.resume_at)
            rest = "the rest of the file is" if lines is None else "all before the next record is"
            message = f"{fault} in line {parser.line}; {parser.broken or rest} left out"
            yield Reject(fault.code, "extract", message, Place(file, parser.broken_line))
            if lines is None:
                return
            parser = parser.begin_again(lines)


class _Window:
    """Bytes of a file that may still be needed: those of the record that is open, and what follows."""

    def __init__(self, opened: BinaryIO, wanted: frozenset[str]) -> None:
        names = b"|".join(re.escape(name.encode()) for name in sorted(wanted))
        self._record = re.compile(rb"<(?:" + names + rb")(?=[\s/>])")
        self._longest = max(map(len, wanted)) + 2
        self._opened = opened
        self._bytes = bytearray()
        self._fed = 0
        self._wide: bool | None = None

    def next(self) -> bytes:
        """Give the bytes that the parser has not had; nothing at the end of the file."""
        if self._fed == len(self._bytes):
            self._read()
        piece = bytes(self._bytes[self._fed : self._fed + _CHUNK])
        self._fed += len(piece)
        return piece

    def forget(self, count: int) -> None:
        """Drop bytes from the beginning."""
        del self._bytes[:count]
        self._fed -= count
        if len(self._bytes) > 2 * LARGEST_ELEMENT:
            raise InvalidRecord("TOO_LARGE", f"a tag is longer than {LARGEST_ELEMENT} bytes")

    def skip_to_record(self, start: int) -> int | None:
        """Drop all before the next start tag of a record; give the number of line ends behind `start`."""
        if self._wide:
            return None
        at, lines = start, 0
        while (found := self._record.search(self._bytes, at)) is None:
            kept = max(at, len(self._bytes) - self._longest)
            lines += self._bytes.count(b"\n", at, kept)
            del self._bytes[:kept]
            at = 0
            try:
                if not self._read():
                    return None
            except BROKEN:
                return None
        lines += self._bytes.count(b"\n", at, found.start())
        del self._bytes[: found.start()]
        self._fed = 0
        return lines

    def _read(self) -> bool:
        chunk = self._opened.read(_CHUNK)
        if self._wide is None:
            self._wide = chunk.startswith(_WIDE)
        self._bytes += chunk
        return bool(chunk)


class _RecordParser:
    """Element builder over expat events; elements outside of records are discarded."""

    def __init__(self, file: str, wanted: frozenset[str], before: "_RecordParser | None" = None) -> None:
        self.found: deque[XmlElement] = deque()
        self._file, self._wanted = file, wanted
        self._ancestors: list[str] = []
        self._builder: TreeBuilder | None = None
        self._name = ""
        self._line = self._begun = self._inside = self._depth = self._size = 0
        self._gone = self._lines = self._fed = 0
        self._encoding: str | None = None if before is None else before._encoding
        self._has_dtd: bool = before is not None and before._has_dtd
        self._parser = expat.ParserCreate(self._encoding)
        self._parser.buffer_text = True
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._parser.XmlDeclHandler = self._declaration
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.EntityDeclHandler = self._entity
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        if before is not None:
            head = '<!DOCTYPE x SYSTEM "x">' if self._has_dtd else ""
            head += "".join(f"<{name}>" for name in before._ancestors or [_ROOT])
            raw = head.encode(self._encoding or "utf-8")
            self._parser.Parse(raw, False)
            self._gone = -len(raw)
            self._fed = len(raw)

    def begin_again(self, lines: int) -> "_RecordParser":
        """Give a parser that goes on below the same ancestors, `lines` behind the place to resume at."""
        parser = _RecordParser(self._file, self._wanted, self)
        parser._lines = self.broken_line - 1 + lines
        return parser

    @property
    def resume_at(self) -> int:
        """Where the next record may begin: behind the begin of the broken one, or behind the fault."""
        if self._builder is not None:
            return self._begun + 1
        is_root = self._parser.ErrorCode == _SECOND_ROOT
        return max(0, self._position + (not is_root))

    @property
    def line(self) -> int:
        """The line that is being read."""
        return self._lines + self._parser.CurrentLineNumber

    @property
    def broken(self) -> str:
        """Name the record that is open; empty text outside of one."""
        return f"the {self._name} is" if self._builder is not None else ""

    @property
    def broken_line(self) -> int:
        """The line on which the record that is open begins, or that of a fault outside of one."""
        return self.line if self._builder is None else self._line

    @property
    def _position(self) -> int:
        return self._parser.CurrentByteIndex + self._gone

    def feed(self, piece: bytes) -> int:
        """Parse some bytes, none at all ends the document; give how many of them are not needed any more."""
        if not piece and self._builder is None and self._ancestors == [_ROOT]:
            piece = f"</{_ROOT}>".encode(self._encoding or "utf-8")
            self._parser.Parse(piece, True)
            return 0
        self._parser.Parse(piece, not piece)
        self._fed += len(piece)
        if self._fed - self._parser.CurrentByteIndex > LONGEST_TAG:  # each piece has it read from its begin
            raise InvalidRecord("TOO_LARGE", f"a tag or comment is longer than {LONGEST_TAG} bytes")
        count = max(0, self._position if self._builder is None else self._begun)
        self._gone -= count
        self._begun -= count
        return count

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self._encoding = encoding

    def _doctype(self, _name: str, system: str | None, _public: str | None, _internal: int) -> None:
        self._has_dtd = system is not None

    def _entity(self, name: str, *_: object) -> None:
        raise InvalidRecord("UNSAFE_XML", f"the file declares an entity of its own ({name[:40]})")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            if self._builder is None:  # what is above the next record must fit
                self._ancestors.clear()
            raise InvalidRecord("BAD_XML", f"elements are nested more than {DEEPEST} deep")
        if self._builder is None:
            if name not in self._wanted:
                self._ancestors.append(name)
                return
            self._builder, self._name, self._line = TreeBuilder(), name, self.line
            self._begun, self._inside, self._size = self._position, 0, 0
        elif name in self._wanted:
            raise InvalidRecord("BAD_XML", f"the next {name} begins before its end")
        self._inside += 1
        self._grow(len(name) + sum(len(key) + len(value) for key, value in attributes.items()))
        self._builder.start(name, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._builder is None:
            self._ancestors.pop()
            return
        self._builder.end(name)
        self._inside -= 1
        if not self._inside:
            self.found.append(XmlElement(self._builder.close(), Place(self._file, self._line)))
            self._builder = None

    def _text(self, data: str) -> None:
        if self._builder is not None:
            self._grow(len(data))
            self._builder.data(data)

    def _grow(self, size: int) -> None:
        self._size += size + 64
        if self._size > LARGEST_ELEMENT:
            raise InvalidRecord("TOO_LARGE", f"one document is larger than {LARGEST_ELEMENT} characters")
