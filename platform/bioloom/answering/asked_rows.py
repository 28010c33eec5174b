"""Asked rows: of a table, the row that a question names by its first column: "buffer A", "tube 2"."""

import re

from bioloom.answering.protocol_text import ProtocolText
from bioloom.question_parsing import QuestionPattern

_KEY = re.compile(r"\|?\s*(?P<column>[^|:]{1,60}): (?P<key>[^|]{1,60}?)\s*\|")
"""The first cell of a row, behind the name of its column."""


def of_other_rows(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the rows of a table of which a question names another one, by the first column's name and what
    stands there."""
    keys = {at: found for at, (_, piece) in text.steps.items() if (found := _KEY.match(piece.text))}
    asked = {at for at, found in keys.items() if _names(pattern.text, found["column"], found["key"])}
    columns = {keys[at]["column"] for at in asked}
    return frozenset(at for at, found in keys.items() if found["column"] in columns and at not in asked)


def _names(question: str, column: str, key: str) -> bool:
    """Say whether a question has a column's name and, behind it, what stands there.

    >>> _names("How much Tris in buffer A?", "Buffer", "A"), _names("Is a buffer a base?", "Buffer", "A")
    (True, False)
    """
    return re.search(rf"\b(?i:{re.escape(column)}) {re.escape(key)}(?!\w)", question) is not None
