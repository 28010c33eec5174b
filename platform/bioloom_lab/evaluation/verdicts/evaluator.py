"""Evaluation of yes/no/maybe verdicts: a multinomial logistic regression, cross-validated."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from bioloom.answering.readers.yes_no_maybe import (
    ANSWERS,
    Signals,
    Verdict,
    VerdictWeights,
    shipped_verdicts,
    signals_of,
)
from bioloom_lab.evaluation.statistics import Estimate, estimate, resample
from bioloom_lab.evaluation.verdicts.gold import ResearchQuestion
from bioloom_lab.training.convex_fits import fit_multinomial

PENALTY = 30.0
"""Strength of the pull of each weight towards nothing, for signals brought to one spread."""

_FREE = 1e-6
"""Penalty of the constants, which only settles what they share."""


def fit_verdicts(
    signals: Sequence[Signals], answers: Sequence[str], *, names: Sequence[str] = (), penalty: float = PENALTY
) -> VerdictWeights:
    """Find the weights under which the given answers are likely, the constants free.

    `names` are the signals to use, all if empty; "always" is never drawn to nothing. The same questions
    give the same weights.
    """
    used = [name for name in (names or signals[0]) if name != "always"]
    raw = np.array([[each[name] for name in used] for each in signals], float).reshape(
        len(signals), len(used)
    )
    middle, spread = raw.mean(axis=0), raw.std(axis=0)
    spread[spread < 1e-9] = np.inf
    table = np.column_stack([np.ones(len(raw)), (raw - middle) / spread])
    wanted = np.array([[float(answer == name) for name in ANSWERS] for answer in answers])
    penalties = np.array([_FREE, *[penalty] * len(used)])
    found = fit_multinomial(table, wanted, penalties)
    plain = found[:, 1:] / spread
    always = found[:, 0] - plain @ middle
    rows = {"always": always, **{name: plain[:, place] for place, name in enumerate(used)}}
    return VerdictWeights({name: (float(of[0]), float(of[1]), float(of[2])) for name, of in rows.items()})


FOLDS, SEEDS = 10, 5
COVERAGES = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
_OF_QUESTION = "question: "

Judged = tuple[str, tuple[Verdict, ...]]
"""The right answer to a question, and a verdict for each seed."""


@dataclass(frozen=True, slots=True)
class VerdictScores:
    """Accuracy and macro F1 by row with 95% intervals, and what the surest verdicts are worth.

    `against_always` is the paired difference in accuracy to giving everything the commonest answer.
    """

    rows: Mapping[str, Mapping[str, Estimate]]
    against_always: Mapping[str, Estimate]
    by_confidence: Mapping[str, Mapping[str, float]]
    by_answer: Mapping[str, Mapping[str, float]]


def evaluate_verdicts(
    questions: Sequence[ResearchQuestion],
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    *,
    as_shipped: bool = False,
) -> VerdictScores:
    """Judge every question by weights that were fitted without it: ten stratified folds, five seeds; or by
    those of the package.

    Accuracy and F1 are over the verdicts of all seeds; intervals resample questions.
    """
    answers = [one.answer for one in questions]
    found = [signals_of(one.question, one.sentences) for one in questions]
    names = list(found[0])
    asked = [name for name in names if name.startswith(_OF_QUESTION)]
    commonest = max(ANSWERS, key=answers.count)
    always = Verdict(**{name: float(name == commonest) for name in ANSWERS})
    systems = {
        "question alone": asked,
        "sentences alone": [name for name in names if name not in (*asked, "as asked")],
        "question and sentences": names,
    }
    rows = {f"always {commonest}": _scores([(answer, (always,)) for answer in answers])}
    against: dict[str, Estimate] = {}
    judged: list[Judged] = []
    if as_shipped:
        systems = {"question and sentences, as shipped": names}
    for done, (row, used) in enumerate(systems.items()):
        on_progress(done, len(systems))
        judged = _as_shipped(found, answers) if as_shipped else _cross_validated(found, answers, used)
        rows[row] = _scores(judged)
        items = [_right(gold, [one.answer for one in each]) - (gold == commonest) for gold, each in judged]
        against[row] = estimate(items)
    return VerdictScores(rows, against, _by_confidence(judged), _by_answer(judged))


def fit_all(questions: Sequence[ResearchQuestion]) -> VerdictWeights:
    """Fit the weights that ship, on every question: to score them on the same ones is no measurement."""
    found = [signals_of(one.question, one.sentences) for one in questions]
    return fit_verdicts(found, [one.answer for one in questions])


def stratified(answers: Sequence[str], seed: int, count: int = FOLDS) -> list[int]:
    """Give each item a fold, 0 to count - 1; every answer is spread over the folds as evenly as can be.

    >>> sorted(stratified(["yes", "no", "yes", "no"], 0, 2)[::2])
    [0, 1]
    """
    dice = random.Random(seed)
    folds = [0] * len(answers)
    dealt = 0
    for answer in dict.fromkeys(answers):
        places = [place for place, each in enumerate(answers) if each == answer]
        dice.shuffle(places)
        for place in places:
            folds[place] = dealt % count
            dealt += 1
    return folds


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """Give the mean F1 of yes, no and maybe over pairs of right answer and verdict.

    >>> round(macro_f1([("yes", "yes"), ("no", "yes"), ("no", "no"), ("maybe", "maybe")]), 3)
    0.778
    """
    each = []
    for name in ANSWERS:
        right = sum(gold == said == name for gold, said in pairs)
        of = sum(gold == name for gold, _ in pairs) + sum(said == name for _, said in pairs)
        each.append(2 * right / of if of else 0.0)
    return fmean(each)


def _cross_validated(found: Sequence[Signals], answers: Sequence[str], used: Sequence[str]) -> list[Judged]:
    verdicts: list[list[Verdict]] = [[] for _ in answers]
    for seed in range(SEEDS):
        folds = stratified(answers, seed)
        for fold in sorted(set(folds)):
            seen = [place for place, its in enumerate(folds) if its != fold]
            weights = fit_verdicts(
                [found[place] for place in seen], [answers[place] for place in seen], names=used
            )
            for place, its in enumerate(folds):
                if its == fold:
                    verdicts[place].append(weights.judge(found[place]))
    return [(answer, tuple(each)) for answer, each in zip(answers, verdicts, strict=True)]


def _as_shipped(found: Sequence[Signals], answers: Sequence[str]) -> list[Judged]:
    weights = shipped_verdicts()
    return [(answer, (weights.judge(each),)) for answer, each in zip(answers, found, strict=True)]


def _scores(judged: Sequence[Judged]) -> Mapping[str, Estimate]:
    items = [(gold, tuple(one.answer for one in each)) for gold, each in judged]
    return {
        "accuracy": resample(items, lambda some: fmean(_right(gold, said) for gold, said in some)),
        "macro_f1": resample(
            items, lambda some: macro_f1([(gold, one) for gold, said in some for one in said])
        ),
    }


def _right(gold: str, said: Sequence[str]) -> float:
    return said.count(gold) / len(said)


def _by_confidence(judged: Sequence[Judged]) -> Mapping[str, Mapping[str, float]]:
    """Give for shares of all verdicts, the surest first: the least belief, and how many are right."""
    order = sorted(((one.belief, one.answer == gold) for gold, each in judged for one in each), reverse=True)
    taken = {f"surest {share:.0%}": order[: max(1, round(share * len(order)))] for share in COVERAGES}
    return {
        row: {"least_confidence": some[-1][0], "accuracy": fmean(right for _, right in some)}
        for row, some in taken.items()
    }


def _by_answer(judged: Sequence[Judged]) -> Mapping[str, Mapping[str, float]]:
    """Give for each answer how often it is said, how often then rightly, and how much of it is found."""
    pairs = [(gold, one.answer) for gold, each in judged for one in each]
    found = {}
    for name in ANSWERS:
        right = sum(gold == said == name for gold, said in pairs)
        said_so = sum(said == name for _, said in pairs)
        of = sum(gold == name for gold, _ in pairs)
        found[name] = {
            "said": said_so / len(pairs),
            "precision": right / said_so if said_so else 0.0,
            "recall": right / of if of else 0.0,
        }
    return found


def write_verdict_weights(weights: VerdictWeights) -> str:
    """Write weights as the table that `verdict_weights` reads."""
    lines = ["\t".join(("signal", *ANSWERS))]
    lines += ["\t".join((name, *(f"{each:.3f}" for each in of))) for name, of in weights.of.items()]
    return "\n".join(lines) + "\n"
