"""Nearest mention pair: resolves a relation between names or identifiers to two spans."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

_LOOKED_AT = 3


class Placed(Protocol):
    """Span of a text."""

    @property
    def start(self) -> int:
        """The first character."""
        ...

    @property
    def end(self) -> int:
        """The character behind the last."""
        ...


Thing = TypeVar("Thing", bound=Placed)


def nearest_pair(
    subjects: Iterable[Thing], objects: Iterable[Thing], sentences: Sequence[int] = ()
) -> tuple[Thing, Thing] | None:
    """Choose the subject and the object that stand closest, those in one sentence before all others.

    `sentences` are the starts of the sentences, ascending. Spans that overlap come after those that do not.
    None if there are no two different ones.

    >>> from bioloom.records import Sentence
    >>> def at(start, end): return Sentence("", "", 0, "", start, end)
    >>> found = nearest_pair([at(0, 3), at(50, 53)], [at(20, 24), at(40, 44)], [0, 30])
    >>> [(one.start, one.end) for one in found]
    [(50, 53), (40, 44)]
    """
    ordered = sorted(objects, key=lambda one: (one.start, one.end))
    starts = [one.start for one in ordered]
    best: tuple[tuple[bool, bool, int, int], Thing, Thing] | None = None
    for subject in subjects:
        place = bisect_left(starts, subject.start)
        for object_ in ordered[max(0, place - _LOOKED_AT) : place + _LOOKED_AT]:
            if object_ is subject or (object_.start, object_.end) == (subject.start, subject.end):
                continue
            gap = max(subject.start, object_.start) - min(subject.end, object_.end)
            apart = bisect_right(sentences, subject.start) != bisect_right(sentences, object_.start)
            key = (apart, gap < 0, abs(gap), min(subject.start, object_.start))
            if best is None or key < best[0]:
                best = key, subject, object_
    return None if best is None else (best[1], best[2])
