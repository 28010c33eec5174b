"""Annotation schemes: their types and relations, and the Biolink terms of these."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import yaml

from bioloom.errors import OntologyError
from bioloom.names import normalise
from bioloom.resources import names, text
from bioloom.standardization.sssom import SssomMapping, read_mappings

Term = TypeVar("Term")


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of mention. `category` is its Biolink category; `is_value` says that it names a quantity."""

    name: str
    definition: str
    examples: tuple[str, ...]
    category: str
    is_value: bool
    mapping: SssomMapping


@dataclass(frozen=True, slots=True)
class RelationType:
    """A relation between two mentions, and the Biolink predicate of its edge.

    `inverse` says that the ends swap, `negated` that the edge denies. The implied domain and range (names
    of entity types, empty for any) are good for warnings only.
    """

    name: str
    definition: str
    examples: tuple[str, ...]
    predicate: str
    inverse: bool
    negated: bool
    symmetric: bool
    implied_domain: tuple[str, ...]
    implied_range: tuple[str, ...]
    mapping: SssomMapping


@dataclass(frozen=True, slots=True)
class Scheme:
    """A scheme with its entity types and relations by their own names, in the order of its file."""

    name: str
    entity_types: Mapping[str, EntityType]
    relations: Mapping[str, RelationType]

    def entity_type(self, name: str) -> EntityType | None:
        """Find an entity type, however its name is spelled.

        >>> scheme("biopie").entity_type("Nucleic_Acid").name
        'nucleic acid'
        """
        return _find(self.entity_types, name)

    def relation(self, name: str) -> RelationType | None:
        """Find a relation, however its name is spelled.

        >>> scheme("biopie").relation("next step").predicate
        'biolink:precedes'
        """
        return _find(self.relations, name)


@lru_cache(maxsize=8)
def scheme(name: str) -> Scheme:
    """Read the scheme of ``ontology/<name>/``: its LinkML file and its two mapping sets.

    >>> biopie = scheme("biopie")
    >>> len(biopie.entity_types), len(biopie.relations)
    (34, 21)
    """
    if not name.isidentifier() or f"{name}/{name}.yaml" not in set(_schema_files(name)):
        raise OntologyError(f"there is no scheme called {name!r}")
    schema = yaml.safe_load(text("ontology", f"{name}/{name}.yaml"))
    categories = read_mappings(f"{name}/entities.sssom.tsv")
    predicates = read_mappings(f"{name}/relations.sssom.tsv")
    types = {key: term for key, term in schema["classes"].items() if term.get("is_a") == "mention"}
    relations = {key: term for key, term in schema["slots"].items() if term.get("is_a") == "relation"}
    _check_names(name, set(types), set(categories))
    _check_names(name, set(relations), set(predicates))
    return Scheme(
        name,
        {key: _entity_type(key, term, categories[key]) for key, term in types.items()},
        {key: _relation_type(key, term, predicates[key]) for key, term in relations.items()},
    )


def _schema_files(name: str) -> list[str]:
    try:
        return list(names("ontology", name, ".yaml"))
    except FileNotFoundError:
        return []


def _check_names(name: str, stated: set[str], mapped: set[str]) -> None:
    if stated != mapped:
        odd = ", ".join(sorted(stated ^ mapped))
        raise OntologyError(f"ontology/{name}: the schema and its mappings do not name the same terms: {odd}")


def _entity_type(name: str, term: Mapping[str, Any], mapping: SssomMapping) -> EntityType:
    return EntityType(
        name=name,
        definition=term["description"],
        examples=_examples(term),
        category=mapping.object_id,
        is_value="value_category" in mapping.extensions,
        mapping=mapping,
    )


def _relation_type(name: str, term: Mapping[str, Any], mapping: SssomMapping) -> RelationType:
    notes = term.get("annotations", {})
    return RelationType(
        name=name,
        definition=term["description"],
        examples=_examples(term),
        predicate=mapping.object_id,
        inverse=mapping.inverse,
        negated=mapping.negated,
        symmetric=bool(term.get("symmetric")),
        implied_domain=_listed(notes.get("implied_domain")),
        implied_range=_listed(notes.get("implied_range")),
        mapping=mapping,
    )


def _examples(term: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(example["value"] for example in term.get("examples", ()))


def _listed(note: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in note.split(",")) if note else ()


def _find(terms: Mapping[str, Term], name: str) -> Term | None:
    wanted = normalise(name)
    return next((term for key, term in terms.items() if normalise(key) == wanted), None)
