"""Relations of other schemes as CURIEs (``SEMMEDDB:TREATS``), by the mapping sets of ontology/."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bioloom.standardization.relation_tables import map_relation, relation_schemes
from bioloom.standardization.sssom import SssomMapping, read_mappings

_HETIONET = "hetionet"
_METAEDGES = "hetionet/metaedges.sssom.tsv"


def is_foreign(curie: str) -> bool:
    """Say whether a term has the prefix of a scheme that a table maps.

    >>> is_foreign("SEMMEDDB:TREATS"), is_foreign("biolink:treats")
    (True, False)
    """
    return _parts(curie)[0] in _prefixes()


def foreign_relation(
    curie: str, subject_categories: Sequence[str] = (), object_categories: Sequence[str] = ()
) -> SssomMapping | None:
    """Find what a relation of another scheme means between two kinds of things; None if none is known.

    >>> found = foreign_relation("ChemProt:PRODUCT-OF")
    >>> found.object_id, found.inverse
    ('biolink:produces', True)
    """
    prefix, label = _parts(curie)
    if prefix not in _prefixes():
        return None
    if prefix == _HETIONET:
        return read_mappings(_METAEDGES).get(label)
    return map_relation(prefix, label, subject_categories, object_categories)


@lru_cache(maxsize=1)
def _prefixes() -> frozenset[str]:
    return frozenset((_HETIONET, *relation_schemes()))


def _parts(curie: str) -> tuple[str, str]:
    prefix, _, label = curie.strip().partition(":")
    return prefix.casefold(), label
