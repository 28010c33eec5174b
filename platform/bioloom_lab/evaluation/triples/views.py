"""Views of a data set: sentences as published, or without the marks around the entities.

- `raw`: the rows as the papers' files give them.
- `cleaned`: GIT without marks (`padding.unpad`) and without sentences and rows that the training file
  has too; ChemProt's `text` unmarked, or its `sentence` with white space collapsed. DDI has no marks; its
  cleaned view leaves out texts of the training file.

A row whose name no longer stands in its cleaned sentence is kept and counted: no system can find it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bioloom.extraction.entity_marks import unpad
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Offsets, letters
from bioloom_lab.evaluation.triples.sentence_rows import NONE, RowTriple, SentenceCorpus, SentenceRow

View = Literal["raw", "cleaned"]
Unit = Literal["row", "sentence"]


@dataclass(frozen=True, slots=True)
class SentenceCase:
    """Sentence to be read, with its gold triples by the file.

    `rows` are the numbers of its rows. Cases of one `group` are one sentence, drawn together when an interval
    is computed.
    """

    sentence: str
    gold: frozenset[RowTriple]
    rows: tuple[int, ...]
    group: int


@dataclass(frozen=True, slots=True)
class GivenPair:
    """Sentence with head and tail given, whose relation is asked for; None as a place: it has none."""

    sentence: str
    head: Offsets | None
    tail: Offsets | None
    triple: RowTriple
    row: int
    group: int


@dataclass(frozen=True, slots=True)
class CorpusView:
    """View of a corpus: the sentences with their rows, and what was left out or lost on the way."""

    view: View
    rows: tuple[tuple[str, SentenceRow], ...]
    dropped: int
    lost: int

    def cases(self, unit: Unit, *, with_none: bool = True) -> tuple[SentenceCase, ...]:
        """Give one case a row, or one a distinct sentence with the triples of all its rows.

        Raw sentences with other marks are other sentences, for the marks say which triple is meant.
        Without `with_none` the relation "None" is no triple; sentences that have no other stay, without gold.
        """
        groups = _groups([sentence for sentence, _ in self.rows])
        found: dict[int | str, tuple[str, set[RowTriple], list[int], int]] = {}
        for at, (sentence, row) in enumerate(self.rows):
            same = sentence if self.view == "raw" else groups[at]
            key = at if unit == "row" else same
            held = found.setdefault(key, (sentence, set(), [], groups[at]))
            held[2].append(row.number)
            if with_none or row.triple.relation.casefold() != NONE:
                held[1].add(row.triple)
        return tuple(
            SentenceCase(sentence, frozenset(gold), tuple(rows), group)
            for sentence, gold, rows, group in found.values()
        )

    def given(self) -> tuple[GivenPair, ...]:
        """Give every row with the places of its head and tail: of several, those that stand closest."""
        groups = _groups([sentence for sentence, _ in self.rows])
        found = []
        for group, (sentence, row) in zip(groups, self.rows, strict=True):
            head, tail = closest(sentence, row.triple.head, row.triple.tail) or (None, None)
            found.append(GivenPair(sentence, head, tail, row.triple, row.number, group))
        return tuple(found)


def view_of(corpus: SentenceCorpus, view: View, train: SentenceCorpus | None = None) -> CorpusView:
    """Show a corpus raw or cleaned; a cleaned view leaves out the sentences of the training file `train`."""
    if view == "raw":
        return CorpusView(view, tuple((row.text, row) for row in corpus.rows), 0, 0)
    shown = [(clean(corpus.name, row), row) for row in corpus.rows]
    there = set() if train is None else {letters(clean(train.name, row)) for row in train.rows}
    kept = tuple((sentence, row) for sentence, row in shown if letters(sentence) not in there)
    lost = sum(row.triple.head not in sentence or row.triple.tail not in sentence for sentence, row in kept)
    return CorpusView(view, kept, len(shown) - len(kept), lost)


def clean(name: str, row: SentenceRow) -> str:
    """Give the sentence of a row without marks."""
    if name == "ddi":
        return " ".join(row.text.split())
    if row.plain is not None:
        return " ".join(row.plain.split())
    return unpad(row.text, (row.triple.head, row.triple.tail))


def source_set(viewed: CorpusView) -> tuple[MemoryExample, ...]:
    """Give the source set D of a view of a training file: one example a sentence and label (SPEC P4)."""
    found: dict[tuple[str, str], MemoryExample] = {}
    for given in viewed.given():
        label = given.triple.relation
        if label.casefold() != NONE:
            example = MemoryExample(given.sentence, label, given.head, given.tail, f"train:{given.row}")
            found.setdefault((given.sentence, label), example)
    return tuple(found.values())


def occurrences(sentence: str, name: str) -> list[Offsets]:
    """Find a name in a sentence: as whole words, or where it is not there as such, anywhere.

    >>> occurrences("in rats, a rat", "rat"), occurrences("retinol-binding", "retinol b")
    ([(11, 14)], [])
    """
    bare = name.strip()
    if not bare:
        return []
    anywhere = [found.span() for found in re.finditer(re.escape(bare), sentence, re.IGNORECASE)]
    whole = [
        (start, end)
        for start, end in anywhere
        if not (bare[0].isalnum() and sentence[start - 1 : start].isalnum())
        and not (bare[-1].isalnum() and sentence[end : end + 1].isalnum())
    ]
    return whole or anywhere


def closest(sentence: str, head: str, tail: str) -> tuple[Offsets, Offsets] | None:
    """Offsets head and tail where they stand closest to each other without overlap, None if they do not.

    >>> closest("rats: aspirin in rats", "aspirin", "rats")
    ((6, 13), (0, 4))
    """
    pairs = [
        (max(one[0], other[0]) - min(one[1], other[1]), one, other)
        for one in occurrences(sentence, head)
        for other in occurrences(sentence, tail)
        if one[1] <= other[0] or other[1] <= one[0]
    ]
    return min(pairs)[1:] if pairs else None


def _groups(sentences: Sequence[str]) -> list[int]:
    """Number sentences; those of the same letters have the same number."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(letters(sentence), len(numbers)) for sentence in sentences]
