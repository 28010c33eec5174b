"""Suites `triples` and `re`: extraction of biomedical triples, and classification of given pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import typer

from bioloom.embedding import open_encoder
from bioloom.errors import UsageError
from bioloom.extraction.triples.local import open_local_triples
from bioloom.resources import has_weights
from bioloom.settings import Settings
from bioloom_lab.evaluation.pubtator_gold import read_concepts
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    estimate_json,
    estimates_json,
)
from bioloom_lab.evaluation.triples import documents as abstracts
from bioloom_lab.evaluation.triples.evaluator import (
    MeasuredModel,
    RetrievedContext,
    evaluate_relations,
    evaluate_triples,
)
from bioloom_lab.evaluation.triples.leaks import LeakCounts, find_leaks, leak_json, leak_table
from bioloom_lab.evaluation.triples.outcomes import SystemOutcome, spreads
from bioloom_lab.evaluation.triples.prediction_files import Predictions, read_predictions
from bioloom_lab.evaluation.triples.published import (
    NOTE,
    PublishedTriples,
    column_heading,
    published,
    published_tables,
)
from bioloom_lab.evaluation.triples.retrieved_examples import open_beside
from bioloom_lab.evaluation.triples.sentence_rows import SentenceCorpus, read_corpus, size_note
from bioloom_lab.evaluation.triples.views import View
from bioloom_lab.readers.ensemble import MeanReader
from bioloom_lab.readers.local_reader import open_local_reader
from bioloom_lab.readers.selection import open_reader

SHIPPED = "triples"
_ROWS = (".jsonl", ".jsonl.gz", ".json.gz", ".ndjson")


class RetrievalChoice(StrEnum):
    """Context retrieved from the training sentences and shown beside a sentence."""

    none = "none"
    knn = "knn"
    chunks = "chunks"


@dataclass(frozen=True, slots=True)
class TripleSuiteScores:
    """Outcomes by system, and published figures of the same task and data; or what the files give away."""

    outcomes: Sequence[SystemOutcome] = ()
    published: Sequence[PublishedTriples] = ()
    leaks: Sequence[LeakCounts] | None = None


@dataclass
class SentenceSuite:
    """Options, gold data and report that the suites `triples` and `re` share."""

    name: ClassVar[str]
    data: Annotated[list[Path], typer.Option(help="A file of GIT, DDI, ChemProt or BioRED; may be repeated.")]
    model: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder of train triples, repeated for several runs of which mean and deviation are "
            "given; the shipped model if unset."
        ),
    ] = None
    train: Annotated[
        Path | None,
        typer.Option(
            help="The training file, for baselines, retrieval and what cleaned data leave out.",
            show_default=False,
        ),
    ] = None
    cleaned: Annotated[bool, typer.Option("--cleaned", help="Only without marks.")] = False
    raw: Annotated[bool, typer.Option("--raw", help="Only the sentences as published, marks and all.")] = (
        False
    )
    retrieval: Annotated[
        RetrievalChoice, typer.Option(help="What is shown beside a sentence, from --train.")
    ] = RetrievalChoice.none
    together: Annotated[
        bool, typer.Option("--together", help="Also score the mean of the probabilities of all --model.")
    ] = False

    def load(self) -> Sequence[Path]:
        """Give the files; which kind of gold they hold depends on their form."""
        return self.data

    def run(self, gold: Sequence[Path], reporter: Reporter) -> TripleSuiteScores:
        """Score each file: rows of GIT, DDI, ChemProt, or abstracts of ChemProt, BioRED."""
        outcomes: list[SystemOutcome] = []
        for path in gold:
            if path.name.lower().endswith(_ROWS):
                outcomes += self._score_rows(path, reporter)
            else:
                outcomes += self._score_abstracts(path, reporter)
        names = tuple(dict.fromkeys(outcome.data for outcome in outcomes))
        return TripleSuiteScores(outcomes, published(self.name, *names) if names else ())

    @property
    def views(self) -> tuple[View, ...]:
        """Give the views that were asked for: both, if none was."""
        if self.raw == self.cleaned:
            return ("raw", "cleaned")
        return ("raw",) if self.raw else ("cleaned",)

    @property
    def prediction_files(self) -> Sequence[Path]:
        """Give the files of predictions that are scored beside models."""
        return ()

    def _score_rows(self, path: Path, reporter: Reporter) -> list[SystemOutcome]:
        corpus = read_corpus(path)
        train = None if self.train is None else read_corpus(self.train)
        for each in (corpus, train):
            if each is not None and (note := size_note(each)):
                reporter.note(note)
        if train is not None and train.name != corpus.name:
            raise UsageError(f"{path} is {corpus.name}, but --train is {train.name}")
        reporter.status(f"{self.name} on {len(corpus.rows)} rows")
        return self._evaluate(corpus, train, self._context(train))

    def _evaluate(
        self, corpus: SentenceCorpus, train: SentenceCorpus | None, context: RetrievedContext
    ) -> list[SystemOutcome]:
        raise NotImplementedError

    def _context(self, train: SentenceCorpus | None) -> RetrievedContext:
        if self.retrieval is RetrievalChoice.none:
            return RetrievedContext()
        method: Literal["knn", "chunks"] = "knn" if self.retrieval is RetrievalChoice.knn else "chunks"
        return open_beside(method, train, open_encoder(None))

    def _models(self, scheme: str, *, none: bool) -> list[MeasuredModel]:
        """Open the models; `none` is whether they may say that a pair is unrelated, as extraction needs."""
        folders = self._folders()
        found = []
        for folder in folders:
            reader = open_local_reader(folder, scheme, none=none)
            extractor = open_local_triples(folder, scheme) if none else None
            found.append(MeasuredModel(reader.name, reader, extractor))
        if folders and self.together:
            found.append(_mean(found))
        return found

    def _folders(self) -> Sequence[Path | None]:
        """Give the folders of models; None is the shipped one, which is measured where nothing is named."""
        shipped = has_weights(SHIPPED) and not self.prediction_files
        return self.model or ([None] if shipped else [])

    def _score_abstracts(self, path: Path, reporter: Reporter) -> list[SystemOutcome]:
        """Score abstracts; all that their tagger and relater find is scored, whichever of the suites asks."""
        if self.prediction_files or self.retrieval is not RetrievalChoice.none or self.together:
            raise UsageError(
                "abstracts are read by --model alone, without --predicted, --retrieval and --together"
            )
        gold = abstracts.read_gold(path)
        data = str(gold[0].scheme)
        reporter.status(f"{self.name} on {len(gold)} abstracts")
        reads = [
            abstracts.read_documents(gold, open_local_triples(folder, data)) for folder in self._folders()
        ]
        if self.train is not None:
            baseline = abstracts.Cooccurrence.of(abstracts.read_gold(self.train), data)
            reads.append(abstracts.read_documents(gold, baseline, run=False))
        found = abstracts.evaluate_tagger(gold, reads, data)
        if data == "biored":
            found += abstracts.evaluate_concept_relations(gold, read_concepts(path), reads, data)
        else:
            found += abstracts.evaluate_mention_relations(gold, reads, data)
        return found

    def figures(self, scores: TripleSuiteScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        if scores.leaks is not None:
            rows = sum(each.rows for each in scores.leaks)
            return {"n": rows, "leaks": [leak_json(each) for each in scores.leaks]}
        return {
            "n": max((outcome.n for outcome in scores.outcomes), default=0),
            "metrics": {_outcome_name(outcome): _outcome_json(outcome) for outcome in scores.outcomes},
            "spread": [
                {
                    "setting": list(each.setting),
                    "systems": list(each.systems),
                    "figures": {
                        name: {"mean": round(mean, 4), "deviation": round(deviation, 4)}
                        for name, (mean, deviation) in each.figures.items()
                    },
                }
                for each in spreads(scores.outcomes)
            ],
            "published": self.published(scores),
            "note": NOTE,
        }

    def tables(self, scores: TripleSuiteScores) -> Iterable[ReportTable | str]:
        """Give a table for each task, data set, view and unit, the spread over runs, published figures."""
        if scores.leaks is not None:
            yield leak_table(scores.leaks)
            return
        if not scores.outcomes:
            yield "nothing was measured: give --model, --predicted, or --train for baselines"
        yield from _outcome_tables(scores.outcomes)
        for each in spreads(scores.outcomes):
            listed = ", ".join(
                f"{name} {mean:.3f} ± {deviation:.3f}" for name, (mean, deviation) in each.figures.items()
            )
            yield f"{len(each.systems)} runs, {', '.join(each.setting)}: {listed}"
        yield from published_tables(scores.published)

    def published(self, scores: TripleSuiteScores) -> PublishedFigures:
        """Give the published figures of the task on the same data sets."""
        return [
            {
                "system": row.system,
                "source": row.source,
                "task": row.task,
                "data": row.data,
                "kind": row.kind,
                "metrics": dict(row.metrics),
                "remark": row.remark,
            }
            for row in scores.published
        ]


@dataclass
class RelationSuite(SentenceSuite):
    """Measure the relations that models give to annotated pairs of GIT, DDI, ChemProt or BioRED."""

    name: ClassVar[str] = "re"
    reader: Annotated[
        list[str] | None,
        typer.Option(
            help="A language model that chooses among the relations of --train: llm (that of the settings), "
            "or causal:PATH (a folder of train triples-lora, a Hugging Face name); may be repeated."
        ),
    ] = None

    def _evaluate(
        self, corpus: SentenceCorpus, train: SentenceCorpus | None, context: RetrievedContext
    ) -> list[SystemOutcome]:
        models = self._models(corpus.name, none=False)
        readers = [each.reader for each in models if each.reader is not None]
        if self.reader and train is None:
            raise UsageError("--reader needs --train: the relations that a language model chooses among")
        if self.reader and train is not None:
            labels = tuple(sorted({row.triple.relation for row in train.rows}))
            readers += [
                open_reader(each, Settings(), labels=labels, scheme=corpus.name) for each in self.reader
            ]
        return evaluate_relations(corpus, readers, train=train, views=self.views, beside=context)


@dataclass
class TripleSuite(SentenceSuite):
    """Measure the triples that models, or files of predictions, give for GIT, DDI, ChemProt or BioRED."""

    name: ClassVar[str] = "triples"
    predicted: Annotated[
        list[Path] | None,
        typer.Option(
            help="Predictions: JSON lines with sentence (or id, the row's number) and triples; "
            "may be repeated."
        ),
    ] = None
    leaks: Annotated[
        bool,
        typer.Option("--leaks", help="Count what the files in the folders of --data give away, and stop."),
    ] = False

    def run(self, gold: Sequence[Path], reporter: Reporter) -> TripleSuiteScores:
        """Score each file, or count what it gives away."""
        if self.leaks:
            return TripleSuiteScores(leaks=[each for folder in gold for each in find_leaks(folder)])
        return super().run(gold, reporter)

    @property
    def prediction_files(self) -> Sequence[Path]:
        """Give the files of predictions that are scored beside models."""
        return self.predicted or ()

    def _evaluate(
        self, corpus: SentenceCorpus, train: SentenceCorpus | None, context: RetrievedContext
    ) -> list[SystemOutcome]:
        predictions = self._predictions()
        if any(each.by_row for each in predictions) and self.raw == self.cleaned:
            raise UsageError("predictions by id do not say what was read: add --raw or --cleaned")
        models = self._models(corpus.name, none=True)
        return evaluate_triples(corpus, models, predictions, train=train, views=self.views, beside=context)

    def _predictions(self) -> list[Predictions]:
        names = Counter(each.name for each in self.prediction_files)
        return [
            replace(read_predictions(each), system=each.name if names[each.name] == 1 else str(each))
            for each in self.prediction_files
        ]


def _mean(models: Sequence[MeasuredModel]) -> MeasuredModel:
    """Give the mean of some models' probabilities, between the names that the first one finds."""
    if len(models) < 2:
        raise UsageError("--together takes two models or more")
    mean = MeanReader([model.reader for model in models if model.reader is not None])
    return MeasuredModel(mean.name, mean, models[0].extractor, run=False)


