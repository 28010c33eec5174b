"""Suite `protocol-ie`: extraction of mentions and relations, scored on annotated protocols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.errors import UsageError
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.opening import open_extractor
from bioloom.records import AnnotatedDocument
from bioloom.resources import read_table
from bioloom.settings import Settings
from bioloom_lab.evaluation.extraction_scores import F1Difference, F1Score, compare
from bioloom_lab.evaluation.protocol_ie.conventions import convention
from bioloom_lab.evaluation.protocol_ie.errors import list_errors, write_errors
from bioloom_lab.evaluation.protocol_ie.evaluator import (
    ProtocolReadings,
    ProtocolReport,
    evaluate_protocol_ie,
    read_annotated,
    read_predicted,
    run_extractor,
)
from bioloom_lab.evaluation.protocol_ie.few_shot import (
    ShotScores,
    measure_shots,
    parse_shots,
    shot_table,
    shots_json,
)
from bioloom_lab.evaluation.protocol_ie.gold import GoldCheck, check_gold
from bioloom_lab.evaluation.protocol_ie.overlap import HALF, shares_with
from bioloom_lab.evaluation.protocol_ie.robustness import FormScores, form_table, forms_json, measure_forms
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    estimate_cell,
    estimate_json,
)

TABLE = "published/protocol_ie.tsv"
NOTE = (
    "Published figures stand on other texts, most of them in another scheme too; "
    "none can be compared with ours cell by cell."
)
METRICS = ("NER", "NER partial", "Rel", "Rel+", "RE")


@dataclass(frozen=True, slots=True)
class PublishedExtraction:
    """One system on one test set; `metrics` are micro-F1, 0 to 1."""

    system: str
    test: str
    source: str
    metrics: Mapping[str, float]


@cache
def published() -> tuple[PublishedExtraction, ...]:
    """Read the published figures, in the order of their table."""
    return tuple(
        PublishedExtraction(
            row["system"],
            row["test"],
            row["source"],
            {name: round(float(row[name]) / 100, 4) for name in METRICS if row[name] != "-"},
        )
        for row in read_table(TABLE)
    )


class ExtractionEngine(StrEnum):
    """Extractor that is measured."""

    local = "local"
    llm = "llm"


class SchemeChoice(StrEnum):
    """Annotation scheme of the comparison."""

    wlp = "wlp"
    biopie = "biopie"


@dataclass(frozen=True, slots=True)
class ProtocolExtractionScores:
    """Scores of all documents, and of those that do not stand in the training data (`cleaned`).

    `failed` counts by code what the extractor refused to read; `copies` gives the shares of copied lines;
    `forms` are the scores of rewritten documents, `shots` those with other numbers of demonstrations.
    """

    report: ProtocolReport
    cleaned: ProtocolReport | None
    copies: dict[str, float]
    check: GoldCheck
    failed: dict[str, int]
    against: dict[str, F1Difference]
    published: tuple[PublishedExtraction, ...]
    forms: tuple[FormScores, ...] = ()
    shots: tuple[ShotScores, ...] = ()


@dataclass
class ProtocolExtractionSuite:
    """Measure an extractor, or files that one wrote, on annotated protocols."""

    name: ClassVar[str] = "protocol-ie"
    data: Annotated[list[Path], typer.Option(help="A folder of annotated protocols; may be repeated.")]
    engine: Annotated[
        ExtractionEngine | None, typer.Option(help="What extracts; local if unset.", show_default=False)
    ] = None
    model: Annotated[str | None, typer.Option(help="The engine's model.", show_default=False)] = None
    predicted: Annotated[
        Path | None,
        typer.Option(
            help="A BRAT folder that an extractor wrote, in place of an engine.", show_default=False
        ),
    ] = None
    against: Annotated[
        Path | None,
        typer.Option(help="Another such folder, to give paired differences to.", show_default=False),
    ] = None
    scheme: Annotated[SchemeChoice, typer.Option(help="Compare as annotated (wlp) or mapped (biopie).")] = (
        SchemeChoice.wlp
    )
    train: Annotated[
        Path | None,
        typer.Option(
            help="The training protocols; scores are also given without what stands there too.",
            show_default=False,
        ),
    ] = None
    cleaned: Annotated[bool, typer.Option("--cleaned", help="Only the scores without copies of --train.")] = (
        False
    )
    errors: Annotated[
        Path | None, typer.Option(help="Write every error to this table (TSV).", show_default=False)
    ] = None
    stress: Annotated[
        bool, typer.Option("--stress", help="Also measure the protocols rewritten in ten other forms.")
    ] = False

    shots: Annotated[
        str | None,
        typer.Option(
            help="Numbers of demonstrations, such as 0,1,5,20: a language model is measured with each.",
            show_default=False,
        ),
    ] = None
    demonstrations: Annotated[
        Path | None,
        typer.Option(help="The annotated protocols that --shots draws from.", show_default=False),
    ] = None

    def load(self) -> tuple[AnnotatedDocument, ...]:
        """Read the gold protocols."""
        if self.cleaned and self.train is None:
            raise UsageError("--cleaned needs --train: the protocols that a model was trained on")
        if self.predicted is not None and (self.engine or self.model):
            raise UsageError("--predicted reads files; --engine and --model run an extractor")
        if self.predicted is not None and self.stress:
            raise UsageError("--stress runs an extractor on other texts; --predicted has none of these")
        if self.shots is not None and (self.engine is not ExtractionEngine.llm or self.predicted):
            raise UsageError("--shots measures a language model: it needs --engine llm")
        if (self.demonstrations is not None) != any(parse_shots(self.shots or "0")):
            raise UsageError("--demonstrations and a number above 0 in --shots go together")
        return tuple(document for path in self.data for document in read_annotated(path))

    def run(self, gold: tuple[AnnotatedDocument, ...], reporter: Reporter) -> ProtocolExtractionScores:
        """Run the extractor or read its files, and score."""
        readings = self._read(gold, reporter)
        report = evaluate_protocol_ie(readings, self.scheme.value)
        if not readings.related:
            reporter.note("RE is left out: nothing here relates given mentions")
        failed = Counter(reject.code for document in readings.predicted for reject in document.rejects)
        if failed:
            listed = ", ".join(f"{code} {count}" for code, count in sorted(failed.items()))
            reporter.note(f"what the extractor could not read counts as nothing found: {listed}")
        copies: dict[str, float] = {}
        if self.train is not None:
            shares = shares_with(gold, read_annotated(self.train))
            copies = {name: share for name, share in shares.items() if share > HALF}
        if self.errors is not None:
            how = convention(self.scheme.value)
            found = list_errors(
                [how.document(each) for each in readings.gold],
                [how.document(each) for each in readings.predicted],
                how,
            )
            reporter.note(f"{write_errors(found, self.errors)} errors written")
        return ProtocolExtractionScores(
            report=report,
            cleaned=report.without(copies) if self.train is not None else None,
            copies=copies,
            check=check_gold(gold),
            failed=dict(failed),
            against=self._compare(gold, report),
            published=published(),
            forms=measure_forms(self._extractor(), gold, self.scheme.value, reporter) if self.stress else (),
            shots=()
            if self.shots is None
            else measure_shots(
                parse_shots(self.shots),
                self.demonstrations,
                gold,
                self.scheme.value,
                reporter,
                self.model,
            ),
        )

    def _read(self, gold: tuple[AnnotatedDocument, ...], reporter: Reporter) -> ProtocolReadings:
        if self.predicted is not None:
            return ProtocolReadings(self.predicted.name, gold, read_predicted(self.predicted, gold))
        return run_extractor(self._extractor(), gold, self.scheme.value, reporter.counter(self.name))

    def _extractor(self) -> Extractor:
        engine = self.engine or ExtractionEngine.local
        extractor = open_extractor(engine.value, Settings(), model=self.model)
        if extractor is None:
            raise UsageError("there is no extractor to measure")
        return extractor

    def _compare(
        self, gold: tuple[AnnotatedDocument, ...], report: ProtocolReport
    ) -> dict[str, F1Difference]:
        if self.against is None:
            return {}
        other = ProtocolReadings(self.against.name, gold, read_predicted(self.against, gold))
        rival = evaluate_protocol_ie(other, self.scheme.value)
        return {
            name: compare(report.tallies[name], tallies, report.families)
            for name, tallies in rival.tallies.items()
        }

    def figures(self, scores: ProtocolExtractionScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        shown = self._shown(scores)
        answer: dict[str, Any] = {
            "n": len(shown.documents),
            "scheme": shown.scheme,
            "extractor": shown.extractor,
            "failed": scores.failed,
            "metrics": _scores_json(shown),
            "gold": {**asdict(scores.check), "aligned_share": round(scores.check.aligned_share, 4)},
            "published": self.published(scores),
        }
        if scores.cleaned is not None:
            answer["copies_of_train"] = {
                name: round(share, 3) for name, share in sorted(scores.copies.items())
            }
            if not self.cleaned:
                answer["cleaned"] = {
                    "n": len(scores.cleaned.documents),
                    "metrics": _scores_json(scores.cleaned),
                }
        if scores.forms:
            answer["forms"] = forms_json(scores.forms)
        if scores.shots:
            answer["shots"] = shots_json(scores.shots)
        if scores.against:
            answer["against"] = {
                name: {"f1": estimate_json(each.f1), "not_above": round(each.not_above, 4)}
                for name, each in scores.against.items()
            }
        return answer

    def tables(self, scores: ProtocolExtractionScores) -> Iterable[ReportTable | str]:
        """Give the scores, the types, the differences to another system, and published figures."""
        if not (self.cleaned and scores.cleaned):
            yield _score_table(scores.report, "all documents")
        if scores.cleaned:
            copies = len(scores.copies)
            yield _score_table(scores.cleaned, f"without {copies} that stand in the training data")
        if scores.forms:
            yield form_table(scores.forms)
        if scores.shots:
            yield shot_table(scores.shots, METRICS)
        shown = self._shown(scores)
        for name in ("NER", "RE" if "RE" in shown.scores else "Rel"):
            yield _type_table(name, shown.scores[name])
        if scores.against:
            rows = [
                (name, estimate_cell(each.f1, "+"), f"{each.not_above:.3f}")
                for name, each in scores.against.items()
            ]
            title = "F1 above that of the other system, same resamples of documents"
            yield ReportTable(("measure", "difference", "share of resamples not above"), rows, title)
        papers = [
            (
                each.system,
                each.test,
                *(f"{each.metrics[column]:.3f}" if column in each.metrics else "" for column in METRICS),
            )
            for each in scores.published
        ]
        yield ReportTable(("system", "test", *METRICS), papers, "published by others, F1", NOTE)
        check = scores.check
        yield (
            f"gold: {check.mentions} mentions, {check.aligned_share:.2%} of them begin and end at tokens; "
            f"{check.relations} relations, {check.relations_unaligned} of them with an end that does not, "
            f"{check.crossing} across sentences; "
            f"{check.doubly_labelled} of {check.pairs} pairs with several labels"
        )

    def published(self, scores: ProtocolExtractionScores) -> PublishedFigures:
        """Give the published F1 of other extractors, with the test set of each."""
        return [
            {"system": row.system, "test": row.test, "source": row.source, "metrics": dict(row.metrics)}
            for row in scores.published
        ]

    def _shown(self, scores: ProtocolExtractionScores) -> ProtocolReport:
        return scores.cleaned if self.cleaned and scores.cleaned else scores.report


def _score_table(report: ProtocolReport, which: str) -> ReportTable:
    scheme = "BioPIE-style" if report.scheme == "biopie" else "as annotated in WLP"
    rows = [
        (
            name,
            f"{each.precision.value:.3f}",
            f"{each.recall.value:.3f}",
            estimate_cell(each.f1),
            f"{each.macro_f1.value:.3f}",
        )
        for name, each in report.scores.items()
    ]
    return ReportTable(
        ("measure", "precision", "recall", "F1", "macro F1"),
        rows,
        f"protocol-ie, {scheme}, {report.extractor}, {which}: {len(report.documents)}",
        "95% bootstrap interval over families of documents",
    )


def _type_table(name: str, found: F1Score) -> ReportTable:
    rows: list[Sequence[str]] = []
    for type_, each in sorted(found.types.items(), key=lambda item: -item[1].counts.gold):
        counts = each.counts
        numbers = (f"{counts.precision:.3f}", f"{counts.recall:.3f}", estimate_cell(each.f1))
        rows.append((type_, *numbers, str(counts.gold), str(counts.predicted)))
    return ReportTable(("type", "precision", "recall", "F1", "gold", "found"), rows, f"{name} by type")


def _scores_json(report: ProtocolReport) -> dict[str, Any]:
    return {
        name: {
            "precision": estimate_json(each.precision),
            "recall": estimate_json(each.recall),
            "f1": estimate_json(each.f1),
            "macro_f1": estimate_json(each.macro_f1),
            **each.counts._asdict(),
            "types": {
                type_: {
                    "precision": round(one.counts.precision, 4),
                    "recall": round(one.counts.recall, 4),
                    "f1": estimate_json(one.f1),
                    **one.counts._asdict(),
                }
                for type_, one in each.types.items()
            },
        }
        for name, each in report.scores.items()
    }
