"""Asked rows: of a table, the row that a question names by its first column: "buffer A", "tube 2"."""

import re

from bioloom.answering.constraints.named_cells import cells_of
from bioloom.answering.texts.protocol_text import ProtocolText
from bioloom.question_parsing import QuestionPattern


def of_other_rows(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the rows of a table of which a question names another one, by the first column's name and what
    stands there."""
    keys = {
        at: (cells[0]["name"], cells[0]["cell"].strip())
        for at, (_, piece) in text.steps.items()
        if (cells := cells_of(piece.text)) and not cells[0].start()
    }
    asked = {at for at, (column, key) in keys.items() if _names(pattern.text, column, key)}
    columns = {keys[at][0] for at in asked}
    return frozenset(at for at, (column, _) in keys.items() if column in columns and at not in asked)


def _names(question: str, column: str, key: str) -> bool:
    """Say whether a question has a column's name and, behind it, what stands there.

    >>> _names("How much Tris in buffer A?", "Buffer", "A"), _names("Is a buffer a base?", "Buffer", "A")
    (True, False)
    """
    return re.search(rf"\b(?i:{re.escape(column)}) {re.escape(key)}(?!\w)", question) is not None
