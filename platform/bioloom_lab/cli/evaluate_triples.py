"""bioloom eval triples, re: how well biomedical triples are read, beside what others published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rich.table import Table

from bioloom.cli.console import notes, out, print_json
from bioloom.cli.terminal_text import span
from bioloom.errors import UsageError
from bioloom.resources import has_weights

if TYPE_CHECKING:
    from bioloom_lab.evaluation.statistics import Estimate
    from bioloom_lab.evaluation.triples.leaks import Leaks
    from bioloom_lab.evaluation.triples.outcomes import Outcome
    from bioloom_lab.evaluation.triples.published import Published
    from bioloom_lab.evaluation.triples.sentence_rows import Corpus
    from bioloom_lab.evaluation.triples.suite import Beside, Model
    from bioloom_lab.evaluation.triples.views import View

RetrievalChoice = Enum("RetrievalChoice", {"none": "none", "knn": "knn", "chunks": "chunks"}, type=str)
SUITES = ("triples", "re")
SHIPPED = "triples"
_SHORT = {"precision": "P", "recall": "R", "f1": "F1"}
_ROWS = (".jsonl", ".jsonl.gz", ".json.gz", ".ndjson")


@dataclass(frozen=True, slots=True)
class Request:
    """What to measure: folders of models, files of predictions, which views, beside which documents.

    `together`: also the mean of the models' probabilities.
    """

    models: Sequence[Path] = ()
    predicted: Sequence[Path] = ()
    train: Path | None = None
    raw: bool = False
    cleaned: bool = False
    retrieval: Literal["none", "knn", "chunks"] = "none"
    together: bool = False

    @property
    def views(self) -> tuple[View, ...]:
        """Give the views that were asked for: both, if none was."""
        if self.raw == self.cleaned:
            return ("raw", "cleaned")
        return ("raw",) if self.raw else ("cleaned",)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a suite found, and what others published for its task."""

    suite: str
    outcomes: Sequence[Outcome]
    published: Sequence[Published]


def measure_triples(suite: str, data: Sequence[Path], request: Request) -> Measured:
    """Run the suite on each file: rows of GIT, DDI, ChemProt, or abstracts of ChemProt, BioRED."""
    from bioloom_lab.evaluation.triples.published import published

    outcomes: list[Outcome] = []
    for path in data:
        if path.name.lower().endswith(_ROWS):
            outcomes += _rows(suite, path, request)
        else:
            outcomes += _documents(suite, path, request)
    names = tuple(dict.fromkeys(outcome.data for outcome in outcomes))
    return Measured(suite, outcomes, published(suite, *names) if names else ())


def _rows(suite: str, path: Path, request: Request) -> list[Outcome]:
    from bioloom_lab.evaluation.triples.prediction_files import read_predictions
    from bioloom_lab.evaluation.triples.sentence_rows import read_corpus, size_note
    from bioloom_lab.evaluation.triples.suite import evaluate_relations, evaluate_triples

    corpus = read_corpus(path)
    train = None if request.train is None else read_corpus(request.train)
    for each in (corpus, train):
        if each is not None and (note := size_note(each)):
            notes.print(span(note))
    if train is not None and train.name != corpus.name:
        raise UsageError(f"{path} is {corpus.name}, but --train is {train.name}")
    names = Counter(each.name for each in request.predicted)
    predictions = [
        replace(read_predictions(each), system=each.name if names[each.name] == 1 else str(each))
        for each in request.predicted
    ]
    if any(each.by_row for each in predictions) and request.raw == request.cleaned:
        raise UsageError("predictions by id do not say what was read: add --raw or --cleaned")
    with notes.status(f"{suite} on {len(corpus.rows)} rows"):
        beside = _beside(request, train)
        models = _models(suite, request, corpus)
        if suite == "re":
            if predictions:
                raise UsageError("--predicted belongs to triples and protocol-ie")
            readers = [each.reader for each in models if each.reader is not None]
            return evaluate_relations(corpus, readers, train=train, views=request.views, beside=beside)
        return evaluate_triples(corpus, models, predictions, train=train, views=request.views, beside=beside)


def _beside(request: Request, train: Corpus | None) -> Beside:
    from bioloom_lab.evaluation.triples.suite import Beside

    if request.retrieval == "none":
        return Beside()
    from bioloom.embedding import open_encoder
    from bioloom_lab.evaluation.triples.retrieved_examples import open_beside

    return open_beside(request.retrieval, train, open_encoder(None))


