"""Annotation schemes, detected from the entity types that a document uses."""

import re
from collections.abc import Sequence
from functools import cache

from bioloom.standardization.sssom import read_mappings

LINE_SCHEMES = ("wlp", "biopie")


def scheme_of(types: Sequence[str], corpus: str) -> str | None:
    """Name the scheme that most mentions of a document belong to, or else one named after the corpus.

    Without any mention there is no scheme: the document counts as not annotated.

    >>> scheme_of(["Action", "Reagent", "Misc"], "wlp_2018")
    'wlp'
    >>> scheme_of(["Protein", "Theme"], "GE 2011")
    'brat:ge-2011'
    """
    if not types:
        return None
    for scheme in LINE_SCHEMES:
        known = _types(scheme)
        if sum(_spelled(name) in known for name in types) * 2 > len(types):
            return scheme
    return "brat:" + ("-".join(re.findall(r"[a-z0-9]+", corpus.lower())) or "documents")


@cache
def _types(scheme: str) -> frozenset[str]:
    return frozenset(map(_spelled, read_mappings(f"{scheme}/entities.sssom.tsv")))


def _spelled(name: str) -> str:
    """Normalize how a type's words are joined: BRAT allows no space in a type."""
    return name.replace("_", " ").replace("-", " ")
