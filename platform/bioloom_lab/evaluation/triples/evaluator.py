"""Evaluation on the papers' sentence rows: readers, extractors, prediction files, and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bioloom.errors import UsageError
from bioloom.extraction.extractor import Extractor
from bioloom_lab.document_scorer.caching_reader import RememberingReader
from bioloom_lab.evaluation.extraction_scores import score, tally
from bioloom_lab.evaluation.triples.outcomes import SystemOutcome, figures_of
from bioloom_lab.evaluation.triples.prediction_files import Predictions
from bioloom_lab.evaluation.triples.scoring import score_triples
from bioloom_lab.evaluation.triples.sentence_rows import NONE, RowTriple, SentenceCorpus
from bioloom_lab.evaluation.triples.systems import (
    Documents,
    KnownNames,
    MarkRule,
    PairFinder,
    PriorReader,
    TaggedNames,
    choose,
)
from bioloom_lab.evaluation.triples.views import CorpusView, GivenPair, SentenceCase, Unit, View, view_of
from bioloom_lab.readers.ensemble import MeanReader
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader

Found = Sequence[frozenset[RowTriple]]


@dataclass(frozen=True, slots=True)
class MeasuredModel:
    """Measured model: a reader of relations, and an extractor of names where no mark shows them.

    `run`: it is one of the runs whose spread is given, and what its extractor states by itself is scored as
    well; not so a mean of others.
    """

    name: str
    reader: LabelReader | None = None
    extractor: Extractor | None = None
    run: bool = True


@dataclass(frozen=True, slots=True)
class RetrievedContext:
    """Retrieved context that sentences are read beside; `name` says how it is retrieved."""

    name: str = "none"
    documents: Documents = lambda sentences: [None] * len(sentences)


def evaluate_triples(
    corpus: SentenceCorpus,
    models: Sequence[MeasuredModel] = (),
    predictions: Sequence[Predictions] = (),
    *,
    train: SentenceCorpus | None = None,
    views: Sequence[View] = ("raw", "cleaned"),
    beside: RetrievedContext = RetrievedContext(),
) -> list[SystemOutcome]:
    """Score triples of sentences, per row as the papers count and per distinct sentence as sets.

    Raw rows have their names from the marks where there are any, all others from the model's tagger. One
    triple is chosen a sentence, the most probable; what a tagger's extractor states by itself is scored as
    well (`choice`: all). DDI's rows count "None" as a relation, its sentences do not. With `train`, baselines
    without a model stand beside.
    """
    outcomes: list[SystemOutcome] = []
    models = [_remembering(model) for model in models]
    taggers = [None if model.extractor is None else TaggedNames(model.extractor) for model in models]
    for view in views:
        viewed = view_of(corpus, view, train)
        units: tuple[Unit, ...] = ("row", "sentence")
        for unit in units:
            counted = corpus.name == "ddi" and unit == "row"
            cases = viewed.cases(unit, with_none=counted)
            bench = _ViewRun(corpus, viewed, unit, cases, beside)
            for model, tagged in zip(models, taggers, strict=True):
                bench.run(model, tagged, counted)
            for each in predictions:
                found = each.of(cases)
                if any(found):
                    bench.keep(each.system, found, {"entities": "file", "unknown": each.unknown(cases)})
            if train is not None:
                bench.run_baselines(train, counted)
            outcomes += bench.outcomes
    return outcomes


def evaluate_relations(
    corpus: SentenceCorpus,
    readers: Sequence[LabelReader],
    *,
    train: SentenceCorpus | None = None,
    views: Sequence[View] = ("raw", "cleaned"),
    beside: RetrievedContext = RetrievedContext(),
) -> list[SystemOutcome]:
    """Score the relation of given heads and tails (GIT-RE and its like): one answer a row.

    GIT and ChemProt have a relation in every row, so "none" is no answer there and F1 is accuracy. DDI is
    scored with "None" as a relation, as in the papers, and without. A row whose names do not stand in its
    sentence counts as missed.
    """
    outcomes: list[SystemOutcome] = []
    for view in views:
        viewed = view_of(corpus, view, train)
        given = viewed.given()
        said: dict[str, str | int] = {"entities": "given", **_left(viewed)}
        ways = (True, False) if corpus.name == "ddi" else (True,)
        asked: list[tuple[LabelReader, str, bool]] = [
            (reader, beside.name, not isinstance(reader, MeanReader)) for reader in readers
        ]
        if train is not None:
            prior = PriorReader.of(row.triple.relation for row in train.rows)
            asked.append((prior, "none", False))
        for reader, retrieval, run in asked:
            own = beside if retrieval != "none" else RetrievedContext()
            answers = relate(reader, given, own, allow_none=corpus.name == "ddi")
            for with_none in ways:
                outcomes.append(
                    _related(
                        corpus.name,
                        viewed.view,
                        "row" if with_none else "row without None",
                        reader.name,
                        given,
                        answers,
                        said | {"retrieval": retrieval},
                        with_none=with_none,
                        run=run,
                    )
                )
    return outcomes


def relate(
    reader: LabelReader, given: Sequence[GivenPair], beside: RetrievedContext, *, allow_none: bool
) -> list[str | None]:
    """Give the most probable relation of each given pair, None where its names have no place."""
    there = [each for each in given if each.head is not None]
    documents = beside.documents([each.sentence for each in there])
    columns = [at for at, label in enumerate(reader.labels) if allow_none or label.casefold() != NONE]
    if not columns:
        raise UsageError(f"{reader.name} knows no relation")
    asked = [
        LabelQuestion(each.sentence, each.head, each.tail, document)
        for each, document in zip(there, documents, strict=True)
    ]
    rows = reader.likelihoods(asked)[:, columns] if asked else np.zeros((0, len(columns)))
    best = iter(rows.argmax(axis=1).tolist())
    return [None if each.head is None else reader.labels[columns[next(best)]] for each in given]


def _related(
    data: str,
    view: str,
    unit: str,
    system: str,
    given: Sequence[GivenPair],
    answers: Sequence[str | None],
    said: dict[str, str | int],
    *,
    with_none: bool,
    run: bool,
) -> SystemOutcome:
    def counted(label: str | None) -> Counter[str]:
        known = None if label is None else label.casefold()
        return Counter([known] if known and (with_none or known != NONE) else [])

    tallies = [
        tally(counted(each.triple.relation), counted(answer), str)
        for each, answer in zip(given, answers, strict=True)
    ]
    found = score(tallies, [each.group for each in given])
    figures = figures_of({"relation": found}) | {"macro f1": found.macro_f1}
    return SystemOutcome("re", data, view, unit, system, len(given), figures, said, found.types, run)


def _remembering(model: MeasuredModel) -> MeasuredModel:
    """Ask a reader everything once: the rows of a sentence, and both units, have the same pairs."""
    return model if model.reader is None else replace(model, reader=RememberingReader(model.reader))


def _left(viewed: CorpusView) -> dict[str, str | int]:
    """Say what a cleaned view left out, and what cannot be found in it."""
    return {"left out": viewed.dropped, "lost names": viewed.lost} if viewed.view == "cleaned" else {}


class _ViewRun:
    """Runs systems on the cases of one view in one unit."""

    def __init__(
        self,
        corpus: SentenceCorpus,
        viewed: CorpusView,
        unit: Unit,
        cases: Sequence[SentenceCase],
        beside: RetrievedContext,
    ) -> None:
        self._corpus, self._viewed, self._unit, self._cases = corpus, viewed, unit, cases
        self._beside = beside
        self._sentences = [case.sentence for case in cases]
        self._marked = viewed.view == "raw" and corpus.padded
        self.outcomes: list[SystemOutcome] = []

    def run(self, model: MeasuredModel, tagged: TaggedNames | None, counted: bool) -> None:
        """Score a model: one triple a sentence, and where a tagger finds the names all that it states too."""
        finder: PairFinder | None = self._marks(tagged) if self._marked else tagged
        how: dict[str, str | int] = {"entities": finder.name if finder else "", "choice": "one"}
        if model.reader is not None and finder is not None:
            reads = finder.read(self._sentences)
            found = choose(
                model.reader,
                reads,
                self._beside.documents([read.text for read in reads]),
                allow_none=counted,
            )
            self.keep(model.name, found, how | {"retrieval": self._beside.name}, run=model.run)
        if tagged is not None and model.run and not self._marked:
            self.keep(
                model.name,
                tagged.triples(self._sentences),
                {"entities": "tagger", "choice": "all", "retrieval": "none"},
            )

    def _marks(self, tagged: TaggedNames | None = None) -> MarkRule:
        """Give the rule for the marks of this corpus; ChemProt's ends are told apart by their types."""
        return MarkRule(pairs=True, typed=tagged) if self._corpus.name == "chemprot" else MarkRule()

    def run_baselines(self, train: SentenceCorpus, counted: bool) -> None:
        """Score what needs no model: marks or names of train, subject first, the most frequent relation."""
        labels = [row.triple.relation for row in train.rows]
        kept = [label for label in labels if counted or label.casefold() != NONE]
        reader = PriorReader.of(kept)
        finder: PairFinder = self._marks() if self._marked else KnownNames.of(train.rows)
        found = choose(
            reader,
            finder.read(self._sentences),
            [None] * len(self._sentences),
            allow_none=counted,
        )
        system = f"{finder.name}, subject first, {reader.name}"
        self.keep(system, found, {"entities": finder.name, "choice": "one", "retrieval": "none"}, run=False)

    def keep(self, system: str, found: Found, said: dict[str, str | int], *, run: bool = True) -> None:
        scores = score_triples(
            [case.gold for case in self._cases], found, [case.group for case in self._cases]
        )
        unit = "row, None counted" if self._corpus.name == "ddi" and self._unit == "row" else self._unit
        self.outcomes.append(
            SystemOutcome(
                "triples",
                self._corpus.name,
                self._viewed.view,
                unit,
                system,
                len(self._cases),
                figures_of(scores),
                said | _left(self._viewed),
                scores["triple"].types,
                run,
            )
        )
