"""Named cells: that cell of a table's row ("Stock: 50 mg/ml | Final: 1 mg/ml") which a question names."""

import re
from collections.abc import Set

from bioloom.answering.changed_values import Place
from bioloom.question_parsing import canonical_words, matches_any

_CELL = re.compile(r"(?:^|\| )\s*(?P<name>[^|:]{1,60}): (?P<cell>[^|]+)")


def named_cell(asked: Set[str], row: str) -> Place | None:
    """Find the cell of a row all words of whose column are among those of a question, the most of them; None
    without one, or with several.

    >>> row = "| Reagent: Heparin | Stock: 50 mg/ml | Final concentration: 50 µg/ml |"
    >>> row[slice(*named_cell({*canonical_words("final concentration of heparin")}, row))]
    '50 µg/ml'
    """
    cells = [(canonical_words(found["name"]), found.span("cell")) for found in _CELL.finditer(row)]
    if len(cells) < 2:
        return None
    held = [len(name) * all(matches_any(word, asked) for word in name) for name, _ in cells]
    best = max(held)
    if not best or held.count(best) > 1:
        return None
    start, end = cells[held.index(best)][1]
    return start, end - (len(row[start:end]) - len(row[start:end].rstrip()))
