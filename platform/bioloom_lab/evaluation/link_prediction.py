"""How well the relation of two names is predicted (SPEC P1, P8, P20, P26), on links not learned from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

import numpy as np

from bioloom.embedding import Encoder
from bioloom_lab.evaluation.published_links import published_links
from bioloom_lab.evaluation.statistics import Estimate, estimate
from bioloom_lab.link_prediction.experts import Floats, Memory, NameVectors, Pair
from bioloom_lab.link_prediction.model import ALL, NAMES, LinkModel, fit_links, hold_out, leave_known
from bioloom_lab.link_prediction.questions import Link, names_of, relations_of

NEIGHBOURS = (1, 5, 10, 15, 20)
SEEDS = range(5)
SHARE = 0.9
DRAWS = "five draws of nine tenths of train"


@dataclass(frozen=True, slots=True)
class LinkReport:
    """What was measured: `rows` of figures by method, and the ceilings of one answer a question.

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
    links: Sequence[Link],
    train: Sequence[Link],
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
    memory = Memory(tuple(train), relations, vectors)
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


def report_models(models: Sequence[LinkModel], links: Sequence[Link], *, data: str = "") -> LinkReport:
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


def score_model(model: LinkModel, links: Sequence[Link]) -> dict[str, Estimate]:
    """Score a model's answers."""
    scores = model.log_probabilities([link.pair for link in links])
    return score_links(scores, links, model.links, model.relations)


def score_links(
    scores: Floats, links: Sequence[Link], known: Sequence[Link], relations: Sequence[str]
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


def ceilings(links: Sequence[Link], known: Sequence[Link]) -> dict[str, float]:
    """Give what one answer a question can reach at most.

    `accuracy`: one right answer for each question, however often it is asked. `raw`: what is expected of one
    who knows every relation of each pair, in `known` and `links`, but not which one is meant.

    >>> asked = [Link("a", "r", "b"), Link("a", "s", "b")]
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


def overlap(links: Sequence[Link], known: Sequence[Link]) -> dict[str, int]:
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
