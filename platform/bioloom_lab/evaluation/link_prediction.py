"""Suite `links`: prediction of the relation of two names (SPEC P1, P8, P20, P26)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Annotated, Any, ClassVar

import numpy as np
import typer

from bioloom.embedding import Encoder, open_encoder
from bioloom.errors import UsageError
from bioloom.settings import Settings
from bioloom_lab.evaluation.split_files import NOTE, data_set_name, find_split, published_links
from bioloom_lab.evaluation.statistics import Estimate, estimate
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    SplitName,
    estimate_table,
    published_json,
    published_table,
    rows_json,
)
from bioloom_lab.evaluation.vector_cache import StoredEncoder
from bioloom_lab.link_prediction.experts import Floats, LinkMemory, NameVectors, Pair
from bioloom_lab.link_prediction.model import ALL, NAMES, LinkModel, fit_links, hold_out, leave_known
from bioloom_lab.link_prediction.model_folder import read_link_model
from bioloom_lab.link_prediction.questions import NamedLink, names_of, read_links, relations_of

NEIGHBOURS = (1, 5, 10, 15, 20)
SEEDS = range(5)
SHARE = 0.9
DRAWS = "five draws of nine tenths of train"


@dataclass(frozen=True, slots=True)
class LinkReport:
    """Link-prediction scores: `rows` of figures by method, and the ceilings of one answer a question.

    `spread` gives mean and standard deviation over runs: models that learned from five draws of nine tenths
    of the training links, or several trained models. `weights` are those of the whole model's experts, of
    several models their means.
    """

    n: int
    rows: dict[str, dict[str, Estimate]]
    spread: dict[str, dict[str, tuple[float, float]]]
    weights: dict[str, float]
    ceilings: dict[str, float]
    counts: dict[str, int]
    published: Mapping[str, Mapping[str, float]]


Progress = Callable[[int, int], None]


def evaluate_links(
    links: Sequence[NamedLink],
    train: Sequence[NamedLink],
    encoder: Encoder,
    *,
    data: str = "",
    on_progress: Progress | None = None,
) -> LinkReport:
    """Learn from `train` and score every method on `links`, which are no part of it."""
    vectors = NameVectors(encoder)
    vectors.learn({*names_of(links), *names_of(train)})
    pairs = [link.pair for link in links]
    relations = relations_of(train)
    show = on_progress or (lambda done, total: None)
    total = 3 + len(SEEDS)
    show(0, total)
    common = Counter(link.relation for link in train)
    prior = np.log(np.array([[common[each] for each in relations]])).repeat(len(pairs), axis=0)
    rows = {"the commonest relation": score_links(prior, links, train, relations)}
    memory = LinkMemory(tuple(train), relations, vectors)
    for n in NEIGHBOURS:
        rows[f"memory only, KNN-{n}"] = score_links(memory.shares(pairs, n), links, train, relations)
    show(1, total)
    held = hold_out(train, vectors)
    whole = fit_links(train, encoder, vectors=vectors, weights=held.weights(ALL), keep=True)
    show(2, total)
    for name, expert in whole.experts.items():
        if name != "memory":
            rows[f"{name} only"] = score_links(expert.scores(pairs), links, train, relations)
    for label, parts in (("names only", NAMES), ("model, no memory", ALL[:-1])):
        part = replace(whole, weights=held.weights(parts))
        rows[label] = score_links(part.log_probabilities(pairs), links, train, relations)
    rows["model + memory"] = score_model(whole, links)
    draws: dict[str, list[float]] = defaultdict(list)
    for seed in SEEDS:
        show(3 + seed, total)
        order = np.random.default_rng(seed).permutation(len(train))[: round(SHARE * len(train))]
        drawn = [train[at] for at in sorted(order)]
        model = fit_links(drawn, encoder, vectors=vectors, seed=seed, weights=whole.weights)
        found = score_links(model.log_probabilities(pairs), links, train, model.relations)
        for name, each in found.items():
            draws[name].append(each.value)
    return LinkReport(
        n=len(links),
        rows=rows,
        spread={DRAWS: {name: (fmean(values), stdev(values)) for name, values in draws.items()}},
        weights=whole.weights,
        ceilings=ceilings(links, train),
        counts=overlap(links, train),
        published=published_links(data),
    )


def report_models(models: Sequence[LinkModel], links: Sequence[NamedLink], *, data: str = "") -> LinkReport:
    """Score trained models on `links`, whole and by their experts; what each learned from is known to it.

    ValueError without a model.
    """
    rows: dict[str, dict[str, Estimate]] = {}
    runs: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    weights: dict[str, list[float]] = defaultdict(list)
    for model in models:
        parts = {"": model.weights}
        if len(model.weights) > 1:
            parts |= {f", {name} only": {name: 1.0} for name in model.weights}
        for part, mix in parts.items():
            found = rows[model.name + part] = score_model(replace(model, weights=mix), links)
            for name, each in found.items():
                runs[part][name].append(each.value)
        for name, weight in model.weights.items():
            weights[name].append(weight)
    several = len(models) > 1
    known = list(dict.fromkeys(link for model in models for link in model.links))
    return LinkReport(
        n=len(links),
        rows=rows,
        spread={
            f"{len(figures['raw'])} models{part}": {
                name: (fmean(values), stdev(values)) for name, values in figures.items()
            }
            for part, figures in runs.items()
            if several and all(len(values) > 1 for values in figures.values())
        },
        weights={name: round(fmean(values), 4) for name, values in weights.items()},
        ceilings=ceilings(links, known),
        counts=overlap(links, known),
        published=published_links(data),
    )


def score_model(model: LinkModel, links: Sequence[NamedLink]) -> dict[str, Estimate]:
    """Score a model's answers."""
    scores = model.log_probabilities([link.pair for link in links])
    return score_links(scores, links, model.links, model.relations)


