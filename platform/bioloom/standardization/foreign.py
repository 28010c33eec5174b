"""Relations of other schemes as CURIEs (``SEMMEDDB:TREATS``), by the mapping sets of ontology/."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from bioloom.standardization.sssom import SssomMapping, read_mapping_set

SETS = (
    "semmeddb/predicates.sssom.tsv",
    "chemprot/relations.sssom.tsv",
    "ddi/relations.sssom.tsv",
    "biored/relations.sssom.tsv",
    "biopie/relations.sssom.tsv",
    "hetionet/metaedges.sssom.tsv",
)
"""Mapping sets whose terms a source may use as the predicate of an edge."""


def foreign_relation(curie: str) -> SssomMapping | None:
    """Find what a relation of another scheme means in Biolink; the case of its prefix does not matter.

    >>> found = foreign_relation("ChemProt:PRODUCT-OF")
    >>> found.object_id, found.inverse
    ('biolink:produces', True)
    >>> foreign_relation("SEMMEDDB:NEG_CAUSES").negated
    True
    """
    return _relations().get(_key(curie))


def _key(curie: str) -> str:
    prefix, _, local = curie.strip().partition(":")
    return f"{prefix.casefold()}:{local}"


@lru_cache(maxsize=1)
def _relations() -> Mapping[str, SssomMapping]:
    found: dict[str, SssomMapping] = {}
    for name in SETS:
        for mapping in read_mapping_set(name).mappings:
            if mapping.object_id.startswith("biolink:"):
                found[_key(mapping.subject_id)] = mapping
    return MappingProxyType(found)
