"""Span reader: chooses the sentence that answers a question, and its answer span."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from bioloom.resources import weights
from bioloom.span_reader.found_span import SHIPPED, PassageSentence, ReadSpan
from bioloom.step_reader import ReadableText
from bioloom.step_reader.reader import AskedText, open_window_reader
from bioloom.step_reader.span_choice import most_shared

LONGEST_SENTENCE = 112
"""Pieces that are read of a sentence."""


class SpanReader:
    """The network and tokenizer of a folder.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path) -> None:
        self._network = open_window_reader(folder)

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
            able = frozenset(at for at, number in enumerate(placed) if sentences[number].able)
            asked = AskedText(question, whole, text, order, len(ranked), LONGEST_SENTENCE, able, most_shared)
            for at, found in self._network.read_text(asked):
                yield ReadSpan(placed[at], found.start, found.end, 0.0, found.sure, found.score)


@lru_cache(maxsize=8)
def open_reader(folder: Path | None = None) -> SpanReader:
    """Open a reader once: of a folder, or the shipped one (FileNotFoundError if there is none)."""
    return SpanReader(weights(SHIPPED) if folder is None else folder)
