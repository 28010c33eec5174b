"""Nodes and claims of RDF in Biolink's vocabulary, as bioloom and KGX write it."""

import math
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from rdflib import OWL, RDF, RDFS, Literal, Namespace
from rdflib.term import BNode, Node

from bioloom.biolink import converter, model
from bioloom.biolink.prefixes import OURS, prefix_map
from bioloom.described_ids import DescribedIds
from bioloom.records import Place, Reject, Skip, SourceRecord
from bioloom_loaders.kgx_records import LIST_SLOTS, edge_from, node_from
from bioloom_loaders.rdf_subjects import RdfSubject, subjects_of
from bioloom_loaders.text_lines import shown

BIOLINK = Namespace(prefix_map()["biolink"])
_NODES = f"{OURS}node/"
_STANDARD = {
    str(RDF.type): "type",
    str(RDF.subject): "subject",
    str(RDF.predicate): "predicate",
    str(RDF.object): "object",
    str(RDFS.label): "name",
    str(OWL.sameAs): "same_as",
}
"""Slots that Biolink writes with the terms of other vocabularies."""

_ENDS = ("subject", "predicate", "object")
_WIDEST, _CLAIM = "biolink:NamedThing", "biolink:Association"
_BOOLEANS = frozenset({"true", "false", "1", "0"})
_SOME = 1_000  # plain triples that are looked up at once

Triple = tuple[Node, Node]
Claim = tuple[str, str, str]
Values = dict[str, list[object]]


def read_graph(path: Path) -> Iterator[SourceRecord]:
    """Give the nodes, then the associations and the plain triples that no association states."""
    reader, found = _GraphReader(), False
    for record in reader.nodes(subjects_of(path)):
        found = found or not isinstance(record, Skip)
        yield record
    passes = (reader.doubtful_nodes, reader.claims) if reader.has_doubtful else (reader.claims,)
    for read in passes:
        for record in read(one for one in subjects_of(path) if isinstance(one, RdfSubject)):
            found = True
            yield record
    if not found:
        message = f"it has no node and no association in Biolink's vocabulary ({BIOLINK})"
        yield Reject("NOT_BIOLINK", "extract", message, Place(shown(path)))


class _GraphReader:
    """Reader of a graph in two or three passes: it holds hashes of claims, and the ids that no IRI tells."""

    def __init__(self) -> None:
        self.has_doubtful = False
        self._ids: dict[str, str] = {}
        self._stated = DescribedIds()

    def nodes(self, subjects: Iterable[RdfSubject | Reject]) -> Iterator[SourceRecord]:
        """Give the nodes, but for those with a slot that may be a claim (`same_as`): these are doubtful."""
        for subject in subjects:
            if isinstance(subject, Reject):
                yield subject
            elif _is_claim(subject):
                values = _values(subject)
                if True not in values.get("negated", ()):
                    self._stated.add([" ".join(str(values.get(end, [""])[0]) for end in _ENDS)])
            elif _is_node(subject):
                if _is_doubtful(subject):
                    self.has_doubtful = True
                else:
                    yield self._node(subject, {triple for triple in subject.triples if _relation(*triple)})
            elif not all(_relation(*triple) for triple in subject.triples):
                yield Skip("NOT_BIOLINK", subject.place)

    def doubtful_nodes(self, subjects: Iterable[RdfSubject]) -> Iterator[SourceRecord]:
        """Give the nodes that may hold claims, when all claims are known."""
        for subject in subjects:
            if _is_claim(subject) or not _is_node(subject) or not _is_doubtful(subject):
                continue
            found = [(triple, claim) for triple in subject.triples if (claim := _plain(subject, *triple))]
            held = self._stated.hold([" ".join(claim) for _, claim in found])
            yield self._node(
                subject,
                {
                    triple
                    for (triple, _), is_held in zip(found, held, strict=True)
                    if is_held or _slot(triple[0]) not in LIST_SLOTS
                },
            )

    def claims(self, subjects: Iterable[RdfSubject]) -> Iterator[SourceRecord]:
        """Give the associations, and the plain triples that none of them states."""
        plain: list[tuple[Claim, Place]] = []
        for subject in subjects:
            if _is_claim(subject):
                yield self._claim(subject)
                continue
            slots = LIST_SLOTS if _is_node(subject) else frozenset[str]()
            claims = (_plain(subject, *triple) for triple in subject.triples if _slot(triple[0]) not in slots)
            plain += ((claim, subject.place) for claim in claims if claim is not None)
            if len(plain) >= _SOME:
                yield from self._unstated(plain)
                plain = []
        yield from self._unstated(plain)

    def _unstated(self, plain: list[tuple[Claim, Place]]) -> Iterator[SourceRecord]:
        held = self._stated.hold([" ".join(claim) for claim, _ in plain]) if plain else []
        for (claim, place), is_stated in zip(plain, held, strict=True):
            if not is_stated:
                ends = (self._ids.get(end, end) for end in claim)
                yield edge_from(dict(zip(_ENDS, ends, strict=True)), place)

    def _node(self, subject: RdfSubject, claims: Set[Triple]) -> SourceRecord:
        """Read a node without what are claims of it."""
        subject.triples = [triple for triple in subject.triples if triple not in claims]
        values = _values(subject)
        types = [str(value) for value in values.pop("type", ())]
        categories = values.setdefault("category", [])
        if len(types) > 1 and _WIDEST in types:
            types.remove(_WIDEST)  # an export gives it to every node
        categories += (each for each in types if each.startswith("biolink:") and each not in categories)
        name = _name(subject.iri)
        values.setdefault("id", [name])
        if values["id"] != [name]:
            self._ids[name] = str(values["id"][0])
        return node_from(_record(values), subject.place)

    def _claim(self, subject: RdfSubject) -> SourceRecord:
        values = _values(subject)
        values["type"] = [value for value in values.get("type", ()) if value != _CLAIM]
        record = _record(values)
        for end in ("subject", "object"):
            if isinstance(name := record.get(end), str):
                record[end] = self._ids.get(name, name)
        return edge_from(record, subject.place)


