"""Assertion search: the rows of the statement of assertions, for what a question asks of them.

Where the names as they are read first have no assertion of the relation that is asked for, they are read
otherwise: as abbreviations, and as shortened names beside what is called so.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.names import normalise
from bioloom.question_parsing import coordinated_names
from bioloom.retrieval.abbreviated_names import defined_names, names_by_initials
from bioloom.retrieval.assertion_query import AssertionQuery
from bioloom.retrieval.assertion_sets import Row, counted_rows, score_row
from bioloom.retrieval.filters import Filters
from bioloom.retrieval.property_conditions import Conditions, narrow
from bioloom.retrieval.statement_runner import run_statement


@dataclass(frozen=True, slots=True)
class AssertionSearch:
    """The statement of assertions with its filters and its limit, and texts that may define abbreviations.

    `conditions` are what is required of the properties of the rows.
    `meanings` collects the names of several things that an abbreviation may stand for, where none is meant.
    """

    graph: Graph
    filters: Filters
    limit: int
    texts: tuple[str, ...] = ()
    meanings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    conditions: Conditions | None = None

    def find_rows(self, asked: AssertionQuery) -> list[Row]:
        """Find the rows for what is asked, best first: of the relation asked for, or else of one near it.

        With `conditions` only those that fulfil them.
        """
        rows = self._read(asked)
        if not answers(rows, asked) and any(row["near"] for row in rows):
            near = [row | {"predicate_match": row["predicate_match"] or row["near"]} for row in rows]
            rows = sorted(near, key=score_row, reverse=True)
        narrowed = None if self.conditions is None else narrow(rows, self.conditions)
        return rows if narrowed is None else counted_rows(narrowed.rows)

    def _read(self, asked: AssertionQuery) -> list[Row]:
        """Find the rows for the first reading of the names that has the relation asked for."""
        rows = self._rows(asked)
        if not asked.related:
            return rows
        answered = answers(rows, asked)
        short = {normalise(each): each for each in asked.short if not _needs_no_other(rows, asked, each)}
        if answered and not short:
            return rows
        fuller = self.full_names([*short.values()])
        if not fuller and (answered or not (rows and rows[0]["fuller"])):
            return rows
        others = self._rows(asked.also(fuller))
        vague = several_meanings(others, fuller)
        others = [row for row in others if vague.keys().isdisjoint(row["names"])]
        if answers(others, asked, short.keys() & fuller.values()):
            return others
        if not answered:
            self.meanings.update(vague)
        return rows

    def full_names(self, short: Sequence[str], *, own: bool = False) -> dict[str, str]:
        """Find the full names of abbreviations: as a text defines them, else by their initials.

        `own` leaves synonyms out.
        """
        defined = defined_names(short, self.texts)
        left = [each for each in short if normalise(each) not in defined.values()]
        return defined | names_by_initials(self.graph, left, own=own)

    def _rows(self, asked: AssertionQuery) -> list[Row]:
        parameters = asked.parameters | {"limit": self.limit, **self.filters.parameters()}
        return run_statement(self.graph, "retrieve/assertions", parameters)


def answers(rows: Sequence[Row], asked: AssertionQuery, names: Iterable[str] = ()) -> bool:
    """Say whether rows have the relation asked for: with the category asked for, with both ends of a question
    for yes or no; and for each of some names."""
    given = asked.parameters
    good = [
        row
        for row in rows
        if row["predicate_match"]
        and not row["reversed"]
        and (row["both"] if asked.closed else row["category_match"] or row["both"] or not given["categories"])
    ]
    return bool(good) and all(any(name in row["names"] for row in good) for name in names)


def _needs_no_other(rows: Sequence[Row], asked: AssertionQuery, short: str) -> bool:
    """Say whether a word needs no other reading: it is a name or has assertions, or others answer."""
    name = normalise(short)
    if short.islower() and any(is_name(end, name) for row in rows for end in (row["start"], row["end"])):
        return True
    good = [row for row in rows if not row["both"] or asked.closed]
    if answers(good, asked, [name]):
        return True
    if not answers(good, asked):
        return False
    named = {each for row in rows for each in row["names"]}
    return name not in coordinated_names(asked.text, named | {name})


def is_name(end: Mapping[str, Any], name: str) -> bool:
    """Say whether something that a vocabulary knows is called so, "gout"."""
    return normalise(end.get("name") or "") == name and not str(end["id"]).startswith("bioloom:")


def several_meanings(rows: Sequence[Row], fuller: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Give the abbreviations whose initials several things have that are in the best rows, with their names.

    The relation that is asked for decides between the full names, since only its rows are the best.
    """
    meant: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    names: dict[str, str] = {}
    for row in rows:
        if score_row(row) < score_row(rows[0]):
            continue
        for end in (row["start"], row["end"]):
            full = frozenset(name for name in end.get("normalised") or () if name in fuller)
            for short in {fuller[name] for name in full}.intersection(row["names"]):
                if end["id"] != row["other"]:
                    meant[short][end["id"]], names[end["id"]] = full, str(end.get("name") or end["id"])
    return {
        short: tuple(dict.fromkeys(names[id_] for id_ in ends))
        for short, ends in meant.items()
        if any(one.isdisjoint(other) for one, other in combinations(ends.values(), 2))
    }
