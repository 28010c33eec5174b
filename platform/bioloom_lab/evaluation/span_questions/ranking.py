"""Sentence rankings for questions about articles; learned ones cross-validated by article."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.records import split_sentence_id
from bioloom.resources import read_table
from bioloom.retrieval import EVERYTHING, Filters, retrieve
from bioloom.retrieval.methods import LearnedMethod
from bioloom.retrieval.ranking import order_by_weights
from bioloom.retrieval.ranking_features import FEATURES
from bioloom.span_reader import PassageSentence
from bioloom_lab.baselines.retrieval_methods import (
    EVALUATED_METHODS,
    FeaturedCandidate,
    candidates_with_features,
)
from bioloom_lab.evaluation.cross_validation import folds_of
from bioloom_lab.evaluation.span_questions.gold import AskedArticle
from bioloom_lab.evaluation.span_questions.squad import Article, fingerprint
from bioloom_lab.training.ranking import RankedCase, fit_ranking

FOLDS = 5
SHRINK = 0.005
_BEYOND_TITLE = ("rest", "rest near", "whole rest")
"""Features that weights of publications are fitted without: a question seldom names an article's title."""

_VECTORS = ("cosine", "title cosine")

Step = Callable[[], None]


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence that a ranking found, by its id, as a reader reads it."""

    id: str
    passage: PassageSentence

    @classmethod
    def of(cls, sentence_id: str, text: str, title: str | None) -> RankedSentence:
        """Take the document and the place in it from the id."""
        document, place = split_sentence_id(sentence_id) or (sentence_id, 0)
        return cls(sentence_id, PassageSentence(text, document, title or "", place))


Ranking = Sequence[Sequence[RankedSentence]]
"""The first sentences of every question, best first."""


def learnt_from(articles: Sequence[Article]) -> bool:
    """Say whether the shipped weights of publications were fitted on any of these articles."""
    seen = {row["fingerprint"] for row in read_table("retrieval/prose_articles.tsv")}
    return any(fingerprint(each.text) in seen for each in articles)


def filters_of(one: AskedArticle, *, closed: bool) -> Filters:
    """Keep evidence to the article of a question, or leave everything in."""
    return Filters(documents=(one.document_id,)) if closed else EVERYTHING


def rank_plain(
    graph: Graph, questions: Sequence[AskedArticle], method: str, *, closed: bool, depth: int, step: Step
) -> Ranking:
    """Rank by a method as it is."""
    found = []
    for one in questions:
        hits = retrieve(
            graph,
            one.asked.question,
            method=EVALUATED_METHODS[method],
            k=depth,
            filters=filters_of(one, closed=closed),
        )
        found.append(
            [
                RankedSentence.of(hit.sentence_id, hit.text, hit.document_title)
                for hit in hits
                if hit.sentence_id
            ]
        )
        step()
    return found


def rank_unseen(
    graph: Graph, questions: Sequence[AskedArticle], method: LearnedMethod, *, depth: int, step: Step
) -> tuple[Ranking, Ranking]:
    """Rank by a learned method, over everything and within the article.

    Weights are fitted to the candidates over everything of the other folds, five by article. With fewer than
    two articles there is nothing to learn from: all weights are 0.
    """
    whole, within = (
        [_candidates(graph, one, method, closed, step) for one in questions] for closed in (False, True)
    )
    folds = folds_of([one.document_id for one in questions], FOLDS)
    spared = (*_BEYOND_TITLE, *(() if method.vectors else _VECTORS))
    left_out = tuple(FEATURES.index(name) for name in spared)
    weights: dict[int, Sequence[float]] = {}
    for fold in sorted(set(folds)):
        cases = [
            RankedCase([row for _, row in rows], [each.id in one.gold for each, _ in rows])
            for one, rows, other in zip(questions, whole, folds, strict=True)
            if other != fold and rows
        ]
        weights[fold] = fit_ranking(cases, left_out=left_out, shrink=SHRINK) or [0.0] * len(FEATURES)
    ordered = []
    for each in (whole, within):
        ordered.append([_first(rows, weights[fold], depth) for rows, fold in zip(each, folds, strict=True)])
    return ordered[0], ordered[1]


_Rows = Sequence[FeaturedCandidate]


def _candidates(graph: Graph, one: AskedArticle, method: LearnedMethod, closed: bool, step: Step) -> _Rows:
    found = candidates_with_features(
        graph, one.asked.question, method=method, filters=filters_of(one, closed=closed)
    )
    step()
    return found


def _first(rows: _Rows, weights: Sequence[float], depth: int) -> list[RankedSentence]:
    ordered = order_by_weights([each for each, _ in rows], [row for _, row in rows], weights)
    return [RankedSentence.of(each.id, each.text, each.title) for each, _ in ordered[:depth]]
