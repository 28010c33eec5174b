"""Evaluation of choices about steps, learned from generated questions, never from the benchmark."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bioloom.graph.connection import Graph
from bioloom.records import AnnotatedDocument
from bioloom.retrieval import run_statement
from bioloom_lab.evaluation.statistics import Estimate, estimate, resample
from bioloom_lab.evaluation.step_choices.choice_features import FEATURES, fillings
from bioloom_lab.evaluation.step_choices.corpus_counts import PhraseCounts
from bioloom_lab.evaluation.step_choices.error_features import doubts
from bioloom_lab.evaluation.step_choices.generating import generate_choices, judged_steps
from bioloom_lab.evaluation.step_choices.gold import JudgedStep, StepChoice
from bioloom_lab.training.convex_fits import fit_conditional_logit, fit_logistic

SENTENCES = 200_000
"""Sentences of the graph that are counted at most."""
A_PROTOCOL, JUDGED_A_PROTOCOL = 16, 6
SEED = 0
PENALTY = 3.0

_EVIDENCE = 2 / 3
_SHRINK = 0.002
"""Share of the annotated protocols that is counted; questions are made of the others."""
_HELD, _BESIDE = FEATURES.index("steps that hold it"), FEATURES.index("goes with the step")
_LIKE = FEATURES.index("in like steps")
_NUMBER = re.compile(r"\W*(\d+(?:\.\d+)?)")

OnProgress = Callable[[int, int], None]
Rows = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class LearnedWeights:
    """Weights learned from generated questions, and how many of those there were."""

    fillings: tuple[float, ...]
    doubts: Mapping[str, float]
    choices: int
    judged: int


@dataclass(frozen=True, slots=True)
class StepScores:
    """Figures by row with 95% intervals, and of the learned row by kind of item."""

    rows: Rows
    kinds: Rows


def step_texts(graph: Graph) -> tuple[str, ...]:
    """Give the text of the sentences of the graph, up to SENTENCES of them."""
    return tuple(
        str(row["text"]) for row in run_statement(graph, "evaluation/step_sentences", {"limit": SENTENCES})
    )


def learn_steps(documents: Sequence[AnnotatedDocument], *, judging: bool) -> LearnedWeights:
    """Learn how to fill a blank, and if asked how to judge a step, from annotated protocols.

    Two thirds of the protocols are the evidence for questions made from the last third.
    """
    order = sorted(documents, key=lambda each: each.document.id)
    random.Random(SEED).shuffle(order)
    cut = round(_EVIDENCE * len(order))
    counts = PhraseCounts.of(sentence.text for each in order[:cut] for sentence in each.sentences)
    made = generate_choices(order[cut:], a_protocol=A_PROTOCOL, seed=SEED)
    weights = _fit_fillings(
        [(fillings(counts, one.before, one.after, one.choices), one.right) for one in made]
    )
    judged = judged_steps(made[:: max(1, A_PROTOCOL // JUDGED_A_PROTOCOL)]) if judging else ()
    told = [doubts(counts, weights, one.text, one.context) for one in judged]
    curve = _fit_doubts(told, [one.wrong for one in judged]) if told else {}
    return LearnedWeights(weights, curve, len(made), len(judged))


def _fit_doubts(told: Sequence[Mapping[str, float]], wrong: Sequence[bool]) -> dict[str, float]:
    """Fit a logistic curve of wrong steps on their signals."""
    names = list(told[0])
    table = np.array([[each[name] for name in names] for each in told], float)
    penalty = [0.0 if name == "always" else len(told) * _SHRINK for name in names]
    weights = fit_logistic(table, np.array(wrong, float), penalty)
    return dict(zip(names, map(float, weights), strict=True))


def evaluate_choices(
    items: Sequence[StepChoice], counts: PhraseCounts, learned: LearnedWeights, on_progress: OnProgress
) -> StepScores:
    """Score every way to choose; a tie is right in the share that the right choice has of it."""
    systems: Mapping[str, Callable[[StepChoice, Sequence[Sequence[float]]], Sequence[float]]] = {
        "any choice": lambda one, found: [0.0] * len(found),
        "longest choice": lambda one, found: [float(len(each)) for each in one.choices],
        "middle value": lambda one, found: _middle(one.choices),
        "commonest choice": lambda one, found: [row[_HELD] for row in found],
        "in like steps": lambda one, found: [row[_LIKE] for row in found],
        "goes with the step": lambda one, found: [row[_BESIDE] for row in found],
        "learned": lambda one, found: [sum(map(float.__mul__, learned.fillings, row)) for row in found],
    }
    right: dict[str, list[float]] = {name: [] for name in systems}
    for done, one in enumerate(items):
        on_progress(done, len(items))
        found = fillings(counts, one.before, one.after, one.choices)
        for name, score in systems.items():
            right[name].append(_share_right(score(one, found), one.right))
    kinds = sorted({one.kind for one in items})
    by_kind = {
        kind: [each for each, one in zip(right["learned"], items, strict=True) if one.kind == kind]
        for kind in kinds
    }
    return StepScores(
        {name: {"accuracy": estimate(each)} for name, each in right.items()},
        {kind: {"accuracy": estimate(each)} for kind, each in by_kind.items()},
    )


def evaluate_judged(
    items: Sequence[JudgedStep], counts: PhraseCounts, learned: LearnedWeights, on_progress: OnProgress
) -> StepScores:
    """Score the judgement that a step is wrong where the curve believes it more than not.

    F1 is of wrong steps. `accuracy of the surest` is over the quarter believed most one way or the other.
    """
    sums = []
    for done, one in enumerate(items):
        on_progress(done, len(items))
        told = doubts(counts, learned.fillings, one.text, one.context)
        sums.append(sum(learned.doubts[name] * number for name, number in told.items()))
    said = [(one.wrong, each > 0) for one, each in zip(items, sums, strict=True)]
    sure = sorted(range(len(items)), key=lambda at: -abs(sums[at]))[: max(1, len(items) // 4)]
    return StepScores(
        {
            "always wrong": _judged([(wrong, True) for wrong, _ in said]),
            "always right": _judged([(wrong, False) for wrong, _ in said]),
            "learned": _judged(said),
            "learned, the surest quarter": _judged([said[at] for at in sure]),
        },
        {
            kind: {
                "found wrong": estimate(
                    [float(its) for one, (_, its) in zip(items, said, strict=True) if one.kind == kind]
                )
            }
            for kind in sorted({one.kind for one in items})
        },
    )


def f1(pairs: Sequence[tuple[bool, bool]]) -> float:
    """Give F1 of pairs of what is so and what was said.

    >>> f1([(True, True), (False, True)])
    0.6666666666666666
    """
    of = sum(wrong for wrong, _ in pairs) + sum(said for _, said in pairs)
    return 2 * sum(wrong and said for wrong, said in pairs) / of if of else 0.0


def _judged(pairs: Sequence[tuple[bool, bool]]) -> Mapping[str, Estimate]:
    return {"accuracy": estimate([float(wrong == said) for wrong, said in pairs]), "f1": resample(pairs, f1)}


def _fit_fillings(tables: Sequence[tuple[Sequence[Sequence[float]], int]]) -> tuple[float, ...]:
    """Fit one weight a feature, the penalty being the same for features of any spread."""
    spread = np.concatenate([np.asarray(table, float) for table, _ in tables]).std(axis=0) + 1e-6
    scaled = [((np.asarray(table, float) / spread).tolist(), right) for table, right in tables]
    found = fit_conditional_logit(scaled, np.ones(len(FEATURES), bool), PENALTY) / spread
    return tuple(map(float, found))


def _share_right(scores: Sequence[float], right: int) -> float:
    best = [place for place, score in enumerate(scores) if score == max(scores)]
    return float(right in best) / len(best)


def _middle(choices: Sequence[str]) -> list[float]:
    """Prefer the middle one of choices that all begin with different numbers, else none."""
    numbers = [float(match[1]) for each in choices if (match := _NUMBER.match(each.replace(",", "")))]
    if len(numbers) < len(choices) or len(set(numbers)) < len(numbers):
        return [0.0] * len(choices)
    middle = sorted(numbers)[len(numbers) // 2]
    return [float(number == middle) for number in numbers]
