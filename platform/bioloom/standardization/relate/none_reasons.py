"""Reason codes of NONE with their meanings (docs/rejects.md has the same rows)."""

from collections.abc import Mapping

from bioloom.resources import read_table

REASONS: Mapping[str, str] = {row["code"]: row["meaning"] for row in read_table("relate/reasons.tsv")}
