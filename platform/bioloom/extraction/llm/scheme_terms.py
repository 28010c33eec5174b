"""Label sets that a model is asked with: BioPIE's types, relations and rules (SPEC B3, S1, S2), or other."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import yaml

from bioloom import resources

Task = Literal["entities", "relations", "joint"]
SCHEME, TITLE = "biopie", "BioPIE"
NULL = frozenset({"null", "none", "no relation", "norelation", "n/a", "na"})
"""How models write that two entities are not related (SPEC B6); never an edge."""

_AROUND = " \t*_`\"'.,;()[]<>"


@dataclass(frozen=True, slots=True)
class SchemeTerm:
    """A type or relation: its name, what it means, and examples as the scheme prints them."""

    name: str
    definition: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SchemeTerms:
    """The types and relations of a scheme, in its order, and its rules by the task that they are for."""

    title: str
    types: tuple[SchemeTerm, ...]
    relations: tuple[SchemeTerm, ...]
    spelled_types: Mapping[str, str]
    spelled_relations: Mapping[str, str]
    rules: Mapping[Task, tuple[str, ...]]

    def entity_type(self, label: str) -> str | None:
        """Find the type that a label means, however it is spelled or decorated.

        >>> terms().entity_type("**Nucleic_Acid** (DNA)")
        'nucleic acid'
        """
        return _find(self.spelled_types, label)

    def relation(self, label: str) -> str | None:
        """Find the relation that a label means.

        >>> terms().relation("`Use-Device`"), terms().relation("uses")
        ('use_device', None)
        """
        return _find(self.spelled_relations, label)


@cache
def terms() -> SchemeTerms:
    """Read the scheme's file once.

    >>> len(terms().types), len(terms().relations)
    (34, 21)
    >>> [line.split(".")[0] for line in terms().rules["relations"]]
    ['1', '2', '9', '10', '11', '12', '13']
    """
    schema = yaml.safe_load(resources.text("ontology", f"{SCHEME}/{SCHEME}.yaml"))
    types = tuple(_term(*item) for item in schema["classes"].items() if item[1].get("is_a") == "mention")
    relations = tuple(_term(*item) for item in schema["slots"].items() if item[1].get("is_a") == "relation")
    return index_terms(types, relations, {task: _rules(task) for task in get_args(Task)}, title=TITLE)


def index_terms(
    types: tuple[SchemeTerm, ...],
    relations: tuple[SchemeTerm, ...],
    rules: Mapping[Task, tuple[str, ...]],
    *,
    title: str,
) -> SchemeTerms:
    """Index types and relations by their spelling; of two that are spelled alike the later one counts."""
    return SchemeTerms(
        title,
        types,
        relations,
        {_spelled(term.name): term.name for term in types},
        {_spelled(term.name): term.name for term in relations},
        rules,
    )


def _rules(task: Task) -> tuple[str, ...]:
    """Number the annotation rules of a task: 1-8 for entities, 1-2 and 9-13 for relations."""
    wanted = {"both", task} if task != "joint" else {"both", "entities", "relations"}
    rows = resources.read_table(f"{SCHEME}/annotation_rules.tsv")
    return tuple(f"{row['number']}. {row['rule']}" for row in rows if row["task"] in wanted)


def is_null(label: str) -> bool:
    """Say whether a label means that there is no relation."""
    return _spelled(label) in NULL


def _term(name: str, term: Mapping[str, object]) -> SchemeTerm:
    examples = term.get("examples")
    shown = tuple(str(example["value"]) for example in examples) if isinstance(examples, list) else ()
    return SchemeTerm(name, str(term["description"]), shown)


def _find(known: Mapping[str, str], label: str) -> str | None:
    whole = _spelled(label)
    return known.get(whole) or known.get(_spelled(label.partition("(")[0]))


def _spelled(label: str) -> str:
    return " ".join(label.strip(_AROUND).lower().replace("_", " ").replace("-", " ").split())
