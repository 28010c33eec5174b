"""Domain and range: which predicate fits the two ends of a claim."""

from collections.abc import Iterable
from functools import lru_cache

from bioloom.biolink import NAMED_THING, RELATED_TO
from bioloom.biolink import model as biolink_model

_TELLS_NOTHING = frozenset({NAMED_THING, "biolink:Entity"})


@lru_cache(maxsize=65_536)
def fits(subject: tuple[str, ...], predicate: str, object_: tuple[str, ...]) -> bool:
    """Say whether ends of these categories satisfy a predicate's domain and range.

    An end without category, or with the root's only, contradicts nothing; categories that the release
    does not have are passed over, and a predicate of another vocabulary takes anything.

    >>> fits(("biolink:Disease",), "biolink:treats", ("biolink:SmallMolecule",))
    False
    >>> fits((), "biolink:treats", ("biolink:NamedThing",))
    True
    """
    biolink = biolink_model()
    if not biolink.is_predicate(predicate):
        return True
    stated = biolink.release.predicates[predicate]
    subject = _known(subject) or ((stated.domain,) if stated.domain else (NAMED_THING,))
    object_ = _known(object_) or ((stated.range,) if stated.range else (NAMED_THING,))
    return biolink.signature_fault(subject, predicate, object_) is None


def fitting_parent(subject: tuple[str, ...], predicate: str, object_: tuple[str, ...]) -> str:
    """Give the nearest predicate above that fits the ends and says more than that they are related.

    ``biolink:related_to`` is the last resort; it takes anything.

    >>> fitting_parent(("biolink:Protein",), "biolink:gene_associated_with_condition", ("biolink:Disease",))
    'biolink:associated_with'
    """
    biolink = biolink_model()
    for parent in biolink.ancestors(predicate):
        says_more = not parent.startswith(RELATED_TO) and not biolink.is_deprecated(parent)
        if says_more and fits(subject, parent, object_):
            return parent
    return RELATED_TO


def _known(categories: Iterable[str]) -> tuple[str, ...]:
    biolink = biolink_model()
    return tuple(c for c in categories if c not in _TELLS_NOTHING and biolink.is_category(c))
