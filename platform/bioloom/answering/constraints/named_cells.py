"""Named cells: that cell of a table's row ("Stock: 50 mg/ml | Final: 1 mg/ml") which a question names."""

import re
from collections.abc import Collection, Set

from bioloom.answering.texts.changed_values import Place
from bioloom.question_parsing import canonical_words, matches_any, stated_values

_CELL = re.compile(r"(?:^|\| )\s*(?P<name>[^|:]{1,60}): (?P<cell>[^|]+)")
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]")


def named_cell(asked: Set[str], row: str, kinds: Collection[str] = ()) -> Place | None:
    """Find the cell of a row all words of whose column, or of the brackets in its name, are among those of a
    question, the most of them; None without one, or with several. Where `kinds` of values are asked for, it
    has one.

    >>> row = "| Reagent: Heparin | Stock: 50 mg/ml | Final concentration: 50 µg/ml |"
    >>> row[slice(*named_cell({*canonical_words("final concentration of heparin")}, row))]
    '50 µg/ml'
    >>> row = "| Part: Columns | 50 preps (KP-2050): 50 | 250 preps (KP-2250): 250 |"
    >>> row[slice(*named_cell({*canonical_words("columns in KP-2250")}, row))]
    '250'
    """
    places = [found.span("cell") for found in cells_of(row)]
    held = [
        max(
            _held(asked, name)
            for name in (_BRACKETED.sub(" ", found["name"]), *_BRACKETED.findall(found["name"]))
        )
        * (not kinds or bool(stated_values(found["cell"], kinds)))
        for found in cells_of(row)
    ]
    best = max(held, default=0)
    return _trimmed(row, places[held.index(best)]) if best and held.count(best) == 1 else None


def _held(asked: Set[str], name: str) -> int:
    """Count the words of a name if a question has all of them."""
    words = canonical_words(name)
    return len(words) * all(matches_any(word, asked) for word in words)


def within_cell(row: str, start: int, end: int) -> Place:
    """Narrow words of a row to the cell in which they begin, without the name of its column; words of
    another text as they are.

    >>> row = "| Reagent: BSA | Supplier: Halden |"
    >>> row[slice(*within_cell(row, 17, 33))]
    'Halden'
    """
    ends = [place for found in cells_of(row) if start < (place := found.span("cell"))[1]]
    if not ends:
        return start, end
    first, last = _trimmed(row, ends[0])
    inside = max(start, first), min(end, last)
    return inside if inside[0] < inside[1] else (first, last)


def cells_of(row: str) -> list[re.Match[str]]:
    """Find the named cells of a row, each with its `name` and its `cell`; none of a text with fewer than two.

    >>> [found.group("name", "cell") for found in cells_of("| Dye: blue | Stock: 1 mM |")]
    [('Dye', 'blue '), ('Stock', '1 mM ')]
    """
    found = list(_CELL.finditer(row))
    return found if len(found) > 1 else []


def _trimmed(row: str, place: Place) -> Place:
    start, end = place
    return start, end - (len(row[start:end]) - len(row[start:end].rstrip()))
