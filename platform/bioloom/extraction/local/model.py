"""The two networks of a folder with their tokenizer: lines in, spans and the links between them out."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import TypeVar

from bioloom.embedding.model_files import TOKENIZER, cores, open_tokenizer, read_file, read_settings
from bioloom.errors import SourceError
from bioloom.extraction.local.chain import Span
from bioloom.extraction.local.relating import Link, Relater
from bioloom.extraction.local.settings import SETTINGS, ProtocolSettings
from bioloom.extraction.local.tagging import Tagger
from bioloom.extraction.local.windows import Batch, Line, Window, batches, cut, lay_out, pack_windows
from bioloom.extraction.local.words import WordReader, Words

ENTITIES, RELATIONS = "entities", "relations"

_PIECES_AT_ONCE = 256  # small batches stay in the processor's caches
_Found = TypeVar("_Found")


class ProtocolModel:
    """A tagger, a relater and their tokenizer; `digest` is 8 hex digits of a hash over their files.

    UsageError if a file is missing, SourceError if one is broken. `threads` is how many batches run at once.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        contents = [read_file(folder, name) for name in (SETTINGS, TOKENIZER)]
        self.settings = read_settings(ProtocolSettings, contents[0], folder / SETTINGS)
        try:
            self._reader = WordReader(open_tokenizer(contents[1], folder / TOKENIZER))
        except ValueError as fault:
            raise SourceError(str(fault), str(folder / TOKENIZER)) from fault
        self._tagger = Tagger(folder / ENTITIES, self.settings)
        self._relater = Relater(folder / RELATIONS, self.settings)
        digest = hashlib.blake2b(digest_size=4)
        for content in (*contents, *self._tagger.contents, *self._relater.contents):
            digest.update(content)
        self.digest = digest.hexdigest()
        self._threads = threads or cores()

    def read(self, text: str) -> list[Words]:
        """Read a line of any length, in parts if it is longer than the networks can take."""
        return list(cut(self._reader.read(text), self.settings.max_tokens - 2))

    def windows(self, lines: Iterable[Line]) -> list[list[Line]]:
        """Put the lines of one document into windows."""
        return list(pack_windows(lines, repeat(self.settings.window)))

    def spans(self, windows: Sequence[Window]) -> dict[int, list[Span]]:
        """Find the spans of lines by the lines' numbers (`Span.line` too), each in the order of the text."""
        found: dict[int, list[Span]] = defaultdict(list)
        for batch, spans in self._each_batch(windows, self._tagger.spans):
            for span in spans:
                number = batch.lines[span.line].number
                found[number].append(replace(span, line=number))
        return found

    def links(self, windows: Sequence[Window], spans: Mapping[int, Sequence[Span]]) -> dict[int, list[Link]]:
        """Find the links between spans, by the lines' numbers; the ends count in the spans of their line."""

        def related(batch: Batch) -> list[tuple[int, Link]]:
            given = [
                (replace(span, line=at), number)
                for at, line in enumerate(batch.lines)
                for number, span in enumerate(spans.get(line.number, ()))
            ]
            return [
                (
                    given[link.subject][0].line,
                    replace(link, subject=given[link.subject][1], object=given[link.object][1]),
                )
                for link in self._relater.links(batch, [span for span, _ in given])
            ]

        paired = [window for window in windows if any(len(spans.get(line.number, ())) > 1 for line in window)]
        found: dict[int, list[Link]] = defaultdict(list)
        for batch, links in self._each_batch(paired, related):
            for at, link in links:
                found[batch.lines[at].number].append(link)
        return found

    def _each_batch(
        self, windows: Sequence[Window], work: Callable[[Batch], _Found]
    ) -> Iterable[tuple[Batch, _Found]]:
        laid_out = [
            lay_out(batch, self._reader.begin, self._reader.between)
            for batch in batches(windows, _PIECES_AT_ONCE)
        ]
        if self._threads == 1 or len(laid_out) < 2:
            return [(batch, work(batch)) for batch in laid_out]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(zip(laid_out, pool.map(work, laid_out), strict=True))
