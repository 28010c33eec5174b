"""Evaluation of gene questions: candidates from the graph, a conditional logit cross-validated by drug."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bioloom.graph.connection import Graph
from bioloom.mechanism import GeneCandidate
from bioloom.mechanism.candidates import ExcludedSources
from bioloom.mechanism.features import FEATURES, NAMES, features_of
from bioloom.mechanism.gene_ranking import link_gene_questions
from bioloom.mechanism.ranking import OFFSET, SLOPE, RankerWeights, shipped_weights
from bioloom.question_parsing import MechanismQuestion
from bioloom_lab.evaluation.cross_validation import folds_of
from bioloom_lab.evaluation.mechanism.gene_questions import GeneQuestion
from bioloom_lab.evaluation.statistics import Estimate, resample
from bioloom_lab.training.convex_fits import fit_conditional_logit, fit_logistic

PENALTY = 1.0
"""Strength of the pull of each weight towards nothing."""


@dataclass(frozen=True, slots=True)
class RankingExample:
    """Candidates of one question: their features, and the place of the right one if it is there."""

    rows: Sequence[Sequence[float]]
    right: int | None


def learn(
    examples: Sequence[RankingExample], *, leave_out: Sequence[str] = (), penalty: float = PENALTY
) -> RankerWeights:
    """Fit the weights; a question whose gene is no candidate teaches confidence only.

    Features of `leave_out` weigh nothing. The confidence is fitted on shares of the same questions.
    """
    used = np.array([name not in leave_out for name in NAMES])
    tables = [(one.rows, one.right) for one in examples if one.right is not None and len(one.rows) > 1]
    weights = np.zeros(len(NAMES))
    if tables:
        weights = fit_conditional_logit(tables, used, penalty)
    plain = RankerWeights(
        {name: float(weight) for name, weight in zip(NAMES, weights, strict=True) if weight}
    )
    return calibrated(plain, examples)


def calibrated(weights: RankerWeights, examples: Sequence[RankingExample]) -> RankerWeights:
    """Fit the line from the first candidate's share of belief to how often it is right."""
    firsts = [(shares, one.right) for one in examples if (shares := weights.shares(one.rows))]
    return fit_line(weights, [(max(shares), shares.index(max(shares)) == right) for shares, right in firsts])


def fit_line(weights: RankerWeights, outcomes: Sequence[tuple[float, bool]]) -> RankerWeights:
    """Fit slope and offset of the confidence to shares of belief and whether each was right."""
    if not outcomes:
        return weights
    clipped = np.clip([share for share, _ in outcomes], 1e-6, 1 - 1e-6)
    right = np.array([float(was) for _, was in outcomes])
    table = np.stack([np.log(clipped / (1 - clipped)), np.ones(len(clipped))], axis=1)
    slope, offset = fit_logistic(table, right, 0.1, (1.0, 0.0))
    return RankerWeights(weights.of, float(slope), float(offset))


_AT = {name: place for place, name in enumerate(NAMES)}
Row = Sequence[float]


def _votes(row: Row, one: GeneCandidate) -> float:
    return row[_AT["votes"]]


def _target_table(row: Row, one: GeneCandidate) -> float:
    return row[_AT["target"]] + row[_AT["known_action"]]


def _most_connected(row: Row, one: GeneCandidate) -> float:
    return (one.aimed + one.handled) / 1e6 + 1e-9 if one.acted_on else 0.0


BASELINES: Mapping[str, Callable[[Row, GeneCandidate], float]] = {
    "vote of the tables": _votes,
    "DrugBank's targets, known action first": _target_table,
    "bound gene that most drugs act on": _most_connected,
}
"""Score a candidate; 0 means that it is none. Ties go to the smaller id."""


def ranked_by(
    score: Callable[[Row, GeneCandidate], float], rows: Sequence[Row], candidates: Sequence[GeneCandidate]
) -> list[int]:
    """Order the places of candidates by a score, best first; those with none are left out."""
    scored = [(score(row, one), place) for place, (row, one) in enumerate(zip(rows, candidates, strict=True))]
    return [place for value, place in sorted(scored, key=lambda pair: (-pair[0], pair[1])) if value > 0]


Rows = dict[str, dict[str, Estimate]]
OnProgress = Callable[[int, int], None]
CIRCULAR = "infores:drugbank"
"""DrugMechDB was curated with DrugBank at hand, so its rows may hold the answer."""

