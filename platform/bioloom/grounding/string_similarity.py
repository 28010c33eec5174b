"""String similarity of names: letter pairs for ranking, edit distance for decisions."""

from bioloom.grounding.name_normalization import digits, key

EDIT_EACH = 6
"""Letters of a name for each letter that may be missing, added or wrong."""


def likeness(one: str, other: str) -> float:
    """Give the share of letter pairs that two names have in common (Dice): 0 to 1.

    >>> likeness("interleukin 2", "Interleukin-2"), likeness("abc", "xyz")
    (1.0, 0.0)
    """
    pairs, others = _pairs(key(one)), _pairs(key(other))
    return 2 * len(pairs & others) / max(1, len(pairs) + len(others))


def is_misspelling(one: str, other: str) -> bool:
    """Say whether two names are one but for misspelt letters: one for every six, and no digit among them.

    The first letter stays, and a name is no misspelling of another where a prefix turns its meaning round.

    >>> is_misspelling("doxorubicine", "doxorubicin"), is_misspelling("IL-12", "IL-13")
    (True, False)
    >>> is_misspelling("hypertension", "hypotension")
    False
    """
    mine, its = key(one), key(other)
    letters = min(sum(sign.isalpha() for sign in mine), sum(sign.isalpha() for sign in its))
    most = letters // EDIT_EACH
    if most == 0 or mine[0] != its[0] or digits(one) != digits(other) or mine[:5] != its[:5]:
        return False
    return edits(mine, its, min(most, 2)) is not None


def edits(one: str, other: str, most: int) -> int | None:
    """Count the letters to add, drop or change between two texts; None if more than `most`.

    >>> edits("tumour", "tumor", 1), edits("abc", "xyz", 2)
    (1, None)
    """
    if abs(len(one) - len(other)) > most:
        return None
    row = list(range(len(other) + 1))
    for number, sign in enumerate(one, 1):
        before, row = row, [number]
        for place, its in enumerate(other, 1):
            row.append(min(before[place] + 1, row[-1] + 1, before[place - 1] + (sign != its)))
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None


def _pairs(text: str) -> frozenset[str]:
    return frozenset(text[start : start + 2] for start in range(len(text) - 1))
