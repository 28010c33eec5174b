"""Category compatibility: may an entity be what a name of some category denotes?"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal

from bioloom.biolink import NAMED_THING, model
from bioloom.errors import OntologyError
from bioloom.resources import read_table

TABLE = "grounding/agreement.tsv"
_ROOTS = frozenset({NAMED_THING, "biolink:Entity"})
_MOST = 4096
_ORDER = ("same", "wider", "joined", "joined by words", "none")


Fit = Literal["same", "wider", "joined", "joined by words", "none"]
"""How well two categories fit: see `fit`."""


@lru_cache(maxsize=_MOST)
def fit(named: tuple[str, ...], entity: tuple[str, ...]) -> Fit:
    """Say how the categories of an entity fit those of a name; a side that is unknown fits everything.

    "same": the entity's is the name's or lies below it; "wider": it lies above; "joined": a row of
    ontology/grounding/agreement.tsv joins them or what lies above them ("joined by words": for names in
    words only, not for symbols).

    >>> fit(("biolink:ChemicalEntity",), ("biolink:Drug",)), fit(("biolink:Protein",), ("biolink:Gene",))
    ('same', 'joined')
    >>> fit(("biolink:Device",), ("biolink:Drug",))
    'none'
    """
    mine, its = _known(named), _known(entity)
    if not mine or not its:
        return "same" if not mine else "wider"
    return min((_fit(one, other) for one in mine for other in its), key=_ORDER.index)


def _known(categories: Iterable[str]) -> tuple[str, ...]:
    """Keep the most specific categories: sources often list all that stand above them too."""
    biolink = model()
    known = [one for one in categories if one not in _ROOTS and biolink.is_category(one)]
    above = {other for one in known for other in biolink.ancestors(one)}
    return tuple(one for one in known if one not in above)


def _fit(named: str, entity: str) -> Fit:
    above_entity = {entity, *_proper(entity)}
    above_named = {named, *_proper(named)}
    if named in above_entity or named in model().ancestors(entity):
        return "same"
    if entity in above_named:
        return "wider"
    found = {fit for (one, other), fit in _joined().items() if one in above_named and other in above_entity}
    return min(found, key=_ORDER.index, default="none")


def _proper(category: str) -> tuple[str, ...]:
    """List what lies above a category and still says what kind of thing it is: classes, not mixins."""
    biolink = model()
    terms = biolink.release.categories
    return tuple(
        one for one in biolink.ancestors(category) if one not in _ROOTS and terms[one].kind == "thing"
    )


@cache
def _joined() -> Mapping[tuple[str, str], Fit]:
    biolink = model()
    pairs: dict[tuple[str, str], Fit] = {}
    for row in read_table(TABLE):
        for curie in (row["named"], row["entity"]):
            if not biolink.is_category(curie):
                raise OntologyError(
                    f"ontology/{TABLE}: {curie} is not a category of Biolink {biolink.version}"
                )
        if row["by"] not in ("any", "words"):
            raise OntologyError(f"ontology/{TABLE}: by must be any or words, not {row['by']!r}")
        pairs[row["named"], row["entity"]] = "joined" if row["by"] == "any" else "joined by words"
    return pairs
