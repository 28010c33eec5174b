"""Stated keys: what a relation phrase of a direction and an aspect says in so many words."""

import re
from functools import cache, lru_cache

from bioloom.pattern_table import compile_cell
from bioloom.resources import read_table

ASPECTS, DIRECTIONS = "relate/aspects.tsv", "relate/directions.tsv"


@lru_cache(maxsize=16_384)
def stated_keys(phrase: str) -> frozenset[str]:
    """Give the keys of the vocabulary biolink that a phrase names itself; none for other phrases.

    >>> stated_keys("prevents the degradation of")
    frozenset({'decreases degradation of'})
    >>> sorted(stated_keys("lowers the risk of"))
    ['biolink:associated_with_decreased_likelihood_of', 'biolink:preventative_for_condition']
    """
    return next((keys for form, keys in _forms() if form.fullmatch(phrase)), frozenset())


@cache
def _forms() -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    words = {row["direction"]: row["words"] for row in read_table(DIRECTIONS)}
    return tuple(
        (
            compile_cell(rf"(?:\w+ly )?{verb}(?: the)? {row['aspect']}(?: of| for)?", ASPECTS),
            frozenset(row[direction].split("|")),
        )
        for row in read_table(ASPECTS)
        for direction, verb in words.items()
    )
