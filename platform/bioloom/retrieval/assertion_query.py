"""Assertion query: what a question, or a clause of it, asks of the assertions about what it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from bioloom.biolink import model
from bioloom.names import normalise, phrases, tokens
from bioloom.question_parsing import STOP_WORDS, ParsedQuestion, asked_nouns, named_end, stem
from bioloom.retrieval.abbreviated_names import short_names
from bioloom.retrieval.asked_relations import (
    RELATION_PHRASES,
    asked_categories,
    asked_directions,
    asked_predicates,
    asks_relation,
    near_predicates,
)
from bioloom.retrieval.entity_names import TAILS, everyday_names, fuller_names, names_in

NAMES_A_QUERY = 500
"""Lucene takes 1,024 clauses; a long question needs several queries."""

ENTITIES = 20
MOST_ENTITIES = 200
"""Things that are looked at for the names of a question, and for the initials in it."""

_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)

Parameters = dict[str, Any]
"""The parameters of the statement of assertions, without filters and limit."""


@dataclass(frozen=True, slots=True)
class AssertionQuery:
    """What a question, or a clause of it, asks of assertions.

    `text` is what is said, `short` the words of it that may be abbreviations, `relations` those that ask for
    a relation, `closed` whether for yes or no.
    """

    parameters: Parameters
    text: str
    relations: tuple[str, ...]
    closed: bool = False

    @property
    def related(self) -> bool:
        """Whether a relation is asked for."""
        return bool(self.relations)

    def unstated(self, names: Iterable[str]) -> str:
        """Give the word for the relation that is asked for, unless it stands in some names; else nothing."""
        named = [f" {name}" for name in names]
        words = (each for each in self.relations if not any(f" {stem(each)}" in name for name in named))
        return next(words, "")

    @property
    def short(self) -> tuple[str, ...]:
        """The words that may be abbreviations, as they are written."""
        return short_names(self.text)

    def also(self, fuller: Mapping[str, str]) -> AssertionQuery:
        """Ask as well of what has one of some fuller names, each with what is said."""
        given = self.parameters
        beside = {"fuller": given["fuller"] | fuller, "beside": True, "entities": MOST_ENTITIES}
        queries = [*given["queries"], *_queries([*fuller])]
        return replace(self, parameters=given | beside | {"queries": queries})


def assertion_query(question: ParsedQuestion, said: str, left_out: str = "") -> AssertionQuery | None:
    """Give the query for what is said of a question; None where it names nothing.

    `left_out` is the clause whose things are no answer.
    """
    names = names_in(said)
    if question.empty or not names:
        return None
    text, closed = said.lower(), question.type.kind == "closed"
    spelt = [term for term in question.content_words if term in frozenset(tokens(said))]
    words = list(map(stem, spelt))
    end, searched, related = named_end(text), normalise(text), _related(words, text)
    asks = _relation_words(spelt, text)
    # beside a relation, "diseases" asks for a category and not for what a disease has as its location
    telling = [word for word in words if not (asks and asked_categories(word)) or asks_relation(word)]
    parameters = {
        **_named(said, names),
        "left_out": phrases(left_out) if left_out and not question.patterns[1:] else [],
        "words": _searched([*telling, *related]),
        "near": sorted({other for term in words for other in near_predicates(term)}),
        "categories": _categories(said, words),
        "directions": sorted({way for term in words for way in asked_directions(term)}),
        "end": None if closed else end,
        "first": end if closed else None,
        "places": {name: searched.find(name) for name in names},
        "symmetric": _symmetric(),
        "entities": ENTITIES,
    }
    return AssertionQuery(parameters, said, asks, closed)


def of_clause(query: AssertionQuery, clause: str) -> AssertionQuery | None:
    """Give the query for the clause that a question leaves out, "but do not bind ADRB2".

    Its relation is its own or, "but not asthma", that of the question; None where it names nothing.
    """
    names = names_in(clause)
    if not any(name not in STOP_WORDS for name in tokens(clause)):
        return None
    words = [stem(term) for term in tokens(clause) if term not in STOP_WORDS]
    own = _related(words, clause.lower()) + [word for word in words if asks_relation(word)]
    asks = _relation_words(words, clause.lower())
    places = {"places": dict.fromkeys(names, 0), "categories": []}
    asked = replace(query, parameters=query.parameters | _named(clause, names) | places, text=clause)
    if not own:
        return asked
    ways = sorted({way for word in words for way in asked_directions(word)})
    relation = {"words": _searched([*words, *own]), "near": [], "directions": ways, "end": None}
    return replace(asked, parameters=asked.parameters | relation, relations=asks)


def _categories(said: str, words: Iterable[str]) -> list[str]:
    """List the categories that are asked for: by the noun behind "which", or else by any word.

    >>> _categories("Which genes has Graves' disease?", ["gen", "grav", "diseas"])
    ['gene']
    """
    nouns = [stem(noun.lower()) for noun in asked_nouns(_HOW_MANY.sub("which", said))]
    of_nouns = {category for noun in nouns for category in asked_categories(noun)}
    if of_nouns:
        return sorted(of_nouns)
    tails = {
        stem(word)
        for before, word in pairwise(tokens(said.lower()))
        if word in TAILS and before not in STOP_WORDS
    }
    # the tail in "crohns disease drugs" is of the name, and no kind that is sought
    bare = [term for term in words if term not in tails]
    asked = {category for term in bare for category in asked_categories(term)}
    return sorted(asked or {category for term in words for category in asked_categories(term)})


def _named(said: str, names: Sequence[str]) -> Parameters:
    """Give the parameters that say what is named."""
    fuller = fuller_names(names)
    return {
        "queries": _queries([*names, *fuller]),
        "phrases": list(names),
        "fuller": fuller,
        "everyday": everyday_names(said, names),
        "beside": False,
    }


def _related(words: Iterable[str], text: str) -> list[str]:
    """List the beginnings of the predicates that stems of words, and words together, ask for."""
    related = [other for term in words for other in asked_predicates(term)]
    together = (others for phrase, others in RELATION_PHRASES.items() if phrase in text)
    return [*related, *(other for others in together for other in others)]


def _relation_words(words: Iterable[str], text: str) -> tuple[str, ...]:
    """List the words, and the words together, of a text that ask for a relation."""
    return (*filter(asks_relation, words), *(phrase for phrase in RELATION_PHRASES if phrase in text))


def _searched(words: Iterable[str]) -> list[str]:
    return [term for term in dict.fromkeys(words) if len(term) > 2]


@cache
def _symmetric() -> list[str]:
    return [each for each in model().predicates() if model().symmetric(each)]


def _queries(names: Sequence[str]) -> list[str]:
    """Ask for any of these normal forms, which hold no quotes and no backslashes."""
    starts = range(0, len(names), NAMES_A_QUERY)
    return [" ".join(f'"{name}"' for name in names[start : start + NAMES_A_QUERY]) for start in starts]
