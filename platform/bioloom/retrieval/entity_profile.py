"""Entity profile: what is told of a thing first, where a question asks what it is."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache

from bioloom.resources import read_table
from bioloom.retrieval.assertion_sets import Row

_ANY = "*"
_WORDED = 5
"""The rank up to which a predicate is looked for by its words, before others."""


def profile_words() -> list[str]:
    """List the words of the predicates that are told first, for a search that cannot look at all."""
    first = (predicate for predicate, (rank, _) in _table().items() if rank <= _WORDED)
    return sorted({word for predicate in first for word in predicate.split("_") if len(word) > len("with")})


def profile_rows(rows: Sequence[Row]) -> list[Row]:
    """Order the rows about a thing: its class and uses first, side effects last, few of each before the rest.

    All count as equally good, denied ones come last.

    >>> made = [("has_side_effect", "A"), ("treats", "B"), ("affects", "C"), ("has_chemical_role", "D")]
    >>> rows = [{"type": f"biolink:{type_}", "other": other, "edge": {}} for type_, other in made]
    >>> [row["other"] for row in profile_rows(rows)]
    ['D', 'B', 'C', 'A']
    """
    table = _table()
    seen: Counter[str] = Counter()
    placed = []
    for row in rows:
        predicate = str(row["type"]).removeprefix("biolink:")
        rank, most = table.get(predicate, table[_ANY])
        seen[predicate] += 1
        beyond = bool(row["edge"].get("negated")) or seen[predicate] > most
        placed.append((beyond, rank, row | {"both": False, "predicate_match": 0, "category_match": False}))
    return [row for _, _, row in sorted(placed, key=lambda each: each[:2])]


def rows_about(rows: Sequence[Row], name: str, full: Collection[str]) -> list[Row]:
    """Keep the rows about what has a name: a full one that a text gives for it, if any has."""
    named = [row for row in rows if name in row["names"]]
    ends = [row["start"] if row["end"]["id"] == row["other"] else row["end"] for row in named]
    of_full = [not frozenset(full).isdisjoint(end.get("normalised") or ()) for end in ends]
    return [row for row, kept in zip(named, of_full, strict=True) if kept] or named


@cache
def _table() -> dict[str, tuple[int, int]]:
    rows = read_table("retrieval/profile.tsv")
    return {row["predicate"]: (int(row["rank"]), int(row["most"])) for row in rows}
