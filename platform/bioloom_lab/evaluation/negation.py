"""Suite `negation`: detection of negated claims, on claims labelled by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.errors import SourceError
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.negation import detect_negation
from bioloom_lab.evaluation.gold_files import read_gold
from bioloom_lab.evaluation.row_faults import row_fault
from bioloom_lab.evaluation.statistics import Estimate, resample
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite

KINDS = ("explicit", "implicit", "comparative")
PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "RELATE, 2,411 claims of HEAL abstracts": {"precision": 0.961, "recall": 0.602, "f1": 0.740}
}
"""SPEC R21, recomputed from the printed counts: 77 flagged, 74 of them rightly, 123 to be found."""

Outcome = tuple[bool, bool]
"""Gold label and prediction: is a claim denied, and was it found to be."""


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """Claim with its negation label; `kind` is empty where the claim is not denied."""

    claim: Claim
    negated: bool
    kind: str = ""


def read_denials(path: Path) -> tuple[LabelledClaim, ...]:
    """Read labelled claims from JSON lines; SourceError names the file and line that cannot be read."""
    return read_gold(path, _labelled, "claims")


def evaluate_negation(claims: Sequence[LabelledClaim]) -> dict[str, dict[str, Estimate]]:
    """Give precision, recall and F1 over all claims, and by kind, with 95% bootstrap intervals.

    Of a kind, recall counts the denied claims of this kind, precision the claims found to be denied in
    this way, whatever the kind that the label says.
    """
    found = [detect_negation(labelled.claim) for labelled in claims]
    rows = {
        "all": [
            (labelled.negated, denial is not None) for labelled, denial in zip(claims, found, strict=True)
        ]
    }
    for kind in KINDS:
        rows[kind] = [
            (labelled.negated, denial is not None)
            for labelled, denial in zip(claims, found, strict=True)
            if labelled.kind == kind or (not labelled.negated and denial is not None and denial.kind == kind)
        ]
    return {
        row: {
            "precision": resample(outcomes, precision),
            "recall": resample(outcomes, recall),
            "f1": resample(outcomes, f1),
        }
        for row, outcomes in rows.items()
    }


def precision(outcomes: Sequence[Outcome]) -> float:
    """Give the share of the claims found denied that are.

    >>> precision([(True, True), (False, True), (True, False)])
    0.5
    """
    right, flagged = outcomes.count((True, True)), outcomes.count((False, True))
    return right / (right + flagged) if right + flagged else 0.0


def recall(outcomes: Sequence[Outcome]) -> float:
    """Give the share of the denied claims that are found.

    >>> recall([(True, True), (False, True), (True, False)])
    0.5
    """
    right, missed = outcomes.count((True, True)), outcomes.count((True, False))
    return right / (right + missed) if right + missed else 0.0


def f1(outcomes: Sequence[Outcome]) -> float:
    """Give the harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN)."""
    right = outcomes.count((True, True))
    wrong = outcomes.count((False, True)) + outcomes.count((True, False))
    return 2 * right / (2 * right + wrong) if right else 0.0


def _labelled(line: str, file: str, number: int) -> LabelledClaim:
    try:
        record: dict[str, Any] = json.loads(line)
        claim = Claim(
            record["subject"], record["relationship"], record["object"], record.get("text") or "",
            *(_categories(record, end) for end in ("subject", "object")),
        )  # fmt: skip
        negated, kind = record["negated"], record.get("kind") or ""
        texts = (claim.subject, claim.relationship, claim.object, claim.text)
        if not all(isinstance(text, str) for text in texts) or not isinstance(negated, bool):
            raise TypeError("names must be strings and negated true or false")
        if (kind in KINDS) != negated:
            raise TypeError(f"kind must be one of {', '.join(KINDS)} where the claim is negated, else empty")
        return LabelledClaim(claim, negated, kind)
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        wanted = "expected {subject, relationship, object, text, negated, kind}"
        raise SourceError(f"{wanted}: {row_fault(error)}", file, number) from error


def _categories(record: Mapping[str, Any], end: str) -> tuple[str, ...]:
    given = record.get(f"{end}_category")
    return (str(given),) if given else ()


@dataclass
class NegationSuite(RowSuite):
    """Measure how well negated claims are told from stated ones."""

    name: ClassVar[str] = "negation"
    data: Annotated[list[Path], typer.Option(help="Labelled claims (JSON lines); may be repeated.")]

    def load(self) -> tuple[LabelledClaim, ...]:
        """Read the claims."""
        return tuple(claim for path in self.data for claim in read_denials(path))

    def run(self, gold: tuple[LabelledClaim, ...], reporter: Reporter) -> RowScores:
        """Detect negation in every claim."""
        reporter.status(f"{self.name}: {len(gold):,} claims")
        return RowScores(len(gold), evaluate_negation(gold), published=PUBLISHED)
