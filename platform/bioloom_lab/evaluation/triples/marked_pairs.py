"""Marked pairs: the two names that the padding of a sentence marks, also where a sign was lost.

ChemProt's sentences in the papers' collection have a space before and after every occurrence of two names,
and a space in place of the sign that followed: ``valsartan, 51%`` became `` valsartan   51%``. Openings and
closings look alike there, so that no cut from left to right tells names from what stands between them; but
the two names together explain every doubled space, and hardly anything else does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

_DOUBLED = re.compile(r"^ |  +| $")
_SINGLE = re.compile(r" (?=[.,;:!?)\]}/%'\"-])|(?<=[(\[{/\"'-]) ")
_LONGEST = 120

Span = tuple[int, int]


def marked_pair(sentence: str) -> tuple[str, str] | None:
    """Find the two strings whose padding explains most of the doubled spaces; None if there are none.

    Of pairs that explain as many, the one that explains few of them twice, then the shorter one.

    >>> marked_pair("Of all,  valsartan   51%, blocked  Ang II  most;  valsartan  was given.")
    ('valsartan', 'Ang II')
    """
    doubled = [found.span() for found in _DOUBLED.finditer(sentence)]
    explained = {
        name: places for name in _names(sentence, doubled) if (places := _at(sentence, name, doubled))
    }

    def worth(pair: tuple[str, str]) -> tuple[int, int]:
        every = [*explained[pair[0]], *explained[pair[1]]]
        left, twice = len(doubled) - len({*every}), len(every) - len({*every})
        return left + twice, len(pair[0]) + len(pair[1])

    return min(combinations(explained, 2), key=worth, default=None)


def _names(sentence: str, doubled: list[Span]) -> Iterator[str]:
    """Give what may be a name, each once: what stands between two spaces that may be padding."""
    within = {at for start, end in doubled for at in range(start, end)}
    single = [found.span() for found in _SINGLE.finditer(sentence) if found.start() not in within]
    ends = (0, 0), (len(sentence), len(sentence))
    bounds = sorted({*doubled, *single, *ends})
    stops = {start for start, _ in doubled}
    seen: set[str] = set()
    for number, (_, start) in enumerate(bounds):
        for end, _ in bounds[number + 1 :]:
            name = sentence[start:end]
            if end - start > _LONGEST:
                break
            if name not in seen and any(sign.isalnum() for sign in name):
                seen.add(name)
                yield name
            if end in stops:
                break


def _at(sentence: str, name: str, doubled: list[Span]) -> list[int]:
    """Number the doubled spaces beside a name's occurrences that have a space or an end on both sides."""
    found = []
    start = sentence.find(name)
    while start >= 0:
        end = start + len(name)
        if sentence[start - 1 : start] in (" ", "") and sentence[end : end + 1] in (" ", ""):
            found += [at for at, (first, last) in enumerate(doubled) if last == start or first == end]
        start = sentence.find(name, start + 1)
    return found
