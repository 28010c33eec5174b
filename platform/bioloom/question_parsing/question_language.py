"""Language of a question: English, or one that is not understood, by the words that questions are made of."""

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable

_WORDS = PatternTable.read("asking/words.tsv")
_OTHERS = _WORDS.words("other_languages")
_ENGLISH = _WORDS.words("english") - _OTHERS

_LEAST = 2
_LOOKED_AT = 500
"""Characters of a question that are looked at."""


def is_english(text: str) -> bool:
    """Say whether a question may be in English; shorthand without such words may be.

    >>> is_english("How long is the gel run?"), is_english("gel, 100 V"), is_english("Wie lang ist der Lauf?")
    (True, True, False)
    """
    words = frozenset(tokens(text[:_LOOKED_AT].lower()))
    return len(words & _OTHERS) < _LEAST or bool(words & _ENGLISH)
