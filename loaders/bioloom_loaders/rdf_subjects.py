"""RDF subjects: the triples of N-Triples line by line, of Turtle whole, gathered by their subject."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import rdflib
from rdflib import Graph
from rdflib.exceptions import ParserError
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.plugins.parsers.ntriples import W3CNTriplesParser
from rdflib.term import BNode, Node

from bioloom.records import Place, Reject
from bioloom_loaders.json_files import LARGEST_FILE
from bioloom_loaders.text_lines import lines_of, one_line_of, read_bytes, shown

_FAULTS = (ArithmeticError, AssertionError, LookupError, RecursionError, ValueError)
"""What rdflib raises, beside its own errors, for escapes and values that there are not."""

_TOO_LARGE = "; turn it into N-Triples, which are read line by line: rdfpipe -i turtle -o nt x.ttl > x.nt"


@dataclass(slots=True)
class RdfSubject:
    """A subject with the triples of it that stand together, and where the first of them stands."""

    iri: Node
    place: Place
    triples: list[tuple[Node, Node]] = field(default_factory=list)


def subjects_of(path: Path) -> Iterator[RdfSubject | Reject]:
    """Read the subjects of a file, of Turtle sorted; a bad line of N-Triples, or bad Turtle, is a reject."""
    if path.name.lower().removesuffix(".gz").endswith(".ttl"):
        yield from _of_turtle(path)
        return
    last: RdfSubject | None = None
    sink = _Triples()
    parser, nodes = W3CNTriplesParser(sink), _BlankNodes()  # type: ignore[arg-type]
    for line in lines_of(path):
        if isinstance(line, Reject):
            yield line
            continue
        parser.line = line.text
        try:
            with _as_written():
                parser.parseline(nodes)
        except (ParserError, *_FAULTS) as error:
            message = f"the line is no triple: {one_line_of(error)}"
            yield Reject("BAD_SYNTAX", "extract", message, line.place, {"line": line.text[:2000]})
            continue
        for subject, predicate, object_ in sink.take():
            if last is None or subject != last.iri:
                if last is not None:
                    yield last
                last = RdfSubject(subject, line.place)
            last.triples.append((predicate, object_))
    if last is not None:
        yield last


def _of_turtle(path: Path) -> Iterator[RdfSubject | Reject]:
    raw = read_bytes(path, LARGEST_FILE, "file", _TOO_LARGE)
    if isinstance(raw, Reject):
        yield raw
        return
    place, graph = Place(shown(path)), Graph(bind_namespaces="none")
    try:
        with _as_written():
            graph.parse(data=raw, format="turtle", publicID="file:///")
    except BadSyntax as error:
        message = f"it is no Turtle: {error.message}"
        yield Reject("BAD_SYNTAX", "extract", message, Place(place.file, error.lines + 1))
    except _FAULTS as error:
        message = f"it is no Turtle in UTF-8: {one_line_of(error)}"
        yield Reject("BAD_SYNTAX", "extract", message, place)
    else:
        subjects = (
            RdfSubject(subject, place, sorted(graph.predicate_objects(subject), key=repr))
            for subject in graph.subjects(unique=True)
        )
        yield from sorted(subjects, key=_content)


def _content(subject: RdfSubject) -> tuple[str, list[str]]:
    """Give what orders subjects alike every time: a blank node has another name whenever it is parsed."""
    name = "" if isinstance(subject.iri, BNode) else str(subject.iri)
    return name, [str(term) for triple in subject.triples for term in triple]


@contextmanager
def _as_written() -> Iterator[None]:
    """Let literals be as they are written: rdflib would write 1e999999999 out, with all its digits."""
    before = rdflib.NORMALIZE_LITERALS
    rdflib.NORMALIZE_LITERALS = False
    try:
        yield
    finally:
        rdflib.NORMALIZE_LITERALS = before


class _BlankNodes(dict[str, BNode]):
    """Blank nodes by their labels, of which none is held: each is named by its label."""

    def get(self, label: str, default: object = None) -> BNode:
        """Give the blank node of a label."""
        return BNode(label)


class _Triples:
    """Sink of rdflib's parser."""

    def __init__(self) -> None:
        self._held: list[tuple[Node, Node, Node]] = []

    def triple(self, subject: Node, predicate: Node, object_: Node) -> None:
        """Hold a triple."""
        self._held.append((subject, predicate, object_))

    def take(self) -> list[tuple[Node, Node, Node]]:
        """Give what is held."""
        taken, self._held = self._held, []
        return taken
