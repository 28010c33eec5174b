"""Scoring of answers with abstention: correctness, risk and coverage, area under the risk curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from bioloom.names import tokens
from bioloom.records import Answer
from bioloom_lab.evaluation.questions import GoldQuestion
from bioloom_lab.evaluation.statistics import Estimate

ScoreRows = Mapping[str, Mapping[str, Estimate]]

ENOUGH = 0.6
"""Token F1 from which a single answer counts as right ("chilled TE buffer" for "TE buffer")."""

SEVERAL = 3
"""More answers than this at once are a list and no answer to a question for one thing."""


def token_f1(said: str, accepted: str) -> float:
    """Give the harmonic mean of precision and recall over tokens, 0 to 1.

    >>> token_f1("TE buffer", "chilled TE buffer")
    0.8
    """
    ours, theirs = Counter(tokens(said)), Counter(tokens(accepted))
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def answer_right(said: Sequence[str], accepted: Sequence[str], *, wanted: str = "any") -> bool:
    """Say whether short answers are right: one of few fits an accepted one; for `all`, most of a list does.

    For a list, precision and recall over its members must be at least one half on harmonic mean.
    """
    if not said or not accepted:
        return False
    if wanted == "all":
        found = sum(max(token_f1(each, one) for one in said) >= ENOUGH for each in accepted)
        fitting = sum(max(token_f1(one, each) for each in accepted) >= ENOUGH for one in said)
        return 2 * found * fitting >= 0.5 * (found * len(said) + fitting * len(accepted)) and found > 0
    if len(said) > SEVERAL:
        return False
    return max(token_f1(one, each) for one in said for each in accepted) >= ENOUGH


SHARES = (0.5, 0.6, 0.7, 0.8, 0.9)
"""Shares of answerable questions answered at which the curve is told in numbers."""


@dataclass(frozen=True, slots=True)
class JudgedReading:
    """One question with the confidence of its reading, given or not, and whether that would be right."""

    kind: str
    answerable: bool
    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Risk and coverage at one threshold, all of them shares.

    `coverage` of the answerable questions answered, `near_misses` of the unanswerable ones answered,
    `right` of the answerable ones answered, `risk` of all given answers that are wrong.
    """

    threshold: float
    coverage: float
    near_misses: float
    right: float
    risk: float


def right(question: GoldQuestion, answer: Answer) -> bool:
    """Say whether an answer is right: its short form, or for order questions the sentence that it cites."""
    if answer.abstained or not question.gold:
        return False
    if question.kind in ("next", "previous"):
        return bool({each.sentence_id for each in answer.citations[:1]} & question.gold)
    accepted = (question.answer or "").split(" | ")
    return answer_right(answer.short, accepted, wanted="all" if question.kind == "reagents" else "any")


def risk_coverage(judged: Sequence[JudgedReading]) -> tuple[CurvePoint, ...]:
    """Give the curve of all thresholds, the strictest first; empty without answerable questions."""
    known = [each for each in judged if each.answerable]
    foreign = [each for each in judged if not each.answerable]
    if not known:
        return ()
    points = []
    for threshold in sorted({each.confidence for each in judged if each.confidence > 0}, reverse=True):
        given = [each for each in known if each.confidence >= threshold]
        false = sum(each.confidence >= threshold for each in foreign)
        correct = sum(each.right for each in given)
        points.append(
            CurvePoint(
                threshold,
                len(given) / len(known),
                false / len(foreign) if foreign else 0.0,
                correct / len(given) if given else 0.0,
                1 - correct / (len(given) + false),
            )
        )
    return tuple(points)


def at_coverage(points: Sequence[CurvePoint], share: float) -> CurvePoint | None:
    """Give the strictest threshold that answers this share of the answerable questions, None if none does."""
    return next((each for each in points if each.coverage >= share), None)


def near_misses_by_kind(judged: Sequence[JudgedReading], threshold: float) -> Mapping[str, float]:
    """Give the share of each kind of unanswerable questions that a threshold answers.

    >>> readings = [JudgedReading("no value", False, 0.4, False), JudgedReading("fact", True, 0.9, True)]
    >>> near_misses_by_kind(readings, 0.3)
    {'no value': 1.0}
    """
    found: dict[str, list[bool]] = {}
    for each in judged:
        if not each.answerable:
            found.setdefault(each.kind, []).append(each.confidence >= threshold)
    return {kind: fmean(given) for kind, given in sorted(found.items())}


def area_under_risk(judged: Sequence[JudgedReading]) -> float:
    """Give the mean risk over all numbers of questions answered, the surest first (AURC); lower is better.

    An unanswerable question answered is as wrong as a wrong answer; ties count the worst first.

    >>> area_under_risk([JudgedReading("fact", True, 0.9, True), JudgedReading("fact", True, 0.5, False)])
    0.25
    """
    order = sorted(judged, key=lambda each: (-each.confidence, each.right))
    wrong = 0
    risks = []
    for count, each in enumerate(order, 1):
        wrong += not each.right
        risks.append(wrong / count)
    return fmean(risks) if risks else 0.0


@dataclass(frozen=True, slots=True)
class ProtocolQuestionScores:
    """Scores of the suite, every figure with its interval.

    `methods`: hit@1, hit@5, hit@10 and MRR@10 a method; `against` their paired differences to BM25; `kinds`:
    hit@1 by kind and method; `answers`: of `ask` by kind; `views`: right answers of the reader that never
    refuses, by method and by what it is shown, with the paired difference to BM25's evidence shown whole and,
    where a part is withheld, to the same evidence shown whole. `curve`: risk and coverage of the default
    method's readings at every threshold; `coverage`: the curve at some shares; `near`: at each of
    them the share of every kind of near misses that is answered; `aurc`: the area under the curve.
    """

    n: int
    unanswerable: int
    methods: ScoreRows
    against: ScoreRows
    kinds: ScoreRows
    answers: ScoreRows
    views: ScoreRows = field(default_factory=dict)
    curve: Sequence[CurvePoint] = ()
    coverage: Mapping[str, CurvePoint] = field(default_factory=dict)
    near: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    aurc: float = 0.0
