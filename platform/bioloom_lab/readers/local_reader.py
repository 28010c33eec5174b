"""Local reader: p(label | document, sentence) by the shipped networks."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.relation_model import Asking
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.networks.windows import TokenLine
from bioloom.extraction.retrieval_augmentation.memory_examples import Offsets
from bioloom.extraction.triples.local.model_folder import SHIPPED, TripleModel, open_model
from bioloom.extraction.triples.local.pair_scoring import Question, longest_sentence, turns, weigh
from bioloom_lab.readers.instruction import LabelQuestion

NONE = "none"

_AT_ONCE = 512
Pair = tuple[int, int]

_LEAST = 1e-9  # no label is impossible, so that a logarithm is always finite


def open_local_reader(
    folder: Path | None = None, scheme: str = "git", *, none: bool = False, threads: int | None = None
) -> LocalReader:
    """Open the model of a folder, or the shipped one, as a reader of one scheme.

    With `none` the answer "none" is among the labels even in a scheme whose pairs all have a relation; there
    it says how improbable this order of the ends is. UsageError if the folder is not that of a triple model
    or knows no such scheme, SourceError if a file of it is broken.
    """
    return LocalReader(open_model(folder, scheme, threads), scheme, none=none)


class LocalReader:
    """A triple model asked in one scheme; `labels` are its relations, and "none" where that is an answer."""

    def __init__(self, model: TripleModel, scheme: str, *, none: bool = False) -> None:
        self._model, self._scheme = model, scheme
        self._stated = model.settings.schemes[scheme]
        self._negatives = none or self._stated.negatives
        self._columns = [1 + number for number in model.settings.relations_of(scheme)]
        names = [model.settings.relations[number - 1].partition("/")[2] for number in self._columns]
        if self._negatives:
            self._columns.append(0)
            names.append(NONE)
        self.labels = tuple(names)
        self.name = f"local:{SHIPPED}@{model.digest}"

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels), each row sums to 1 as probabilities.

        `head` and `tail` of what is asked are needed; ValueError without. A type that is not given is what
        the tagger says of the place. Where the model cannot answer (a place without words, types that no
        relation joins, ends too far from each other), "none" is all but certain, and without "none" all
        labels are alike. The labels of a symmetrical scheme do not depend on which end is the head.
        """
        rows = [self._answer(asked[at : at + _AT_ONCE]) for at in range(0, len(asked), _AT_ONCE)]
        return np.concatenate([np.zeros((0, len(self.labels))), *rows])

    def _answer(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        asked = [self._ordered(each) for each in asked]
        found = self._tagged(asked)
        questions: dict[Hashable, Question] = {}  # pairs of the same names stand in one
        owners = []
        for number, each in enumerate(asked):
            placed = self._placed(each, found)
            if placed is not None:
                words, spans, head, tail = placed
                names = tuple((span.first, span.last, span.kind) for span in spans)
                key = id(words), names, each.document
                questions.setdefault(key, Question(words, spans, each.document))
                owners.append((number, key, (head, tail)))
        asking = Asking(symmetrical=self._stated.symmetrical, negatives=self._negatives)
        result = np.full((len(asked), len(self.labels)), 1.0)
        if self._negatives:
            result[:, :-1] = 0.0
        answers = dict(zip(questions, weigh(self._model, list(questions.values()), asking), strict=True))
        for number, key, pair in owners:
            weighed = answers[key]
            here = np.flatnonzero((weighed.subjects == pair[0]) & (weighed.objects == pair[1]))
            if len(here):
                result[number] = np.exp(weighed.logs[here[0]][self._columns])
        result = np.maximum(result, _LEAST)
        logs: NDArray[np.float64] = np.log(result / result.sum(axis=1, keepdims=True))
        return logs

    def _ordered(self, each: LabelQuestion) -> LabelQuestion:
        """Put the end that comes first in the text first where the order of the ends does not count."""
        if not self._stated.symmetrical or not each.head or not each.tail or each.head <= each.tail:
            return each
        types = None if each.types is None else each.types[::-1]
        return replace(each, head=each.tail, tail=each.head, types=types)

    def _tagged(self, asked: Sequence[LabelQuestion]) -> dict[str, tuple[list[Words], list[list[Span]]]]:
        """Read every sentence once, with the names that the tagger finds in it where they are needed."""
        read = {
            sentence: self._model.read(sentence, longest_sentence(self._model))
            for sentence in dict.fromkeys(each.sentence for each in asked)
        }
        lines = [words for parts in read.values() for words in parts]
        windows = [[TokenLine(number, words)] for number, words in enumerate(lines)]
        kinds = self._model.settings.types_of(self._scheme)
        found = self._model.spans(windows, kinds) if self._stated.context or len(kinds) > 1 else {}
        number = 0
        result = {}
        for sentence, parts in read.items():
            result[sentence] = parts, [found.get(number + at, []) for at in range(len(parts))]
            number += len(parts)
        return result

    def _placed(
        self, each: LabelQuestion, found: dict[str, tuple[list[Words], list[list[Span]]]]
    ) -> tuple[Words, list[Span], int, int] | None:
        """Find the part of a sentence that has both ends, its spans, and which of them the ends are."""
        if each.head is None or each.tail is None:
            raise ValueError("a sentence without head and tail has no relation to ask for")
        for words, others in zip(*found[each.sentence], strict=True):
            head_words, tail_words = _words(words, each.head), _words(words, each.tail)
            if head_words is None or tail_words is None:
                continue
            places = head_words, tail_words
            kinds = self._kinds(each.types, places, others)
            ends = [Span(0, *place, kind, 1.0) for place, kind in zip(places, kinds, strict=True)]
            beside = others if self._stated.context else []
            beside = [span for span in beside if all(len(list(turns([span, end]))) == 1 for end in ends)]
            spans = sorted([*ends, *beside], key=lambda span: (span.first, span.last))
            head = next(at for at, span in enumerate(spans) if span is ends[0])
            tail = next(at for at, span in enumerate(spans) if span is ends[1])
            return words, spans, head, tail
        return None

    def _kinds(
        self, names: tuple[str, str] | None, places: Sequence[Pair], others: Sequence[Span]
    ) -> tuple[int, int]:
        """Give the numbers of the ends' types: by their names, or else of the names that the tagger found.

        Where these are not known, or no relation joins them although nobody named them, the types are the
        first that a relation joins.
        """
        settings = self._model.settings
        own = settings.types_of(self._scheme)
        joined = [(one, other) for one in own for other in own if self._model.admitted[one, other]]
        if names is None and len(joined) == 1:
            return joined[0]
        named = [settings.type_named(self._scheme, name) for name in names] if names else [None, None]
        found = [
            self._found(place, others) if kind is None else kind
            for kind, place in zip(named, places, strict=True)
        ]
        fitting = [
            pair
            for pair in joined or [(own[0], own[0])]
            if all(kind is None or kind == end for kind, end in zip(found, pair, strict=True))
        ]
        if fitting:
            return fitting[0]
        if None not in named or not joined:
            return own[0] if found[0] is None else found[0], own[0] if found[1] is None else found[1]
        return joined[0]

    def _found(self, place: Pair, others: Sequence[Span]) -> int | None:
        """Give the type of the longest name that the tagger found at these words."""
        there = [span for span in others if span.first <= place[1] and place[0] <= span.last]
        return max(there, key=lambda span: span.last - span.first).kind if there else None


def _words(words: Words, place: Offsets) -> tuple[int, int] | None:
    """Find the first and the last word that a place covers, even in part; None if there is none."""
    first = int(np.searchsorted(words.ends, place[0], side="right"))
    last = int(np.searchsorted(words.starts, place[1], side="left")) - 1
    return (first, last) if first <= last else None
