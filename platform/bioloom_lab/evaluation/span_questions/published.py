"""What others published for COVID-QA."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bioloom.resources import read_table


@cache
def published() -> Mapping[str, Mapping[str, float]]:
    """Give exact match and F1 within the article by system.

    >>> published()["RoBERTa-base, fitted to SQuAD and COVID-QA"]
    {'exact, closed': 0.259, 'f1, closed': 0.595}
    """
    return {
        row["system"]: {"exact, closed": float(row["exact"]), "f1, closed": float(row["f1"])}
        for row in read_table("published/covidqa.tsv")
    }
