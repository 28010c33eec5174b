"""Part tagger: a network that finds the parts of a question which no rule splits."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file, read_settings
from bioloom.extraction.networks.entity_tagger import Tagger
from bioloom.extraction.networks.model_settings import SETTINGS, TaggerSettings
from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import TokenLine, lay_out
from bioloom.resources import has_weights, weights

PARTS = "parts"
"""The network's folder in that of its model."""

FIRST, SECOND, THIRD, NEITHER = KINDS = ("first", "second", "third", "neither")
"""Kinds of words: of one part alone, or of no part; what is of every part has no kind."""

LONGEST = 126
"""Pieces of a question that are read."""

_CLOSING = frozenset(",.;:?!)")
"""Signs before which no blank stands."""

_ENDED = re.compile(r"[.!;]\s+|\s[-–—]\s")
_EACH = re.compile(r"\b(?:each|both|either|they|two|three|respectively)\b", re.IGNORECASE)

_MODEL = "reader"


class PartTagger:
    """The tokenizer of a model's folder and a tagger in a folder of it.

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path, network: str = PARTS) -> None:
        own = folder / network
        self.settings = read_settings(TaggerSettings, read_file(own, SETTINGS), own / SETTINGS)
        self.words = WordReader(open_tokenizer(read_file(folder, TOKENIZER), folder / TOKENIZER))
        self._tagger = Tagger(own, self.settings)

    def split(self, text: str) -> tuple[str, ...]:
        """Give each part of a question as its words; nothing where it asks for one thing, or is too long."""
        words = self.words.read(text)
        if not 1 < len(words.ids) <= min(LONGEST, self.settings.max_tokens - 2):
            return ()
        spans = self._tagger.spans(lay_out([[TokenLine(0, words)]], self.words.begin, self.words.between))
        kinds = [""] * len(words)
        for span in spans:
            kinds[span.first : span.last + 1] = [self.settings.types[span.kind]] * (
                span.last + 1 - span.first
            )
        own = [kind for kind in (FIRST, SECOND, THIRD) if kind in kinds]
        if own[:2] != [FIRST, SECOND] or _only_introduced(text, words, kinds):
            return ()
        return tuple(
            _joined(text, words, (at for at, kind in enumerate(kinds) if kind in ("", one))) for one in own
        )


def _only_introduced(text: str, words: Words, kinds: Sequence[str]) -> bool:
    """Say whether all that has a part stands in what is told before the last sentence, and that asks for no
    more than one: "The filter is washed and the tube is dry. What now?"."""
    before = max((found.end() for found in _ENDED.finditer(text)), default=0)
    last = max(at for at, kind in enumerate(kinds) if kind in (FIRST, SECOND, THIRD))
    return bool(words.ends[last] <= before) and not _EACH.search(text, before)


def _joined(text: str, words: Words, chosen: Iterable[int]) -> str:
    """Write some words of a text as they stand in it, with one blank in the place of others."""
    written, last = "", -2
    for at in chosen:
        word = text[words.starts[at] : words.ends[at]]
        if at == last + 1:
            written += text[words.ends[last] : words.starts[at]]
        elif word not in _CLOSING:
            written += " "
        written, last = written + word, at
    return written.strip(" ,;:?.!")


@cache
def open_part_tagger() -> PartTagger | None:
    """Open the shipped part tagger, once; None where it is not installed."""
    if not has_weights(_MODEL) or not (weights(_MODEL) / PARTS).is_dir():
        return None
    return PartTagger(weights(_MODEL))
