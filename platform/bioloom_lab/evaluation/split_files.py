"""Train and dev files of data sets, their names, and published figures (SPEC S9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bioloom.errors import UsageError
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


def find_split(data: Path, split: str) -> Path:
    """Find a split in a folder; a file is its own. UsageError if there is none."""
    if not data.is_dir():
        return data
    for ending in (".jsonl.gz", ".jsonl", ".tsv.gz", ".tsv"):
        if (path := data / f"{split}{ending}").is_file():
            return path
    raise UsageError(f"{data} holds no {split}.jsonl, {split}.tsv, nor one of them with .gz")


def data_set_name(data: Path) -> str:
    """Name a data set after its folder."""
    path = data.resolve()
    return path.name if data.is_dir() else path.parent.name
