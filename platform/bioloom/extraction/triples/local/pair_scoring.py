"""Pair scoring: sentences with marked names, alone or after a retrieved document, scored by the network."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.relation_model import Asking, Weighed
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.networks.windows import TokenLine
from bioloom.extraction.triples.local.model_folder import TripleModel


@dataclass(frozen=True, slots=True)
class Question:
    """The words of a sentence, spans of them, and the text of a document that was retrieved for it."""

    words: Words
    spans: Sequence[Span]
    document: str | None = None


def longest_sentence(model: TripleModel) -> int:
    """Count the pieces of a sentence that fit into the networks beside a retrieved document."""
    return max(1, model.settings.max_tokens - model.settings.document - 3)


def weigh(model: TripleModel, questions: Sequence[Question], asking: Asking) -> list[Weighed]:
    """Give the distributions of all pairs of each question, which `asking` tells how to ask.

    A line is read as the networks learnt it: ``[CLS] document [SEP] sentence [SEP]``. Spans that overlap
    are asked about in turns, for a word has one mark; a pair of spans that overlap has no relation.
    """
    windows: list[list[TokenLine]] = []
    spans: dict[int, Sequence[Span]] = {}
    owners: list[tuple[int, list[int]]] = []
    for number, question in enumerate(questions):
        for turn in turns(question.spans):
            line = TokenLine(2 * len(owners), question.words)
            spans[line.number] = [question.spans[at] for at in turn]
            before = _document(model, question.document)
            windows.append([*(TokenLine(line.number + 1, words) for words in before), line])
            owners.append((number, turn))
    found = model.weigh(windows, spans, asking)
    labels = 1 + len(model.settings.relations)
    parts: list[list[Weighed]] = [[] for _ in questions]
    for at, (number, turn) in enumerate(owners):
        if 2 * at in found:
            given, places = found[2 * at], np.array(turn, np.int64)
            parts[number].append(Weighed(places[given.subjects], places[given.objects], given.logs))
    return [_joined(some, labels) for some in parts]


def turns(spans: Sequence[Span]) -> Iterator[list[int]]:
    """Split spans, in the order of the text, into lists without overlaps, by their numbers.

    The first has the longest ones; each further one has a span that was left out beside those that it does
    not overlap. A single list comes back where nothing overlaps.

    >>> list(turns([Span(0, 0, 3, 0, 1.0), Span(0, 1, 1, 0, 1.0), Span(0, 5, 5, 0, 1.0)]))
    [[0, 2], [1, 2]]
    """
    by_length = sorted(range(len(spans)), key=lambda at: (spans[at].first - spans[at].last, at))
    first: list[int] = []
    left: list[int] = []
    for at in by_length:
        (left if any(_overlap(spans[at], spans[other]) for other in first) else first).append(at)
    yield sorted(first)
    for at in sorted(left):
        yield sorted([at, *(other for other in first if not _overlap(spans[at], spans[other]))])


def _overlap(one: Span, other: Span) -> bool:
    return one.first <= other.last and other.first <= one.last


def _document(model: TripleModel, text: str | None) -> list[Words]:
    return model.read(text, model.settings.document)[:1] if text else []


def _joined(parts: Sequence[Weighed], labels: int) -> Weighed:
    """Put the turns of a question together; a pair counts where it was asked first."""
    seen: set[tuple[int, int]] = set()
    kept: list[tuple[int, int]] = []
    rows = [np.zeros((0, labels))]
    for part in parts:
        pairs = list(zip(part.subjects.tolist(), part.objects.tolist(), strict=True))
        fresh = [at for at, pair in enumerate(pairs) if pair not in seen]
        kept += [pairs[at] for at in fresh]
        seen.update(pairs)
        rows.append(part.logs[fresh])
    ends = np.array(kept, np.int64).reshape(-1, 2)
    return Weighed(ends[:, 0], ends[:, 1], np.concatenate(rows))
