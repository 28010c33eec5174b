"""Joint model of a folder: entity tagger, relation model and tokenizer; lines to spans and links."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from bioloom.disk_cache import hex_digest
from bioloom.embedding.model_files import (
    TOKENIZER,
    cores,
    open_tokenizer,
    read_file,
    read_settings,
    side_by_side,
)
from bioloom.errors import SourceError
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.entity_tagger import Tagger
from bioloom.extraction.networks.instructions import read_instructions
from bioloom.extraction.networks.model_settings import SETTINGS, ModelSettings
from bioloom.extraction.networks.relation_model import Asking, PredictedLink, RelationModel, Weighed
from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import (
    TokenLine,
    Window,
    WindowBatch,
    batches,
    cut,
    lay_out,
    pack_windows,
)

ENTITIES, RELATIONS = "entities", "relations"

_LONGEST_SENTENCE = 2_000  # pieces
_PIECES_AT_ONCE = 256  # small batches stay in the processor's caches
_Found = TypeVar("_Found")
Settings = TypeVar("Settings", bound=ModelSettings)


class LocalModel(Generic[Settings]):
    """Entity tagger, relation model and their tokenizer; `digest` is 8 hex digits of a hash over their files.

    `settings` is what its settings file holds; `admitted`, of shape (types, types), which ordered pairs of
    types have a relation at all. UsageError if a file is missing, SourceError if one is broken.
    `threads` is how many batches run at once.
    """

    def __init__(self, folder: Path, settings: type[Settings], *, threads: int | None = None) -> None:
        contents = [read_file(folder, name) for name in (SETTINGS, TOKENIZER)]
        self.settings = read_settings(settings, contents[0], folder / SETTINGS)
        try:
            self._reader = WordReader(open_tokenizer(contents[1], folder / TOKENIZER))
        except ValueError as fault:
            raise SourceError(str(fault), str(folder / TOKENIZER)) from fault
        self._tagger = Tagger(folder / ENTITIES, self.settings)
        self._relater = RelationModel(folder / RELATIONS, self.settings)
        self.digest = hex_digest((*contents, *self._tagger.contents, *self._relater.contents), 4)
        self.admitted: NDArray[np.bool_] = self._relater.admitted
        self._threads = threads or cores()

    def read(self, text: str, longest: int | None = None) -> list[Words]:
        """Read a line of any length, in parts of at most `longest` pieces that the networks can take.

        A line that no sentence is as long as is read in parts as long as a window: the pairs of its mentions
        grow with the square of a part, and most of them say nothing.
        """
        words = self._reader.read(text)
        most = self.settings.max_tokens - 2
        if len(words.ids) > _LONGEST_SENTENCE:
            most = min(most, self.settings.window)
        return list(cut(words, most if longest is None else min(longest, most)))

    def read_sentences(self, texts: Sequence[str], longest: int) -> Iterator[tuple[int, Words]]:
        """Read sentences, each as a line; a part of one comes with its number."""
        return ((number, part) for number, text in enumerate(texts) for part in self.read(text, longest))

    def read_instructions(self, texts: Sequence[str]) -> Iterator[tuple[int, Words]]:
        """Read the sentences of a protocol as its instructions, at most as long as a window."""
        longest = min(self.settings.window, self.settings.max_tokens - 2)
        return read_instructions(self._reader, texts, longest)

    def windows(self, lines: Iterable[TokenLine]) -> list[list[TokenLine]]:
        """Put the lines of one document into windows."""
        return list(pack_windows(lines, repeat(self.settings.window)))

    def spans(self, windows: Sequence[Window], kinds: tuple[int, ...] | None = None) -> dict[int, list[Span]]:
        """Find the spans of lines by the lines' numbers (`Span.line` too), each in the order of the text.

        With `kinds` only types of these numbers exist.
        """
        found: dict[int, list[Span]] = defaultdict(list)
        for batch, spans in self._each_batch(windows, lambda batch: self._tagger.spans(batch, kinds)):
            for span in spans:
                number = batch.lines[span.line].number
                found[number].append(replace(span, line=number))
        return found

    def links(
        self, windows: Sequence[Window], spans: Mapping[int, Sequence[Span]]
    ) -> dict[int, list[PredictedLink]]:
        """Find the links between spans, by the lines' numbers; the ends count in the spans of their line."""

        found: dict[int, list[PredictedLink]] = defaultdict(list)

        def related(batch: WindowBatch) -> list[tuple[int, PredictedLink]]:
            given, numbers = _given(batch, spans)
            return [
                (
                    batch.lines[given[link.subject].line].number,
                    replace(link, subject=numbers[link.subject], object=numbers[link.object]),
                )
                for link in self._relater.links(batch, given)
            ]

        for _, links in self._each_batch(_paired(windows, spans), related):
            for number, link in links:
                found[number].append(link)
        return found

    def weigh(
        self, windows: Sequence[Window], spans: Mapping[int, Sequence[Span]], asking: Asking
    ) -> dict[int, Weighed]:
        """Give the log-probabilities for pairs of the spans of a line, by the lines' numbers."""
        found: dict[int, Weighed] = {}

        def weighed(batch: WindowBatch) -> list[tuple[int, Weighed]]:
            given, numbers = _given(batch, spans)
            every = self._relater.weigh(batch, given, asking)
            places = np.array(numbers, np.int64)
            lines = np.array([span.line for span in given], np.int64)[every.subjects]
            return [
                (
                    batch.lines[at].number,
                    Weighed(
                        places[every.subjects[lines == at]],
                        places[every.objects[lines == at]],
                        every.logs[lines == at],
                    ),
                )
                for at in np.unique(lines)
            ]

        for _, lines in self._each_batch(_paired(windows, spans), weighed):
            found.update(lines)
        return found

    def _each_batch(
        self, windows: Sequence[Window], work: Callable[[WindowBatch], _Found]
    ) -> Iterable[tuple[WindowBatch, _Found]]:
        laid_out = [
            lay_out(batch, self._reader.begin, self._reader.between)
            for batch in batches(windows, _PIECES_AT_ONCE)
        ]
        return zip(laid_out, side_by_side(work, laid_out, self._threads), strict=True)


def _given(batch: WindowBatch, spans: Mapping[int, Sequence[Span]]) -> tuple[list[Span], list[int]]:
    """Give the spans of a batch's lines, and which number each of them has among those of its line."""
    given = [
        (replace(span, line=at), number)
        for at, line in enumerate(batch.lines)
        for number, span in enumerate(spans.get(line.number, ()))
    ]
    return [span for span, _ in given], [number for _, number in given]


def _paired(windows: Sequence[Window], spans: Mapping[int, Sequence[Span]]) -> list[Window]:
    """Give the windows in which some line has two spans."""
    return [window for window in windows if any(len(spans.get(line.number, ())) > 1 for line in window)]
