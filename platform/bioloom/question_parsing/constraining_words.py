"""Constraining words: those of a question that narrow what may answer it."""

from collections.abc import Set

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.question_type import ASKING_WORDS
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import canonical_word, is_unconstraining

NAMING = PatternTable.read("asking/constraints.tsv").compile("naming")
"""What names a document, by `by` and `name`: "in the iron trial"."""

_UNCONSTRAINING = STOP_WORDS | ASKING_WORDS | PatternTable.read("asking/words.tsv").words("value")


def constraining_words(text: str, numbers: Set[str] = frozenset()) -> tuple[str, ...]:
    """List the distinct canonical words of a text that constrain an answer.

    >>> constraining_words("In the iron paper, how much zinc was given?")
    ('iron', 'zinc')
    """
    words = (word for word in tokens(NAMING.sub(r"\g<by>\g<name>", text)) if word not in _UNCONSTRAINING)
    words = (word for word in words if len(word) > 1 or word.isdigit())
    canonical = (canonical_word(word) for word in words if word not in numbers)
    return tuple(dict.fromkeys(word for word in canonical if word.isalnum() and not is_unconstraining(word)))
