"""Evaluation of relation-phrase standardization: SPEC R17, R18, R23 and R24, on annotated relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bioloom.biolink import RELATED_TO, model
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.marked_sentences import mark_ends
from bioloom.standardization.relate.ranker import Ranking
from bioloom.standardization.relate.reranker import Reranker
from bioloom.standardization.relate.reranker_features import head_rows
from bioloom.standardization.relate.vocabulary import Target, Vocabulary
from bioloom_lab.evaluation.relate_retrieval import Merge, retrieve_variant
from bioloom_lab.evaluation.statistics import Estimate, estimate
from bioloom_lab.relate_cases.case import RelationCase, in_text_order
from bioloom_lab.relate_cases.gold_labels import gold_keys

CUTS = (1, 3, 5, 10)
K = 10

PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "RELATE, nomic": {"a@1": 0.528, "a@3": 0.686, "a@5": 0.744, "a@10": 0.755, "mrr": 0.612, "exact": 0.464},
    "RELATE, bge-m3": {"a@1": 0.468, "a@3": 0.686, "a@5": 0.788, "a@10": 0.812, "mrr": 0.590, "exact": 0.467},
    "RELATE, nomic + SapBERT": {
        **{"a@1": 0.100, "a@3": 0.328, "a@5": 0.688, "a@10": 0.914, "mrr": 0.300, "exact": 0.520},
    },
    "RELATE, bge-m3 + SapBERT": {
        **{"a@1": 0.100, "a@3": 0.321, "a@5": 0.691, "a@10": 0.940, "mrr": 0.302, "exact": 0.516},
    },
    "direct LLM": {"exact": 0.220},
}
"""SPEC S10: 695 ChemProt cases that are not published, MedGemma 27B; no ChemProt training data was used."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A claim with the keys that are right for it, and its finer labels."""

    case: RelationCase
    keys: frozenset[str]


def gold(cases: Sequence[RelationCase], words: Vocabulary) -> tuple[Scored, ...]:
    """Give the cases that the vocabulary has a key for; for Biolink with their claims in text order."""
    turned = (case if words.name == "chemprot" else in_text_order(case) for case in cases)
    scored = (Scored(case, frozenset(gold_keys(case, words))) for case in turned)
    return tuple(each for each in scored if each.keys)


def evaluate_relate(
    cases: Sequence[Scored],
    spaces: Sequence[Space],
    reranker: Reranker | None,
    *,
    sentence: bool = True,
    k: int = K,
    merge: Merge = "rrf",
    refill: bool = True,
) -> dict[str, Estimate]:
    """Score one configuration: `a@k` and `mrr` after retrieval, `reranked …` after it, and `exact`.

    A right key that is not among the candidates has no rank and counts 0. `exact` is the final choice; NONE
    is wrong. Without `sentence` the claim's text is withheld. For Biolink, `lenient` is the credit of
    `likeness` for the final choice (SPEC R23).
    """
    claims = [each.case.claim if sentence else replace(each.case.claim, text="") for each in cases]
    phrases = [claim.relationship for claim in claims]
    hits = retrieve_variant(phrases, spaces, k, merge=merge, refill=refill)
    words = spaces[0].vocabulary
    columns = _ranks("", [[hit.key for hit in found] for found in hits], cases)
    rankings = reranker.rank(claims, hits) if reranker else [_as_retrieved(found) for found in hits]
    columns |= _ranks("reranked ", [[key for key, _ in each.choices] for each in rankings], cases)
    choices = [chosen(each) for each in rankings]
    columns["none"] = [float(choice is None) for choice in choices]
    columns["exact"] = [float(choice in each.keys) for choice, each in zip(choices, cases, strict=True)]
    if words.name == "biolink":
        columns["lenient"] = [
            max(likeness(words.target(choice), words.target(key)) for key in each.keys) if choice else 0.0
            for choice, each in zip(choices, cases, strict=True)
        ]
    return {name: estimate(values) for name, values in columns.items()}


def evaluate_direct(cases: Sequence[Scored], reranker: Reranker) -> dict[str, Estimate]:
    """Score the baseline without retrieval: the reranker's sentence classifier alone, over its own keys."""
    claims = [each.case.claim for each in cases]
    lists = _classified(claims, reranker)
    columns = _ranks("", lists, cases) | _ranks("reranked ", lists, cases)
    columns["none"] = [0.0] * len(cases)
    columns["exact"] = [
        float(keys[0] in each.keys) if keys else 0.0 for keys, each in zip(lists, cases, strict=True)
    ]
    return {name: estimate(values) for name, values in columns.items()}


def _classified(claims: Sequence[Claim], reranker: Reranker) -> list[tuple[str, ...]]:
    """Give the keys that the sentence classifier knows, best first; NONE is passed over.

    Empty for a claim whose text does not hold both ends.
    """
    head, space = reranker.trained.head, reranker.space
    marked = [mark_ends(claim) for claim in claims]
    if head is None or not marked:
        return [() for _ in marked]
    lifts = head.lifts(head_rows(claims, space.encoder.encode(marked), space))[:, : len(head.keys)]
    return [
        tuple(head.keys[at] for at in row) if text else ()
        for text, row in zip(marked, np.argsort(-lifts, axis=1, kind="stable").tolist(), strict=True)
    ]


def _as_retrieved(found: Sequence[DescriptorHit]) -> Ranking:
    return Ranking(tuple((hit.key, hit.score) for hit in found), none=-1.0)


def chosen(ranking: Ranking) -> str | None:
    """Give the final choice: the best candidate, or None if NONE is likelier than all of them together."""
    if not ranking.choices or ranking.none >= 0.5:
        return None
    return ranking.choices[0][0]


def likeness(one: Target, other: Target) -> float:
    """Credit a near miss: twice the depth of what two targets share over the sum of their depths, 0 to 1.

    A target's path is the predicates above it, itself, its direction and its aspect; its depth counts from
    below ``biolink:related_to``. Opposite directions, and swapped ends, get nothing.

    >>> treats = Target("biolink:treats", "biolink:treats", {}, False)
    >>> applied = Target("biolink:applied_to_treat", "biolink:applied_to_treat", {}, False)
    >>> likeness(treats, treats), 0 < likeness(treats, applied) < 1
    (1.0, True)
    """
    direction = "object_direction_qualifier"
    ways = {target.qualifiers.get(direction) for target in (one, other)}
    if one.swapped != other.swapped or (len(ways) == 2 and None not in ways):
        return 0.0
    first, second = _path(one), _path(other)
    if first == second:
        return 1.0
    return 2 * len(first & second) / (len(first) + len(second))


def _path(target: Target) -> frozenset[str]:
    above = {
        predicate for predicate in model().ancestors(target.predicate) if not predicate.startswith(RELATED_TO)
    }
    qualifiers = {f"{name}={value}" for name, value in target.qualifiers.items()}
    return frozenset(above | {target.predicate} | qualifiers)


def _ranks(prefix: str, lists: Sequence[Sequence[str]], cases: Sequence[Scored]) -> dict[str, list[float]]:
    ranks = [
        next((rank for rank, key in enumerate(keys, 1) if key in each.keys), None)
        for keys, each in zip(lists, cases, strict=True)
    ]
    found = {f"{prefix}a@{cut}": [float(rank is not None and rank <= cut) for rank in ranks] for cut in CUTS}
    found[f"{prefix}mrr"] = [1 / rank if rank else 0.0 for rank in ranks]
    return found
