"""Biolink Model toolkit over the pinned release: terms, hierarchy, direction, domain and range."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from bioloom.biolink.release import Category, Predicate, Qualified, Release, Slot, read_release
from bioloom.biolink.term_lookup import index, mapping_index, narrower_index, spelling_key
from bioloom.errors import OntologyError

NAMED_THING = "biolink:NamedThing"
RELATED_TO = "biolink:related_to"
UNLISTED = 1000
"""The rank of an identifier whose prefix Biolink does not list for a category."""

_ENTITY = "biolink:Entity"
_MOST_LABELS = 4096  # combinations of categories to remember; real graphs have some dozens


class Biolink:
    """One release of the Biolink Model: terms by any spelling, hierarchy, canonical direction, checks.

    >>> biolink = model()
    >>> biolink.category("small molecule"), biolink.predicate("TREATS")
    ('biolink:SmallMolecule', 'biolink:treats')
    """

    def __init__(self, release: Release) -> None:
        self.release = release
        self._categories = mapping_index(release.categories) | index(release.categories)
        self._predicates = mapping_index(release.predicates) | index(release.predicates)
        self._narrower = narrower_index(release.predicates)
        self._qualified = {spelling_key(term): meaning for term, meaning in release.qualified.items()}
        self._above = {curie: frozenset(term.ancestors) for curie, term in release.categories.items()}
        self._labels: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.typed_slots: Mapping[str, Slot] = {
            name: slot for name, slot in release.slots.items() if slot.value and name != "negated"
        }
        self._by_prefix: dict[str, str | None] = {}

    @property
    def version(self) -> str:
        """The release that is pinned: ``4.4.6``."""
        return self.release.version

    # terms

    def category(self, text: str) -> str | None:
        """Find a category by any spelling, alias, or exact match in another vocabulary.

        >>> model().category("biolink:gene"), model().category("gene or gene product")
        ('biolink:Gene', 'biolink:GeneOrGeneProduct')
        >>> model().category("Schlagwort") is None
        True
        """
        if text in self.release.categories:
            return text
        return self._categories.get(spelling_key(text) or text.strip())

    def predicate(self, text: str) -> str | None:
        """Find a predicate by any spelling, alias, or exact match in another vocabulary.

        A deprecated one gives its exact replacement where the release states it.

        >>> model().predicate("interacts with"), model().predicate("RO:0002206")
        ('biolink:interacts_with', 'biolink:expressed_in')
        """
        if text not in self.release.predicates:
            found = self._predicates.get(spelling_key(text) or text.strip())
            if found is None:
                return None
            text = found
        return self.release.predicates[text].replacement or text

    def wider(self, term: str) -> str | None:
        """Find the predicate that holds a narrower term of another vocabulary; None if none or several do.

        What the term says beyond the predicate is lost, so this is for those who ask for it.

        >>> model().wider("RO:0002606"), model().wider("RO:0002206")
        ('biolink:treats', None)
        """
        found = self._narrower.get(term.strip())
        return self.release.predicates[found].replacement or found if found else None

    def qualified(self, text: str) -> Qualified | None:
        """Find what an older predicate, or a term of another source, means: a predicate with qualifiers.

        >>> meaning = model().qualified("biolink:increases_expression_of")
        >>> meaning.predicate, meaning.qualifiers["object_direction_qualifier"]
        ('biolink:affects', 'increased')
        >>> model().qualified("CTD:increases_expression_of") == meaning
        True
        """
        found = self.release.qualified.get(text)
        key = spelling_key(text)
        return found or (self._qualified.get(key) if key else None)

    def is_category(self, text: str) -> bool:
        """Say whether this is the CURIE of a category of the release, spelled exactly so."""
        return text in self.release.categories

    def is_predicate(self, text: str) -> bool:
        """Say whether this is the CURIE of a predicate of the release, spelled exactly so."""
        return text in self.release.predicates

    def categories(self) -> tuple[str, ...]:
        """List the CURIEs of all categories, mixins and annotations included, sorted."""
        return tuple(self.release.categories)

    def predicates(self) -> tuple[str, ...]:
        """List the CURIEs of all predicates, sorted."""
        return tuple(self.release.predicates)

    def description(self, curie: str) -> str:
        """Give the model's definition of a category or predicate; empty where it has none."""
        return self._term(curie).definition

    def aliases(self, curie: str) -> tuple[str, ...]:
        """Give the model's other names of a category or predicate."""
        return self._term(curie).aliases

    def is_deprecated(self, curie: str) -> bool:
        """Say whether the release marks a category or predicate as deprecated."""
        return self._term(curie).deprecated

    # hierarchy

    def ancestors(self, curie: str) -> tuple[str, ...]:
        """List what lies above a category or predicate, mixins included, nearest first.

        >>> model().ancestors("biolink:treats")[-1]
        'biolink:related_to'
        """
        return self._term(curie).ancestors

    def descendants(self, curie: str) -> tuple[str, ...]:
        """List what lies below a category or predicate, sorted.

        >>> "biolink:Protein" in model().descendants("biolink:GeneOrGeneProduct")
        True
        """
        self._term(curie)
        terms: Iterable[Category | Predicate] = (
            *self.release.categories.values(),
            *self.release.predicates.values(),
        )
        return tuple(term.curie for term in terms if curie in term.ancestors)

    def labels(self, categories: Iterable[str]) -> tuple[str, ...]:
        """Give the node labels for some categories: they and all above them, the most specific first.

        Mixins are kept, as Translator's Neo4j graphs do; the order does not depend on the order given.
        A node is a thing, so ``biolink:NamedThing`` is always last but for values (annotations).

        >>> model().labels(["biolink:Cell"])  # doctest: +NORMALIZE_WHITESPACE
        ('biolink:Cell', 'biolink:AnatomicalEntity', 'biolink:OrganismalEntity', 'biolink:BiologicalEntity',
         'biolink:PhysicalEssence', 'biolink:OntologyClass', 'biolink:PhysicalEssenceOrOccurrent',
         'biolink:SubjectOfInvestigation', 'biolink:ThingWithTaxon', 'biolink:NamedThing')
        """
        given = tuple(categories)
        if given not in self._labels:
            if len(self._labels) >= _MOST_LABELS:
                self._labels.clear()
            self._labels[given] = self._work_out_labels(given)
        return self._labels[given]

    def _work_out_labels(self, given: tuple[str, ...]) -> tuple[str, ...]:
        terms = [self._category_term(curie) for curie in given]
        found = {curie for term in terms for curie in (term.curie, *term.ancestors)} - {_ENTITY, NAMED_THING}
        ordered = sorted(found, key=lambda curie: (-len(self.release.categories[curie].ancestors), curie))
        if terms and all(term.kind == "annotation" for term in terms):
            return tuple(ordered)
        return (*ordered, NAMED_THING)

    # direction

    def inverse(self, predicate: str) -> str | None:
        """Give the inverse of a predicate: itself where symmetric, None where the release has none."""
        term = self._predicate_term(predicate)
        return term.curie if term.symmetric else term.inverse

    def symmetric(self, predicate: str) -> bool:
        """Say whether a predicate holds in both directions."""
        return self._predicate_term(predicate).symmetric

    def canonical(self, predicate: str) -> tuple[str, bool]:
        """Give the predicate in Translator's canonical direction, and whether subject and object swap.

        Where the model marks neither of two inverses as canonical, the predicate stays as it is.

        >>> model().canonical("biolink:treated_by")
        ('biolink:treats', True)
        >>> model().canonical("biolink:treats")
        ('biolink:treats', False)
        """
        term = self._predicate_term(predicate)
        if term.canonical or term.inverse is None:
            return term.curie, False
        return (term.inverse, True) if self._predicate_term(term.inverse).canonical else (term.curie, False)

    # checks

    def signature_fault(
        self, subject_categories: Iterable[str], predicate: str, object_categories: Iterable[str]
    ) -> str | None:
        """Say how an edge breaks the predicate's domain or range; None where it does not.

        An end fits if one of its categories is the stated class or lies below it, mixins included.

        A predicate that states neither, nor inherits it, takes anything. Where an association class of the
        release contradicts the predicate's own signature, either is accepted (a gene participates in a
        process).

        >>> model().signature_fault(["biolink:Disease"], "biolink:treats", ["biolink:SmallMolecule"])
        'biolink:treats wants a biolink:ChemicalOrDrugOrTreatment as subject, not biolink:Disease'
        """
        term = self._predicate_term(predicate)
        subject, object_ = tuple(subject_categories), tuple(object_categories)
        for end, given, wanted in (("subject", subject, term.domain), ("object", object_, term.range)):
            if wanted and not self._fits(given, wanted):
                if self._has_second_signature(subject, term, object_):
                    return None
                found = ", ".join(given) or "a node without category"
                return f"{term.curie} wants a {wanted} as {end}, not {found}"
        return None

    def _has_second_signature(
        self, subject: tuple[str, ...], predicate: Predicate, object_: tuple[str, ...]
    ) -> bool:
        return any(
            second.predicate in (predicate.curie, *predicate.ancestors)
            and self._fits(subject, second.subject)
            and self._fits(object_, second.object)
            for second in self.release.signatures
        )

    def _fits(self, categories: Iterable[str], wanted: str) -> bool:
        terms = [self._category_term(curie) for curie in categories]
        if wanted == NAMED_THING:  # mixins stand for things here
            return any(term.kind != "annotation" for term in terms)
        return any(wanted == term.curie or wanted in self._above[term.curie] for term in terms)

    def knowledge_level(self, text: str) -> str | None:
        """Find a knowledge level by any spelling; None if the release has no such level.

        >>> model().knowledge_level("Knowledge Assertion")
        'knowledge_assertion'
        """
        return self._value("KnowledgeLevelEnum", text)

    def agent_type(self, text: str) -> str | None:
        """Find an agent type by any spelling; None if the release has no such type."""
        return self._value("AgentTypeEnum", text)

    def _value(self, enum: str, text: str) -> str | None:
        values = self.release.enums[enum]
        if text in values:
            return text
        key = spelling_key(text)
        return next((value for value in values if key and spelling_key(value) == key), None)

    def qualifiers(self) -> tuple[str, ...]:
        """List the qualifier slots of the release, sorted."""
        return tuple(self.release.qualifiers)

    def qualifier_values(self, qualifier: str) -> tuple[str, ...]:
        """List the values that a qualifier may take; empty where any text is allowed."""
        slot = self.release.qualifiers.get(qualifier)
        if slot is None:
            raise OntologyError(f"{qualifier} is not a qualifier of Biolink {self.version}")
        return tuple(self.release.enums.get(slot.range, ()))

    def qualifier_value(self, qualifier: str, text: str) -> str | None:
        """Find a qualifier's value by any spelling; None if the release has no such value.

        >>> model().qualifier_value("object_aspect_qualifier", "activity or abundance")
        'activity_or_abundance'
        """
        values = self.qualifier_values(qualifier)
        if qualifier == "qualified_predicate":
            return self.predicate(text)
        return self._value(self.release.qualifiers[qualifier].range, text) if values else text or None

    def qualifier_fault(self, qualifiers: Mapping[str, str]) -> str | None:
        """Say what is wrong with an edge's qualifiers; None if the release allows them all.

        >>> model().qualifier_fault({"object_derivative_qualifier": "salt"})
        "object_derivative_qualifier 'salt' is not one of: metabolite"
        """
        for name, value in qualifiers.items():
            if name not in self.release.qualifiers:
                return f"{name} is not a qualifier of Biolink {self.version}"
            if not value:
                return f"{name} has no value"
            if name == "qualified_predicate" and not self.is_predicate(value):
                return f"qualified_predicate {value!r} is not a predicate of Biolink {self.version}"
            allowed = self.qualifier_values(name)
            if allowed and value not in allowed:
                shown = (
                    ", ".join(allowed) if len(allowed) <= 12 else f"the {len(allowed)} values of the release"
                )
                return f"{name} {value!r} is not one of: {shown}"
        return None

    # identifiers

    def prefix_rank(self, curie: str, categories: Iterable[str]) -> int:
        """Say how much Biolink prefers an identifier for a thing of these categories: 0 is the best.

        The place of its prefix in `id_prefixes` of a category, the best of all of them; a prefix that none
        of them lists comes after all that are listed.

        >>> [model().prefix_rank(curie, ["biolink:Gene"]) for curie in ("NCBIGene:7124", "HGNC:11892", "X:1")]
        [0, 2, 1000]
        """
        prefix = curie.partition(":")[0]
        listed = (self._category_term(category).id_prefixes for category in categories)
        return min((prefixes.index(prefix) for prefixes in listed if prefix in prefixes), default=UNLISTED)

    def category_of(self, curie: str) -> str | None:
        """Give the category for which Biolink prefers this identifier's prefix; None where it lists none.

        Of several that prefer it equally, the one above most of the others; None where there is no such one.

        >>> model().category_of("UBERON:0002107"), model().category_of("DOID:1324")
        ('biolink:AnatomicalEntity', 'biolink:Disease')
        """
        prefix = curie.partition(":")[0]
        if prefix not in self._by_prefix:
            self._by_prefix[prefix] = self._work_out_category(prefix)
        return self._by_prefix[prefix]

    def _work_out_category(self, prefix: str) -> str | None:
        places = {
            term.curie: term.id_prefixes.index(prefix)
            for term in self.release.categories.values()
            if prefix in term.id_prefixes and term.kind == "thing"
        }
        best = [curie for curie, place in places.items() if place == min(places.values())]
        below = sorted(((sum(top in self._above[one] for one in best), top) for top in best), reverse=True)
        if not below or (len(below) > 1 and below[0][0] == below[1][0]):
            return None
        return below[0][1]

    # look-ups

    def _term(self, curie: str) -> Category | Predicate:
        if curie in self.release.predicates:
            return self.release.predicates[curie]
        return self._category_term(curie)

    def _category_term(self, curie: str) -> Category:
        try:
            return self.release.categories[curie]
        except KeyError:
            raise OntologyError(f"{curie} is not a category of Biolink {self.version}") from None

    def _predicate_term(self, curie: str) -> Predicate:
        try:
            return self.release.predicates[curie]
        except KeyError:
            raise OntologyError(f"{curie} is not a predicate of Biolink {self.version}") from None


@lru_cache(maxsize=1)
def model() -> Biolink:
    """Give the pinned release, read once; offline."""
    return Biolink(read_release())
