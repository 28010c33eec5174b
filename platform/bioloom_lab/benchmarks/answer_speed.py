"""Benchmark of question latency: retrieval, and the whole local answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bioloom.answering import ask
from bioloom.graph.connection import Graph
from bioloom.retrieval import DEFAULT_METHOD, graph_counts, retrieve
from bioloom.settings import Settings

WARM = 5
"""Questions that are asked before any counts: the database compiles and caches."""

QUESTIONS = (
    "At what temperature is the DNA stored?", "How long are the cells incubated with trypsin?",
    "Which reagent stops the reaction?", "What comes after adding chloroform?",
    "How many times is the pellet washed with ethanol?", "At what speed is the lysate centrifuged?",
    "Which device mixes the beads?", "How much isopropanol is added?",
    "What is the supernatant transferred to?", "What is the pellet resuspended with?",
    "What is done before loading the gel?", "How long is the heat shock of competent cells?",
    "Which drugs treat migraine?", "Which genes does aspirin bind?", "Is the tube kept on ice?",
    "What is the capital of France?",
)  # fmt: skip
"""Questions of every kind, with and without an answer; which graph is loaded does not matter to the bench."""


@dataclass(frozen=True, slots=True)
class AnswerLatency:
    """Latency: median and 95th percentile, in seconds."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class AnswerSpeed:
    """Latencies of retrieval and answers, with the size of the graph."""

    sentences: int
    entities: int
    method: str
    asked: int
    retrieval: AnswerLatency
    answer: AnswerLatency


def measure_answers(
    graph: Graph, settings: Settings, *, questions: Sequence[str] = QUESTIONS, rounds: int = 3
) -> AnswerSpeed:
    """Ask every question so many times, one after another, and time retrieval and the whole local answer."""
    for question in questions[:WARM]:
        ask(graph, settings, question, llm=False)
    again = [question for _ in range(rounds) for question in questions]
    found = [_timed(partial(retrieve, graph, question)) for question in again]
    answered = [_timed(partial(ask, graph, settings, question, llm=False)) for question in again]
    sentences, entities = graph_counts(graph)
    return AnswerSpeed(sentences, entities, DEFAULT_METHOD, len(answered), waits(found), waits(answered))


def waits(seconds: Sequence[float]) -> AnswerLatency:
    """Give median and 95th percentile, both of them times that were measured.

    >>> waits([0.1] * 18 + [0.2, 0.9])
    AnswerLatency(p50=0.1, p95=0.2)
    """
    order = sorted(seconds)
    return AnswerLatency(
        order[(len(order) - 1) // 2], order[min(len(order) - 1, round(0.95 * len(order)) - 1)]
    )


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
