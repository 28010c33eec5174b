"""Edge rows: assertions as property maps with their ids and record hashes, laid out once for many alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from typing import TypeAlias

from bioloom.graph.id_redirects import Redirects
from bioloom.graph.property_maps import assertion_of, assertion_row
from bioloom.graph.property_values import CANONICAL, HASH_BYTES, PropertyRow, storable
from bioloom.graph.supporting_evidence import SUPPORT, derive_slots, hash_record
from bioloom.graph.upsert_policy import WriteResult
from bioloom.records import Assertion

_MOST = 20_000  # layouts that are kept
_OWN = ("id", "object", "subject")

_quote = CANONICAL.encode

_Key: TypeAlias = tuple[object, ...]


@dataclass(slots=True)
class AssertionRow:
    """Edge to be written: its property map, the hash of its record, what is wrong with its ends."""

    position: int
    predicate: str
    id: str
    subject: str
    object: str
    properties: PropertyRow
    content: str
    warning: str | None = None


Claim: TypeAlias = Assertion | AssertionRow
"""Claim of a batch; a table's row may come laid out."""


@dataclass(frozen=True, slots=True)
class EdgeLayout:
    """What edges alike share: properties, names of each one's own, JSON text with holes for these."""

    shared: PropertyRow
    own: tuple[str, ...]
    text: str

    def content(self, properties: PropertyRow) -> str:
        """Hash the record of an edge, given its properties as they are stored."""
        texts = [
            encode_basestring_ascii(value)
            if isinstance(value, str)
            else f"[{','.join(map(_quote, value))}]"
            if isinstance(value, list)
            else _quote(value)
            for value in map(properties.__getitem__, self.own)
        ]
        text = self.text % tuple(texts)
        return blake2b(text.encode("ascii"), digest_size=HASH_BYTES).hexdigest()


class EdgeRows:
    """Builder of edge rows; edges alike but for their ends and their own properties share a layout."""

    def __init__(self, biolink_version: str) -> None:
        self._version = biolink_version
        self._layouts: dict[_Key, EdgeLayout] = {}

    def build(self, claims: Iterable[tuple[int, Claim]]) -> list[AssertionRow]:
        """Build the rows of claims, each with its position, as their source states them."""
        rows = []
        for position, claim in claims:
            if isinstance(claim, AssertionRow):
                claim.position = position
                rows.append(claim)
                continue
            id_ = claim.id
            properties, content = self._lay_out(id_, claim)
            rows.append(
                AssertionRow(position, claim.predicate, id_, claim.subject, claim.object, properties, content)
            )
        return rows

    def redirect(
        self, rows: Iterable[AssertionRow], claims: Sequence[Claim], redirects: Redirects
    ) -> tuple[list[AssertionRow], dict[int, WriteResult]]:
        """Move edges to the entities that their ends stand for; the hash stays that of the source's record.

        An edge whose two ends are found to be one thing is no edge: its result comes along.
        """
        canonical = {id_: found.canonical for id_, found in redirects.items()}
        moved: list[AssertionRow] = []
        loops: dict[int, WriteResult] = {}
        for row in rows:
            if row.subject in canonical or row.object in canonical:
                stated = claims[row.position]
                if isinstance(stated, AssertionRow):
                    stated = assertion_of(stated.properties)
                claim = redirect_assertion(stated, canonical)
                if claim.subject == claim.object and row.subject != row.object:
                    loops[row.position] = WriteResult.ONE_THING
                    continue
                properties = derive_slots(assertion_row(claim, self._version))
                row = replace(
                    row, id=claim.id, subject=claim.subject, object=claim.object, properties=properties
                )
            moved.append(row)
        return moved, loops

    def _lay_out(self, id_: str, claim: Assertion) -> tuple[PropertyRow, str]:
        """Give the property map of an edge, and the hash of its record."""
        given = claim.properties
        layout = self.layout(claim)
        if layout is None or (() in given.values() or None in given.values()):
            properties = assertion_row(claim, self._version)
            return derive_slots(properties), hash_record(properties)
        properties = {**layout.shared, "id": id_, "subject": claim.subject, "object": claim.object}
        for name in layout.own:
            if name not in _OWN:
                value = given[name]
                properties[name] = value if isinstance(value, str) and value.isascii() else storable(value)
        return properties, layout.content(properties)

    def layout(self, claim: Assertion) -> EdgeLayout | None:
        """Give the layout of edges like this one; none where one has support, from which much follows."""
        if SUPPORT in claim.properties:
            return None
        key = (
            claim.predicate,
            claim.primary_knowledge_source,
            claim.knowledge_level,
            claim.agent_type,
            claim.negated,
            tuple(claim.qualifiers.items()),
            tuple(claim.properties),
        )
        layout = self._layouts.get(key)
        if layout is None:
            if len(self._layouts) >= _MOST:
                self._layouts.clear()
            layout = self._layouts[key] = _laid_out(claim, self._version)
        return layout


def _laid_out(claim: Assertion, biolink_version: str) -> EdgeLayout:
    whole = assertion_row(replace(claim, properties={}), biolink_version)
    shared = {name: value for name, value in whole.items() if name not in _OWN}
    own = tuple(sorted({*_OWN, *(name for name in claim.properties if name and name not in shared)}))
    texts = {name: _quote(value).replace("%", "%%") for name, value in shared.items()} | dict.fromkeys(
        own, "%s"
    )
    members = (f"{_quote(name).replace('%', '%%')}:{texts[name]}" for name in sorted(texts))
    return EdgeLayout(shared, own, f"{{{','.join(members)}}}")


def redirect_assertion(assertion: Assertion, canonical: Mapping[str, str]) -> Assertion:
    """Give a claim between other entities; its properties keep the ends that its source stated.

    >>> source = ("infores:x", "not_provided", "not_provided")
    >>> claim = Assertion("MESH:D000431", "biolink:treats", "DOID:1", *source)
    >>> moved = redirect_assertion(claim, {"MESH:D000431": "CHEBI:16236"})
    >>> moved.subject, dict(moved.properties)
    ('CHEBI:16236', {'original_subject': 'MESH:D000431'})
    """
    properties = dict(assertion.properties)
    for slot, end in (("original_subject", assertion.subject), ("original_object", assertion.object)):
        if end in canonical:
            properties.setdefault(slot, end)
    return replace(
        assertion,
        subject=canonical.get(assertion.subject, assertion.subject),
        object=canonical.get(assertion.object, assertion.object),
        properties=properties,
    )
