"""What others published for link prediction and text classification (SPEC S9), as shares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bioloom.resources import read_table

TABLE = "published/classes_and_links.tsv"
NOTE = (
    "Published figures stand on test sets that are not ours to see; ours are on dev, or on draws from train."
)


@cache
def published_links(data: str) -> Mapping[str, Mapping[str, float]]:
    """Give accuracy by system on one data set, UMLS, ADInt or ADE in any case; empty for another name.

    >>> published_links("umls")["LLaMA2 13B + BiomedRAG"]
    {'raw': 0.598}
    """
    column = {"umls": "UMLS", "adint": "ADInt", "ade": "ADE"}.get(data.casefold())
    if column is None:
        return {}
    measure = "accuracy" if column == "ADE" else "raw"
    return {
        row["system"]: {measure: round(float(row[column]) / 100, 4)}
        for row in read_table(TABLE)
        if row[column] != "-"
    }
