"""Known terms: phrases that name a predicate of the pinned release, or of a vocabulary that it maps."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from bioloom.biolink import Biolink
from bioloom.biolink import model as biolink_model
from bioloom.biolink.term_lookup import spelling_key
from bioloom.standardization.relate.phrase_cleaning import bare

UNKNOWN = "UNKNOWN_PREDICATE"

_CURIE = re.compile(r"[A-Za-z][\w.-]*:(?!/)\S+|https?://\S+")


@dataclass(frozen=True, slots=True)
class Term:
    """A predicate with qualifiers, in canonical direction; `named` if a CURIE or IRI stated it."""

    predicate: str
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    swapped: bool = False
    named: bool = False


def is_name(phrase: str) -> bool:
    """Say whether a phrase is written as a CURIE or IRI, so that it means a term and nothing near it.

    >>> is_name("SEMMEDDB:TREATS"), is_name("treats"), is_name("activity: increased by")
    (True, False, False)
    """
    return _CURIE.fullmatch(phrase) is not None


@lru_cache(maxsize=65_536)
def term_of(phrase: str) -> Term | None:
    """Find the term that a phrase names, None for what is no term of the release.

    A CURIE that the release lists as narrower than one of its predicates gives that predicate. Words must
    be a predicate's name, with or without an auxiliary before them; an alias is no name (the release has
    `instance of` as one of `in taxon`), nor does a name count that the release has given up.

    >>> term_of("is affected by")
    Term(predicate='biolink:affects', qualifiers={}, swapped=True, named=False)
    >>> term_of("RO:0002606").predicate, term_of("increases abundance of").predicate
    ('biolink:treats', 'biolink:affects')
    >>> term_of("inhibits") is None
    True
    """
    biolink = biolink_model()
    if is_name(phrase):
        return _by_curie(phrase, biolink)
    return _by_name(phrase, biolink) or _by_name(bare(phrase), biolink)


def _by_name(words: str, biolink: Biolink) -> Term | None:
    meaning = biolink.qualified(words)
    if meaning is not None:
        return Term(meaning.predicate, dict(meaning.qualifiers))
    predicate = biolink.predicate(words)
    if predicate is None or biolink.is_deprecated(predicate):
        return None
    if spelling_key(words) != spelling_key(biolink.release.predicates[predicate].name):
        return None
    canonical, swapped = biolink.canonical(predicate)
    return Term(canonical, {}, swapped)


def _by_curie(text: str, biolink: Biolink) -> Term | None:
    meaning = biolink.qualified(text)
    if meaning is not None:
        return Term(meaning.predicate, dict(meaning.qualifiers), named=True)
    predicate = biolink.predicate(text) or biolink.wider(text)
    if predicate is None:
        return None
    canonical, swapped = biolink.canonical(predicate)
    return Term(canonical, {}, swapped, named=True)
