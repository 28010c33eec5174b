"""Search terms of a question: its distinct words without stop words."""

import re

from bioloom.pattern_table import PatternTable

LONGEST_QUESTION = 2_000
"""Characters of a question that are read, by whatever door it comes."""

LONGEST_TERM = 64

STOP_WORDS = PatternTable.read("asking/words.tsv").words("stop")
"""Words that ask rather than name; left out of the query unless it has no others."""


_TERM = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")


def search_terms(text: str) -> list[str]:
    """List the distinct words of a text in order, lower-case; stop words only if there is nothing else."""
    found = (term.strip(".'")[:LONGEST_TERM].rstrip(".'") for term in _TERM.findall(text.lower()))
    terms = list(dict.fromkeys(term for term in found if term))
    return [term for term in terms if term not in STOP_WORDS] or terms


def content_words(text: str) -> tuple[str, ...]:
    """List the distinct words of a text that are no stop words, lower-case, in order."""
    return tuple(term for term in search_terms(text[:LONGEST_QUESTION]) if term not in STOP_WORDS)