def _models(suite: str, request: Request, corpus: Corpus) -> list[Model]:
    folders = _folders(request)
    if not folders:
        return []
    from bioloom.extraction.triples.local import open_local_triples
    from bioloom_lab.evaluation.triples.suite import Model
    from bioloom_lab.readers.local_reader import open_local_reader

    found = []
    for folder in folders:
        reader = open_local_reader(folder, corpus.name, none=suite == "triples")
        extractor = open_local_triples(folder, corpus.name) if suite == "triples" else None
        found.append(Model(reader.name, reader, extractor))
    if request.together:
        found.append(_mean(found))
    return found


def _mean(models: Sequence[Model]) -> Model:
    """Give the mean of some models' probabilities, between the names that the first one finds."""
    from bioloom_lab.evaluation.triples.suite import Model
    from bioloom_lab.readers.ensemble import MeanReader

    if len(models) < 2:
        raise UsageError("--together takes two models or more")
    mean = MeanReader([model.reader for model in models if model.reader is not None])
    return Model(mean.name, mean, models[0].extractor, run=False)


def _folders(request: Request) -> Sequence[Path | None]:
    """Give the folders of models; None is the shipped one, which is measured where nothing is named."""
    shipped = has_weights(SHIPPED) and not request.predicted
    return request.models or ([None] if shipped else [])


def _documents(suite: str, path: Path, request: Request) -> list[Outcome]:
    """Score abstracts; all that their tagger and relater find is scored, whichever of the suites asks."""
    from bioloom_lab.evaluation.pubtator_gold import read_concepts
    from bioloom_lab.evaluation.triples import documents as suites

    if request.predicted or request.retrieval != "none" or request.together:
        raise UsageError(
            "abstracts are read by --model alone, without --predicted, --retrieval and --together"
        )
    gold = suites.read_gold(path)
    data = str(gold[0].scheme)
    reads = []
    if folders := _folders(request):
        from bioloom.extraction.triples.local import open_local_triples

        for folder in folders:
            with notes.status(f"{suite} on {len(gold)} abstracts"):
                reads.append(suites.read_documents(gold, open_local_triples(folder, data)))
    if request.train is not None:
        baseline = suites.Cooccurrence.of(suites.read_gold(request.train), data)
        reads.append(suites.read_documents(gold, baseline, run=False))
    found = suites.evaluate_tagger(gold, reads, data)
    if data == "biored":
        found += suites.evaluate_concept_relations(gold, read_concepts(path), reads, data)
    else:
        found += suites.evaluate_mention_relations(gold, reads, data)
    return found


def print_measured(found: Measured, data: Sequence[Path], *, as_json: bool) -> None:
    """Print outcomes of any task, and what was published, in a table of its own."""
    if as_json:
        print_json(measured_as_json(found, data))
    else:
        show_measured(found)


def measured_as_json(found: Measured, data: Sequence[Path]) -> dict[str, Any]:
    """Give everything that was measured, as JSON values."""
    from bioloom_lab.evaluation.triples.outcomes import spreads
    from bioloom_lab.evaluation.triples.published import NOTE

    return {
        "suite": found.suite,
        "data": [str(path) for path in data],
        "n": max((outcome.n for outcome in found.outcomes), default=0),
        "metrics": {_name(outcome): _figures(outcome) for outcome in found.outcomes},
        "spread": [
            {
                "setting": list(each.setting),
                "systems": list(each.systems),
                "figures": {
                    name: {"mean": round(mean, 4), "deviation": round(deviation, 4)}
                    for name, (mean, deviation) in each.figures.items()
                },
            }
            for each in spreads(found.outcomes)
        ],
        "published": [
            {
                "system": row.system,
                "source": row.source,
                "task": row.task,
                "data": row.data,
                "kind": row.kind,
                "metrics": dict(row.metrics),
                "remark": row.remark,
            }
            for row in found.published
        ],
        "note": NOTE,
    }


