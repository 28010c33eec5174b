"""Constraining words: those of a question that narrow what may answer it."""

import re
from collections.abc import Set

from bioloom.names import tokens
from bioloom.question_parsing.question_type import ASKING_WORDS
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import fold, is_soft

_KINDS = frozenset(
    """
    dilution density magnification ph percentage percent molarity voltage pressure resistance capacitance
    current power period mesh pore od od600 many ml ul μl l mg ug μg ng kg rpm
    """.split()  # noqa: SIM905 (a word list reads better than a hundred lines)
)
"""Words that say which value is asked for."""

NAMING = re.compile(
    r"(?P<by>\b(?:in|from|of|for) (?:the|this|that|our) )(?P<name>(?:[\w/-]+ ){1,4}?)"
    r"(?:abstract|article|cohort|paper|report|review|sop|study|trial)\b",
    re.IGNORECASE,
)
"""Words that name a document: "in the iron trial"."""

_UNCONSTRAINING = STOP_WORDS | ASKING_WORDS | _KINDS


def constraining_words(text: str, numbers: Set[str] = frozenset()) -> tuple[str, ...]:
    """List the distinct folded words of a text that constrain an answer.

    >>> constraining_words("In the iron paper, how much zinc was given?")
    ('iron', 'zinc')
    """
    words = (word for word in tokens(NAMING.sub(r"\g<by>\g<name>", text)) if word not in _UNCONSTRAINING)
    words = (word for word in words if len(word) > 1 or word.isdigit())
    folded = (fold(word) for word in words if word not in numbers)
    return tuple(dict.fromkeys(word for word in folded if word.isalnum() and not is_soft(word)))
