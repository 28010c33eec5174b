"""Span reader with settings of its own: how far its scores are believed where no graph is at hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bioloom.embedding.model_files import read_file, read_settings
from bioloom.resources import weights
from bioloom.span_reader.found_span import SHIPPED, PassageSentence, ReadSpan
from bioloom.span_reader.reader import SpanReader
from bioloom_lab.training.span_reader.reader_settings import SETTINGS, ReaderSettings


class CalibratedReader(SpanReader):
    """The network, tokenizer and settings of a folder, the shipped one if unset."""

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or weights(SHIPPED)
        super().__init__(folder)
        self.settings = read_settings(ReaderSettings, read_file(folder, SETTINGS), folder / SETTINGS)

    def read(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
    ) -> tuple[ReadSpan, ...]:
        """Read sentences for a question, given in the order of a ranking; best first by share times part.

        `whole` is the question that this one is a part of, empty where it has no other.
        """
        if not question.strip():
            return ()
        return weigh_spans(self.settings, tuple(self.spans(question, sentences, whole)))

    def confidence(self, span: ReadSpan) -> float:
        """Say how probable it is that a span answers, 0 to 1."""
        return self.settings.confidence.apply(span.total_score, span.probability * span.expected)


def weigh_spans(settings: ReaderSettings, spans: Sequence[ReadSpan]) -> tuple[ReadSpan, ...]:
    """Give spans their sentences' shares of belief, best first."""
    if not spans:
        return ()
    sums = [settings.relevance * each.score - settings.prior * math.log(1 + each.sentence) for each in spans]
    exponentials = [math.exp(each - max(sums)) for each in sums]
    highest = max(each.score for each in spans)
    found = highest + math.log(sum(math.exp(each.score - highest) for each in spans))
    weighed = [
        replace(each, probability=weight / sum(exponentials), total_score=found)
        for each, weight in zip(spans, exponentials, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda span: (-span.probability * span.expected, span.sentence)))
