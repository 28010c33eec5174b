"""Search terms of a question: its distinct words without stop words."""

from __future__ import annotations

import re

LONGEST_QUESTION = 10_000
"""Characters of a question that are searched."""

LONGEST_TERM = 64

STOP_WORDS = frozenset(
    """
    a an and are as at be been before by can could did do does during each for from get gets give given
    go goes had has have how i if in into is it its kind many may me mean mostly much must my need
    needed needs of on or our shall should so some take than that the their them then there these they
    this those to type up us used uses use using was we were what when where which while who whom whose
    why will with would you your
    out off over onto again also any all both only very upon
    """.split()  # noqa: SIM905 (a word list reads better than a hundred lines)
)
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
