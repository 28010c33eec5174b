"""Statements that have subject, phrase and object but state no relation worth a Biolink predicate."""

from __future__ import annotations

from bioloom.records.mapping import Claim


def refuse(claim: Claim) -> str | None:
    """Say why a claim cannot have a predicate: ADMINISTRATIVE, METHODOLOGICAL, NOMENCLATURE or REPORTING.

    None where no rule is sure (SPEC R20); the reranker has the last word then.
    """
    return None
