"""Rankings without learning, to compare with: a vote of tables, one table alone, the busiest gene."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bioloom.mechanism.candidates import Candidate
from bioloom.mechanism.features import NAMES

_AT = {name: place for place, name in enumerate(NAMES)}
Row = Sequence[float]


def _votes(row: Row, one: Candidate) -> float:
    return row[_AT["votes"]]


def _target_table(row: Row, one: Candidate) -> float:
    return row[_AT["target"]] + row[_AT["known_action"]]


def _most_connected(row: Row, one: Candidate) -> float:
    return (one.aimed + one.handled) / 1e6 + 1e-9 if one.acted_on else 0.0


BASELINES: Mapping[str, Callable[[Row, Candidate], float]] = {
    "vote of the tables": _votes,
    "DrugBank's targets, known action first": _target_table,
    "bound gene that most drugs act on": _most_connected,
}
"""Score a candidate; 0 means that it is none. Ties go to the smaller id."""


def ranked_by(
    score: Callable[[Row, Candidate], float], rows: Sequence[Row], candidates: Sequence[Candidate]
) -> list[int]:
    """Order the places of candidates by a score, best first; those with none are left out."""
    scored = [(score(row, one), place) for place, (row, one) in enumerate(zip(rows, candidates, strict=True))]
    return [place for value, place in sorted(scored, key=lambda pair: (-pair[0], pair[1])) if value > 0]
