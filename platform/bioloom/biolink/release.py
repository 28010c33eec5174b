"""Pinned Biolink release: its compact table, read into typed terms."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bioloom.errors import OntologyError
from bioloom.resources import text

PINNED = "4.4.6"
"""The release that the graph follows: the same as the biolink-model package of pyproject.toml (a test)."""


@dataclass(frozen=True, slots=True)
class Category:
    """A class for nodes; `kind` is "thing", "mixin" or "annotation" (a value, not a thing)."""

    curie: str
    name: str
    kind: str
    ancestors: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    mappings: tuple[str, ...] = ()
    definition: str = ""
    id_prefixes: tuple[str, ...] = ()
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """A relationship type; `domain` and `range` are stated or inherited, None where neither.

    `mappings` are terms of other vocabularies that mean the same, `narrower` those that mean less.
    """

    curie: str
    name: str
    ancestors: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    mappings: tuple[str, ...] = ()
    narrower: tuple[str, ...] = ()
    definition: str = ""
    domain: str | None = None
    range: str | None = None
    inverse: str | None = None
    symmetric: bool = False
    canonical: bool = False
    deprecated: bool = False
    replacement: str | None = None


@dataclass(frozen=True, slots=True)
class Signature:
    """A second signature of a predicate and of those below it: an association class contradicts the first."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Qualified:
    """A predicate together with its qualifiers, as an older or foreign term means them."""

    predicate: str
    qualifiers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A slot that qualifies an edge; `range` names an enumeration or a type of value."""

    range: str
    definition: str = ""
    multivalued: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A property of nodes or edges (`of`) in KGX; `value` is integer, number or boolean, empty for texts."""

    of: tuple[str, ...]
    multivalued: bool
    value: str = ""


@dataclass(frozen=True, slots=True)
class Release:
    """One release of the Biolink Model, as far as bioloom asks."""

    version: str
    categories: Mapping[str, Category]
    predicates: Mapping[str, Predicate]
    signatures: tuple[Signature, ...]
    qualified: Mapping[str, Qualified]
    qualifiers: Mapping[str, Qualifier]
    enums: Mapping[str, Mapping[str, str | None]]
    slots: Mapping[str, Slot]
    prefixes: Mapping[str, str]


def read_release(version: str = PINNED) -> Release:
    """Read ``ontology/biolink/<version>.json``; takes milliseconds and needs no network.

    >>> read_release().categories["biolink:Gene"].name
    'gene'
    """
    try:
        table = json.loads(text("ontology", f"biolink/{version}.json"))
    except FileNotFoundError:
        raise OntologyError(
            f"there is no table of Biolink {version}; compile the installed release with: "
            "python -m bioloom_lab.maintenance.biolink_release ontology/biolink"
        ) from None
    return Release(
        version=table["release"],
        categories={curie: Category(curie, **_tuples(row)) for curie, row in table["categories"].items()},
        predicates={curie: Predicate(curie, **_tuples(row)) for curie, row in table["predicates"].items()},
        signatures=tuple(Signature(*row) for row in table["signatures"]),
        qualified={term: Qualified(**row) for term, row in table["qualified"].items()},
        qualifiers={name: Qualifier(**row) for name, row in table["qualifiers"].items()},
        enums=table["enums"],
        slots={name: Slot(**_tuples(row)) for name, row in table["slots"].items()},
        prefixes=table["prefixes"],
    )


def _tuples(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