def _is_claim(subject: RdfSubject) -> bool:
    return any(
        _slot(predicate) in ("subject", "object") or str(object_) == f"{BIOLINK}Association"
        for predicate, object_ in subject.triples
    )


def _is_node(subject: RdfSubject) -> bool:
    """Say whether a subject has a category or a slot of Biolink."""
    return any(
        str(predicate if predicate != RDF.type else object_).startswith(str(BIOLINK))
        and _relation(predicate, object_) is None
        for predicate, object_ in subject.triples
    )


def _is_doubtful(subject: RdfSubject) -> bool:
    """Say whether a node has a slot that may be a claim."""
    return any(_slot(triple[0]) in LIST_SLOTS and _relation(*triple) for triple in subject.triples)


def _plain(subject: RdfSubject, predicate: Node, object_: Node) -> Claim | None:
    """Give the claim that a triple makes by itself."""
    relation = _relation(predicate, object_)
    return None if relation is None else (_name(subject.iri), relation, _name(object_))


def _relation(predicate: Node, object_: Node) -> str | None:
    """Give the predicate of Biolink that joins two things in a triple."""
    relation = None if isinstance(object_, Literal) else f"biolink:{_slot(predicate)}"
    return relation if relation and model().is_predicate(relation) else None


def _slot(predicate: Node) -> str:
    return _name_slot(str(predicate))


@lru_cache(maxsize=10_000)
def _name_slot(iri: str) -> str:
    """Name the slot of a property: Biolink's, or else by the last part of its IRI."""
    known = _STANDARD.get(iri)
    return known or unquote(iri.removeprefix(str(BIOLINK)).rpartition("#")[2].rpartition("/")[2])


def _values(subject: RdfSubject) -> Values:
    """Gather the values of the slots; a name in Biolink's own vocabulary stands before labels."""
    values: Values = {}
    triples = dict.fromkeys(subject.triples)  # N-Triples may say one thing twice
    for predicate, object_ in triples:
        values.setdefault(_slot(predicate), []).append(_value(object_))
    named = [object_ for predicate, object_ in triples if predicate == BIOLINK.name]
    named = named or [object_ for predicate, object_ in triples if predicate == RDFS.label]
    if named:
        first = min(map(_language, named))
        values["name"] = [_value(each) for each in named if _language(each) == first]
    return values


def _language(node: Node) -> tuple[int, str]:
    """Rank the languages of names: none and English before all others."""
    language = (node.language or "" if isinstance(node, Literal) else "").lower()
    return (1, "") if language.partition("-")[0] == "en" else (2 if language else 0, language)


def _value(node: Node) -> object:
    """Give an IRI as a CURIE where its prefix is known, and a literal as what it stands for."""
    if not isinstance(node, Literal):
        return _name(node)
    value, written = node.value, str(node)
    if isinstance(value, bool) and written not in _BOOLEANS:
        return written  # for rdflib whatever is not true is false
    is_number = isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))
    return value if is_number else written


def _name(node: Node) -> str:
    """Give the id of what an IRI names; a blank node has none, and another name in every reading."""
    return "[blank node]" if isinstance(node, BNode) else contract(str(node))


def _record(values: Values) -> dict[str, object]:
    """Give lists for slots that hold lists, or that have several values."""
    return {
        slot: listed if slot in LIST_SLOTS or len(listed) > 1 else listed[0]
        for slot, listed in values.items()
        if listed
    }


@lru_cache(maxsize=100_000)
def contract(iri: str) -> str:
    """Contract an IRI to a CURIE, or to the identifier that an export put in it; others stay as they are.

    >>> contract("http://purl.obolibrary.org/obo/MONDO_0005148"), contract("https://example.org/x")
    ('MONDO:0005148', 'https://example.org/x')
    >>> contract("https://w3id.org/bioloom/node/lab:protocol_1%23T3")
    'lab:protocol_1#T3'
    """
    if iri.startswith(_NODES):
        return unquote(iri.removeprefix(_NODES))
    curie = converter().compress(iri)
    return iri if curie is None else unquote(curie)
