"""A question as the database needs it: query text for Lucene, normal forms for the graph."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bioloom.errors import UsageError
from bioloom.names import phrases

LONGEST_QUESTION = 10_000
MOST_TERMS = 256
LONGEST_TERM = 64
MOST_CLAUSES = 900
"""Lucene refuses a query of more than 1,024 clauses; word forms and unspaced scripts count too."""

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
_ENDINGS = ("ing", "ed", "es", "s")
_IRREGULAR = {
    "leaves": "leaf",
    "halves": "half",
    "mice": "mouse",
    "bacteria": "bacteri",
    "bacterium": "bacteri",
}
"""Inflections that no ending tells: the leaves of a plant are not what one leaves on the bench."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What of a question is searched: Lucene query text, normal forms, lower-case text, and a note.

    `note` says in one sentence what was cut off, or is None.
    """

    question: str
    lucene: str
    phrases: tuple[str, ...]
    lowered: str
    note: str | None = None

    @property
    def empty(self) -> bool:
        """Say whether nothing of the question can be searched (blank, emoji, punctuation)."""
        return not self.lucene


def word(question: str, *, forms: float = 0.0, folded: bool = False) -> Wording:
    """Prepare a question; `forms` is the weight of other word forms in the query text (0: none).

    The query text holds letters, digits, dots and apostrophes only, so that no character of a question
    is read as Lucene syntax. With `folded`, singular, plural and verb forms of a name also stand in the
    question.

    >>> word("What is the (best) temperature AND time for 4 °C?").lucene
    'best temperature time 4 c'
    >>> word("incubated", forms=0.5).lucene
    'incubated incubat^0.5 incubate^0.5 incubates^0.5 incubating^0.5 incubats^0.5'
    """
    text = question[:LONGEST_QUESTION]
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise UsageError("the question is not valid text: it holds bytes that are not UTF-8")
    note = None
    if len(question) > LONGEST_QUESTION:
        text = (text.rsplit(maxsplit=1) or [""])[0]  # not half a word
        note = f"only the first {LONGEST_QUESTION:,} characters of the question were searched"
    terms = _terms(text)
    if len(terms) > MOST_TERMS:
        note = note or f"only the first {MOST_TERMS} distinct words of the question were searched"
        terms = terms[:MOST_TERMS]
    found = phrases(text)
    if folded:
        found = list(dict.fromkeys(form for phrase in found for form in _folded(phrase)))
    return Wording(text, _query(terms, forms), tuple(found), text.lower(), note)


def forms_of(term: str) -> tuple[str, ...]:
    """List other inflections of an English word, most of them real; empty for numbers and short words.

    >>> forms_of("stained")
    ('stain', 'staine', 'staines', 'staining', 'stains')
    """
    if len(term) < 4 or not (term.isascii() and term.isalpha()):
        return ()
    stems = {term}
    for ending in _ENDINGS:
        stem = term.removesuffix(ending)
        if stem != term and len(stem) >= 3:
            stems |= {stem, stem + "e"}
            if len(stem) > 3 and stem[-1] == stem[-2]:
                stems.add(stem[:-1])
            break
    made = set(stems)
    for stem in stems:
        if stem.endswith("e"):
            made |= {stem + "s", stem + "d", stem[:-1] + "ing"}
        elif not stem.endswith(_ENDINGS):
            made |= {stem + "s", stem + "ed", stem + "ing"}
    return tuple(sorted(made - {term}))


def stem(term: str) -> str:
    """Cut an English inflection off a word, so that it can be compared by its beginning.

    >>> [stem(word) for word in ("treats", "causes", "associated", "binding", "gas")]
    ['treat', 'caus', 'associat', 'bind', 'gas']
    """
    if term in _IRREGULAR:
        return _IRREGULAR[term]
    for ending in ("ings", *_ENDINGS, "e"):
        cut = term.removesuffix(ending)
        if cut != term and len(cut) >= 4:
            return cut
    return term


def content_words(text: str) -> tuple[str, ...]:
    """List the distinct words of a text that are no stop words, lower-case, in order."""
    return tuple(term for term in _terms(text[:LONGEST_QUESTION]) if term not in STOP_WORDS)


def _terms(text: str) -> list[str]:
    found = (term.strip(".'")[:LONGEST_TERM].rstrip(".'") for term in _TERM.findall(text.lower()))
    terms = list(dict.fromkeys(term for term in found if term))
    return [term for term in terms if term not in STOP_WORDS] or terms


def _query(terms: Iterable[str], weight: float) -> str:
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
