"""Lucene query builder: query text without syntax characters, and the names that stand in a question."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from bioloom.question_parsing import ParsedQuestion, forms_of
from bioloom.question_parsing.abbreviated_words import NUMBERED

MOST_CLAUSES = 900
"""Lucene refuses a query of more than 1,024 clauses; word forms and unspaced scripts count too."""

_MOST_NAMES = 20
"""Names of letters and a number of a question that are searched in both forms."""


@dataclass(frozen=True, slots=True)
class LuceneQuery:
    """The query text for the full-text index, and the normal forms of names that stand in the question."""

    text: str
    phrases: tuple[str, ...]


def build_query(question: ParsedQuestion, *, forms: float = 0.0, folded: bool = False) -> LuceneQuery:
    """Build the query of a question; `forms` is the weight of other word forms in the query text (0: none).

    The query text holds letters, digits, dots and apostrophes only, and quotation marks around names that
    are parted, so that no character of a question is read as Lucene syntax. With `folded`, singular, plural
    and verb forms of a name also stand in the question.

    >>> from bioloom.question_parsing import parse_question
    >>> build_query(parse_question("What is the (best) temperature AND time for 4 °C?")).text
    'best temperature time 4 c'
    >>> build_query(parse_question("incubated"), forms=0.5).text
    'incubated incubat^0.5 incubate^0.5 incubates^0.5 incubating^0.5 incubats^0.5'
    >>> build_query(parse_question("Ki67"), forms=0.5).text
    'ki67 "ki 67"'
    """
    found = question.phrases
    if folded:
        found = tuple(dict.fromkeys(form for phrase in found for form in _folded(phrase)))
    named = " ".join(_parted_otherwise(question.text)) if forms else ""
    return LuceneQuery(f"{_query_text(question.terms, forms)} {named}".rstrip(), found)


def _parted_otherwise(text: str) -> list[str]:
    """Give names of letters and a number as they are written as well: "ki 67" for Ki67, ki67 for Ki-67."""
    found = (each.groups() for each in islice(NUMBERED.finditer(text.lower()), _MOST_NAMES))
    return [f"{letters}{number}" if dash else f'"{letters} {number}"' for letters, dash, number in found]


def _query_text(terms: Iterable[str], weight: float) -> str:
    parts: list[str] = []
    clauses = 0
    for term in terms:
        clauses += 1 if term.isascii() else len(term)
        others = forms_of(term) if weight else ()
        clauses += len(others)
        if clauses > MOST_CLAUSES:
            break
        parts.append(term)
        parts += [f"{other}^{weight:g}" for other in others]
    return " ".join(parts)


def _folded(phrase: str) -> list[str]:
    head, space, last = phrase.rpartition(" ")
    return [phrase, *(f"{head}{space}{other}" for other in forms_of(last))]
