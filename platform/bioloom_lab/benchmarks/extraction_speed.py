"""Benchmark of extraction throughput beside that of its encoders alone, and peak memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psutil

from bioloom.embedding.model_files import cores, side_by_side
from bioloom.extraction import split_sentences
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.networks.onnx_network import Network, States
from bioloom.extraction.networks.tokenization import Whole
from bioloom.extraction.prefetch import extract_ahead
from bioloom.records import AnnotatedDocument, Document, Place, Sentence
from bioloom.resources import text
from bioloom_lab.benchmarks.measurement import RoundCost, machine_facts, spread, timed

SAMPLE, ABSTRACTS = "wlp/sample.txt", "biored/sample.txt"
ALONE = "its encoders alone"
_EVERY = 0.02  # seconds between two looks at the memory
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ExtractionSpeed:
    """Speed of an extractor over documents in batches as a load makes them, one cost a round.

    `alone` are those of its encoders over the same windows, with as many threads, in turns with it; none
    where no network of ours reads. `peak_memory` is the most that the whole process held (RSS, bytes),
    `memory_before` what it held before the extractor was first used.
    """

    suite: str
    extractor: str
    documents: int
    sentences: int
    mentions: int
    relations: int
    costs: Sequence[RoundCost]
    alone: Sequence[RoundCost]
    peak_memory: int
    memory_before: int
    machine: str

    def as_json(self) -> dict[str, Any]:
        """Give medians with the least and the greatest of the rounds, as a result that tables are made of."""
        memory = f"{self.peak_memory / _MIB:.0f} MiB at most, {self.memory_before / _MIB:.0f} before"
        works = {self.extractor: self.costs} | ({ALONE: self.alone} if self.alone else {})
        pairs = list(zip(self.costs, self.alone, strict=True)) if self.alone else []
        return {
            "suite": self.suite,
            "n": self.sentences,
            "conditions": [
                f"{self.documents:,} documents, {self.mentions:,} mentions, {self.relations:,} relations",
                f"medians of {len(self.costs)} rounds, with the least and the greatest",
                memory,
                self.machine,
            ],
            "metrics": {
                name: {
                    "sentences/s": spread([self.sentences / cost.wall for cost in costs]),
                    "documents/s": spread([self.documents / cost.wall for cost in costs]),
                    "wall s": spread([cost.wall for cost in costs]),
                    "CPU s": spread([cost.processor for cost in costs]),
                }
                for name, costs in works.items()
            },
            "ratios": {
                f"{self.extractor} against {ALONE}": {
                    "of rates": spread([alone.wall / cost.wall for cost, alone in pairs]),
                    "of CPU s": spread([cost.processor / alone.processor for cost, alone in pairs]),
                }
            }
            if pairs
            else {},
        }


def bench_documents() -> list[AnnotatedDocument]:
    """Give the 38 protocols that travel with the package, 782 sentences of usual length."""
    return [_document(number, lines) for number, lines in enumerate(_blocks(SAMPLE), start=1)]


def bench_abstracts() -> list[AnnotatedDocument]:
    """Give the 20 abstracts that travel with the package, with their titles."""
    return [_abstract(number, *lines) for number, lines in enumerate(_blocks(ABSTRACTS), start=1)]


def measure_extractor(
    extractor: Extractor, documents: Sequence[AnnotatedDocument], *, suite: str = "extract", rounds: int = 3
) -> ExtractionSpeed:
    """Extract from all documents so many times, in turns with its encoders, after a round to warm up."""
    before, machine = psutil.Process().memory_info().rss, machine_facts()
    costs: list[RoundCost] = []
    alone: list[RoundCost] = []
    with _watched() as watch:
        with _noted_states() as calls:
            taken = [one.record for one in extract_ahead(documents, extractor)]
        for _ in range(max(1, rounds)):
            costs.append(timed(lambda: list(extract_ahead(documents, extractor))))
            if calls:
                alone.append(
                    timed(lambda: side_by_side(lambda call: len(call[0].states(call[1])), calls, cores()))
                )
    found = [record for record in taken if isinstance(record, AnnotatedDocument)]
    return ExtractionSpeed(
        suite=suite,
        extractor=extractor.name,
        documents=len(documents),
        sentences=sum(len(document.sentences) for document in documents),
        mentions=sum(len(document.mentions) for document in found),
        relations=sum(len(document.relations) for document in found),
        costs=costs,
        alone=alone,
        peak_memory=watch.peak,
        memory_before=before,
        machine=machine,
    )


@contextmanager
def _noted_states() -> Iterator[list[tuple[Network, Mapping[str, Whole]]]]:
    """Note what networks are asked for meanwhile."""
    calls: list[tuple[Network, Mapping[str, Whole]]] = []
    states = Network.states

    def noted(network: Network, inputs: Mapping[str, Whole]) -> States:
        calls.append((network, inputs))
        return states(network, inputs)

    setattr(Network, "states", noted)  # noqa: B010 (a method is replaced for a while)
    try:
        yield calls
    finally:
        setattr(Network, "states", states)  # noqa: B010


@dataclass(slots=True)
class _Watch:
    """Peak memory of the process."""

    peak: int = 0
    done: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        process = psutil.Process()
        while True:
            self.peak = max(self.peak, process.memory_info().rss)
            if self.done.wait(_EVERY):
                self.peak = max(self.peak, process.memory_info().rss)
                return


@contextmanager
def _watched() -> Iterator[_Watch]:
    watch = _Watch()
    thread = threading.Thread(target=watch.look, name="memory", daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        watch.done.set()
        thread.join()


def _blocks(name: str) -> list[list[str]]:
    """Read lines that empty lines part; those that begin with # are comments."""
    blocks: list[list[str]] = [[]]
    for line in text("ontology", name).splitlines():
        if not line.strip():
            blocks.append([])
        elif not line.startswith("#"):
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _abstract(number: int, title: str, body: str) -> AnnotatedDocument:
    id_, whole = f"sample:{number}", f"{title} {body}"
    document = Document(id_, title, whole, "abstract", "infores:biored", Place(ABSTRACTS))
    behind = len(title) + 1
    spans = [(0, len(title)), *((behind + start, behind + end) for start, end in split_sentences(body))]
    sentences = tuple(
        Sentence(f"{id_}#s{index}", id_, index, whole[start:end], start, end)
        for index, (start, end) in enumerate(spans)
    )
    return AnnotatedDocument(document, sentences, agent_type="not_provided")


def _document(number: int, lines: Sequence[str]) -> AnnotatedDocument:
    id_, whole = f"sample:{number}", "\n".join(lines)
    document = Document(id_, lines[0], whole, "protocol", "infores:wlp", Place(SAMPLE))
    sentences = []
    start = 0
    for index, line in enumerate(lines):
        sentences.append(Sentence(f"{id_}#s{index}", id_, index, line, start, start + len(line)))
        start += len(line) + 1
    return AnnotatedDocument(document, tuple(sentences), agent_type="not_provided")
