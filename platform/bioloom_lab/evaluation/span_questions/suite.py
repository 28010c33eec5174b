"""Suite `qa`: sentences that hold the answers, for every method, and the extracted answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.resources import read_table
from bioloom.retrieval import DEFAULT_METHOD, idf_weights
from bioloom.retrieval.methods import LearnedMethod
from bioloom.settings import Settings
from bioloom_lab.baselines.retrieval_methods import EVALUATED_METHODS, usable_methods
from bioloom_lab.evaluation.span_questions.answer_agreement import exact, overlap
from bioloom_lab.evaluation.span_questions.answerers import FLOORS, Answerer, UnseenReader
from bioloom_lab.evaluation.span_questions.gold import AskedArticle, find_gold
from bioloom_lab.evaluation.span_questions.ranking import (
    RankedSentence,
    Ranking,
    learnt_from,
    rank_plain,
    rank_unseen,
)
from bioloom_lab.evaluation.span_questions.squad import Article, read_squad
from bioloom_lab.evaluation.statistics import Estimate, clustered, rank_metrics
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    estimate_table,
    estimates_json,
    published_json,
    rows_json,
)

DEPTH = 10
CUTS = (1, 5, 10)
BASELINE = "bm25"
BEST = "prose"
"""The method that ranks what is read."""

OnProgress = Callable[[int, int], None]
Rows = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class SpanScores:
    """Scores of the suite, every figure with an interval over articles.

    `methods`: hit@1, hit@5, hit@10 and MRR@10 of every method over all that is loaded; `within`: the same of
    BM25 and of learned methods, within the article of the question; `against`: the paired differences
    of both to BM25, by "method" and "method, within"; `answers`: exact match and F1 of what is given as the
    answer, and how often its sentence is right, open and closed.
    """

    n: int
    articles: int
    methods: Rows
    within: Rows
    against: Rows
    answers: Rows = field(default_factory=dict)


def evaluate_span_questions(
    graph: Graph,
    articles: Sequence[Article],
    *,
    methods: Sequence[str] = tuple(EVALUATED_METHODS),
    method: str,
    answerers: Mapping[str, Answerer] = FLOORS,
    depth: int = DEPTH,
    on_progress: OnProgress | None = None,
) -> SpanScores:
    """Ask the loaded graph questions about loaded articles.

    `method` ranks the sentences that `answerers` read, `depth` of them: over everything (open) and within the
    article (closed). Learned methods whose shipped weights were fitted on these articles are fitted anew, for
    each article without it. BioloomError if an article is not loaded; UsageError for an unknown method.
    """
    if lost := [name for name in (*methods, method) if name not in EVALUATED_METHODS]:
        raise UsageError(
            f"there is no retrieval method {lost[0]!r}; choose from: {', '.join(EVALUATED_METHODS)}"
        )
    questions = find_gold(graph, articles).questions
    ranked = list(dict.fromkeys((*methods, method)))
    fitted = {name: each for name in ranked if isinstance(each := EVALUATED_METHODS[name], LearnedMethod)}
    learned = fitted if learnt_from(articles) else {}
    plain = [(name, False) for name in ranked if name not in learned]
    plain += [(name, True) for name in dict.fromkeys((BASELINE, method, *fitted)) if name not in learned]
    done, total = 0, (len(plain) + 2 * len(learned)) * len(questions)

    def step() -> None:
        nonlocal done
        done += 1
        if on_progress:
            on_progress(done, total)

    found: dict[tuple[str, bool], Ranking] = {}
    for name, closed in plain:
        found[name, closed] = rank_plain(graph, questions, name, closed=closed, depth=depth, step=step)
    for name, each in learned.items():
        found[name, False], found[name, True] = rank_unseen(graph, questions, each, depth=depth, step=step)
    ranks = {
        key: [_rank(first[:DEPTH], one) for first, one in zip(rows, questions, strict=True)]
        for key, rows in found.items()
    }
    said: dict[tuple[str, bool], list[tuple[str, bool]]] = {}
    for at, one in enumerate(questions):
        weights = idf_weights(graph, parse_question(one.asked.question))
        for closed in (False, True):
            read = found[method, closed][at]
            for title, answer in answerers.items():
                answered = answer(one, weights, [each.passage for each in read])
                right = answered.sentence is not None and read[answered.sentence].id in one.gold
                said.setdefault((title, closed), []).append((answered.text, right))
    clusters = [one.document_id for one in questions]
    columns = {key: rank_metrics(found, CUTS, DEPTH) for key, found in ranks.items()}
    open_, closed_ = (
        {name: _estimates(each, clusters) for (name, closed), each in columns.items() if closed == wanted}
        for wanted in (False, True)
    )
    return SpanScores(
        len(questions),
        len(set(clusters)),
        open_,
        closed_,
        _against(columns, clusters),
        _answers(said, questions, clusters),
    )


def _rank(hits: Sequence[RankedSentence], one: AskedArticle) -> int | None:
    return next((rank for rank, hit in enumerate(hits, 1) if hit.id in one.gold), None)


def _estimates(columns: Mapping[str, Sequence[float]], clusters: Sequence[str]) -> dict[str, Estimate]:
    return {name: clustered(values, clusters) for name, values in columns.items()}


def _against(
    columns: Mapping[tuple[str, bool], Mapping[str, Sequence[float]]], clusters: Sequence[str]
) -> dict[str, dict[str, Estimate]]:
    found = {}
    for (name, closed), ours in columns.items():
        base = columns.get((BASELINE, closed))
        if base is None or name == BASELINE:
            continue
        differences = {
            column: [one - other for one, other in zip(values, base[column], strict=True)]
            for column, values in ours.items()
        }
        found[f"{name}, within" if closed else name] = _estimates(differences, clusters)
    return found


def _answers(
    said: Mapping[tuple[str, bool], Sequence[tuple[str, bool]]],
    questions: Sequence[AskedArticle],
    clusters: Sequence[str],
) -> dict[str, dict[str, Estimate]]:
    found: dict[str, dict[str, Estimate]] = {}
    for (title, closed), answers in said.items():
        place = "closed" if closed else "open"
        right = clustered([float(sentence) for _, sentence in answers], clusters)
        found.setdefault(title, {})[f"sentence, {place}"] = right
        for name, score in (("exact", exact), ("f1", overlap)):
            values = [score(text, one.accepted) for (text, _), one in zip(answers, questions, strict=True)]
            found[title][f"{name}, {place}"] = clustered(values, clusters)
    return found


@dataclass
class SpanQuestionSuite:
    """Measure which sentence holds the answer, for every method, and which part of it is the answer."""

    name: ClassVar[str] = "qa"
    data: Annotated[
        list[Path],
        typer.Option(help="Questions about loaded articles (SQuAD format); may be repeated."),
    ]
    model: Annotated[
        Path | None, typer.Option(help="The folder of a reader, with its folds.", show_default=False)
    ] = None
    method: Annotated[
        str | None,
        typer.Option(help="Rank what is read by this method, and score it beside bm25 only."),
    ] = None

    def load(self) -> tuple[Article, ...]:
        """Read the articles with their questions."""
        return tuple(article for path in self.data for article in read_squad(path))

    def run(self, gold: tuple[Article, ...], reporter: Reporter) -> SpanScores:
        """Ask the loaded graph; a reader reads the articles that it never saw."""
        answerers: dict[str, Answerer] = dict(FLOORS)
        if self.model is not None:
            answerers["reader"] = UnseenReader(self.model, gold)
        with open_graph(Settings()) as graph:
            usable = usable_methods(graph)
            if self.method is not None:
                usable = (BASELINE, self.method)
            elif len(usable) < len(EVALUATED_METHODS):
                reporter.note(
                    "vector is left out: the sentences have no vectors yet; make them with: bioloom embed"
                )
            return evaluate_span_questions(
                graph,
                gold,
                methods=usable,
                method=self.method or (BEST if BEST in usable else DEFAULT_METHOD),
                answerers=answerers,
                on_progress=reporter.counter(self.name),
            )

    def figures(self, scores: SpanScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        return {
            "n": scores.n,
            "articles": scores.articles,
            "metrics": {
                **rows_json(scores.methods),
                **{f"{name}, within": estimates_json(each) for name, each in scores.within.items()},
                **rows_json(scores.answers),
            },
            "against_bm25": rows_json(scores.against),
            "published": self.published(scores),
        }

    def tables(self, scores: SpanScores) -> Iterable[ReportTable | str]:
        """Give each figure with its interval over articles."""
        title = f"sentences among all that is loaded, n = {scores.n} on {scores.articles} articles"
        told = [{**each, "name": f"{each['name']} (published)"} for each in self.published(scores)]
        for heading, rows, sign, published in (
            (title, scores.methods, "", []),
            ("sentences within the article", scores.within, "", []),
            ("difference to bm25, paired", scores.against, "+", []),
            ("answers, open and within the article (closed)", scores.answers, "", told),
        ):
            if rows:
                yield estimate_table(heading, rows, first="", caption=None, sign=sign, published=published)

    def published(self, scores: SpanScores) -> PublishedFigures:
        """Give exact match and F1 within the article by system."""
        return published_json(published_answers())


@cache
def published_answers() -> Mapping[str, Mapping[str, float]]:
    """Give published exact match and F1 within the article by system.

    >>> published_answers()["RoBERTa-base, fitted to SQuAD and COVID-QA"]
    {'exact, closed': 0.259, 'f1, closed': 0.595}
    """
    return {
        row["system"]: {"exact, closed": float(row["exact"]), "f1, closed": float(row["f1"])}
        for row in read_table("published/covidqa.tsv")
    }
