"""Matching conventions: equal names, symmetric relations, and the scheme of the comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from bioloom.records import AnnotatedDocument
from bioloom.resources import read_table
from bioloom.standardization.document_standardization import TO_BIOPIE
from bioloom.standardization.sssom import read_mappings
from bioloom_lab.evaluation.protocol_ie.annotation_schemes import scheme

SchemeName = Literal["wlp", "biopie"]
_NUMBER = re.compile(r"[0-9]+$")


@dataclass(frozen=True, slots=True)
class Convention:
    """A scheme to compare in.

    Relations of `symmetric` match in either direction. `counts_as` gives the name that a relation goes by.
    Where `types` or `relations` are given, nothing else is compared: the others are no part of the scheme.
    """

    name: SchemeName
    symmetric: frozenset[str]
    counts_as: Mapping[str, str] = field(default_factory=dict)
    types: frozenset[str] | None = None
    relations: frozenset[str] | None = None
    bring: Mapping[str, Callable[[AnnotatedDocument], AnnotatedDocument]] = field(default_factory=dict)

    def directed(self) -> Convention:
        """Give the same convention with a direction for every relation."""
        return replace(self, symmetric=frozenset())

    def name_of(self, relation: str) -> str:
        """Give the name that a relation goes by: without its number, under its newer name.

        >>> convention("wlp").name_of("Acts-on2"), convention("wlp").name_of("Creates")
        ('Acts-on', 'Product')
        """
        bare = _NUMBER.sub("", relation) or relation
        return self.counts_as.get(bare, bare)

    def understands(self, scheme: str | None) -> bool:
        """Say whether documents of a scheme, or without any, can be compared here."""
        return scheme is None or scheme == self.name or scheme in self.bring

    def document(self, document: AnnotatedDocument) -> AnnotatedDocument:
        """Bring a document into the scheme; one without scheme has nothing to bring."""
        step = self.bring.get(document.scheme or "")
        return step(document) if step else document


@cache
def convention(name: SchemeName) -> Convention:
    """Give the convention of a scheme.

    In WLP, relations are symmetric whose arguments stand in no meaningful order (Or, Coreference-Link: those
    that stand for a symmetric relation of BioPIE). In BioPIE, documents of WLP are mapped first, gold and
    predicted alike, and what BioPIE has no name for is not compared.
    """
    biopie = scheme("biopie")
    symmetric = frozenset(relation.name for relation in biopie.relations.values() if relation.symmetric)
    if name == "biopie":
        return Convention(
            "biopie",
            symmetric,
            types=frozenset(biopie.entity_types),
            relations=frozenset(biopie.relations),
            bring=TO_BIOPIE,
        )
    mappings = read_mappings("wlp/relations.sssom.tsv")
    return Convention(
        "wlp",
        frozenset(relation for relation, mapping in mappings.items() if mapping.object_label in symmetric),
        counts_as={row["relation"]: row["counts_as"] for row in read_table("wlp/scoring.tsv")},
    )
