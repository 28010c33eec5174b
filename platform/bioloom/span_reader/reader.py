"""Span reader: chooses the sentence that answers a question, and its answer span."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file, read_settings
from bioloom.resources import weights
from bioloom.span_reader.found_span import SHIPPED, ReadSpan
from bioloom.span_reader.networks import ReadingNetwork, Scores
from bioloom.span_reader.reader_settings import SETTINGS, ReaderSettings
from bioloom.span_reader.tokenization import LONGEST_PASSAGE, LONGEST_QUESTION, PieceReader, TokenPieces

MOST_SPANS = 60
"""Likeliest spans of a sentence that are weighed against each other."""


@dataclass(frozen=True, slots=True)
class PieceSpan:
    """The first and the last piece of a span, and how much of the answer it is expected to share.

    `expected` is the F1 over pieces that the span has on average, 0 to 1, where spans are drawn by belief.
    """

    first: int
    last: int
    expected: float


def best_span(
    starts: NDArray[np.float32], ends: NDArray[np.float32], *, longest: int, sharpness: float = 1.0
) -> PieceSpan:
    """Choose the span that shares most with all likely ones, not the likeliest one.

    `starts` and `ends` score each piece of a sentence as the first and the last of the answer: shape
    (pieces,), natural logarithms up to a constant each. A span has at most `longest` pieces. The likeliest
    spans are compared by F1, each weighed by its belief; `sharpness` multiplies all scores.

    >>> scores = np.array([0, 4, 0, 0], np.float32), np.array([0, 0, 4, 0], np.float32)
    >>> found = best_span(*scores, longest=4)
    >>> found.first, found.last
    (1, 2)
    """
    count = len(starts)
    first, last = np.triu_indices(count)
    near = last - first < longest
    first, last = first[near], last[near]
    sums = sharpness * (starts[first] + ends[last])
    if len(sums) > MOST_SPANS:
        kept = np.argpartition(-sums, MOST_SPANS)[:MOST_SPANS]
        kept = kept[np.lexsort((last[kept], first[kept]))]
        first, last, sums = first[kept], last[kept], sums[kept]
    belief = np.exp(sums - sums.max())
    belief /= belief.sum()
    shared = np.minimum(last[:, None], last) - np.maximum(first[:, None], first) + 1
    lengths = last - first + 1
    f1 = 2 * np.maximum(shared, 0) / (lengths[:, None] + lengths)
    expected = f1 @ belief
    best = int(np.argmax(expected))
    return PieceSpan(int(first[best]), int(last[best]), float(expected[best]))


class SpanReader:
    """The networks, tokenizer and settings of a folder; `name` holds a hash over its files.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path) -> None:
        contents = [read_file(folder, name) for name in (SETTINGS, TOKENIZER)]
        self.settings = read_settings(ReaderSettings, contents[0], folder / SETTINGS)
        tokenizer = open_tokenizer(contents[1], folder / TOKENIZER)
        self._pieces = PieceReader(tokenizer, str(folder / TOKENIZER), self.settings.max_tokens)
        self._network = ReadingNetwork(folder, self.settings.dimension)
        digest = hashlib.blake2b(digest_size=4)
        for content in (*contents, *self._network.contents):
            digest.update(content)
        self.name = f"reader@{digest.hexdigest()}"

    def read(self, question: str, sentences: Sequence[str]) -> tuple[ReadSpan, ...]:
        """Read sentences for a question, given in the order of a ranking; best first by share times part."""
        if not sentences or not question.strip():
            return ()
        cut = self.cut(sentences)
        return choose(self.settings, self.score(self.cut_question(question), cut), cut)

    def confidence(self, span: ReadSpan) -> float:
        """Say how probable it is that a span answers, 0 to 1: that it shares half of an answer, by F1."""
        return self.settings.confidence.apply(span.share * span.expected)

    def cut_question(self, question: str) -> TokenPieces:
        """Cut a question into the pieces that are read of it."""
        return self._pieces.read([question], LONGEST_QUESTION)[0]

    def cut(self, sentences: Sequence[str]) -> list[TokenPieces]:
        """Cut sentences into the pieces that are read of them."""
        return self._pieces.read(sentences, LONGEST_PASSAGE)

    def score(self, question: TokenPieces, sentences: Sequence[TokenPieces]) -> list[Scores]:
        """Score sentences for a question."""
        return self._network.score(
            self._pieces.marked(question), [self._pieces.marked(each) for each in sentences]
        )


def choose(
    settings: ReaderSettings, scores: Sequence[Scores], pieces: Sequence[TokenPieces]
) -> tuple[ReadSpan, ...]:
    """Choose the best span of each scored sentence, the sentences in the order of a ranking; best first."""
    return weigh_spans(settings, spans_of(settings, scores, pieces))


def spans_of(
    settings: ReaderSettings, scores: Sequence[Scores], pieces: Sequence[TokenPieces]
) -> list[ReadSpan]:
    """Choose the best span of each sentence that has pieces, its share not known yet."""
    spans = []
    for number, (each, cut) in enumerate(zip(scores, pieces, strict=True)):
        if cut.ids:
            best = best_span(each.starts, each.ends, longest=settings.longest, sharpness=settings.sharpness)
            start, end = cut.starts[best.first], cut.ends[best.last]
            spans.append(ReadSpan(number, start, end, 0.0, best.expected, each.sentence))
    return spans


def weigh_spans(settings: ReaderSettings, spans: Sequence[ReadSpan]) -> tuple[ReadSpan, ...]:
    """Give spans their sentences' shares of belief, best first."""
    if not spans:
        return ()
    sums = [settings.relevance * each.score - settings.prior * math.log(1 + each.sentence) for each in spans]
    shares = [math.exp(each - max(sums)) for each in sums]
    weighed = [replace(each, share=share / sum(shares)) for each, share in zip(spans, shares, strict=True)]
    return tuple(sorted(weighed, key=lambda span: (-span.share * span.expected, span.sentence)))


@lru_cache(maxsize=8)
def open_reader(folder: Path | None = None) -> SpanReader:
    """Open a reader once: of a folder, or the shipped one (FileNotFoundError if there is none)."""
    return SpanReader(weights(SHIPPED) if folder is None else folder)
