"""Suite `rejection`: rejection of claims without a predicate, on claims judged by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.errors import SourceError
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer
from bioloom.standardization.relate.standardizer import Standardizer
from bioloom_lab.evaluation.gold_files import read_gold
from bioloom_lab.evaluation.negation import f1, precision, recall
from bioloom_lab.evaluation.row_faults import row_fault
from bioloom_lab.evaluation.statistics import Estimate, estimate, resample
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite

NONE = "NONE"
PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "RELATE, 10 rejected of HEAL claims": {"precision": 1.0},
    "RELATE, 18 rejected of ChemProt": {"precision": 0.278},
}
"""SPEC R20; recall was never measured."""

_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """Claim with its judgement: whether and why it is refused, or its predicate where one is clear."""

    claim: Claim
    refused: bool
    reason: str = ""
    predicate: str = ""


def read_judged(path: Path) -> tuple[JudgedClaim, ...]:
    """Read judged claims from JSON lines; SourceError names the file and line that cannot be read."""
    return read_gold(path, _judged, "claims")


def evaluate_rejection(
    claims: Sequence[JudgedClaim], standardizer: Standardizer, on_progress: Callable[[int, int], None]
) -> dict[str, dict[str, Estimate]]:
    """Give precision, recall and F1 of refusing, over all claims, and the recall of each reason.

    `predicate` is the share of the claims with a clear predicate, refused ones included, that get just it.
    """
    found: list[Standardized] = []
    for start in range(0, len(claims), _AT_ONCE):
        found += standardizer.standardize([each.claim for each in claims[start : start + _AT_ONCE]])
        on_progress(len(found), len(claims))
    outcomes = [(each.refused, one.predicate is None) for each, one in zip(claims, found, strict=True)]
    clear = [
        float(one.predicate == each.predicate)
        for each, one in zip(claims, found, strict=True)
        if each.predicate
    ]
    rows = {
        "all": {
            "precision": resample(outcomes, precision),
            "recall": resample(outcomes, recall),
            "f1": resample(outcomes, f1),
            "predicate": estimate(clear),
        }
    }
    for reason in sorted({each.reason for each in claims if each.reason}):
        rows[reason.lower()] = {"recall": estimate(_refused(claims, found, reason))}
    return rows


def _refused(claims: Sequence[JudgedClaim], found: Sequence[Standardized], reason: str) -> list[float]:
    return [
        float(one.predicate is None) for each, one in zip(claims, found, strict=True) if each.reason == reason
    ]


def _judged(line: str, file: str, number: int) -> JudgedClaim:
    try:
        record: dict[str, Any] = json.loads(line)
        claim = Claim(
            record["subject"],
            record["relationship"],
            record["object"],
            record.get("text") or "",
            _categories(record.get("subject_category")),
            _categories(record.get("object_category")),
        )
        texts = (claim.subject, claim.relationship, claim.object, claim.text)
        if not all(isinstance(text, str) for text in texts):
            raise TypeError("names must be strings")
        return JudgedClaim(
            claim,
            record["gold"] == NONE,
            str(record.get("reason") or ""),
            str(record.get("predicate") or ""),
        )
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(
            f"expected {{subject, relationship, object, text, gold}}: {row_fault(error)}", file, number
        ) from error


def _categories(given: object) -> tuple[str, ...]:
    return (str(given),) if given else ()


@dataclass
class RejectionSuite(RowSuite):
    """Measure how well claims without a predicate are told from claims that have one."""

    name: ClassVar[str] = "rejection"
    data: Annotated[list[Path], typer.Option(help="Judged claims (JSON lines); may be repeated.")]

    def load(self) -> tuple[JudgedClaim, ...]:
        """Read the claims."""
        return tuple(claim for path in self.data for claim in read_judged(path))

    def run(self, gold: tuple[JudgedClaim, ...], reporter: Reporter) -> RowScores:
        """Standardize every claim."""
        return RowScores(
            len(gold),
            evaluate_rejection(gold, open_standardizer(Settings()), reporter.counter(self.name)),
            published=PUBLISHED,
        )
