"""Biolink compliance: each rule of the model with what was checked, what breaks it, and how to mend it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bioloom.biolink import Biolink
from bioloom.biolink.model import UNLISTED
from bioloom.biolink.prefixes import curie_fault, prefix_map
from bioloom.graph.connection import Graph

OWN_PREFIX = "bioloom"
_EXAMPLES = 3

Row = Mapping[str, Any]
Judge = Callable[[Biolink, Row], "str | None"]
"""What is wrong with a row, in words; None for nothing."""


@dataclass(frozen=True, slots=True)
class Compliance:
    """Result of one rule: counts of claims, edges or entities; the commonest `faults` have an example each.

    A rule that is `advice` names what Biolink prefers; a graph that breaks it is still valid.
    """

    rule: str
    checked: int
    broken: int
    faults: tuple[str, ...]
    mend: str
    advice: bool = False


def biolink_compliance(graph: Graph, biolink: Biolink) -> tuple[Compliance, ...]:
    """Check every claim and entity against the pinned Biolink release, one scan for each kind of rule."""
    kinds = ("claims", "provenance", "qualifiers", "identifiers")
    rows = {kind: graph.read(f"compliance/{kind}") for kind in kinds}
    return tuple(
        _judged(biolink, rows[of], rule, judge, mend, advice) for rule, of, judge, mend, advice in _RULES
    )


def _judged(
    biolink: Biolink, rows: Iterable[Row], rule: str, judge: Judge, mend: str, advice: bool
) -> Compliance:
    checked = broken = 0
    found: dict[str, tuple[int, str]] = {}
    for row in rows:
        checked += row["count"]
        if fault := judge(biolink, row):
            broken += row["count"]
            before, _ = found.get(fault, (0, ""))
            found[fault] = before + row["count"], row["example"]
    worst = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))[:_EXAMPLES]
    faults = tuple(f"{fault} ({count:,}; {example})" for fault, (count, example) in worst)
    return Compliance(rule, checked, broken, faults, mend, advice)


def _unknown(biolink: Biolink, row: Row) -> str | None:
    categories = (*(row["subject"] or ()), *(row["object"] or ()))
    wrong = [each for each in categories if not biolink.is_category(each)]
    if wrong:
        return f"{wrong[0]} is no category"
    return None if biolink.is_predicate(row["predicate"]) else f"{row['predicate']} is no predicate"


def _deprecated(biolink: Biolink, row: Row) -> str | None:
    if _unknown(biolink, row):
        return None
    terms = (*row["subject"], row["predicate"], *row["object"])
    return next((f"{term} is deprecated" for term in terms if biolink.is_deprecated(term)), None)


def _turned(biolink: Biolink, row: Row) -> str | None:
    if not biolink.is_predicate(row["predicate"]):
        return None
    canonical, turned = biolink.canonical(row["predicate"])
    return f"{row['predicate']} instead of {canonical}" if turned else None


def _signature(biolink: Biolink, row: Row) -> str | None:
    if _unknown(biolink, row) or not row["subject"] or not row["object"]:
        return None
    return biolink.signature_fault(row["subject"], row["predicate"], row["object"])


def _knowledge(biolink: Biolink, row: Row) -> str | None:
    for slot, values in (("knowledge_level", "KnowledgeLevelEnum"), ("agent_type", "AgentTypeEnum")):
        if row[slot] not in biolink.release.enums[values]:
            return f"{slot} is {row[slot] or 'missing'}"
    return None


def _source(biolink: Biolink, row: Row) -> str | None:
    stated = row["source"] or "missing"
    is_infores = stated.startswith("infores:") and curie_fault(stated) is None
    return None if is_infores else f"the primary source is {stated}"


def _qualifiers(biolink: Biolink, row: Row) -> str | None:
    return biolink.qualifier_fault(dict(row["qualifiers"]))


def _identifier(biolink: Biolink, row: Row) -> str | None:
    return curie_fault(row["example"])


def _prefix(biolink: Biolink, row: Row) -> str | None:
    return None if row["prefix"] in prefix_map() else f"the prefix {row['prefix']} is not known"


def _listed(biolink: Biolink, row: Row) -> str | None:
    categories = [each for each in row["categories"] or () if biolink.is_category(each)]
    if row["prefix"] == OWN_PREFIX or not categories:
        return None
    if biolink.prefix_rank(row["example"], categories) < UNLISTED:
        return None
    return f"{row['prefix']} is not listed for {categories[0]}"


_RULES: tuple[tuple[str, str, Judge, str, bool], ...] = (
    ("categories and predicates are terms of the release", "claims", _unknown,
     "load the source again: bioloom maps what it knows and rejects the rest", False),
    ("no term is deprecated", "claims", _deprecated, "map the source's term to its successor", True),
    ("predicates have their canonical direction", "claims", _turned,
     "load the source again: inverse predicates are turned round", False),
    ("ends fit the predicate's domain and range", "claims", _signature,
     "correct the category of the end, or choose a wider predicate", False),
    ("knowledge level and agent type are values of the release", "provenance", _knowledge,
     "load with --knowledge-level and --agent-type", False),
    ("the primary source is an infores id", "provenance", _source,
     "load with --primary-source infores:x", False),
    ("qualifiers have allowed values", "qualifiers", _qualifiers,
     "correct the qualifier in the source; bioloom standardize shows what a phrase becomes", False),
    ("ids are CURIEs", "identifiers", _identifier, "correct the id in the source", False),
    ("the prefixes of ids are known", "identifiers", _prefix,
     "correct the id in the source, or add the prefix to ontology/prefixes.yaml", True),
    ("Biolink lists the prefix for the category", "identifiers", _listed,
     "load a mapping set (SSSOM) to ids that Biolink prefers", True),
)  # fmt: skip
"""Rules: the rule, the rows that it judges, the judge, how to mend, whether it is advice."""
