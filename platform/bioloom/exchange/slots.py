"""Slots that exports and TRAPI treat otherwise than others, by use (ontology/exchange/slots.tsv)."""

from functools import cache

from bioloom.resources import read_table


@cache
def slots_of(use: str) -> frozenset[str]:
    """List the slots of one use.

    >>> "record_hash" in slots_of("database"), "record_hash" in slots_of("reference")
    (True, False)
    """
    return frozenset(row["slot"] for row in read_table("exchange/slots.tsv") if row["use"] == use)
