"""Term resolution: Biolink terms of a query graph, known or refused, and what each matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bioloom.biolink import Biolink
from bioloom.biolink.model import RELATED_TO
from bioloom.errors import UsageError

QUALIFIED_PREDICATE = "qualified_predicate"
_OTHER_END = {"subject": "object", "object": "subject"}


def check_categories(key: str, categories: Iterable[str], biolink: Biolink) -> tuple[str, ...]:
    """Give the categories of a query node; UsageError for what the pinned release does not have."""
    found = tuple(dict.fromkeys(categories))
    for category in found:
        if not biolink.is_category(category):
            raise UsageError(f"node {key!r}: {category} is not a category of Biolink {biolink.version}")
    return found


def check_predicates(key: str, predicates: Iterable[str], biolink: Biolink) -> tuple[str, ...]:
    """Give the predicates of a query edge, a deprecated one as its replacement, or raise UsageError."""
    found: dict[str, None] = {}
    for predicate in predicates:
        known = biolink.predicate(predicate) if biolink.is_predicate(predicate) else None
        if known is None:
            meaning = biolink.qualified(predicate)
            hint = f"; ask for {meaning.predicate} with qualifiers" if meaning else ""
            said = f"{predicate} is not a predicate of Biolink {biolink.version}{hint}"
            raise UsageError(f"edge {key!r}: {said}")
        found[known] = None
    return tuple(found)


def check_qualifiers(
    key: str, sets: Iterable[Sequence[tuple[str, str]]], biolink: Biolink
) -> tuple[Mapping[str, str], ...]:
    """Give the sets of qualifiers of a query edge, slot to value; UsageError for what is not allowed."""
    found: list[Mapping[str, str]] = []
    for stated in sets:
        one: dict[str, str] = {}
        for type_id, value in stated:
            slot = type_id.removeprefix("biolink:")
            if one.setdefault(slot, value) != value:
                raise UsageError(f"edge {key!r}: {slot} has two values in one set; make two sets of it")
        if fault := biolink.qualifier_fault(one):
            raise UsageError(f"edge {key!r}: {fault}")
        if one:
            found.append(one)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Directions:
    """The relationship types that answer a query edge: `out` from its subject on, `into` the other way.

    `any` says that every claim answers it, whichever way it points.
    """

    out: frozenset[str]
    into: frozenset[str]
    any: bool


@lru_cache(maxsize=512)
def directions(predicates: tuple[str, ...], biolink: Biolink) -> Directions:
    """Find the types and directions in which the graph may state any of these predicates; none means all.

    What lies below a predicate answers it. A symmetric one is answered from either end, and one with an
    inverse by that inverse the other way round. Of two inverses the canonical one decides what lies below:
    the release has ``treated_in_studies_by`` below ``treated_by``, not ``studied_to_treat`` below ``treats``.

    >>> from bioloom.biolink import model
    >>> asked = directions(("biolink:treated_by",), model())
    >>> asked.out, "biolink:treats" in asked.into
    (frozenset(), True)
    """
    out, into = set[str](), set[str]()
    for predicate in predicates or (RELATED_TO,):
        stated, swapped = biolink.canonical(predicate)
        along, against = (into, out) if swapped else (out, into)
        for term in _or_below(stated, biolink):
            if biolink.symmetric(term):
                for inner in _or_below(term, biolink):
                    _place(inner, along, against, biolink)
                    _place(inner, against, along, biolink)
            else:
                _place(term, along, against, biolink)
    everything = {name for name in biolink.predicates() if not biolink.canonical(name)[1]}
    return Directions(frozenset(out), frozenset(into), out == into == everything)


def _place(predicate: str, along: set[str], against: set[str], biolink: Biolink) -> None:
    """Note in which way the graph may hold a predicate: by its canonical name, or by both if none is."""
    stated, swapped = biolink.canonical(predicate)
    (against if swapped else along).add(stated)
    inverse = biolink.inverse(stated)
    if inverse is not None and inverse != stated and not biolink.canonical(inverse)[1]:
        (along if swapped else against).add(inverse)


def mention_categories(labels: Iterable[str], biolink: Biolink) -> tuple[str, ...]:
    """Give the categories of mentions that some labels take in: mentions carry one category and no labels.

    Values (annotations) are no things and never among them.

    >>> from bioloom.biolink import model
    >>> mention_categories(["biolink:Activity"], model())
    ('biolink:Activity', 'biolink:ClinicalTrial', 'biolink:Study')
    """
    wanted = set(labels)
    return tuple(
        name
        for name, term in biolink.release.categories.items()
        if term.kind == "thing" and (name in wanted or wanted & set(term.ancestors))
    )


@lru_cache(maxsize=1024)
def _or_below(predicate: str, biolink: Biolink) -> frozenset[str]:
    """Give a predicate with all that lies below it."""
    return frozenset((predicate, *biolink.descendants(predicate)))


def qualifier_meaning(slot: str, value: str, biolink: Biolink) -> tuple[str, ...]:
    """Give a qualifier's value and all that lies below it, sorted.

    >>> from bioloom.biolink import model
    >>> qualifier_meaning("object_direction_qualifier", "increased", model())
    ('increased', 'upregulated')
    """
    if slot == QUALIFIED_PREDICATE:
        return tuple(sorted(_or_below(value, biolink)))
    values = biolink.release.enums.get(biolink.release.qualifiers[slot].range, {})
    found = {value}
    while more := {name for name, above in values.items() if above in found} - found:
        found |= more
    return tuple(sorted(found))


def turned(qualifiers: Mapping[str, str], biolink: Biolink) -> Mapping[str, str] | None:
    """Give a set of qualifiers as the same claim has them from its other end; None where nothing says it so.

    >>> from bioloom.biolink import model
    >>> turned({"subject_aspect_qualifier": "activity", "qualified_predicate": "biolink:caused_by"}, model())
    {'object_aspect_qualifier': 'activity', 'qualified_predicate': 'biolink:causes'}
    """
    found: dict[str, str] = {}
    for slot, value in qualifiers.items():
        if slot == QUALIFIED_PREDICATE:
            back = biolink.inverse(value)
            if back is None:
                return None
            found[slot] = back
        else:
            end, mark, rest = slot.partition("_")
            found[f"{_OTHER_END.get(end, end)}{mark}{rest}"] = value
    return found if set(found) <= set(biolink.qualifiers()) else None
