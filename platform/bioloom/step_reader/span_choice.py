"""Choice of an answer's span: the likeliest one, or the one that shares most with all likely ones."""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]

LONGEST = 16
"""Words of the answer to a question about a step."""

LONGEST_SPAN = 64
"""Words of the answer to a question about a publication, which is often a whole clause."""

MOST_SPANS = 60
"""Likeliest spans of a sentence that are weighed against each other."""


def likeliest(starts: Numbers, ends: Numbers) -> tuple[int, int, float]:
    """Choose the likeliest first and last word of an answer, and how probable they are.

    >>> first, last, sure = likeliest(np.array([0, 9, 0], np.float32), np.array([0, 0, 9], np.float32))
    >>> first, last, sure > 0.9
    (1, 2, True)
    """
    begin, finish = (np.exp(each - each.max()) for each in (starts, ends))
    both = np.outer(begin / begin.sum(), finish / finish.sum())
    both = np.triu(both) - np.triu(both, LONGEST)
    best = int(both.argmax())
    first, last = divmod(best, len(ends))
    return first, last, float(both[first, last])


def most_shared(starts: Numbers, ends: Numbers) -> tuple[int, int, float]:
    """Choose the span that shares most with all likely ones, not the likeliest one.

    `starts` and `ends` score each word of a sentence as the first and the last of the answer: shape (words,),
    natural logarithms up to a constant each. The likeliest spans are compared by F1 over words, each weighed
    by its belief. Gives the first and the last word of the best, and the F1 that is expected of it, 0 to 1.

    >>> scores = np.array([0, 4, 0, 0], np.float32), np.array([0, 0, 4, 0], np.float32)
    >>> most_shared(*scores)[:2]
    (1, 2)
    """
    first, last = np.triu_indices(len(starts))
    near = last - first < LONGEST_SPAN
    first, last = first[near], last[near]
    sums = starts[first] + ends[last]
    if len(sums) > MOST_SPANS:
        kept = np.argpartition(-sums, MOST_SPANS)[:MOST_SPANS]
        kept = kept[np.lexsort((last[kept], first[kept]))]
        first, last, sums = first[kept], last[kept], sums[kept]
    belief = np.exp(sums - sums.max())
    belief /= belief.sum()
    shared = np.minimum(last[:, None], last) - np.maximum(first[:, None], first) + 1
    lengths = last - first + 1
    expected = 2 * np.maximum(shared, 0) / (lengths[:, None] + lengths) @ belief
    best = int(np.argmax(expected))
    return int(first[best]), int(last[best]), float(expected[best])