def score_links(
    scores: Floats, links: Sequence[NamedLink], known: Sequence[NamedLink], relations: Sequence[str]
) -> dict[str, Estimate]:
    """Score an answer a link: `scores` has shape (links, relations).

    `raw` is the share of links whose relation scores highest; `accuracy` the same where the relations that
    `known` gives to the pair are left out, since no link is given twice; `mrr` and `hits@k` rank what is
    left. A relation that is not among `relations` is never right. Equal scores count for half a place each.
    """
    numbers = {relation: number for number, relation in enumerate(relations)}
    pairs: list[Pair] = [link.pair for link in links]
    raw = _ranks(scores, [numbers.get(link.relation) for link in links])
    left = _ranks(
        leave_known(scores, pairs, known, relations), [numbers.get(link.relation) for link in links]
    )
    columns = {
        "raw": [float(rank == 1) for rank in raw],
        "accuracy": [float(rank == 1) for rank in left],
        "mrr": [1 / rank for rank in left],
        "hits@3": [float(rank <= 3) for rank in left],
        "hits@10": [float(rank <= 10) for rank in left],
    }
    return {name: estimate(values) for name, values in columns.items()}


def ceilings(links: Sequence[NamedLink], known: Sequence[NamedLink]) -> dict[str, float]:
    """Give what one answer a question can reach at most.

    `accuracy`: one right answer for each question, however often it is asked. `raw`: what is expected of one
    who knows every relation of each pair, in `known` and `links`, but not which one is meant.

    >>> asked = [NamedLink("a", "r", "b"), NamedLink("a", "s", "b")]
    >>> ceilings(asked, [])
    {'accuracy': 0.5, 'raw': 0.5}
    """
    together: dict[Pair, set[str]] = defaultdict(set)
    for link in (*links, *known):
        together[link.pair].add(link.relation)
    return {
        "accuracy": round(len({link.pair for link in links}) / len(links), 4),
        "raw": round(fmean(1 / len(together[link.pair]) for link in links), 4),
    }


def overlap(links: Sequence[NamedLink], known: Sequence[NamedLink]) -> dict[str, int]:
    """Count the links whose pair is known with another relation, whose names are known, and known links."""
    pairs, names, whole = {link.pair for link in known}, {*names_of(known)}, {*known}
    return {
        "pair_known_with_another_relation": sum(link.pair in pairs and link not in whole for link in links),
        "both_names_known": sum(link.head in names and link.tail in names for link in links),
        "known_already": sum(link in whole for link in links),
    }


