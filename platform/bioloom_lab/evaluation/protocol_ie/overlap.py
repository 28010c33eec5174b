"""Document overlap: shares of copied lines, and families of documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from bioloom.records import AnnotatedDocument

LEAST_WORDS = 6
HALF = 0.5
_SIGN = re.compile(r"\W+")


def long_lines(document: AnnotatedDocument) -> tuple[str, ...]:
    """Give the lines of six words or more, in small letters and without punctuation."""
    return tuple(
        " ".join(_SIGN.split(sentence.text.lower())).strip()
        for sentence in document.sentences
        if len(sentence.text.split()) >= LEAST_WORDS
    )


def shares_with(
    documents: Sequence[AnnotatedDocument], others: Sequence[AnnotatedDocument]
) -> Mapping[str, float]:
    """Give the share of each document's longer lines that stand in any of the others, 0 to 1."""
    there = {line for other in others for line in long_lines(other)}
    shares = {}
    for document in documents:
        lines = long_lines(document)
        shares[document.document.id] = sum(line in there for line in lines) / len(lines) if lines else 0.0
    return shares


def families(documents: Sequence[AnnotatedDocument]) -> list[int]:
    """Number the documents by family: two are of one if over half of the shorter one stands in the other."""
    lines = [frozenset(long_lines(document)) for document in documents]
    holders: dict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(lines):
        for line in each:
            holders[line].append(number)
    common: dict[tuple[int, int], int] = defaultdict(int)
    for those in holders.values():
        for place, one in enumerate(those):
            for other in those[place + 1 :]:
                common[one, other] += 1
    family = list(range(len(documents)))
    for (one, other), count in common.items():
        if count > HALF * min(len(lines[one]), len(lines[other])):
            keep, drop = sorted((family[one], family[other]))
            family = [keep if each == drop else each for each in family]
    return family
