"""Diversity operation over retrieved documents (SPEC P11), with caps (SPEC P12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import perm

from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits of the documents of one sentence: their count, and words and signs of all together.

    65 documents are those of eight phrases with all their ordered pairs and the nearest sentence.
    """

    documents: int = 65
    tokens: int = 4096


CAPS = Caps()


def size(items: int, longest: int) -> int:
    """Say how many documents so many phrases give, without the nearest sentence (SPEC P11).

    >>> [1 + size(n, 2) for n in range(1, 8)], [1 + size(n, n) for n in range(1, 8)]
    ([2, 5, 10, 17, 26, 37, 50], [2, 5, 16, 65, 326, 1957, 13700])
    """
    return sum(perm(items, length) for length in range(1, longest + 1))


def orderings(items: Sequence[Retrieved], longest: int) -> list[Retrieved]:
    """Give the phrases alone and up to `longest` one after the other, shorter documents first (SPEC P11).

    >>> one, two = Retrieved((("a", "X"),)), Retrieved((("b", "Y"),))
    >>> [each.text for each in orderings([one, two], 2)]
    ['a = x', 'b = y', 'a = x ; b = y', 'b = y ; a = x']
    """
    return [
        Retrieved(tuple(part for item in chosen for part in item.parts))
        for length in range(1, longest + 1)
        for chosen in permutations(items, length)
    ]


def diversify(
    nearest: Sequence[Retrieved], items: Sequence[Retrieved], longest: int = 2, caps: Caps = CAPS
) -> tuple[list[Retrieved], bool]:
    """Give the documents, nearest sentence first, and whether a cap took something away (SPEC P11, P12).

    `longest` counts the phrases of one document: singles and ordered pairs with 2, singles alone (the
    ablation -WD) with 1, every ordered subset with as many as there are. Where the orderings are more than
    the caps allow, the phrases stand alone; what is still too much is cut from the end, and a document that
    does not fit into the tokens left is passed over.
    """
    if len(nearest) + size(len(items), longest) <= caps.documents:
        whole = [*nearest, *orderings(items, longest)]
        if sum(len(one.text.split()) for one in whole) <= caps.tokens:
            return whole, False
    kept: list[Retrieved] = []
    left = caps.tokens
    for one in (*nearest, *items):
        needed = len(one.text.split())
        if len(kept) < caps.documents and needed <= left:
            kept.append(one)
            left -= needed
    return kept, True
