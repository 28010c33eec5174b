"""Terms of the formats that loaders read, and what they mean there: ontology/layout/format_terms.tsv."""

from collections.abc import Mapping
from functools import cache

from bioloom.resources import read_table


@cache
def format_terms(format_: str) -> Mapping[str, str]:
    """Give the terms of a format, or a list of its terms, in the order of the table.

    >>> format_terms("symbol font")["6D"], list(format_terms("draft value"))[:2]
    ('µ', ['amount', 'value'])
    """
    rows = read_table("layout/format_terms.tsv")
    return {row["term"]: row["meaning"] for row in rows if row["format"] == format_}
