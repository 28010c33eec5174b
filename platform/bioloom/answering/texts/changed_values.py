"""Changed values: to what something changed, by how much, or how soon, where a question asks for that."""

import re

from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import QuestionPattern

Place = tuple[int, int]
"""First character of a value, and the one behind its last."""

_PATTERNS = PatternTable.read("reading/changed_values.tsv")
_FROM_TO = _PATTERNS.compile("from_to", 0)
_CHANGES = _PATTERNS.compile("changes")
_CHANGED_BY = _PATTERNS.compile("changed_by", 0)

_BEGINNING = re.compile(r"\b(?:before|baseline|initial(?:ly)?|at first|start\w*|begin\w*)\b", re.IGNORECASE)

_ENDING = _PATTERNS.compile("ending")

_SOON = re.compile(r"\bhow (?:soon|quickly)\b|\bwithin (?:what|which|how)\b", re.IGNORECASE)

_WITHIN = re.compile(r"\bwithin (?P<by>\d[\d.]*\s?[a-z]+)")
"""How soon something was done: "within 72 hours"."""


def changed_by(question: str, text: str, start: int, end: int) -> Place:
    """Give by how much something changed, or how soon it was done, where that is asked for, a sentence says
    it once, and a span has another number; else the span as it is.

    >>> text = "The drug at 1 µM reduced collagen by 54%."
    >>> found = changed_by("How much did the drug reduce collagen?", text, 12, 16)
    >>> text[slice(*found)]
    '54%'
    """
    if _SOON.search(question):
        form = _WITHIN
    elif _CHANGES.search(question) and not re.search(r"%|fold\b|times\b", text[start:end]):
        form = _CHANGED_BY
    else:
        return start, end
    found = [each.span("by") for each in form.finditer(text)]
    if len(found) != 1 or (start < found[0][1] and end > found[0][0]):
        return start, end
    return found[0]


def changed_to(pattern: QuestionPattern, text: str, start: int, end: int) -> Place | None:
    """Give the value to which something changed, or the one from which where that is asked for; None where a
    span has neither.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> text = "It fell from 1.21 g at baseline to 0.34 g on day 10."
    >>> found = changed_to(parse_pattern("How low did it go on the drug?"), text, 13, 19)
    >>> text[slice(*found)] if found else ""
    '0.34 g'
    """
    found = _FROM_TO.search(text)
    if found is None or end <= found.start("one") or start >= found.end("two"):
        return None
    if _BEGINNING.search(pattern.text):
        return found.span("one")
    return found.span("two") if _ENDING.search(pattern.text) else None
