"""Streaming XML reader: no entity is expanded, nothing is fetched, memory is bounded."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from bioloom.records import Place, Reject
from bioloom_loaders.text_lines import BROKEN

LARGEST_ELEMENT = 64 * 1024 * 1024
DEEPEST = 200
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class XmlElement:
    """One wanted element, whole, and the line on which it begins."""

    element: Element
    place: Place


class _UnsafeXml(ValueError):
    """Refused XML: entity declarations, unbounded depth or size."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def read_elements(opened: BinaryIO, file: str, wanted: frozenset[str]) -> Iterator[XmlElement | Reject]:
    """Read the outermost elements of these names; the first fault ends the reading with one Reject.

    A document type declaration is passed over; one that declares entities is a Reject `UNSAFE_XML`.
    A character that only an absent DTD names (``&alpha;``) is left out.
    """
    collector = _Collector(file, wanted)
    code, fault = "", ""
    try:
        while True:
            chunk = opened.read(_CHUNK)
            collector.feed(chunk)
            while collector.found:
                yield collector.found.popleft()
            if not chunk:
                break
    except _UnsafeXml as refused:
        code, fault = refused.code, str(refused)
    except expat.ExpatError as error:
        code, fault = "BAD_XML", expat.ErrorString(error.code) if error.code else str(error)
    except (LookupError, UnicodeError) as error:
        code, fault = "BAD_ENCODING", f"the encoding that the file declares is none: {error}"
    except BROKEN as error:
        code, fault = "BAD_COMPRESSION", f"the file breaks off after this line: {error}"
    while collector.found:
        yield collector.found.popleft()
    if fault:
        message = f"{fault}; the rest of the file is left out"
        yield Reject(code, "extract", message, Place(file, collector.line))


class _Collector:
    """Element builder over expat events; other elements are discarded."""

    def __init__(self, file: str, wanted: frozenset[str]) -> None:
        self.found: deque[XmlElement] = deque()
        self._file = file
        self._wanted = wanted
        self._builder: TreeBuilder | None = None
        self._line = 0
        self._inside = 0
        self._depth = 0
        self._size = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._entity

    @property
    def line(self) -> int:
        """The line that is being read."""
        return self._parser.CurrentLineNumber

    def feed(self, chunk: bytes) -> None:
        """Parse some bytes; none at all ends the document."""
        self._parser.Parse(chunk, not chunk)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _UnsafeXml("BAD_XML", f"elements are nested more than {DEEPEST} deep")
        if self._builder is None:
            if name not in self._wanted:
                return
            self._builder, self._line, self._inside, self._size = TreeBuilder(), self.line, 0, 0
        self._inside += 1
        self._grow(len(name) + sum(len(key) + len(value) for key, value in attributes.items()))
        self._builder.start(name, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        if self._builder is None:
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

    def _entity(self, name: str, *_: object) -> None:
        raise _UnsafeXml("UNSAFE_XML", f"the file declares an entity of its own ({name[:40]})")

    def _grow(self, size: int) -> None:
        self._size += size + 64
        if self._size > LARGEST_ELEMENT:
            raise _UnsafeXml("TOO_LARGE", f"one document is larger than {LARGEST_ELEMENT} characters")
