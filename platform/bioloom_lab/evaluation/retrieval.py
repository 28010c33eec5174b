"""Suite `retrieval`: hit rates and MRR of the retrieval methods on questions with gold sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from bioloom.errors import BioloomError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.retrieval import retrieve
from bioloom.settings import Settings
from bioloom_lab.baselines.retrieval_methods import EVALUATED_METHODS, usable_methods
from bioloom_lab.evaluation.loaded_sentences import sentences_known
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.evaluation.statistics import Estimate, estimate, rank_metrics
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite

DEPTH = 10
CUTS = (1, 3, 10)
BASELINE = "bm25"


@dataclass(frozen=True, slots=True)
class MethodScore:
    """The metrics of one method: hit@1, hit@3, hit@10 and MRR@10, and their differences to plain BM25."""

    method: str
    metrics: dict[str, Estimate]
    against_bm25: dict[str, Estimate]


def evaluate_retrieval(
    graph: Graph,
    questions: Sequence[GoldQuestion],
    *,
    methods: Sequence[str] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[MethodScore, ...]:
    """Rank the sentences of the loaded graph for each question that has gold, by each method.

    Without `methods` by all that the graph is ready for. Refuses to score against a graph that does not hold
    the gold sentences.
    """
    scored = [question for question in questions if question.gold]
    if not scored:
        raise BioloomError("no question of the set has gold sentences")
    _check_loaded(graph, scored)
    methods = usable_methods(graph) if methods is None else methods
    ranks: dict[str, list[int | None]] = {}
    total = len(methods) * len(scored)
    for method in methods:
        ranks[method] = []
        for question in scored:
            hits = retrieve(graph, question.question, method=EVALUATED_METHODS[method], k=DEPTH)
            found = (rank for rank, hit in enumerate(hits, 1) if hit.sentence_id in question.gold)
            ranks[method].append(next(found, None))
            if on_progress:
                on_progress(sum(map(len, ranks.values())), total)
    values = {method: rank_metrics(found, CUTS, DEPTH) for method, found in ranks.items()}
    base = values.get(BASELINE)
    return tuple(
        MethodScore(
            method,
            {name: estimate(column) for name, column in columns.items()},
            {
                name: estimate([ours - theirs for ours, theirs in zip(column, base[name], strict=True)])
                for name, column in columns.items()
            }
            if base and method != BASELINE
            else {},
        )
        for method, columns in values.items()
    )


def _check_loaded(graph: Graph, questions: Sequence[GoldQuestion]) -> None:
    wanted = {sentence for question in questions for sentence in question.gold}
    known = sentences_known(graph, sorted(wanted))
    lost = [question for question in questions if not question.gold & known]
    if lost:
        example = sorted(lost[0].gold)[0]
        raise BioloomError(
            f"the graph lacks the gold sentences of {len(lost)} of {len(questions)} questions "
            f"(such as {example}): load the corpus first, see docs/evaluation.md"
        )


@dataclass
class RetrievalSuite(RowSuite):
    """Measure how often each retrieval method finds the gold sentences of questions in the loaded graph."""

    name: ClassVar[str] = "retrieval"
    data: Annotated[
        list[Path], typer.Option(help="Questions with gold sentences (JSON lines); may be repeated.")
    ]

    def load(self) -> tuple[GoldQuestion, ...]:
        """Read the questions."""
        return tuple(question for path in self.data for question in read_questions(path))

    def run(self, gold: tuple[GoldQuestion, ...], reporter: Reporter) -> RowScores:
        """Rank the sentences of the loaded graph by every method that it is ready for."""
        with open_graph(Settings()) as graph:
            scores = evaluate_retrieval(graph, gold, on_progress=reporter.counter(self.name))
        if "vector" not in {score.method for score in scores}:
            reporter.note(
                "vector is left out: the sentences have no vectors yet; make them with: bioloom embed"
            )
        return RowScores(
            len(gold),
            {score.method: score.metrics for score in scores},
            {score.method: score.against_bm25 for score in scores if score.against_bm25},
        )
