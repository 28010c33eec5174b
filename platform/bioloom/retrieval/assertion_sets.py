"""Assertion sets: what assertions join with what is named, counted, in common, and apart from others."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

REVERSED = 0.0
"""The score of an assertion whose ends stand the other way round than the question asks."""

Row = dict[str, Any]
"""One assertion as the statement of assertions returns it."""


def score_row(row: Row) -> float:
    """Score an assertion: 4 if both ends are named, 2 if it has the relation asked for, 1 if its other end is
    of the category asked for, 1 for being about what is named; `REVERSED` if it stands the other way."""
    if row["reversed"]:
        return REVERSED
    return float(1 + 4 * row["both"] + 2 * (row["predicate_match"] > 0) + row["category_match"])


def count_things(rows: Sequence[Row]) -> int:
    """Count what the assertions as good as the first join with what is named, each thing once.

    >>> row = {"reversed": False, "both": False, "predicate_match": 1, "category_match": True}
    >>> count_things([row | {"other": "A:1"}, row | {"other": "A:1"}, row | {"other": "A:2"}])
    2
    """
    return len({row["other"] for row in rows if score_row(row) == score_row(rows[0])})


def counted_rows(rows: Sequence[Row]) -> list[Row]:
    """Count anew how many rows rank as high as the first, where others were left out of what was found.

    >>> row = {"reversed": False, "both": False, "predicate_match": 1, "category_match": True, "best": 80}
    >>> [each["best"] for each in counted_rows([row, row, row | {"category_match": False}])]
    [2, 2, 2]
    """
    best = sum(score_row(row) == score_row(rows[0]) for row in rows)
    return [row | {"best": best} for row in rows]


def shared_rows(rows: Sequence[Row], names: Sequence[str]) -> list[Row]:
    """Give the best assertions on things that each of several names is joined to, thing by thing.

    Denied ones join nothing, and one between two of the names is about no third thing.
    """
    single = [row for row in rows if not (row["reversed"] or row["both"] or row["edge"].get("negated"))]
    best = max(map(score_row, single), default=REVERSED)
    asked = frozenset(names)
    return [
        row
        for each in _by_thing(row for row in single if score_row(row) == best).values()
        if asked.issubset(name for row in each for name in row["names"])
        for row in each
    ]


def nearest_rows(rows: Sequence[Row]) -> list[Row]:
    """Put the best row of each name before the others; rows are ranked.

    >>> [row["names"] for row in nearest_rows([{"names": [name]} for name in ("gout", "gout", "flu")])]
    [['gout'], ['flu'], ['gout']]
    """
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row["names"][0], row)
    nearest = [*first.values()]
    return [*nearest, *(row for row in rows if not any(row is one for one in nearest))]


def subtract_rows(rows: Sequence[Row], others: Sequence[Row]) -> tuple[list[Row], frozenset[str]]:
    """Keep the best rows on things that no other row joins, and give the things that were taken away.

    Other rows count if they have the relation asked for, where the best rows have it; denied ones do not.

    >>> row = {"reversed": False, "both": False, "predicate_match": 1, "category_match": True, "edge": {}}
    >>> kept, gone = subtract_rows([row | {"other": "A:1"}, row | {"other": "A:2"}], [row | {"other": "A:2"}])
    >>> [each["other"] for each in kept], sorted(gone)
    (['A:1'], ['A:2'])
    """
    best = _best(rows)
    related = any(each["predicate_match"] for each in best)
    joined = {row["other"] for row in others if _joins(row) and (row["predicate_match"] or not related)}
    gone = frozenset(row["other"] for row in best if row["other"] in joined)
    return [row for row in best if row["other"] not in gone], gone


def intersect_rows(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Give the best rows on things that other rows join as well, each with one of these, as good as they.

    >>> row = {"reversed": False, "both": False, "predicate_match": 1, "category_match": True, "edge": {}}
    >>> one, other = row | {"other": "A:1"}, row | {"other": "A:1", "category_match": False}
    >>> [each["category_match"] for each in intersect_rows([one, row | {"other": "A:2"}], [other])]
    [True, True]
    """
    joining: dict[str, Row] = {}
    for row in others:
        if _joins(row) and row["predicate_match"]:
            joining.setdefault(row["other"], row)
    of_thing = _by_thing(row for row in _best(rows) if row["other"] in joining)
    rank = {slot: rows[0][slot] for slot in ("both", "predicate_match", "category_match")}
    return [row for thing, each in of_thing.items() for row in (*each, joining[thing] | rank)]


def _by_thing(rows: Iterable[Row]) -> Mapping[str, list[Row]]:
    of_thing: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of_thing[row["other"]].append(row)
    return of_thing


def _best(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if score_row(row) == score_row(rows[0]) and not row["edge"].get("negated")]


def _joins(row: Row) -> bool:
    return not (row["reversed"] or row["edge"].get("negated"))
