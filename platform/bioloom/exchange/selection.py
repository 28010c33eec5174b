"""Selection of the claims that an export holds, by what is stated on them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph.json_values import Plain
from bioloom.names import nearest

_CURIE = "biolink:"


@dataclass(frozen=True, slots=True)
class Selection:
    """Conditions on claims: one of the values given, for each condition that has any; empty ones hold always.

    `categories` are those that both ends must have, theirs or an ancestor's; `predicates` are compared
    exactly; `min_confidence` leaves out claims without an extractor's confidence as well. `lenient` takes a
    name of Biolink that the graph does not have for one without claims; else it is an error.
    """

    predicates: frozenset[str] = frozenset()
    categories: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    knowledge_levels: frozenset[str] = frozenset()
    min_confidence: float | None = None
    lenient: bool = False

    @property
    def is_everything(self) -> bool:
        """Say whether no condition is given: then nodes without claims belong to it, too."""
        return self == EVERYTHING

    def among(self, types: Iterable[str]) -> tuple[str, ...]:
        """Choose among the predicates of a graph; UsageError names one that it does not have."""
        known = tuple(types)
        self._check("predicate", self.predicates, known)
        return tuple(each for each in known if not self.predicates or each in self.predicates)

    def labels(self, known: Collection[str], end: str) -> str:
        """Give the labels that ends must have one of, joined by ``|``; UsageError names an unknown one."""
        self._check("category", self.categories, known)
        return "|".join(sorted(self.categories)) or end

    def holds(self, slots: Mapping[str, Plain]) -> bool:
        """Say whether the slots of a claim meet the conditions on source, document, level and confidence."""
        listed = slots.get("document_ids")
        documents = listed if isinstance(listed, list) else [slots.get("document_id")]
        confidence = slots.get("extraction_confidence_score")
        return (
            (not self.sources or slots.get("primary_knowledge_source") in self.sources)
            and (not self.knowledge_levels or slots.get("knowledge_level") in self.knowledge_levels)
            and (not self.documents or not self.documents.isdisjoint(documents))
            and (
                self.min_confidence is None
                or (isinstance(confidence, int | float) and confidence >= self.min_confidence)
            )
        )

    def _check(self, what: str, given: Iterable[str], known: Collection[str]) -> None:
        terms = model()
        for name in sorted(set(given) - set(known)):
            if self.lenient and (terms.is_predicate(name) or terms.is_category(name)):
                continue
            like = nearest(name, known)
            hint = f"; did you mean {like}?" if like else "; bioloom schema lists what it has"
            raise UsageError(f"the graph has no {what} {name!r}{hint}")


EVERYTHING = Selection()
"""No condition at all."""


def biolink_names(names: Iterable[str]) -> frozenset[str]:
    """Give names of the model their prefix where it is left out.

    >>> sorted(biolink_names(["treats", "biolink:affects"]))
    ['biolink:affects', 'biolink:treats']
    """
    return frozenset(_CURIE + name.removeprefix(_CURIE) for name in names)
