"""Cookbook queries that are nearest to a question, with their parameters filled in from its words."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import DenotedEntity, find_entities, is_held
from bioloom.graph.cookbook.recipes import Parameter, Recipe, recipes
from bioloom.question_parsing import (
    STOP_WORDS,
    canonical_word,
    content_words,
    is_act,
    is_everyday,
    stated_values,
    stem,
)
from bioloom.standardization import parse_quantity

_WORD = re.compile(r"[^\W_](?:[\w.:'-]*[^\W_])?")
_LONGEST_NAME = 6  # words
_LEAST = 0.1  # weight of a query that shares no word with the question, but takes what it names
_ABOVE = re.compile(
    r"\b(?:above|over|beyond|least|from|(?<!less )(?<!lower )(?<!shorter )than)\s+$", re.IGNORECASE
)
_BELOW = re.compile(r"\b(?:below|under|most|to|less than|lower than|shorter than)\s+$", re.IGNORECASE)
_MEASURES: Mapping[str, tuple[str, Callable[[float], float]]] = {
    "celsius": ("temperature", lambda kelvin: kelvin - 273.15),
    "minutes": ("time", lambda seconds: seconds / 60),
    "hours": ("time", lambda seconds: seconds / 3600),
    "g": ("force", lambda acceleration: acceleration / 9.80665),
}
"""Measured value that a parameter takes, by the end of its name: native type, and SI to its unit."""

_CATEGORIES = {
    "disease": "biolink:DiseaseOrPhenotypicFeature",
    "drug": "biolink:ChemicalEntity",
    "gene": "biolink:GeneOrGeneProduct",
}
"""Label of the entities that a parameter takes, by its name."""

Named = tuple[tuple[str, DenotedEntity], ...]
"""Wordings of a question and the entities that they denote, in its order."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A cookbook query for a question: its parameters, and the names of those that are examples only."""

    recipe: Recipe
    parameters: Mapping[str, str]
    examples: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command line that runs it."""
        return self.recipe.command(self.parameters)


def suggest_queries(
    graph: Graph, question: str, *, most: int = 3, named: Named | None = None
) -> tuple[Suggestion, ...]:
    """Find the cookbook queries that share the rarest words with a question and whose parameters it fills.

    A parameter that must be given and is not in the question has the cookbook's example. `named` are the
    question's entities where they have been looked up already.
    """
    words = {stem(word) for word in content_words(question)}
    rarity = _rarity()
    filling = _Filling(
        question, named_entities(graph, question) if named is None else named, _words(graph, question)
    )
    ranked: list[tuple[float, Suggestion]] = []
    for entry in recipes():
        shared = sum(rarity[word] * weight for word, weight in _words_of(entry).items() if word in words)
        filled = dict(_filled(entry, filling))
        if shared or filled:
            lacking = tuple(sorted(entry.examples.keys() - filled.keys()))
            weight = (shared + _LEAST) * (1 + len(filled)) / (1 + len(lacking))
            ranked.append((weight, Suggestion(entry, {**entry.examples, **filled}, lacking)))
    ranked.sort(key=lambda each: (-each[0], each[1].recipe.name))
    return tuple(suggestion for _, suggestion in ranked[:most])


def named_entities(graph: Graph, question: str) -> Named:
    """Find the longest wordings of a question that denote entities, from left to right."""
    words = _WORD.findall(question)
    found: list[tuple[str, DenotedEntity]] = []
    start = 0
    while start < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - start), 0, -1):
            wording = words[start : start + length]
            if STOP_WORDS & {wording[0].lower(), wording[-1].lower()}:
                continue
            if length == 1 and is_everyday(canonical_word(wording[0].lower())):
                continue
            if denoted := find_entities(graph, " ".join(wording)):
                found += [(" ".join(wording), each) for each in denoted]
                start += length - 1
                break
        start += 1
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Filling:
    """What a question gives to parameters: its entities, and the first word of each type that names one."""

    question: str
    named: Named
    words: Mapping[str, str]


def _words(graph: Graph, question: str) -> Mapping[str, str]:
    words = _WORD.findall(question)
    acts = [word for word in words if is_act(canonical_word(word.lower()))]
    held = {
        kind: next((word for word in given if is_held(graph, kind, word)), None)
        for kind, given in (("document", words), ("verb", acts))
    }
    return {kind: word for kind, word in held.items() if word is not None}


def _filled(entry: Recipe, filling: _Filling) -> Iterator[tuple[str, str]]:
    used: set[str] = set()
    for parameter in entry.parameters:
        value = _value(parameter, filling, used)
        if value is not None:
            used.add(value)
            yield parameter.name, value


def _value(parameter: Parameter, filling: _Filling, used: set[str]) -> str | None:
    if parameter.type == "float":
        return _measured(parameter.name, filling.question)
    if parameter.type in {"entity", "reagent"}:
        wanted = _CATEGORIES.get(parameter.name.removeprefix("other_"), "biolink:NamedThing")
        return next(
            (said for said, each in filling.named if wanted in each.labels and said not in used), None
        )
    return filling.words.get(parameter.type)


def _measured(name: str, question: str) -> str | None:
    """Find the value for a limit; a value that is neither a lowest nor a highest one is both."""
    bound, _, unit = name.partition("_")
    kind, convert = _MEASURES.get(unit, ("", float))
    for text, type_ in stated_values(question, [kind]):
        before = question[: question.find(text)]
        is_limit = {"min": _ABOVE.search(before), "max": _BELOW.search(before)}
        quantity = parse_quantity(text, type_)
        if quantity and bound in is_limit and (is_limit[bound] or not any(is_limit.values())):
            return f"{convert(quantity.si_value):.10g}"
    return None


@lru_cache(maxsize=256)
def _words_of(entry: Recipe) -> Mapping[str, int]:
    """Give the words of a query's purpose and parameters, those of its name twice."""
    texts = (entry.purpose, *(each.purpose for each in entry.parameters))
    named = {stem(word): 2 for word in content_words(entry.name.replace("_", " "))}
    return {**{stem(word): 1 for word in content_words(" ".join(texts))}, **named}


@lru_cache(maxsize=1)
def _rarity() -> Mapping[str, float]:
    """Weigh words by how few queries have them (inverse document frequency)."""
    entries = recipes()
    counts = Counter(word for entry in entries for word in _words_of(entry))
    return {word: math.log(1 + len(entries) / count) for word, count in counts.items()}