def show_measured(found: Measured) -> None:
    """Print a table for each task, data set, view and unit, the spread over runs, and published figures."""
    from bioloom_lab.evaluation.triples.outcomes import spreads
    from bioloom_lab.evaluation.triples.published import FIGURES, NOTE

    if not found.outcomes:
        out.print("nothing was measured: give --model, --predicted, or --train for baselines")
    groups: dict[tuple[str, ...], list[Outcome]] = {}
    for outcome in found.outcomes:
        key = (outcome.task, outcome.data, outcome.view, outcome.unit, *outcome.figures)
        groups.setdefault(key, []).append(outcome)
    for (task, data, view, unit, *_), rows in groups.items():
        table = Table(
            title=span(f"{task} of {data}, {view}, per {unit}, n = {rows[0].n}"),
            caption="below each figure its 95% bootstrap interval; rows without a model are for proportion",
        )
        table.add_column("")
        for name in rows[0].figures:
            table.add_column(_heading(name), justify="right", no_wrap=True)
        for number, row in enumerate(rows, start=1):
            table.add_row(str(number), *_cells(row))
        out.print(table)
        for number, row in enumerate(rows, start=1):
            said = ", ".join(f"{name}: {value}" for name, value in row.said.items())
            out.print(span(f" {number} {row.system} ({said})" if said else f" {number} {row.system}"))
    for each in spreads(found.outcomes):
        listed = ", ".join(
            f"{name} {mean:.3f} ± {deviation:.3f}" for name, (mean, deviation) in each.figures.items()
        )
        out.print(span(f"{len(each.systems)} runs, {', '.join(each.setting)}: {listed}"))
    if not found.published:
        return
    table = Table(title="published by others, in %", caption=NOTE)
    for column in ("data", "system", "source"):
        table.add_column(column)
    known = [name for name in FIGURES if any(name in paper.metrics for paper in found.published)]
    for column in known:
        table.add_column(_heading(column), justify="right", no_wrap=True)
    remarks: dict[str, int] = {}
    for paper in found.published:
        figures = (f"{100 * paper.metrics[name]:.1f}" if name in paper.metrics else "" for name in known)
        system = paper.system if paper.kind == "printed" else f"{paper.system} ({paper.kind})"
        if paper.remark:
            system += f" [{remarks.setdefault(paper.remark, len(remarks) + 1)}]"
        table.add_row(span(paper.data), span(system), span(paper.source), *figures)
    out.print(table)
    for remark, number in remarks.items():
        out.print(span(f"[{number}] {remark}"))


def print_leaks(data: Sequence[Path], *, as_json: bool) -> None:
    """Print how much of what is asked for the files themselves give away."""
    from bioloom_lab.evaluation.triples.leaks import find_leaks

    found = [each for folder in data for each in find_leaks(folder)]
    if as_json:
        print_json(
            {
                "suite": "triples",
                "data": [str(path) for path in data],
                "n": sum(each.rows for each in found),
                "leaks": [_leak(each) for each in found],
            }
        )
        return
    table = Table(title="what the files give away", caption="rule: the names between padding, no model")
    table.add_column("file")
    columns = ("rows", "distinct rows", "sentences", "doubled space", "both names marked", "roles marked")
    for column in (*columns, "rule F1", "rule exact", "rows known from train", "identical"):
        table.add_column(column, justify="right")
    for each in found:
        rule = f"{each.rule.f1:.3f}" if each.rule else ""
        numbers = (
            each.rows,
            each.distinct_rows,
            each.distinct_sentences,
            each.doubled,
            each.marked,
            each.roles,
        )
        rest = (each.exact, each.known, each.identical)
        cells = [["" if number is None else str(number) for number in some] for some in (numbers, rest)]
        table.add_row(span(f"{each.data}/{each.split}"), *cells[0], rule, *cells[1])
    out.print(table)


def _leak(each: Leaks) -> dict[str, Any]:
    rule = None
    if each.rule is not None:
        counts = each.rule
        rule = {
            "precision": round(counts.precision, 4),
            "recall": round(counts.recall, 4),
            "f1": round(counts.f1, 4),
        }
    return {**asdict(each), "rule": rule}


def _name(outcome: Outcome) -> str:
    """Name an outcome: no two of one command have the same name."""
    how = [str(outcome.said[name]) for name in ("entities", "choice", "retrieval") if name in outcome.said]
    return ", ".join((outcome.task, outcome.data, outcome.view, f"per {outcome.unit}", outcome.system, *how))


def _figures(outcome: Outcome) -> dict[str, Any]:
    return {
        **{name: _rounded(each) for name, each in outcome.figures.items()},
        "n": outcome.n,
        "task": outcome.task,
        "data": outcome.data,
        "view": outcome.view,
        "unit": outcome.unit,
        "system": outcome.system,
        **outcome.said,
        "types": {
            name: {**one.counts._asdict(), "f1": _rounded(one.f1)} for name, one in outcome.types.items()
        },
    }


def _rounded(found: Estimate) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(found).items()}


def _heading(figure: str) -> str:
    """Write the name of a figure in a narrow column."""
    return _SHORT.get(figure, figure.replace(" ", "\n"))


def _cells(row: Outcome) -> list[str]:
    return [f"{each.value:.3f}\n{each.low:.2f}–{each.high:.2f}" for each in row.figures.values()]
