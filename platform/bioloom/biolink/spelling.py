"""Find a term by any spelling: CURIE, IRI, CamelCase, snake_case, words, or an alias of the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bioloom.biolink.release import Category, Predicate

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


def index(terms: Mapping[str, Category] | Mapping[str, Predicate]) -> dict[str, str]:
    """Map every spelling key to its term: names first, then aliases that belong to one term only."""
    names = {key: term.curie for term in terms.values() if (key := spelling_key(term.name))}
    aliases: dict[str, set[str]] = {}
    for term in terms.values():
        for key in _keys(term.aliases):
            aliases.setdefault(key, set()).add(term.curie)
    return {key: min(curies) for key, curies in aliases.items() if len(curies) == 1} | names


def _keys(texts: Iterable[str]) -> set[str]:
    return {key for text in texts if (key := spelling_key(text))}
