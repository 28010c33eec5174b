"""What others published for DrugMechDB's gene questions (SPEC T17)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bioloom.resources import read_table

TABLE = "published/mechanism.tsv"
NOTE = "Published figures are of all 798 questions, ours of the questions given here."


@cache
def published() -> Mapping[str, Mapping[str, float]]:
    """Give the share of right answers by system.

    >>> published()["GPT-4o-mini with BTE-RAG"]
    {'top1': 0.758}
    """
    return {row["system"]: {"top1": float(row["top1"])} for row in read_table(TABLE)}
