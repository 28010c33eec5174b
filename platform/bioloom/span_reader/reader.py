"""Span reader: chooses the sentence that answers a question, and its answer span."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from bioloom.embedding.model_files import read_file, read_settings
from bioloom.resources import weights
from bioloom.span_reader.found_span import SHIPPED, PassageSentence, ReadSpan
from bioloom.span_reader.reader_settings import SENTENCES, SETTINGS, ReaderSettings
from bioloom.step_reader import ReadableText
from bioloom.step_reader.reader import AskedText, StepWindowReader
from bioloom.step_reader.span_choice import most_shared

LONGEST_SENTENCE = 112
"""Pieces that are read of a sentence."""


class SpanReader:
    """The network, tokenizer and settings of a folder.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path) -> None:
        self.settings = read_settings(ReaderSettings, read_file(folder, SETTINGS), folder / SETTINGS)
        self._network = StepWindowReader(folder, SENTENCES, most_shared)

    def read(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
    ) -> tuple[ReadSpan, ...]:
        """Read sentences for a question, given in the order of a ranking; best first by share times part.

        For sentences that are given without a graph; `ask` takes the `spans` and weighs more with them.
        `whole` is the question that this one is a part of, empty where it has no other.
        """
        if not question.strip():
            return ()
        return weigh_spans(self.settings, tuple(self.spans(question, sentences, whole)))

    def spans(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = ""
    ) -> Iterator[ReadSpan]:
        """Find the best span of each sentence, its share not known yet; those of a document read together."""
        documents: dict[str, list[int]] = {}
        for number, each in enumerate(sentences):
            documents.setdefault(each.document, []).append(number)
        for ranked in documents.values():
            placed = sorted(ranked, key=lambda number: sentences[number].place)
            text = ReadableText(
                sentences[ranked[0]].title, tuple(sentences[number].text for number in placed)
            )
            order = tuple(placed.index(number) for number in ranked)
            asked = AskedText(question, whole, text, order, len(ranked), LONGEST_SENTENCE)
            for at, found in self._network.read_text(asked):
                yield ReadSpan(placed[at], found.start, found.end, 0.0, found.sure, found.score)

    def confidence(self, span: ReadSpan) -> float:
        """Say how probable it is that a span answers, 0 to 1."""
        return self.settings.confidence.apply(span.found, span.share * span.expected)


def weigh_spans(settings: ReaderSettings, spans: Sequence[ReadSpan]) -> tuple[ReadSpan, ...]:
    """Give spans their sentences' shares of belief, best first."""
    if not spans:
        return ()
    sums = [settings.relevance * each.score - settings.prior * math.log(1 + each.sentence) for each in spans]
    shares = [math.exp(each - max(sums)) for each in sums]
    highest = max(each.score for each in spans)
    found = highest + math.log(sum(math.exp(each.score - highest) for each in spans))
    weighed = [
        replace(each, share=share / sum(shares), found=found)
        for each, share in zip(spans, shares, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda span: (-span.share * span.expected, span.sentence)))


@lru_cache(maxsize=8)
def open_reader(folder: Path | None = None) -> SpanReader:
    """Open a reader once: of a folder, or the shipped one (FileNotFoundError if there is none)."""
    return SpanReader(weights(SHIPPED) if folder is None else folder)