COVERAGES = (1.0, 0.95, 0.9, 0.8, 0.7, 0.5)


@dataclass(frozen=True, slots=True)
class GeneCandidates:
    """Question with its candidates and their features; the right gene by symbol, and by any name."""

    gold: GeneQuestion
    candidates: Sequence[GeneCandidate]
    rows: Sequence[Sequence[float]]
    right: int | None
    right_by_name: frozenset[int]


@dataclass(frozen=True, slots=True)
class RankedGene:
    """Ranking of one question: the place of the right gene (from 1), its confidence, and the drug."""

    drug: str
    place: int | None
    place_by_name: int | None
    answered: bool
    share: float = 0.0
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class GeneScores:
    """Rows of scores, and accuracy by coverage."""

    rows: Rows
    by_coverage: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


def measure_genes(
    graph: Graph,
    questions: Sequence[GeneQuestion],
    *,
    ablation: bool = False,
    as_shipped: bool = False,
    on_progress: OnProgress | None = None,
) -> GeneScores:
    """Measure the ranker by ids and by words, the baselines, and with `ablation` each group of features.

    Scores are of all questions; one without candidates counts as wrong. Intervals resample drugs. Its weights
    are cross-validated by drug, or those of the package.
    """
    learned, rank = ("shipped", _ranked_as_shipped) if as_shipped else ("learned", cross_validated)
    tell = on_progress or (lambda done, of: None)
    rounds = 4 if ablation else 3
    posed = posed_questions(graph, questions, lambda one: one.linked)
    ranked = rank(posed)
    rows: Rows = {f"{learned}, given ids": scores(ranked)}
    for name, score in BASELINES.items():
        rows[f"{name}, given ids"] = scores([_by_score(one, score) for one in posed])
    tell(1, rounds)
    worded = posed_questions(graph, questions, lambda one: one.worded)
    rows[f"{learned}, from words"] = scores(rank(worded))
    tell(2, rounds)
    bare = posed_questions(graph, questions, lambda one: one.linked, ExcludedSources((CIRCULAR,)))
    rows[f"{learned}, without DrugBank's rows"] = scores(rank(bare))
    vote = BASELINES["vote of the tables"]
    rows["vote, without DrugBank's rows"] = scores([_by_score(one, vote) for one in bare])
    tell(3, rounds)
    if ablation:
        for group, names in FEATURES.items():
            rows[f"without {group}"] = scores(cross_validated(posed, leave_out=names))
        tell(4, rounds)
    return GeneScores(rows, by_coverage(ranked))


def shipped(posed: Sequence[GeneCandidates]) -> RankerWeights:
    """Learn from all questions; the line of the confidence is fitted on shares for unseen drugs."""
    ranked = cross_validated(posed)
    line = fit_line(RankerWeights({}), [(one.share, one.place == 1) for one in ranked if one.answered])
    learned = learn([RankingExample(one.rows, one.right) for one in posed])
    return RankerWeights(learned.of, line.slope, line.offset)


def write_weights(weights: RankerWeights, groups: Mapping[str, Sequence[str]]) -> str:
    """Write weights as the table that `bioloom.mechanism.ranking` reads, by group."""
    lines = ["group\tfeature\tweight"]
    for group, names in groups.items():
        lines += [f"{group}\t{name}\t{weights.of.get(name, 0.0):.3f}" for name in names]
    lines += [f"calibration\t{SLOPE}\t{weights.slope:.3f}", f"calibration\t{OFFSET}\t{weights.offset:.3f}"]
    return "\n".join(lines) + "\n"


def posed_questions(
    graph: Graph,
    questions: Sequence[GeneQuestion],
    read: Callable[[GeneQuestion], MechanismQuestion],
    without: ExcludedSources | None = None,
) -> list[GeneCandidates]:
    """Gather the candidates of each question from the graph."""
    found = []
    for gold, posed in zip(
        questions, link_gene_questions(graph, [read(one) for one in questions], without), strict=True
    ):
        wanted = gold.symbol.casefold()
        places = [place for place, one in enumerate(posed.candidates) if one.symbol.casefold() == wanted]
        also = frozenset(place for place, one in enumerate(posed.candidates) if wanted in _names(one))
        rows = features_of(posed.candidates)
        found.append(
            GeneCandidates(gold, posed.candidates, rows, places[0] if places else None, also.union(places))
        )
    return found


