"""Suite `classify`: classes of sentences, by methods that learn here or by fine-tuned models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.embedding import open_encoder
from bioloom.errors import UsageError
from bioloom.settings import Settings
from bioloom_lab.baselines.labelled_texts import LabelledText, read_labelled
from bioloom_lab.classification.classifier import ClassReader, open_class_reader
from bioloom_lab.evaluation.classification import ClassReport, evaluate_classes, evaluate_readers
from bioloom_lab.evaluation.split_files import NOTE, data_set_name, find_split
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    published_json,
    published_table,
)
from bioloom_lab.evaluation.vector_cache import StoredEncoder


@dataclass(frozen=True, slots=True)
class LabelledTexts:
    """Labelled texts, and the fine-tuned readers to score on them (none: methods learn on draws)."""

    rows: Sequence[LabelledText]
    readers: Sequence[ClassReader]


@dataclass
class ClassificationSuite:
    """Measure how well sentences are classified: what is learned from and what is scored come from --data."""

    name: ClassVar[str] = "classify"
    data: Annotated[list[Path], typer.Option(help="A folder with train (and dev) in it, or a file.")]
    model: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder of train classes, repeated for several runs of which mean and deviation are given."
        ),
    ] = None
    split: Annotated[
        str | None,
        typer.Option(help="What of --data is scored; dev for models of a whole file.", show_default=False),
    ] = None

    def load(self) -> LabelledTexts:
        """Read the texts; readers of a draw are scored on the training file's other rows, the rest on dev."""
        if len(self.data) != 1:
            raise UsageError(f"{self.name} takes one data set")
        readers = [open_class_reader(folder) for folder in self.model or ()]
        drawn = {reader.settings.draw is not None for reader in readers}
        if len(drawn) > 1:
            raise UsageError("models of a draw and models of a whole file are not scored on the same rows")
        split = self.split or ("dev" if drawn == {False} else "train")
        return LabelledTexts(read_labelled(find_split(self.data[0], split)), readers)

    def run(self, gold: LabelledTexts, reporter: Reporter) -> ClassReport:
        """Score the readers, or learn on draws and score."""
        name = data_set_name(self.data[0])
        if gold.readers:
            return evaluate_readers(gold.readers, gold.rows, open_encoder(), data=name)
        encoder = StoredEncoder(open_encoder(), Settings().cache / self.name)
        return evaluate_classes(gold.rows, encoder, data=name, on_progress=reporter.counter(self.name))

    def figures(self, scores: ClassReport) -> dict[str, Any]:
        """Give the scores as JSON values."""
        return {
            "n": scores.n,
            "texts": scores.texts,
            "labels": scores.labels,
            "metrics": {
                method: {
                    condition: {
                        name: {"mean": round(mean, 4), "sd": round(deviation, 4)}
                        for name, (mean, deviation) in columns.items()
                    }
                    for condition, columns in conditions.items()
                }
                for method, conditions in scores.rows.items()
            },
            "copies": scores.copies,
            "published": self.published(scores),
        }

    def tables(self, scores: ClassReport) -> Iterable[ReportTable | str]:
        """Give a table for each condition, and how many texts are copies."""
        for condition in dict.fromkeys(name for each in scores.rows.values() for name in each):
            rows = {method: each[condition] for method, each in scores.rows.items() if condition in each}
            cells = [
                (method, *(f"{mean:.4f} ± {deviation:.4f}" for mean, deviation in columns.values()))
                for method, columns in rows.items()
            ]
            header = ("method", *next(iter(rows.values())))
            caption = "mean and deviation of draws or models"
            yield ReportTable(header, cells, f"{self.name}, {condition}", caption)
        shares = ", ".join(f"{name} {share:.1%}" for name, share in scores.copies.items())
        yield f"{scores.n} rows, {scores.texts} distinct texts; copies among the scored: {shares}"
        if scores.published:
            yield published_table(self.published(scores), NOTE)

    def published(self, scores: ClassReport) -> PublishedFigures:
        """Give the published accuracy by system on the same data set."""
        return published_json(scores.published)
