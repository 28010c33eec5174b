"""Entities of publications: Biolink categories of mentions, and the entities that they denote."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bioloom.biolink import NAMED_THING, Biolink
from bioloom.grounding import mint
from bioloom.grounding.name_variants import adjective_noun, is_kind
from bioloom.names import normalise
from bioloom.records import AnnotatedDocument, Entity, Mention
from bioloom.standardization.defined_names import DefinedNames, defined_names
from bioloom.standardization.relation_tables import PUBLICATION_SCHEMES
from bioloom.standardization.sssom import read_mappings

NAME_NOT_IN_TEXT = "NAME_NOT_IN_TEXT"
_THING = "thing"
_TABLE_OF: Mapping[str, str] = {"pubtator": "biored"}
_LONGEST_NAME = 1000


@lru_cache(maxsize=1024)
def mention_type(scheme: str, text: str) -> tuple[str, str] | None:
    """Give a mention's type as a CURIE of its scheme, and its Biolink category; None for a type of no table.

    A type may be of another scheme than its document: then that scheme stands before a colon.

    >>> mention_type("biored", "GeneOrGeneProduct")
    ('biored:GeneOrGeneProduct', 'biolink:Gene')
    >>> mention_type("biored", "ddi:drug")
    ('ddi:drug', 'biolink:Drug')
    """
    prefix, _, label = text.partition(":")
    for name, wanted in ((prefix.casefold(), label), (scheme, text)):
        if name in PUBLICATION_SCHEMES:
            mapping = read_mappings(f"{_TABLE_OF.get(name, name)}/entities.sssom.tsv").get(wanted)
            if mapping is not None:
                return mapping.subject_id, mapping.object_id
    return None


@dataclass
class _Named:
    """The entities that a document's mentions denote, with all names that the document gives them."""

    long_forms: Mapping[str, str]
    made: dict[str, Entity] = field(default_factory=dict)
    names: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, entity: Entity, name: str) -> str:
        """Note an entity and one of its names; give its id."""
        self.names[entity.id][name] += 1
        return self.made.setdefault(entity.id, entity).id

    def entities(self) -> tuple[Entity, ...]:
        """List the entities: the name is that most used, or its long form, the others are synonyms."""
        return tuple(self._with_names(entity, self.names[id_]) for id_, entity in self.made.items())

    def _with_names(self, entity: Entity, names: Counter[str]) -> Entity:
        ranked = sorted(names, key=lambda name: (-names[name], -len(name), name))
        name = entity.name or self.long_forms.get(ranked[0], ranked[0])
        others = {normalise(other): other for other in reversed(ranked)}
        others.pop(normalise(name), None)
        synonyms = sorted(other for form, other in others.items() if form)
        return replace(entity, name=name, synonyms=tuple(synonyms))


def standardize_mentions(
    document: AnnotatedDocument, biolink: Biolink
) -> tuple[tuple[Mention, ...], tuple[Entity, ...]]:
    """Give a publication's mentions with category and entity, and these entities.

    The entity is the one whose CURIE the annotation gives, or one minted from the name; an abbreviation that
    the document defines is named by its long form, an adjective of a disease by its noun. A name without
    letter or digit denotes nothing.
    """
    scheme = document.scheme or ""
    categories = {each.id: _category(each, scheme, biolink) for each in document.mentions}
    defined = defined_names(document, categories)
    named = _Named(defined.long_forms)
    mentions = tuple(
        _standard(each, scheme, categories[each.id], biolink, named, defined) for each in document.mentions
    )
    return mentions, named.entities()


def _category(mention: Mention, scheme: str, biolink: Biolink) -> str:
    known = mention_type(scheme, mention.native_type)
    return known[1] if known else biolink.category(mention.native_type) or NAMED_THING


def _standard(
    mention: Mention, scheme: str, category: str, biolink: Biolink, named: _Named, defined: DefinedNames
) -> Mention:
    known = mention_type(scheme, mention.native_type)
    entity = _entity(mention, category, biolink, defined)
    return replace(
        mention,
        native_type=known[0] if known else mention.native_type,
        annotated_type=mention.annotated_type or mention.native_type,
        category=category,
        entity_id=None if entity is None else named.add(entity, " ".join(mention.text.split())),
    )


def _entity(mention: Mention, category: str, biolink: Biolink, defined: DefinedNames) -> Entity | None:
    if mention.entity_id is not None:
        return Entity(mention.entity_id, "", (category,))
    name = defined.name(mention)
    if is_kind((category,), "disease"):
        name = adjective_noun(name) or name
    if len(name) > _LONGEST_NAME or not any(mark.isalnum() for mark in normalise(name)):
        return None
    kind = _THING if category == NAMED_THING else biolink.release.categories[category].name
    return replace(mint(name, kind, category), native_type=None)