def cross_validated(posed: Sequence[GeneCandidates], *, leave_out: Sequence[str] = ()) -> list[RankedGene]:
    """Rank each question by weights that were learned from the questions on other drugs."""
    folds = folds_of([one.gold.drug for one in posed])
    ranked: dict[int, RankedGene] = {}
    for fold in sorted(set(folds)):
        seen = [
            RankingExample(one.rows, one.right) for one, its in zip(posed, folds, strict=True) if its != fold
        ]
        weights = learn(seen, leave_out=leave_out)
        for number, (one, its) in enumerate(zip(posed, folds, strict=True)):
            if its == fold:
                ranked[number] = _by_weights(one, weights)
    return _recalibrated([ranked[number] for number in range(len(posed))], folds)


def _ranked_as_shipped(posed: Sequence[GeneCandidates]) -> list[RankedGene]:
    weights = shipped_weights()
    return [_by_weights(one, weights) for one in posed]


def scores(ranked: Sequence[RankedGene]) -> dict[str, Estimate]:
    """Give top-1 and top-5 by symbol, top-1 by any name, and how many have the gene, or any gene."""
    drugs: dict[str, list[RankedGene]] = defaultdict(list)
    for one in ranked:
        drugs[one.drug].append(one)
    groups = list(drugs.values())
    return {
        "top1": resample(groups, lambda some: _mean(some, lambda one: one.place == 1)),
        "top5": resample(
            groups, lambda some: _mean(some, lambda one: one.place is not None and one.place <= 5)
        ),
        "top1_by_any_name": resample(groups, lambda some: _mean(some, lambda one: one.place_by_name == 1)),
        "reached": resample(groups, lambda some: _mean(some, lambda one: one.place is not None)),
        "answered": resample(groups, lambda some: _mean(some, lambda one: one.answered)),
    }


def by_coverage(ranked: Sequence[RankedGene]) -> dict[str, dict[str, float]]:
    """Give for shares of the questions, surest first: the least confidence, and how many are right."""
    order = sorted((one for one in ranked if one.answered), key=lambda one: -one.confidence)
    found = {}
    for share in COVERAGES:
        taken = order[: round(share * len(ranked))]
        if taken:
            right = sum(one.place == 1 for one in taken) / len(taken)
            found[f"surest {share:.0%}"] = {
                "of_all": len(taken) / len(ranked),
                "least_confidence": taken[-1].confidence,
                "top1": right,
            }
    return found


def _by_weights(one: GeneCandidates, weights: RankerWeights) -> RankedGene:
    shares = weights.shares(one.rows)
    order = sorted(range(len(shares)), key=lambda place: (-shares[place], place))
    sure = max(shares, default=0.0)
    return _placed(one, order, sure, weights.confidence(sure) if shares else 0.0)


def _by_score(one: GeneCandidates, score: Callable[[Sequence[float], GeneCandidate], float]) -> RankedGene:
    return _placed(one, ranked_by(score, one.rows, one.candidates))


def _placed(
    one: GeneCandidates, order: Sequence[int], share: float = 0.0, confidence: float = 0.0
) -> RankedGene:
    place = order.index(one.right) + 1 if one.right in order else None
    named = [order.index(each) + 1 for each in one.right_by_name if each in order]
    return RankedGene(one.gold.drug, place, min(named, default=None), bool(order), share, confidence)


def _recalibrated(ranked: Sequence[RankedGene], folds: Sequence[int]) -> list[RankedGene]:
    """Fit each fold's confidence on held-out shares of the others: those of seen questions are too sure."""
    found = []
    lines = {
        fold: fit_line(
            RankerWeights({}),
            [
                (one.share, one.place == 1)
                for one, its in zip(ranked, folds, strict=True)
                if its != fold and one.answered
            ],
        )
        for fold in set(folds)
    }
    for one, fold in zip(ranked, folds, strict=True):
        sure = lines[fold].confidence(one.share) if one.answered else 0.0
        found.append(RankedGene(one.drug, one.place, one.place_by_name, one.answered, one.share, sure))
    return found


def _mean(groups: Iterable[Sequence[RankedGene]], holds: Callable[[RankedGene], bool]) -> float:
    ones = [holds(one) for group in groups for one in group]
    return sum(ones) / len(ones) if ones else 0.0


def _names(one: GeneCandidate) -> set[str]:
    synonyms = one.node.properties.get("synonym")
    listed = synonyms if isinstance(synonyms, tuple | list) else ()
    return {one.symbol.casefold(), *(str(name).casefold() for name in listed)}
