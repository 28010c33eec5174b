"""Benchmark of extraction throughput: documents and sentences a second, peak memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import psutil

from bioloom.extraction import split_sentences
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.prefetch import extract_ahead
from bioloom.records import AnnotatedDocument, Document, Place, Sentence
from bioloom.resources import text

SAMPLE, ABSTRACTS = "wlp/sample.txt", "biored/sample.txt"
_EVERY = 0.02  # seconds between two looks at the memory
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ExtractionSpeed:
    """The speed of an extractor over documents in batches as a load makes them; the best of some rounds.

    `peak_memory` is the most that the whole process held while it extracted (RSS, bytes), `memory_before`
    what it held before the extractor was first used.
    """

    extractor: str
    documents: int
    sentences: int
    mentions: int
    relations: int
    seconds: float
    peak_memory: int
    memory_before: int

    @property
    def per_second(self) -> float:
        """Sentences a second."""
        return self.sentences / self.seconds

    @property
    def documents_per_second(self) -> float:
        """Documents a second."""
        return self.documents / self.seconds

    def as_json(self) -> dict[str, object]:
        """Give the speed as JSON values."""
        return {
            "extractor": self.extractor,
            "documents": self.documents,
            "sentences": self.sentences,
            "mentions": self.mentions,
            "relations": self.relations,
            "seconds": round(self.seconds, 3),
            "sentences_per_second": round(self.per_second, 1),
            "documents_per_second": round(self.documents_per_second, 2),
            "peak_memory_mib": round(self.peak_memory / _MIB, 1),
            "memory_before_mib": round(self.memory_before / _MIB, 1),
        }


def bench_documents() -> list[AnnotatedDocument]:
    """Give the 38 protocols that travel with the package, 782 sentences of usual length."""
    return [_document(number, lines) for number, lines in enumerate(_blocks(SAMPLE), start=1)]


def bench_abstracts() -> list[AnnotatedDocument]:
    """Give the 20 abstracts that travel with the package, with their titles."""
    return [_abstract(number, *lines) for number, lines in enumerate(_blocks(ABSTRACTS), start=1)]


def measure_extractor(
    extractor: Extractor, documents: Sequence[AnnotatedDocument], *, rounds: int = 3
) -> ExtractionSpeed:
    """Extract from all documents so many times; a first document warms the extractor up."""
    before = psutil.Process().memory_info().rss
    best = float("inf")
    found: list[AnnotatedDocument] = []
    with _watched() as watch:
        extractor.extract(documents[:1])
        for _ in range(max(1, rounds)):
            begun = time.perf_counter()
            taken = [one.record for one in extract_ahead(documents, extractor)]
            best = min(best, time.perf_counter() - begun)
            found = [record for record in taken if isinstance(record, AnnotatedDocument)]
    return ExtractionSpeed(
        extractor=extractor.name,
        documents=len(documents),
        sentences=sum(len(document.sentences) for document in documents),
        mentions=sum(len(document.mentions) for document in found),
        relations=sum(len(document.relations) for document in found),
        seconds=best,
        peak_memory=watch.peak,
        memory_before=before,
    )


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
