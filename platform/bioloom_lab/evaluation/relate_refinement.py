"""Refinement of ChemProt's groups by RELATE: how often an edge says no more than the annotators did.

``python -m bioloom_lab.evaluation.relate_refinement data/chemprot_corpus`` prints the figures.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from bioloom.biolink import model
from bioloom.pipeline.validation.predicate_resolution import (
    ResolvedPredicate,
    resolve_mapped,
    resolve_predicate,
)
from bioloom.records import Standardized
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer
from bioloom.standardization.relation_tables import relation_term
from bioloom_lab.evaluation.triples.sentence_rows import CHEMPROT_GROUPS
from bioloom_lab.relate_cases.case import RelationCase
from bioloom_lab.relate_cases.chemprot import PREDICATES, chemprot_cases

THRESHOLDS = (0.0, 0.5, 0.7, 0.9)
_LABELS = {name: CHEMPROT_GROUPS[f"CPR:{number}"] for number, name in PREDICATES.items()}
_ASPECT, _WIDE = "object_aspect_qualifier", "activity_or_abundance"
_WITHIN = ("activity", "abundance", "expression", "synthesis", "degradation", "stability", "secretion")
_PROCESSING = ("biolink:produces", "biolink:has_substrate")


def implies(finer: ResolvedPredicate, wider: ResolvedPredicate) -> bool:
    """Say whether an edge says all that another one says: that it is the same or a finer one.

    >>> inhibits, lowers = (resolve_predicate(f"chemprot:{each}", model()) for each in ("INHIBITOR", "CPR:4"))
    >>> implies(inhibits, lowers), implies(lowers, inhibits)
    (True, False)
    """
    if finer.swapped != wider.swapped:
        return False
    if finer.predicate in _PROCESSING and wider.qualifiers == {_ASPECT: "metabolic_processing"}:
        return True
    if finer.predicate != wider.predicate and wider.predicate not in model().ancestors(finer.predicate):
        return False
    return all(
        finer.qualifiers.get(name) == value
        or (name == _ASPECT and value == _WIDE and finer.qualifiers.get(name) in _WITHIN)
        for name, value in wider.qualifiers.items()
    )


def count_overclaims(
    cases: Sequence[RelationCase], answers: Sequence[Standardized]
) -> Mapping[str, Mapping[str, Counter[bool]]]:
    """Count by label and mapping the edges that the annotators' finer label bears out, and those it does not.

    Mappings are the label's row of the table, the row of its group, and the group as RELATE refines it from
    each threshold; of the last only the edges that it changes count.
    """
    found: dict[str, dict[str, Counter[bool]]] = {}
    for case, answer in zip(cases, answers, strict=True):
        if len(case.labels) != 1 or len(case.details) != 1:
            continue
        ends = case.claim.subject_categories, case.claim.object_categories
        label = _LABELS[case.labels[0]]
        terms = f"chemprot:{label}", relation_term("chemprot", label) or "", f"chemprot:{case.details[0]}"
        known = [edge for term in terms if (edge := resolve_predicate(term, model(), *ends)) is not None]
        row, group, gold = known
        counts = found.setdefault(label, {})
        for name, edge in (("label", row), ("group", group)):
            counts.setdefault(name, Counter())[implies(gold, edge)] += 1
        refined = resolve_mapped(answer)
        if refined is None or not implies(refined, group) or refined.qualifiers == group.qualifiers:
            continue
        for threshold in THRESHOLDS:
            if answer.score >= threshold:
                name = f"RELATE from {threshold}"
                counts.setdefault(name, Counter())[implies(gold, refined)] += 1
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table for ChemProt's development part."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("data", type=Path)
    cases = chemprot_cases(parser.parse_args(arguments).data, "dev")
    answers = open_standardizer(Settings(), lasting=False).standardize([case.claim for case in cases])
    for label, counts in count_overclaims(cases, answers).items():
        for name, borne in counts.items():
            share = 100 * borne[True] / borne.total()
            sys.stdout.write(f"{label}\t{name}\t{borne.total()} edges\t{share:.1f}% borne out\n")


if __name__ == "__main__":
    main()
