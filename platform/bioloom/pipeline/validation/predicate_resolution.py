"""Predicate resolution: a source's predicate to that of the pinned release, by spelling or fixed mapping."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bioloom.biolink import Biolink
from bioloom.records import Standardized, Value
from bioloom.standardization import foreign_relation
from bioloom.standardization.relation_tables import affirmed

_CURIE_LIKE = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*:\S*|https?://\S*")
_MOST_CANDIDATES = 10

SOURCE = "source"
"""Value of `predicate_mapped_by` where the source states the predicate itself, beside a word of its own."""


@dataclass(frozen=True, slots=True)
class ResolvedPredicate:
    """Predicate in canonical direction; `swapped` says that the ends change places.

    The qualifiers are those of the edge as it is written, after the change of places. `chosen` holds how
    a phrase was mapped, as properties of the edge; it is empty where nothing was chosen.
    """

    predicate: str
    swapped: bool = False
    negated: bool = False
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, Value] = field(default_factory=dict)


def resolve_predicate(
    text: str, biolink: Biolink, subject_categories: Sequence[str] = (), object_categories: Sequence[str] = ()
) -> ResolvedPredicate | None:
    """Resolve a predicate without a model: by tables of other schemes, the release, and its mappings.

    The categories of the ends count where a table tells several meanings apart.

    >>> from bioloom.biolink import model
    >>> resolve_predicate("treated by", model()).swapped
    True
    >>> resolve_predicate("increases abundance of", model()).qualifiers["object_aspect_qualifier"]
    'abundance'
    >>> resolve_predicate("SEMMEDDB:NEG_PART_OF", model()).negated
    True
    >>> resolve_predicate("increases levels of", model()) is None
    True
    """
    stated, denied = affirmed(text)
    if denied:
        found = resolve_predicate(stated, biolink, subject_categories, object_categories)
        return None if found is None else replace(found, negated=not found.negated)
    mapping = foreign_relation(text, subject_categories, object_categories)
    if mapping is not None:
        return ResolvedPredicate(mapping.object_id, mapping.inverse, mapping.negated, mapping.qualifiers)
    known = biolink.predicate(text)
    if known is not None:
        return ResolvedPredicate(*biolink.canonical(known))
    meaning = biolink.qualified(text)
    if meaning is not None:
        return ResolvedPredicate(meaning.predicate, qualifiers=meaning.qualifiers)
    wider = biolink.wider(text)
    return None if wider is None else ResolvedPredicate(*biolink.canonical(wider))


def is_phrase(text: str) -> bool:
    """Say whether this is free text, not an identifier that some vocabulary would have to know.

    >>> is_phrase("increases levels of"), is_phrase("biolink:foo"), is_phrase("http://x.org/p")
    (True, False, False)
    """
    return _CURIE_LIKE.fullmatch(text.strip()) is None


def resolve_mapped(found: Standardized) -> ResolvedPredicate | None:
    """Resolve a phrase by its mapping; None where it was refused.

    Each candidate is one text, key and score, so that lists stay in step where two edges become one.
    """
    if found.predicate is None:
        return None
    candidates = tuple(f"{one.key} {one.score:.4f}" for one in found.candidates[:_MOST_CANDIDATES])
    score = round(found.score, 4)
    chosen: dict[str, Value] = {"predicate_mapped_by": found.selector, "predicate_score": score}
    if candidates:
        chosen["predicate_candidates"] = candidates
    return ResolvedPredicate(found.predicate, found.swapped, found.negated, found.qualifiers, chosen)
