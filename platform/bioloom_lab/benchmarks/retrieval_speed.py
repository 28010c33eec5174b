"""Retrieval bench: every method and its parts beside the bare full-text query, in turns on one graph."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from bioloom.answering import ask
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.graph.server import start, stop
from bioloom.graph.server.paths import Home
from bioloom.graph.server.processes import find
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.parsed_question import parse_remembered, patterns_remembered
from bioloom.retrieval import METHODS, graph_counts, idf_weights, retrieve
from bioloom.retrieval.lucene_query import build_query
from bioloom.retrieval.methods import VectorMethod
from bioloom.retrieval.question_vector import vector_of
from bioloom.retrieval.statement_runner import run_statement
from bioloom.settings import Settings
from bioloom_lab.benchmarks.generated_protocols import questions, write_protocols
from bioloom_lab.benchmarks.measurement import machine_facts, processor_time, spread
from bioloom_lab.benchmarks.reference_retriever import NAME as HYBRID
from bioloom_lab.benchmarks.reference_retriever import hybrid_retriever

K = 10
REFERENCE = "full-text query"
"""What everything is compared with: the first hits of the index, their ids and texts."""

ANSWER = "whole local answer"
_WARMING = 6  # rounds without whole answers: a fresh server spends more on compiling than on statements

Work = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class RetrievalCost:
    """Cost of one work in one round: the wall time of each question, and processor seconds of a question."""

    walls: Sequence[float]
    client: float
    server: float

    def percentile(self, share: float) -> float:
        """Give a wall time that was measured, below which lies this share of them.

        >>> RetrievalCost([0.1] * 18 + [0.2, 0.9], 0.0, 0.0).percentile(0.95)
        0.2
        """
        return sorted(self.walls)[max(0, round(share * len(self.walls)) - 1)]


@dataclass(frozen=True, slots=True)
class RetrievalSpeed:
    """Costs by work, one for each round; the size of the graph; facts on the machine."""

    sentences: int
    entities: int
    machine: str
    costs: Mapping[str, Sequence[RetrievalCost]]

    def as_json(self) -> dict[str, Any]:
        """Give medians with the least and the greatest of the rounds, as a result that tables are made of."""
        rounds = self.costs[REFERENCE]
        return {
            "suite": "retrieve",
            "n": self.sentences,
            "conditions": [
                f"{self.entities:,} entities",
                f"{len(rounds)} rounds of {len(rounds[0].walls)} questions: medians, least and greatest",
                self.machine,
            ],
            "metrics": {
                name: {
                    "p50 ms": spread([1000 * cost.percentile(0.5) for cost in costs]),
                    "p95 ms": spread([1000 * cost.percentile(0.95) for cost in costs]),
                    "client CPU ms": spread([1000 * cost.client for cost in costs]),
                    "server CPU ms": spread([1000 * cost.server for cost in costs]),
                }
                for name, costs in self.costs.items()
            },
            "ratios": {
                name: {
                    "of p50": self._ratio(name, lambda cost: cost.percentile(0.5)),
                    "of p95": self._ratio(name, lambda cost: cost.percentile(0.95)),
                    "of CPU": self._ratio(name, lambda cost: cost.client + cost.server),
                }
                for name in self.costs
                if name != REFERENCE
            },
        }

    def _ratio(self, name: str, measure: Callable[[RetrievalCost], float]) -> dict[str, float]:
        """Compare with the reference round by round: what else the machine did meets both."""
        pairs = zip(self.costs[name], self.costs[REFERENCE], strict=True)
        return spread([measure(mine) / measure(its) for mine, its in pairs])


def measure_retrieval(
    settings: Settings,
    *,
    rounds: int = 5,
    each: int = 28,
    sentences: int | None = None,
    asked: Sequence[str] = (),
    on_step: Callable[[str], None] = lambda _: None,
) -> RetrievalSpeed:
    """Measure retrieval on the graph in use, or on a generated one of so many sentences in a home of its own.

    Each round puts `each` other questions to every work, one work after another; first rounds are not
    counted. The question parser's memory is emptied before each question.
    """
    with _measured_graph(settings, sentences, on_step) as (graph, server, used):
        works = _works(graph, used)
        generated = questions()
        costs: dict[str, list[RetrievalCost]] = defaultdict(list)
        machine = machine_facts()
        for number in range(-_WARMING, rounds + 1):
            on_step(f"round {number} of {rounds}" if number >= 0 else "warming up")
            wanted = asked or list(islice(generated, each))
            for name, work in works.items():
                if number < 0 and name == ANSWER:
                    continue
                cost = _cost(work, wanted, server)
                if number > 0:
                    costs[name].append(cost)
        return RetrievalSpeed(*graph_counts(graph), machine, costs)


def _works(graph: Graph, settings: Settings) -> dict[str, Work]:
    """Name what is measured: the reference first, then methods, parts of them, and the whole local answer."""
    methods: dict[str, Work] = {
        name: partial(retrieve, graph, method=name, k=K)
        for name, method in METHODS.items()
        if not isinstance(method, VectorMethod)
    }
    hybrid = hybrid_retriever(graph, K)
    return {
        REFERENCE: partial(_search_index, graph),
        **({} if hybrid is None else {HYBRID: hybrid}),
        **methods,
        "question parsing": parse_question,
        "idf weights": lambda question: idf_weights(graph, parse_question(question)),
        "encoding": vector_of,
        ANSWER: partial(ask, graph, settings, llm=False),
    }


def _search_index(graph: Graph, question: str) -> object:
    query = build_query(parse_question(question))
    return run_statement(graph, "benchmarks/fulltext", {"lucene": query.text, "k": K})


def _cost(work: Work, wanted: Sequence[str], server: psutil.Process | None) -> RetrievalCost:
    walls = []
    before = processor_time(server) if server else 0.0
    own = time.process_time()
    for question in wanted:
        parse_remembered.cache_clear()
        patterns_remembered.cache_clear()
        begun = time.perf_counter()
        work(question)
        walls.append(time.perf_counter() - begun)
    client = time.process_time() - own
    after = processor_time(server) if server else 0.0
    return RetrievalCost(walls, client / len(wanted), (after - before) / len(wanted))


@contextmanager
def _measured_graph(
    settings: Settings, sentences: int | None, on_step: Callable[[str], None]
) -> Iterator[tuple[Graph, psutil.Process | None, Settings]]:
    """Open the graph in use, or a generated one that goes with its home; with its server where it is ours."""
    if sentences is None:
        with open_graph(settings) as graph:
            yield graph, _server(settings), settings
        return
    with TemporaryDirectory(prefix="bioloom-bench-") as folder:
        own = Settings(home=Path(folder) / "home", neo4j_uri=None)
        try:
            where = start(own)
            with open_graph(own, where) as graph:
                on_step(f"writing {sentences:,} sentences")
                write_protocols(graph, own, sentences)
                yield graph, _server(own), own
        finally:
            stop(own)


def _server(settings: Settings) -> psutil.Process | None:
    running = None if settings.neo4j_uri else find(Home.of(settings), None)
    return None if running is None else psutil.Process(running.pid)
