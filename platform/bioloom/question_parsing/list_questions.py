"""List questions: whether several things are asked for, and by which noun."""

from bioloom.pattern_table import PatternTable

_PATTERNS = PatternTable.read("asking/lists.tsv")
_SEVERAL = _PATTERNS.compile("several")
_CONTENTS = _PATTERNS.compile("contents")
_COUNTED = _PATTERNS.compile("counted")
WORDS_OF_ALL = _PATTERNS.words("of_all")
"""Words for all that something is made of, rather than one kind of it."""


def asked_plural(text: str) -> str:
    """Give the noun in the plural that a question asks for; empty where it has none.

    >>> [asked_plural(f"{each}?") for each in ("Which primary antibodies are used", "Which buffer elutes it")]
    ['antibodies', '']
    """
    found = _SEVERAL.search(text)
    return next(filter(None, found.groups()), "").lower() if found else ""


def asks_for_several(text: str) -> bool:
    """Say whether a question asks for all members of a list, and not for how many there are.

    >>> asks_for_several("What does TBST contain?"), asks_for_several("How many buffers are used?")
    (True, False)
    """
    return not _COUNTED.search(text) and bool(_CONTENTS.search(text) or _SEVERAL.search(text))
