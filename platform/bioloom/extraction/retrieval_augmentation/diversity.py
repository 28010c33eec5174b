"""Diversity operation over retrieved documents (SPEC P11), with caps (SPEC P12)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import perm
from typing import Literal

from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved

Orders = Literal["pairs", "all", "off"]
"""Singles and ordered pairs; every ordered subset; or singles alone (the ablation -WD)."""


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits of the documents of one sentence: their count, and tokens of all together.

    65 documents are those of eight phrases with all their ordered pairs and the nearest sentence.
    """

    documents: int = 65
    tokens: int = 4096


def count_words(text: str) -> int:
    """Count words and signs, as an estimate of tokens where no tokenizer is at hand.

    >>> count_words("was activated by = stimulates")
    5
    """
    return len(text.split())


def size(items: int, orders: Orders) -> int:
    """Say how many documents so many phrases give, without the nearest sentence (SPEC P11).

    >>> [1 + size(n, "pairs") for n in range(1, 8)], [1 + size(n, "all") for n in range(1, 8)]
    ([2, 5, 10, 17, 26, 37, 50], [2, 5, 16, 65, 326, 1957, 13700])
    """
    longest = {"off": 1, "pairs": 2, "all": items}[orders]
    return sum(perm(items, length) for length in range(1, longest + 1))


def orderings(items: Sequence[Retrieved], orders: Orders) -> list[Retrieved]:
    """Give the phrases alone and one after the other, shorter documents first (SPEC P11).

    >>> one, two = Retrieved((("a", "X"),)), Retrieved((("b", "Y"),))
    >>> [each.text for each in orderings([one, two], "pairs")]
    ['a = x', 'b = y', 'a = x ; b = y', 'b = y ; a = x']
    """
    longest = {"off": 1, "pairs": 2, "all": len(items)}[orders]
    return [
        Retrieved(tuple(part for item in chosen for part in item.parts))
        for length in range(1, longest + 1)
        for chosen in permutations(items, length)
    ]


def diversify(
    nearest: Retrieved | None,
    items: Sequence[Retrieved],
    orders: Orders = "pairs",
    caps: Caps = Caps(),
    count_tokens: Callable[[str], int] = count_words,
) -> tuple[list[Retrieved], bool]:
    """Give the documents, nearest sentence first, and whether a cap took something away (SPEC P11, P12).

    Where the orderings are more than the caps allow, the phrases stand alone; what is still too much is cut
    from the end, and a document that does not fit into the tokens left is passed over.
    """
    first = [] if nearest is None else [nearest]
    if len(first) + size(len(items), orders) <= caps.documents:
        whole = first + orderings(items, orders)
        if sum(count_tokens(one.text) for one in whole) <= caps.tokens:
            return whole, False
    kept: list[Retrieved] = []
    left = caps.tokens
    for one in first + orderings(items, "off"):
        needed = count_tokens(one.text)
        if len(kept) < caps.documents and needed <= left:
            kept.append(one)
            left -= needed
    return kept, True
