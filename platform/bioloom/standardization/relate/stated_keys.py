"""Stated keys: what a relation phrase says in so many words by its direction and its aspect."""

import re
from functools import cache, lru_cache

from bioloom.pattern_table import compile_cell
from bioloom.resources import read_table

_BEFORE, _AFTER = r"(?:(?:\w+ly|can|could|may|might|also|to|further) )*", r"(?: (?:the|an?|of))*"
_ONE_VERB = re.compile(rf"{_BEFORE}[a-z-]+(?:s|ed){_AFTER}", re.IGNORECASE)
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


def opposed_keys(phrase: str, *, sure: bool = True) -> tuple[re.Pattern[str], ...]:
    """Give the patterns of the keys whose direction is against that of a verb; none for longer phrases.

    For a verb of no known direction all are, unless its reading is `sure`.

    >>> [bool(opposed_keys("blunts")[0].fullmatch(f"{way} activity of")) for way in ("increases", "reduces")]
    [True, False]
    >>> opposed_keys("binds"), opposed_keys("induces disruption of"), len(opposed_keys("shelves", sure=False))
    ((), (), 2)
    """
    known = next(((against,) for verb, against in _verbs() if verb.fullmatch(phrase)), ())
    if known or sure or not _ONE_VERB.fullmatch(phrase):
        return known
    return tuple(against for _, against in _verbs())


@cache
def _verbs() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (
            compile_cell(rf"{_BEFORE}{row['words']}{_AFTER}", DIRECTIONS),
            compile_cell(row["against"], DIRECTIONS),
        )
        for row in read_table(DIRECTIONS)
        if row["against"]
    )


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