def _outcome_tables(outcomes: Sequence[SystemOutcome]) -> Iterable[ReportTable | str]:
    groups: dict[tuple[str, ...], list[SystemOutcome]] = {}
    for outcome in outcomes:
        key = (outcome.task, outcome.data, outcome.view, outcome.unit, *outcome.figures)
        groups.setdefault(key, []).append(outcome)
    caption = "below each figure its 95% bootstrap interval; rows without a model are baselines"
    for (task, data, view, unit, *_), rows in groups.items():
        cells = [
            (
                str(number),
                *(f"{each.value:.3f}\n{each.low:.2f}–{each.high:.2f}" for each in row.figures.values()),
            )
            for number, row in enumerate(rows, start=1)
        ]
        title = f"{task} of {data}, {view}, per {unit}, n = {rows[0].n}"
        yield ReportTable(("", *map(column_heading, rows[0].figures)), cells, title, caption)
        for number, row in enumerate(rows, start=1):
            said = ", ".join(f"{name}: {value}" for name, value in row.said.items())
            yield f" {number} {row.system} ({said})" if said else f" {number} {row.system}"


def _outcome_name(outcome: SystemOutcome) -> str:
    """Name an outcome: no two of one command have the same name."""
    how = [str(outcome.said[name]) for name in ("entities", "choice", "retrieval") if name in outcome.said]
    return ", ".join((outcome.task, outcome.data, outcome.view, f"per {outcome.unit}", outcome.system, *how))


def _outcome_json(outcome: SystemOutcome) -> dict[str, Any]:
    return {
        **estimates_json(outcome.figures),
        "n": outcome.n,
        "task": outcome.task,
        "data": outcome.data,
        "view": outcome.view,
        "unit": outcome.unit,
        "system": outcome.system,
        **outcome.said,
        "types": {
            name: {**one.counts._asdict(), "f1": estimate_json(one.f1)} for name, one in outcome.types.items()
        },
    }
