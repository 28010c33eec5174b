"""Relation model: an encoder of windows with marked entities, and a scorer of ordered pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.entity_tagger import tags_of
from bioloom.extraction.networks.model_settings import ModelSettings
from bioloom.extraction.networks.onnx_network import HEADS, Network, States, read_heads
from bioloom.extraction.networks.tokenization import Whole
from bioloom.extraction.networks.windows import WindowBatch

INPUTS = ("ids", "mask", "shapes", "tags")
FARTHEST = 8
"""Entities between two ends are counted up to this, forwards and backwards."""

GAPS = 12
"""Classes of the number of words between two ends: 0 to 5, then ever wider ones."""

_PAIRS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class PredictedLink:
    """Relation number `kind` from span number `subject` to span number `object`."""

    subject: int
    object: int
    kind: int
    probability: float


@dataclass(frozen=True, slots=True)
class Asking:
    """Order of pairs: each once, in the order of the text, if `symmetrical`; else both ways round.

    Without `negatives` "none" is no answer.
    """

    symmetrical: bool = False
    negatives: bool = True


ORDERED = Asking()


@dataclass(frozen=True, slots=True)
class Weighed:
    """Pairs of spans by their numbers, and `logs`, of shape (pairs, 1 + relations), of which "none" is first.

    Each row is a distribution over "none" and the relations that the types of the pair admit.
    """

    subjects: Whole
    objects: Whole
    logs: NDArray[np.float64]


class PairScorer:
    """Scores ordered pairs of spans by the states of their first and last words and of what stands beside.

    `admitted` says which ordered pairs of types have a relation at all: shape (types, types).
    """

    def __init__(self, heads: dict[str, States]) -> None:
        self._heads = heads
        self._types = heads["allowed"].shape[0]
        self._allowed = heads["allowed"] > 0
        self.admitted: NDArray[np.bool_] = np.asarray(self._allowed.any(axis=2))
        dimension = heads["head.weight"].shape[1] // 2
        self._after, self._before = heads["mid.weight"][:, :dimension].T, heads["mid.weight"][:, dimension:].T

    def links(self, states: States, batch: WindowBatch, spans: Sequence[Span]) -> list[PredictedLink]:
        """Find the relations between spans of the same line; a pair has one relation at most."""
        found: list[PredictedLink] = []
        for subjects, objects, scores in self._scored(states, batch, spans, *self._pairs(spans)):
            best = scores.argmax(axis=1)
            likely = np.exp(scores - scores.max(axis=1, keepdims=True))
            probability = 1 / likely.sum(axis=1)
            found.extend(
                PredictedLink(int(subjects[at]), int(objects[at]), int(best[at]) - 1, float(probability[at]))
                for at in np.flatnonzero(best)
            )
        return found

    def weigh(
        self, states: States, batch: WindowBatch, spans: Sequence[Span], asking: Asking = ORDERED
    ) -> Weighed:
        """Give the log-probabilities of "none" and of the relations for the pairs of spans of a line."""
        subjects, objects = self._pairs(spans)
        if asking.symmetrical:
            subjects, objects = subjects[subjects < objects], objects[subjects < objects]
        parts = [np.zeros((0, 1 + self._allowed.shape[2]), np.float64)]
        for _, _, scores in self._scored(states, batch, spans, subjects, objects):
            if not asking.negatives:
                scores[:, 0] = -np.inf
            exact = scores.astype(np.float64) - scores.max(axis=1, keepdims=True)
            parts.append(exact - np.log(np.exp(exact).sum(axis=1, keepdims=True)))
        return Weighed(subjects, objects, np.concatenate(parts))

    def _pairs(self, spans: Sequence[Span]) -> tuple[Whole, Whole]:
        """List the ordered pairs of spans of one line whose types some relation admits."""
        lines = np.array([span.line for span in spans], np.int64)
        kinds = np.array([span.kind for span in spans], np.int64)
        counts = np.searchsorted(lines, lines, side="right") - np.searchsorted(lines, lines, side="left")
        subjects = np.repeat(np.arange(len(spans)), counts)
        within = np.arange(len(subjects)) - np.repeat(np.cumsum(counts) - counts, counts)
        objects = np.searchsorted(lines, lines, side="left")[subjects] + within
        admitted = (subjects != objects) & self._allowed[kinds[subjects], kinds[objects]].any(axis=1)
        return subjects[admitted], objects[admitted]

    def _scores(
        self,
        spans: Sequence[Span],
        head: States,
        tail: States,
        after: States,
        before: States,
        subjects: Whole,
        objects: Whole,
    ) -> States:
        """Give the scores of "none" and of every relation for pairs: shape (pairs, 1 + relations)."""
        heads = self._heads
        kinds = np.array([span.kind for span in spans], np.int64)
        begins = np.array([span.first for span in spans], np.int64)
        ends = np.array([span.last for span in spans], np.int64)
        left, right = np.minimum(subjects, objects), np.maximum(subjects, objects)
        hidden = head[subjects] + tail[objects] + after[left] + before[right]
        hidden += heads["order.weight"][np.clip(objects - subjects, -FARTHEST, FARTHEST) + FARTHEST]
        hidden += heads["gap.weight"][gap_class(begins[right] - ends[left] - 1)]
        hidden += heads["pair.weight"][kinds[subjects] * self._types + kinds[objects]]
        hidden += (head[subjects] * tail[objects]) @ heads["mul.weight"].T
        scores: States = _gelu(hidden) @ heads["out.weight"].T + heads["out.bias"]
        return scores

    def _scored(
        self, states: States, batch: WindowBatch, spans: Sequence[Span], subjects: Whole, objects: Whole
    ) -> Iterator[tuple[Whole, Whole, States]]:
        """Give pairs with the scores of "none" and of every relation, some thousand pairs at a time.

        What the types of a pair do not admit scores minus infinity.
        """
        if not len(subjects):
            return
        kinds = np.array([span.kind for span in spans], np.int64)
        rows, first, last = places(batch, spans)
        ends = np.concatenate([states[rows, first], states[rows, last]], axis=1)
        head = ends @ self._heads["head.weight"].T + self._heads["head.bias"]
        tail = ends @ self._heads["tail.weight"].T + self._heads["tail.bias"]
        after = states[rows, np.minimum(last + 1, states.shape[1] - 1)] @ self._after
        before = states[rows, np.maximum(first - 1, 0)] @ self._before
        for start in range(0, len(subjects), _PAIRS_AT_ONCE):
            part = slice(start, start + _PAIRS_AT_ONCE)
            pairs = subjects[part], objects[part]
            scores = self._scores(spans, head, tail, after, before, *pairs)
            scores[:, 1:][~self._allowed[kinds[pairs[0]], kinds[pairs[1]]]] = -np.inf
            yield *pairs, scores


class RelationModel:
    """Relation network of a folder; `contents` are the files that it was read from.

    `admitted` says which ordered pairs of types have a relation at all: shape (types, types).

    UsageError if a file is missing, SourceError if one is broken.
    """

    def __init__(self, folder: Path, settings: ModelSettings) -> None:
        self._network = Network(folder, INPUTS, settings.dimension)
        self.contents = self._network.contents
        self._scorer = PairScorer(read_heads(self.contents[1], folder / HEADS, head_shapes(settings)))
        self.admitted = self._scorer.admitted

    def links(self, batch: WindowBatch, spans: Sequence[Span]) -> list[PredictedLink]:
        """Find the relations between the spans of a batch; these are in the order of lines and words."""
        return self._scorer.links(self._states(batch, spans), batch, spans)

    def weigh(self, batch: WindowBatch, spans: Sequence[Span], asking: Asking) -> Weighed:
        """Give the log-probabilities for pairs of the spans of a batch, in the order of lines and words."""
        return self._scorer.weigh(self._states(batch, spans), batch, spans, asking)

    def _states(self, batch: WindowBatch, spans: Sequence[Span]) -> States:
        tags = tags_of(batch, spans)
        inputs = {"ids": batch.ids, "mask": batch.mask, "shapes": batch.shapes, "tags": tags}
        return self._network.states(inputs)


def head_shapes(settings: ModelSettings) -> dict[str, tuple[int, ...]]:
    """Give the shapes of the matrices that a scorer of pairs has."""
    types, labels, width = len(settings.types), 1 + len(settings.relations), settings.pair_width
    ends = (width, 2 * settings.dimension)
    return {
        "head.weight": ends,
        "head.bias": (width,),
        "tail.weight": ends,
        "tail.bias": (width,),
        "order.weight": (2 * FARTHEST + 1, width),
        "gap.weight": (GAPS, width),
        "pair.weight": (types * types, width),
        "mul.weight": (width, width),
        "mid.weight": ends,
        "out.weight": (labels, width),
        "out.bias": (labels,),
        "allowed": (types, types, labels - 1),
    }


def places(batch: WindowBatch, spans: Sequence[Span]) -> tuple[Whole, Whole, Whole]:
    """Say in which row spans stand, and where the first pieces of their first and of their last words do."""
    rows = np.array([batch.rows[span.line] for span in spans], np.int64)
    first = [batch.offsets[span.line] + batch.lines[span.line].words.first[span.first] for span in spans]
    last = [batch.offsets[span.line] + batch.lines[span.line].words.first[span.last] for span in spans]
    return rows, np.array(first, np.int64), np.array(last, np.int64)


def gap_class(words: Whole) -> Whole:
    """Number how many words stand between two spans: 0 to 5 as they are, then classes of half an octave.

    >>> gap_class(np.array([-2, 0, 5, 6, 9, 30, 1000])).tolist()
    [0, 0, 5, 6, 7, 10, 11]
    """
    wide = np.floor(np.log2(np.maximum(words, 6) / 6) * 2).astype(np.int64)
    return np.where(words < 6, np.maximum(words, 0), 6 + np.minimum(wide, 5))


def _gelu(x: States) -> States:
    """Compute GELU; the error function is approximated to 2e-7 (Abramowitz and Stegun 7.1.26)."""
    scaled = np.abs(x) * np.float32(0.7071067811865476)
    t = 1 / (1 + np.float32(0.3275911) * scaled)
    series = np.float32(1.061405429) * t - np.float32(1.453152027)
    for coefficient in (1.421413741, -0.284496736, 0.254829592):
        series = series * t + np.float32(coefficient)
    half: States = (0.5 * series * t * np.exp(-scaled * scaled)).astype(np.float32, copy=False)
    return x * np.where(x < 0, half, 1 - half)
