"""Assertion query: what a question, or a clause of it, asks of the assertions about what it names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from bioloom.biolink import model
from bioloom.names import normalise, phrases, tokens
from bioloom.question_parsing import STOP_WORDS, ParsedQuestion, named_end, stem
from bioloom.retrieval.asked_relations import (
    RELATION_PHRASES,
    asked_categories,
    asked_directions,
    asked_predicates,
)
from bioloom.retrieval.entity_names import everyday_names, fuller_names

NAMES_A_QUERY = 500
"""Lucene takes 1,024 clauses; a long question needs several queries."""

ENTITIES = 20

Parameters = dict[str, Any]
"""The parameters of the statement of assertions, without filters and limit."""


def assertion_parameters(question: ParsedQuestion, said: str, left_out: str = "") -> Parameters | None:
    """Give the parameters for what is said of a question; None where it names nothing.

    `left_out` is the clause whose things are no answer.
    """
    names = _names(said)
    if question.empty or not names:
        return None
    text, closed = said.lower(), question.type.kind == "closed"
    words = [stem(term) for term in question.content_words if term in frozenset(tokens(said))]
    end, searched = named_end(text), normalise(text)
    return {
        **_named(said, names),
        "left_out": phrases(left_out) if left_out and not question.patterns[1:] else [],
        "words": _searched([*words, *_related(words, text)]),
        "categories": sorted({category for term in words for category in asked_categories(term)}),
        "directions": sorted({way for term in words for way in asked_directions(term)}),
        "end": None if closed else end,
        "first": end if closed else None,
        "places": {name: searched.find(name) for name in names},
        "symmetric": _symmetric(),
        "entities": ENTITIES,
    }


def of_clause(parameters: Parameters, clause: str) -> Parameters | None:
    """Give the parameters for the clause that a question leaves out, "but do not bind ADRB2".

    Its relation is its own or, "but not asthma", that of the question; None where it names nothing.
    """
    names = _names(clause)
    if not any(name not in STOP_WORDS for name in tokens(clause)):
        return None
    words = [stem(term) for term in tokens(clause) if term not in STOP_WORDS]
    own = [word for word in words if asked_predicates(word)]
    asked = parameters | _named(clause, names) | {"places": dict.fromkeys(names, 0), "categories": []}
    if not own:
        return asked
    ways = sorted({way for word in own for way in asked_directions(word)})
    related = _searched([*words, *_related(own, clause.lower())])
    return asked | {"words": related, "directions": ways, "end": None}


def _names(said: str) -> list[str]:
    return [each for each in phrases(said) if each not in STOP_WORDS and len(each) > 1]


def _named(said: str, names: Sequence[str]) -> Parameters:
    """Give the parameters that say what is named."""
    fuller = fuller_names(names)
    sought = [*names, *fuller]
    starts = range(0, len(sought), NAMES_A_QUERY)
    return {
        "queries": [_any_of(sought[start : start + NAMES_A_QUERY]) for start in starts],
        "phrases": list(names),
        "fuller": fuller,
        "everyday": everyday_names(said, names),
    }


def _related(words: Iterable[str], text: str) -> list[str]:
    """List the beginnings of the predicates that stems of words, and words together, ask for."""
    related = [other for term in words for other in asked_predicates(term)]
    together = (others for phrase, others in RELATION_PHRASES.items() if phrase in text)
    return [*related, *(other for others in together for other in others)]


def _searched(words: Iterable[str]) -> list[str]:
    return [term for term in dict.fromkeys(words) if len(term) > 2]


@cache
def _symmetric() -> list[str]:
    return [each for each in model().predicates() if model().symmetric(each)]


def _any_of(names: Sequence[str]) -> str:
    """Ask for any of these normal forms, which hold no quotes and no backslashes."""
    return " ".join(f'"{name}"' for name in names)
