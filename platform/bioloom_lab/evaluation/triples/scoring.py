"""Scoring of triples (SPEC P19): names and relations without regard to case and outer white space.

A triple is right if head, relation and tail all are. Beside it, heads, tails and relations are scored alone,
as sets of one sentence. Where a case is a row, a sentence's other triples are wrong, as in the papers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from statistics import fmean, stdev

from bioloom_lab.evaluation.extraction_scores import F1Score, Tally, score, tally
from bioloom_lab.evaluation.triples.sentence_rows import RowTriple

PARTS = ("triple", "head", "tail", "relation")


def normal(triple: RowTriple) -> RowTriple:
    """Bring a triple into the form that is compared.

    >>> normal(RowTriple(" Rat", "TREATS", "injury "))
    RowTriple(head='rat', relation='treats', tail='injury')
    """
    return RowTriple(*(" ".join(part.split()).casefold() for part in triple))


def tallies_of(
    gold: Sequence[Collection[RowTriple]], found: Sequence[Collection[RowTriple]]
) -> Mapping[str, tuple[Tally, ...]]:
    """Count what is right of each case, in the four parts; triples are counted by their relation."""
    parts: dict[str, list[Tally]] = {part: [] for part in PARTS}
    for one, other in zip(gold, found, strict=True):
        there, here = ({normal(triple) for triple in each} for each in (one, other))
        parts["triple"].append(tally(Counter(there), Counter(here), _relation))
        for at, part in ((0, "head"), (2, "tail"), (1, "relation")):
            names, found_names = ({triple[at] for triple in each} for each in (there, here))
            label = _itself if part == "relation" else _one
            parts[part].append(tally(Counter(names), Counter(found_names), label))
    return {part: tuple(each) for part, each in parts.items()}


def score_triples(
    gold: Sequence[Collection[RowTriple]], found: Sequence[Collection[RowTriple]], groups: Sequence[int]
) -> dict[str, F1Score]:
    """Score triples, heads, tails and relations, with 95% intervals over groups of cases.

    >>> gold, found = [{RowTriple("a", "TREATS", "b")}], [{RowTriple("A", "treats", "c")}]
    >>> {part: each.f1.value for part, each in score_triples(gold, found, [0]).items()}
    {'triple': 0.0, 'head': 1.0, 'tail': 0.0, 'relation': 1.0}
    """
    return {part: score(each, groups) for part, each in tallies_of(gold, found).items()}


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Give mean and standard deviation over runs; one run does not deviate.

    >>> spread([0.5, 0.7])
    (0.6, 0.14142135623730948)
    """
    return fmean(values), stdev(values) if len(values) > 1 else 0.0


def _relation(triple: RowTriple) -> str:
    return triple.relation


def _itself(relation: str) -> str:
    return relation


def _one(_: str) -> str:
    """Heads, and tails, are all of one kind."""
    return "name"
