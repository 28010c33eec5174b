"""Question parser: answer type, search terms, stated quantities and mechanism entities, parsed once."""

import re
from dataclasses import dataclass
from functools import lru_cache

from bioloom.errors import UsageError
from bioloom.names import phrases
from bioloom.question_parsing.document_questions import DocumentQuestion, parse_document_question
from bioloom.question_parsing.mechanism_questions import (
    DrugQuestion,
    MechanismQuestion,
    parse_drug_question,
    parse_gene_question,
    parse_how_question,
    parse_metabolite_question,
)
from bioloom.question_parsing.plain_question import plain_question
from bioloom.question_parsing.question_pattern import QuestionPattern, parse_patterns
from bioloom.question_parsing.question_type import ASKING_WORDS, QuestionType, classify_question
from bioloom.question_parsing.search_terms import LONGEST_QUESTION, content_words, search_terms
from bioloom.question_parsing.stated_values import (
    VALUE_TOLERANCE,
    kinds_for,
    parse_quantities,
    stated_values,
)
from bioloom.records import Quantity

MOST_TERMS = 256
"""Distinct words of a question that are searched."""

REMEMBERED = 500
"""Characters up to which a parsed question is kept: the runs of words of a long one are megabytes."""

_KINDS = kinds_for("stated")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question as retrieval, readers and answers use it; it depends on no graph.

    `text` is the question, made plain (`plain_question`) and cut where it is too long, `note` says in one
    sentence what was cut off (or None). `terms` are the words that are searched, `phrases` the normal forms
    of every run of words, `content_words` the words without stop words, `telling_words` those of them that
    do not only say what is asked for. `quantities` are the measured values that it states, in SI units,
    `numbers` every number as written. `gene`, `metabolite` and `drug` hold the entities of a mechanism
    question, `how` those of one for how a drug works, `documents` which documents it asks for, None where it
    is none.
    """

    text: str
    note: str | None
    type: QuestionType
    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    content_words: tuple[str, ...]
    telling_words: tuple[str, ...]
    quantities: tuple[Quantity, ...] = ()
    numbers: tuple[str, ...] = ()
    gene: MechanismQuestion | None = None
    metabolite: MechanismQuestion | None = None
    drug: DrugQuestion | None = None
    how: MechanismQuestion | None = None
    documents: DocumentQuestion | None = None

    @property
    def patterns(self) -> tuple[QuestionPattern, ...]:
        """Its parts with the constraints on their answers: found, by a network too, when first asked for."""
        return patterns_remembered(self.text)

    @property
    def empty(self) -> bool:
        """Whether nothing of the question can be searched (blank, emoji, punctuation)."""
        return not self.terms

    def states(self, unit: str | None, value: float | None) -> bool:
        """Say whether a measured value (SI) is one that the question states; of ranges the lower end is
        compared, while `answering.texts.quantity_comparison.same` compares both ends."""
        return value is not None and any(
            quantity.si_unit == unit
            and quantity.si_value is not None
            and abs(quantity.si_value - value) <= VALUE_TOLERANCE * max(abs(value), abs(quantity.si_value))
            for quantity in self.quantities
        )


def parse_question(text: str) -> ParsedQuestion:
    """Parse a question (SPEC I4), in time linear in its length; UsageError if it is not valid text.

    >>> found = parse_question("How long are the plates kept at 37 °C?")
    >>> found.type.kind, sorted(found.type.types), found.telling_words, found.numbers
    ('value', ['time'], ('plates', 'kept', '37', 'c'), ('37',))
    >>> found.states("K", 310.15)
    True
    """
    plain = plain_question(text)
    return parse_remembered(plain) if len(plain) <= REMEMBERED else _parse(plain)


def _parse(text: str) -> ParsedQuestion:
    text, note = _cut(text)
    terms = search_terms(text)
    if len(terms) > MOST_TERMS:
        note = note or f"only the first {MOST_TERMS} distinct words of the question were searched"
    words = content_words(text)
    return ParsedQuestion(
        text,
        note,
        classify_question(text),
        tuple(terms[:MOST_TERMS]),
        tuple(phrases(text)),
        words,
        tuple(word for word in words if word not in ASKING_WORDS),
        parse_quantities(stated_values(text, _KINDS)),
        tuple(dict.fromkeys(_NUMBER.findall(text))),
        parse_gene_question(text),
        parse_metabolite_question(text),
        parse_drug_question(text),
        parse_how_question(text),
        parse_document_question(text),
    )


parse_remembered = lru_cache(maxsize=1024)(_parse)
"""The parser with its memory, for questions of ordinary length."""

patterns_remembered = lru_cache(maxsize=1024)(parse_patterns)
"""The parser of parts with its memory."""


def _cut(text: str) -> tuple[str, str | None]:
    """Cut a question to the part that is searched, at a blank, and say so."""
    searched = text[:LONGEST_QUESTION]
    if any("\ud800" <= sign <= "\udfff" for sign in searched):
        raise UsageError("the question is not valid text: it holds bytes that are not UTF-8")
    if len(text) <= LONGEST_QUESTION:
        return searched, None
    whole_words = (searched.rsplit(maxsplit=1) or [""])[0]
    return whole_words, f"only the first {LONGEST_QUESTION:,} characters of the question were searched"
