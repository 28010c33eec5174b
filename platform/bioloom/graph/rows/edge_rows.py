"""Edge rows: assertions as property maps with their ids and record hashes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bioloom.graph.rows.id_redirects import Redirects
from bioloom.graph.rows.property_maps import assertion_of, assertion_row
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.record_columns import RecordColumns, RecordLayout
from bioloom.graph.rows.supporting_evidence import SUPPORT, derive_slots, hash_record
from bioloom.graph.rows.upsert_policy import LOCAL, STATED_ENDS, WriteResult
from bioloom.records import Assertion

_OWN = ("id", "object", "subject")


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


class EdgeRows:
    """Builder of edge rows."""

    def __init__(self, biolink_version: str) -> None:
        self._version = biolink_version

    def build(self, claims: Iterable[tuple[int, Assertion]]) -> list[AssertionRow]:
        """Build the rows of claims, each with its position, as their source states them."""
        rows = []
        for position, claim in claims:
            stated = assertion_row(claim, self._version)
            row, content = derive_slots(stated), hash_record(stated)
            id_ = str(stated["id"])
            rows.append(
                AssertionRow(position, claim.predicate, id_, claim.subject, claim.object, row, content)
            )
        return rows

    def redirect(
        self, rows: Iterable[AssertionRow], claims: Sequence[Assertion], redirects: Redirects
    ) -> tuple[list[AssertionRow], dict[int, WriteResult]]:
        """Move edges to the entities that their ends stand for; the hash stays that of the source's record.

        An edge whose two ends are found to be one thing is no edge: its result comes along.
        """
        canonical = {id_: found.canonical for id_, found in redirects.items()}
        moved: list[AssertionRow] = []
        loops: dict[int, WriteResult] = {}
        for row in rows:
            if row.subject in canonical or row.object in canonical:
                from_table = row.position >= len(claims)
                stated = assertion_of(row.properties) if from_table else claims[row.position]
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


def layout_of(claim: Assertion, biolink_version: str) -> RecordLayout | None:
    """Give the layout of edges like this one; none where one has support, from which much follows."""
    if SUPPORT in claim.properties:
        return None
    whole = assertion_row(replace(claim, properties={}), biolink_version)
    shared = {name: value for name, value in whole.items() if name not in _OWN}
    return RecordLayout.of(
        shared, [*{*_OWN, *(name for name in claim.properties if name and name not in shared)}]
    )


def edge_rows(columns: RecordColumns) -> list[AssertionRow]:
    """Build the rows of edges that came by columns."""
    id_, subject, object_ = (columns.texts(name) for name in ("id", "subject", "object"))
    maps, kind, warning = columns.property_maps(), columns.kind, columns.warning
    return [
        AssertionRow(
            position, kind, id_[at], subject[at], object_[at], maps[at], columns.contents[at], warning
        )
        for at, position in enumerate(columns.positions)
    ]


def redirect_assertion(assertion: Assertion, canonical: Mapping[str, str]) -> Assertion:
    """Give a claim between other entities; its properties keep the ends that its source stated.

    >>> source = ("infores:x", "not_provided", "not_provided")
    >>> claim = Assertion("MESH:D000431", "biolink:treats", "DOID:1", *source)
    >>> moved = redirect_assertion(claim, {"MESH:D000431": "CHEBI:16236"})
    >>> moved.subject, dict(moved.properties)
    ('CHEBI:16236', {'original_subject': 'MESH:D000431'})
    """
    properties = dict(assertion.properties)
    for (slot, local), end in zip(STATED_ENDS, (assertion.subject, assertion.object), strict=True):
        if end in canonical and properties.setdefault(slot, end) != end and end.startswith(LOCAL):
            properties.setdefault(local, end)
    return replace(
        assertion,
        subject=canonical.get(assertion.subject, assertion.subject),
        object=canonical.get(assertion.object, assertion.object),
        properties=properties,
    )
