"""Term lookup by any spelling: CURIE, IRI, CamelCase, words, alias, or a term of another vocabulary."""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from bioloom.biolink.release import Category, Predicate

ReleaseTerms: TypeAlias = Mapping[str, Category] | Mapping[str, Predicate]

_IRI = "https://w3id.org/biolink/vocab/"
_PREFIX = re.compile(r"biolink:", re.IGNORECASE)
_WORDY = re.compile(r"[A-Za-z0-9 _,()/'-]+")
_SEPARATORS = re.compile(r"[^a-z0-9]+")


def spelling_key(text: str) -> str | None:
    """Give the form in which spellings of one term agree, or None for what cannot be a Biolink term.

    >>> spelling_key("biolink:SmallMolecule") == spelling_key("small_molecule") == "smallmolecule"
    True
    >>> spelling_key("RO:0002606") is None
    True
    """
    bare = text.strip().removeprefix(_IRI)
    bare = _PREFIX.sub("", bare, count=1) if _PREFIX.match(bare) else bare
    if not _WORDY.fullmatch(bare):
        return None
    return _SEPARATORS.sub("", bare.lower()) or None


def index(terms: ReleaseTerms) -> dict[str, str]:
    """Map every spelling key to its term: names first, then aliases that belong to one term only."""
    names = {key: term.curie for term in terms.values() if (key := spelling_key(term.name))}
    aliases = _unambiguous(
        (key, term.curie) for term in terms.values() for alias in term.aliases if (key := spelling_key(alias))
    )
    return aliases | names


def mapping_index(terms: ReleaseTerms) -> dict[str, str]:
    """Map terms of other vocabularies (``RO:0002206``) to the one term that is an exact match."""
    return _unambiguous((mapping, term.curie) for term in terms.values() for mapping in term.mappings)


def narrower_index(terms: Mapping[str, Predicate]) -> dict[str, str]:
    """Map narrower terms of other vocabularies (``RO:0002606``) to the one predicate that holds them all."""
    return _unambiguous((narrow, term.curie) for term in terms.values() for narrow in term.narrower)


def _unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for key, curie in pairs:
        found.setdefault(key, set()).add(curie)
    return {key: min(curies) for key, curies in found.items() if len(curies) == 1}
