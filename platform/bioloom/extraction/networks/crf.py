"""CRF decoder: the best tags of many lines at once, and the probability of a span.

Tags are numbered O, then B and I of each type: B of type k is 1 + 2k, I is 2 + 2k. I follows only B or I of
its type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Tags = NDArray[np.int64]

_NEVER = -1e4


@dataclass(frozen=True, slots=True)
class Span:
    """Words `first` to `last` (inclusive) of line number `line` name something of type number `kind`."""

    line: int
    first: int
    last: int
    kind: int
    probability: float


class Chain:
    """Transition scores: of a line's first tag (`start`) and between tags (`follows[before, after]`)."""

    def __init__(self, start: Floats, follows: Floats) -> None:
        inside = np.arange(2, len(start), 2)
        allowed = np.ones(follows.shape, bool)
        allowed[:, inside] = False
        allowed[inside, inside] = allowed[inside - 1, inside] = True
        self._start = start.astype(np.float32).copy()
        self._start[inside] = _NEVER
        self._follows = np.where(allowed, follows, np.float32(_NEVER)).astype(np.float32)

    def spans(self, scores: Floats, lengths: Sequence[int]) -> list[Span]:
        """Find the spans of the best tags, in the order of the text, line after line.

        `scores` is of shape (words, tags), the words of all lines one after the other; `lengths` counts the
        words of each line, none of them 0. A span is as probable as all readings of its line that have it.
        """
        if not len(lengths):
            return []
        lines = _Lines(scores, np.asarray(lengths, np.int64))
        return self._weighed(lines, *_runs(self.best(scores, lengths)))

    def best(self, scores: Floats, lengths: Sequence[int]) -> Tags:
        """Give the best tag of each word (Viterbi): shape (words,)."""
        lines = _Lines(scores, np.asarray(lengths, np.int64))
        reached = self._start + lines.at(0)
        back = []
        by_after = np.ascontiguousarray(self._follows.T)
        for step in range(1, lines.longest):
            tried = reached[: lines.active[step], None, :] + by_after
            before = tried.argmax(axis=2)
            back.append(before)
            found = np.take_along_axis(tried, before[..., None], axis=2)[..., 0] + lines.at(step)
            reached[: len(found)] = found
        tags = np.empty((lines.longest, len(reached)), np.int64)
        tag = reached.argmax(axis=1)
        tags[-1] = tag
        for step in range(lines.longest - 1, 0, -1):
            count = lines.active[step]
            tag = tag.copy()
            tag[:count] = np.take_along_axis(back[step - 1], tag[:count, None], axis=1)[:, 0]
            tags[step - 1] = tag
        return lines.flat(tags)

    def _weighed(self, lines: _Lines, first: Tags, last: Tags, kind: Tags) -> list[Span]:
        """Give found spans (places of their words among those of all lines) with their probabilities."""
        weights = np.exp(self._follows.astype(np.float64))
        steps = range(lines.longest)
        forward: list[NDArray[np.float64]] = []
        norms: list[NDArray[np.float64]] = []
        peaks = [lines.at(step).max(axis=1, keepdims=True) for step in steps]
        likely = [np.exp((lines.at(step) - peaks[step]).astype(np.float64)) for step in steps]
        start = self._start.astype(np.float64)
        for step in steps:
            reached = (
                forward[-1][: lines.active[step]] @ weights if step else np.exp(start - start.max())[None]
            )
            reached = reached * likely[step]
            norm = reached.sum(axis=1, keepdims=True)
            forward.append(reached / norm)
            norms.append(norm)
        backward = [np.ones_like(each) for each in forward]
        for step in range(lines.longest - 1, 0, -1):
            reached = (backward[step] * likely[step] / norms[step]) @ weights.T
            backward[step - 1][: len(reached)] = reached
        ahead, behind = lines.joined(forward), lines.joined(backward)
        logs = [np.asarray(peak + np.log(norm), np.float64) for peak, norm in zip(peaks, norms, strict=True)]
        scale = lines.joined(logs)
        begin, inside = 1 + 2 * kind, 2 + 2 * kind
        onward = lines.scores.astype(np.float64) - scale  # log of likely / norm
        staying = np.cumsum(onward[:, 2::2] + self._follows.diagonal()[2::2], axis=0)
        second = np.minimum(first + 1, last)
        entering = self._follows[begin, inside] + onward[second, inside]
        within = np.where(last > first, entering + staying[last, kind] - staying[second, kind], 0.0)
        final = np.where(last > first, inside, begin)
        after = np.minimum(last + 1, len(onward) - 1)
        longer = np.exp(self._follows[final, inside] + onward[after, inside]) * behind[after, inside]
        ends = behind[last, final] - np.where(lines.final[last], 0.0, longer)
        probability = np.clip(ahead[first, begin] * np.exp(within) * ends, 0.0, 1.0)
        owners = lines.owner[first]
        begins = first - lines.starts[owners], last - lines.starts[owners]
        found = zip(owners, *begins, kind, probability, strict=True)
        return [Span(int(o), int(a), int(b), int(k), float(p)) for o, a, b, k, p in found]


class _Lines:
    """Lines of unlike length side by side, the longest first, so that those still running come first."""

    def __init__(self, scores: Floats, lengths: Tags) -> None:
        self.scores = scores
        self.starts = np.cumsum(lengths) - lengths
        self.owner = np.repeat(np.arange(len(lengths)), lengths)
        self.final = np.zeros(len(scores), bool)
        self.final[self.starts + lengths - 1] = True
        self.longest = int(lengths.max())
        order = np.argsort(-lengths, kind="stable")
        self.active = [int(count) for count in (lengths[None] > np.arange(self.longest)[:, None]).sum(axis=1)]
        self._places = [self.starts[order[:count]] + step for step, count in enumerate(self.active)]

    def at(self, step: int) -> Floats:
        """Give the scores of every line's word number `step`: shape (lines still running, tags)."""
        found: Floats = self.scores[self._places[step]]
        return found

    def flat(self, stepwise: Tags) -> Tags:
        """Bring tags of shape (steps, lines) into the order of the words."""
        result = np.empty(len(self.scores), np.int64)
        for places, tags in zip(self._places, stepwise, strict=True):
            result[places] = tags[: len(places)]
        return result

    def joined(self, stepwise: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Bring rows of numbers, a list entry a step, into the order of the words."""
        result = np.empty((len(self.scores), stepwise[0].shape[1]))
        for places, rows in zip(self._places, stepwise, strict=True):
            result[places] = rows
        return result


def _runs(tags: Tags) -> tuple[Tags, Tags, Tags]:
    """Find the first word, the last word and the type of every span that tags mark."""
    first = np.flatnonzero(tags % 2 == 1)
    inside = (tags > 0) & (tags % 2 == 0)
    stops = np.flatnonzero(np.append(~inside, True))  # the first word after each that is not I
    last = stops[np.searchsorted(stops, first, side="right")] - 1
    return first, last, (tags[first] - 1) // 2
