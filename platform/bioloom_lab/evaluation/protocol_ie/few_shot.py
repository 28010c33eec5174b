"""Few-shot sweep: a language model measured with several numbers of demonstrations (SPEC B11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bioloom.cli.llm_options import read_demonstrations
from bioloom.errors import UsageError
from bioloom.extraction.opening import Prompting, open_extractor
from bioloom.records import AnnotatedDocument
from bioloom.settings import Settings
from bioloom_lab.evaluation.protocol_ie.conventions import SchemeName
from bioloom_lab.evaluation.protocol_ie.evaluator import evaluate_protocol_ie, run_extractor
from bioloom_lab.evaluation.statistics import Estimate
from bioloom_lab.evaluation.suite import Reporter, ReportTable, estimate_cell, estimate_json


@dataclass(frozen=True, slots=True)
class ShotScores:
    """F1 by measure of a language model that is shown so many demonstrations with a sentence."""

    shots: int
    f1: Mapping[str, Estimate]


def parse_shots(text: str) -> tuple[int, ...]:
    """Read numbers of demonstrations; UsageError unless they are numbers set apart by commas.

    >>> parse_shots("0,1,5,20")
    (0, 1, 5, 20)
    """
    try:
        return tuple(dict.fromkeys(int(part) for part in text.split(",")))
    except ValueError:
        raise UsageError(
            f"--shots takes numbers set apart by commas, such as 0,1,5,20, not {text!r}"
        ) from None


def measure_shots(
    shots: Sequence[int],
    demonstrations: Path | None,
    gold: Sequence[AnnotatedDocument],
    scheme: SchemeName,
    reporter: Reporter,
    model: str | None = None,
) -> tuple[ShotScores, ...]:
    """Measure a language model once for each number of demonstrations, these from a folder of protocols."""
    shown = read_demonstrations(demonstrations) if demonstrations is not None and any(shots) else ()
    rows = []
    for count in shots:
        prompting = Prompting(demonstrations=shown, shots=count)
        extractor = open_extractor("llm", Settings(), model=model, prompting=prompting)
        assert extractor is not None  # "llm" is an engine
        readings = run_extractor(extractor, gold, scheme, reporter.counter(f"{count} demonstrations"))
        report = evaluate_protocol_ie(readings, scheme)
        rows.append(ShotScores(count, {name: each.f1 for name, each in report.scores.items()}))
    return tuple(rows)


def shot_table(rows: Sequence[ShotScores], measures: Sequence[str]) -> ReportTable:
    """Lay out F1 by the number of demonstrations."""
    names = [name for name in measures if name in rows[0].f1]
    cells = [(str(row.shots), *(estimate_cell(row.f1[name]) for name in names)) for row in rows]
    return ReportTable(
        ("demonstrations", *names),
        cells,
        "F1 by number of demonstrations with a sentence",
        "95% bootstrap interval over families of documents",
    )


def shots_json(rows: Sequence[ShotScores]) -> list[dict[str, object]]:
    """Give the scores as JSON values."""
    return [
        {"shots": row.shots, "f1": {name: estimate_json(each) for name, each in row.f1.items()}}
        for row in rows
    ]