def _ranks(scores: Floats, right: Sequence[int | None]) -> list[float]:
    ranks = []
    for row, answer in zip(scores, right, strict=True):
        if answer is None or not np.isfinite(row[answer]):
            ranks.append(float("inf"))
            continue
        above = int((row > row[answer]).sum())
        same = int((row == row[answer]).sum()) - 1
        ranks.append(1 + above + same / 2)
    return ranks


@dataclass(frozen=True, slots=True)
class LinkQuestions:
    """Links to score, with the links to learn from, or the trained models that have learned already."""

    links: Sequence[NamedLink]
    known: Sequence[NamedLink]
    models: Sequence[LinkModel]
    encoder: Encoder


@dataclass
class LinkSuite:
    """Measure how well the relation of two names is predicted, by models that learn here or have learned."""

    name: ClassVar[str] = "links"
    data: Annotated[list[Path], typer.Option(help="A folder with train and dev in it, or a file.")]
    train: Annotated[
        Path | None,
        typer.Option(help="What to learn from, if not train in --data.", show_default=False),
    ] = None
    model: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder of train links, repeated for several runs of which mean and deviation are given."
        ),
    ] = None
    split: SplitName = "dev"

    def load(self) -> LinkQuestions:
        """Read the links that are scored, and what is learned from or has learned."""
        if len(self.data) != 1:
            raise UsageError(f"{self.name} takes one data set")
        (data,) = self.data
        encoder = StoredEncoder(open_encoder(), Settings().cache / self.name)
        if self.model:
            if self.train is not None:
                raise UsageError("--model has learned already; --train is for learning here")
            models = [read_link_model(folder, encoder)[0] for folder in self.model]
            names = names_of(link for each in models for link in each.links)
            return LinkQuestions(read_links(find_split(data, self.split), names), (), models, encoder)
        if self.train is None and not data.is_dir():
            raise UsageError(
                "what to learn from is missing: give --train, --model, or a folder with train in it"
            )
        known = read_links(find_split(self.train or data, "train"))
        return LinkQuestions(read_links(find_split(data, self.split), names_of(known)), known, (), encoder)

    def run(self, gold: LinkQuestions, reporter: Reporter) -> LinkReport:
        """Score every method, or the trained models."""
        name = data_set_name(self.data[0])
        if gold.models:
            return report_models(gold.models, gold.links, data=name)
        return evaluate_links(
            gold.links, gold.known, gold.encoder, data=name, on_progress=reporter.counter(self.name)
        )

    def figures(self, scores: LinkReport) -> dict[str, Any]:
        """Give the scores as JSON values."""
        return {
            "n": scores.n,
            "metrics": rows_json(scores.rows),
            "spread": {
                runs: {
                    name: {"mean": round(mean, 4), "sd": round(deviation, 4)}
                    for name, (mean, deviation) in figures.items()
                }
                for runs, figures in scores.spread.items()
            },
            "weights": scores.weights,
            "ceilings": scores.ceilings,
            "counts": scores.counts,
            "published": self.published(scores),
        }

    def tables(self, scores: LinkReport) -> Iterable[ReportTable | str]:
        """Give the metrics, the spread over runs, weights, ceilings and counts."""
        yield estimate_table(f"{self.name}, n = {scores.n}", scores.rows)
        for runs, figures in scores.spread.items():
            each = ", ".join(f"{name} {mean:.4f} ± {sd:.4f}" for name, (mean, sd) in figures.items())
            yield f"{runs}: {each}"
        shown: Mapping[str, Mapping[str, float]] = {
            "weights": scores.weights,
            "ceilings": scores.ceilings,
            "counts": scores.counts,
        }
        for title, values in shown.items():
            yield f"{title}: " + ", ".join(f"{key} {value}" for key, value in values.items())
        if scores.published:
            yield published_table(self.published(scores), NOTE)

    def published(self, scores: LinkReport) -> PublishedFigures:
        """Give the published accuracy by system on the same data set."""
        return published_json(scores.published)
