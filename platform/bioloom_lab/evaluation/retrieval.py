"""How often each retrieval method finds the sentence that answers a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bioloom.errors import BioloomError
from bioloom.graph.connection import Graph
from bioloom.retrieval import retrieve, sentences_known, usable_methods
from bioloom_lab.evaluation.questions import GoldQuestion
from bioloom_lab.evaluation.statistics import Estimate, estimate

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
            hits = retrieve(graph, question.question, method=method, k=DEPTH)
            found = (rank for rank, hit in enumerate(hits, 1) if hit.sentence_id in question.gold)
            ranks[method].append(next(found, None))
            if on_progress:
                on_progress(sum(map(len, ranks.values())), total)
    values = {method: _values(found) for method, found in ranks.items()}
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


def _values(ranks: Sequence[int | None]) -> dict[str, list[float]]:
    columns = {f"hit@{cut}": [float(bool(rank and rank <= cut)) for rank in ranks] for cut in CUTS}
    columns[f"mrr@{DEPTH}"] = [1 / rank if rank else 0.0 for rank in ranks]
    return columns


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
