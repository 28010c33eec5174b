"""bioloom eval protocol-ie: how well an extractor reads annotated protocols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import span
from bioloom.errors import UsageError
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.records import AnnotatedDocument
    from bioloom_lab.evaluation.protocol_ie import Difference, GoldCheck, Published, Readings, Report, Score
    from bioloom_lab.evaluation.protocol_ie.conventions import SchemeName
    from bioloom_lab.evaluation.statistics import Estimate

Engine = Enum("Engine", {"local": "local", "llm": "llm"}, type=str)
SchemeChoice = Enum("SchemeChoice", {"wlp": "wlp", "biopie": "biopie"}, type=str)


@dataclass(frozen=True, slots=True)
class Request:
    """What to measure: an engine, or files that an extractor wrote, in a scheme, with or without copies."""

    engine: str | None = None
    model: str | None = None
    predicted: Path | None = None
    against: Path | None = None
    scheme: str | None = None
    train: Path | None = None
    cleaned: bool = False
    errors: Path | None = None

    @property
    def given(self) -> tuple[str, ...]:
        """Name the options that were given, as they are written on the command line."""
        return tuple(f"--{name}" for name, value in asdict(self).items() if value)


@dataclass(frozen=True, slots=True)
class Measured:
    """A report, the same without the documents that stand in the training data, and what goes with them.

    `failed` counts by code what the extractor refused to read.
    """

    report: Report
    cleaned: Report | None
    copies: dict[str, float]
    check: GoldCheck
    failed: dict[str, int]
    against: dict[str, Difference]
    published: tuple[Published, ...]


def measure_protocols(data: Sequence[Path], request: Request) -> Measured:
    """Read the gold, run the extractor or read its files, and score."""
    from bioloom_lab.evaluation import protocol_ie as suite
    from bioloom_lab.evaluation.protocol_ie.overlap import HALF

    if request.cleaned and request.train is None:
        raise UsageError("--cleaned needs --train: the protocols that a model was trained on")
    if request.predicted is not None and (request.engine or request.model):
        raise UsageError("--predicted reads files; --engine and --model run an extractor")
    gold = tuple(document for path in data for document in suite.read_annotated(path))
    scheme: SchemeName = "biopie" if request.scheme == "biopie" else "wlp"
    readings = _read(gold, request, scheme)
    report = suite.evaluate_protocol_ie(readings, scheme)
    if not readings.related:
        notes.print("RE is left out: nothing here relates given mentions")
    failed = Counter(reject.code for document in readings.predicted for reject in document.rejects)
    if failed:
        listed = ", ".join(f"{code} {count}" for code, count in sorted(failed.items()))
        notes.print(f"what the extractor could not read counts as nothing found: {listed}")
    copies: dict[str, float] = {}
    if request.train is not None:
        shares = suite.shares_with(gold, suite.read_annotated(request.train))
        copies = {name: share for name, share in shares.items() if share > HALF}
    against: dict[str, Difference] = {}
    if request.against is not None:
        other = suite.Readings(request.against.name, gold, suite.read_predicted(request.against, gold))
        rival = suite.evaluate_protocol_ie(other, scheme)
        against = {
            name: suite.compare(report.tallies[name], tallies, report.families)
            for name, tallies in rival.tallies.items()
        }
    if request.errors is not None:
        how = suite.convention(scheme)
        errors = suite.list_errors(
            [how.document(each) for each in readings.gold],
            [how.document(each) for each in readings.predicted],
            how,
        )
        notes.print(f"{suite.write_errors(errors, request.errors)} errors written")
    return Measured(
        report=report,
        cleaned=report.without(copies) if request.train is not None else None,
        copies=copies,
        check=suite.check_gold(gold),
        failed=dict(failed),
        against=against,
        published=suite.published(),
    )


def _read(gold: tuple[AnnotatedDocument, ...], request: Request, scheme: SchemeName) -> Readings:
    from bioloom.extraction.opening import open_extractor
    from bioloom_lab.evaluation import protocol_ie as suite

    if request.predicted is not None:
        return suite.Readings(request.predicted.name, gold, suite.read_predicted(request.predicted, gold))
    extractor = open_extractor(request.engine or "local", Settings(), model=request.model)
    if extractor is None:
        raise UsageError("there is no extractor to measure")
    with notes.status(f"protocol-ie on {len(gold)} documents") as status:
        return suite.run_extractor(
            extractor,
            gold,
            scheme,
            lambda done, of: status.update(f"protocol-ie: {done} of {of} documents"),
        )


def protocols_as_json(found: Measured, data: Sequence[Path], *, cleaned_only: bool) -> dict[str, Any]:
    """Give everything that was measured, as JSON values."""
    shown = found.cleaned if cleaned_only and found.cleaned else found.report
    answer: dict[str, Any] = {
        "suite": "protocol-ie",
        "data": [str(path) for path in data],
        "n": len(shown.documents),
        "scheme": shown.scheme,
        "extractor": shown.extractor,
        "failed": found.failed,
        "metrics": _scores(shown),
        "gold": {**asdict(found.check), "aligned_share": round(found.check.aligned_share, 4)},
        "published": [
            {"system": row.system, "test": row.test, "source": row.source, "metrics": dict(row.metrics)}
            for row in found.published
        ],
    }
    if found.cleaned is not None:
        answer["copies_of_train"] = {name: round(share, 3) for name, share in sorted(found.copies.items())}
        if not cleaned_only:
            answer["cleaned"] = {"n": len(found.cleaned.documents), "metrics": _scores(found.cleaned)}
    if found.against:
        answer["against"] = {
            name: {"f1": _rounded(each.f1), "not_above": round(each.not_above, 4)}
            for name, each in found.against.items()
        }
    return answer


def show_protocols(found: Measured, *, cleaned_only: bool) -> None:
    """Print the scores, the types, the differences to another system and what others published."""
    if not (cleaned_only and found.cleaned):
        out.print(_table(found.report, "all documents"))
    if found.cleaned:
        out.print(_table(found.cleaned, f"without {len(found.copies)} that stand in the training data"))
    shown = found.cleaned if cleaned_only and found.cleaned else found.report
    for name in ("NER", "RE" if "RE" in shown.scores else "Rel"):
        out.print(_types(name, shown.scores[name]))
    if found.against:
        table = Table(title="F1 above that of the other system, same resamples of documents")
        for column in ("measure", "difference", "share of resamples not above"):
            table.add_column(column)
        for name, each in found.against.items():
            table.add_row(span(name), _cell(each.f1, "+"), f"{each.not_above:.3f}")
        out.print(table)
    out.print(_published(found.published))
    check = found.check
    out.print(
        f"gold: {check.mentions} mentions, {check.aligned_share:.2%} of them begin and end at tokens; "
        f"{check.relations} relations, {check.relations_unaligned} of them with an end that does not, "
        f"{check.crossing} across sentences; "
        f"{check.doubly_labelled} of {check.pairs} pairs with several labels"
    )


def _table(report: Report, which: str) -> Table:
    scheme = "BioPIE-style" if report.scheme == "biopie" else "as annotated in WLP"
    table = Table(
        title=span(f"protocol-ie, {scheme}, {report.extractor}, {which}: {len(report.documents)}"),
        caption="95% bootstrap interval over families of documents",
    )
    table.add_column("measure")
    for column in ("precision", "recall", "F1", "macro F1"):
        table.add_column(column, justify="right")
    for name, each in report.scores.items():
        numbers = (f"{each.precision.value:.3f}", f"{each.recall.value:.3f}", _cell(each.f1))
        table.add_row(span(name), *numbers, f"{each.macro_f1.value:.3f}")
    return table


def _types(name: str, found: Score) -> Table:
    table = Table(title=f"{name} by type")
    table.add_column("type")
    for column in ("precision", "recall", "F1", "gold", "found"):
        table.add_column(column, justify="right")
    for type_, each in sorted(found.types.items(), key=lambda item: -item[1].counts.gold):
        counts = each.counts
        numbers = (f"{counts.precision:.3f}", f"{counts.recall:.3f}", _cell(each.f1))
        table.add_row(span(type_), *numbers, str(counts.gold), str(counts.predicted))
    return table


def _published(rows: Sequence[Published]) -> Table:
    from bioloom_lab.evaluation.protocol_ie.published import METRICS, NOTE

    table = Table(title="published by others, F1", caption=NOTE)
    for column in ("system", "test"):
        table.add_column(column)
    for column in METRICS:
        table.add_column(column, justify="right")
    for row in rows:
        cells = (f"{row.metrics[column]:.3f}" if column in row.metrics else "" for column in METRICS)
        table.add_row(span(row.system), span(row.test), *cells)
    return table


def _cell(found: Estimate, sign: str = "") -> str:
    return f"{found.value:{sign}.3f} ({found.low:{sign}.3f} to {found.high:{sign}.3f})"


def _scores(report: Report) -> dict[str, Any]:
    return {
        name: {
            "precision": _rounded(each.precision),
            "recall": _rounded(each.recall),
            "f1": _rounded(each.f1),
            "macro_f1": _rounded(each.macro_f1),
            **each.counts._asdict(),
            "types": {
                type_: {
                    "precision": round(one.counts.precision, 4),
                    "recall": round(one.counts.recall, 4),
                    "f1": _rounded(one.f1),
                    **one.counts._asdict(),
                }
                for type_, one in each.types.items()
            },
        }
        for name, each in report.scores.items()
    }


def _rounded(found: Estimate) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(found).items()}
