"""What others published for choice questions."""

from __future__ import annotations

from collections.abc import Mapping

from bioloom.resources import read_table

TABLE = "published/choices.tsv"
NOTE = "Published figures are of test questions, ours of the questions given here."


def published(suite: str) -> Mapping[str, Mapping[str, float]]:
    """Give figures by system for one benchmark, empty for one without figures.

    >>> published("pubmedqa")["one human reader"]
    {'accuracy': 0.78}
    """
    return {
        row["system"]: {row["metric"]: float(row["value"])}
        for row in read_table(TABLE)
        if row["suite"] == suite
    }
