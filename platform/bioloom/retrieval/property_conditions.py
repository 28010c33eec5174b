"""Property conditions: "which launched drugs", "a p value below 0.05" narrow assertions by what they hold."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bioloom.names import tokens
from bioloom.question_parsing import STOP_WORDS, stem
from bioloom.question_parsing.property_names import stated_property, value_text
from bioloom.records import Value
from bioloom.retrieval.asked_relations import RELATION_PHRASES, asked_categories, asks_relation
from bioloom.retrieval.assertion_sets import Row

_OWN = re.compile(
    r"id|(?:.*_)?ids|subject|object|predicate|category|name|name_keys|normalised|synonym|xref|description|iri"
    r"|record_hash|license|biolink_version|knowledge_level|agent_type|native_type|same_as|negated|publications"
    r"|provided_by|supporting_text|original_.*|.*_local_id|.*_qualifier|qualified_predicate|predicate_mapped_by"
    r"|extraction_confidence_score"
)
"""Properties that name the ends, the relation or the source of an assertion; conditions are on the others."""

_LONGEST = 80
"""Characters of a value that is compared with a question; a longer one is a text."""

_NEAR = 3
"""Words between a number and the name of the property that it is a value of."""

_NOT = frozenset({"not", "non", "never", "no", "without", "except", "unless", "neither", "nor"})
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?")
_COMPARED = re.compile(
    r"(<=|>=|[<>≤≥]|\b(?:below|under|above|over|exceeding|at least|at most"
    r"|(?:less|lower|fewer|smaller|more|greater|higher|larger) than)\b)\s*(\d+(?:\.\d+)?(?:e-?\d+)?)",
    re.IGNORECASE,
)
_SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    **dict.fromkeys(("<", "below", "under", "less", "lower", "fewer", "smaller"), operator.lt),
    **dict.fromkeys(("<=", "≤", "at most"), operator.le),
    **dict.fromkeys((">=", "≥", "at least"), operator.ge),
    **dict.fromkeys((">", "above", "over", "exceeding", "more", "greater", "higher", "larger"), operator.gt),
}


@dataclass(frozen=True, slots=True)
class ComparedNumber:
    """A number that a value is compared with, "below 0.05": the words that say so, and those around them."""

    holds: Callable[[float, float], bool]
    number: float
    words: frozenset[str]
    around: frozenset[str]


@dataclass(frozen=True, slots=True)
class HeldProperty:
    """A property that fulfils some words of a question: its name, as it is shown, and the words."""

    name: str
    shown: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a question says beside names, relation and categories: words in their order, and comparisons."""

    words: tuple[str, ...]
    comparisons: tuple[ComparedNumber, ...] = ()
    denied: bool = False

    def held(self, row: Row) -> tuple[HeldProperty, ...]:
        """List the properties of an assertion, and of what it joins, that fulfil some of the words."""
        found = (self._of(name, value) for name, value in _properties(row))
        return tuple(each for each in found if each.words)

    def named(self, row: Row) -> frozenset[str]:
        """Give the words that name a property of an assertion, whatever its value."""
        stems = {part for name, _ in _properties(row) for part in _stems(name)}
        return frozenset(word for word in self.words if stem(word) in stems)

    def _of(self, name: str, value: Value) -> HeldProperty:
        names, said = _stems(name), _stems_of_value(name, value)
        named = {word for word in self.words if stem(word) in names}
        found = {word for word in self.words if not _is_number(word) and stem(word) in said}
        for at, word in enumerate(self.words):
            around = self.words[max(at - _NEAR, 0) : at + _NEAR]
            if _is_number(word) and word in said and (named | found).intersection(around):
                found.add(word)
        for each in self.comparisons:
            close = named & each.around
            if close and any(each.holds(number, each.number) for number in _numbers(value)):
                found |= each.words | close
        told = found | named if found - named or (found and value is True) else ()
        return HeldProperty(name, stated_property(name, value), frozenset(told))


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The assertions that fulfil what a question requires of their properties, and the words that require it.

    There are none where some assertions fulfil some of the words, and none all of them.
    """

    rows: list[Row]
    words: frozenset[str]


def open_conditions(text: str, rows: Sequence[Row]) -> Conditions:
    """Find what a question leaves open beside the names that some rows are about: what may be a condition."""
    comparisons, spelt = tuple(_comparisons(text)), tokens(text)
    names = {name for row in rows for name in row["names"]}.union(RELATION_PHRASES)
    rest = f" {' '.join(spelt)} "
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(f" {name} ", "  ")
    known = STOP_WORDS.union(_NOT, *(each.words for each in comparisons))
    words = (word for word in rest.split() if word not in known and not asks_relation(word))
    return Conditions(
        tuple(word for word in words if not asked_categories(stem(word))),
        comparisons,
        not _NOT.isdisjoint(spelt),
    )


def narrow(rows: Sequence[Row], asked: Conditions) -> Narrowed | None:
    """Keep the rows that fulfil all conditions that any of them fulfils; None where none fulfils any.

    A denied condition ("not launched") is fulfilled by what has such a property with another value.
    """
    held = [asked.held(row) for row in rows]
    words = frozenset(word for each in held for one in each for word in one.words)
    if not words:
        return None
    if asked.denied:
        kinds = {one.name for each in held for one in each}
        others = ((row, [*_shown(row, kinds)]) for row, each in zip(rows, held, strict=True) if not each)
        return Narrowed([row | {"stated": shown} for row, shown in others if shown], words | _NOT)
    return Narrowed(
        [
            row | {"stated": [one.shown for one in each]}
            for row, each in zip(rows, held, strict=True)
            if words <= {word for one in each for word in one.words}
        ],
        words,
    )


def show_named(row: Row, asked: Conditions) -> Row:
    """Show with a row the properties that are named, whatever their values, "clinical phase Launched"."""
    stems = {stem(word) for word in asked.words}
    names = (name for name, _ in _properties(row) if not stems.isdisjoint(_stems(name)))
    return row | {"stated": [*_shown(row, frozenset(names))]}


def _properties(row: Row) -> Iterator[tuple[str, Value]]:
    """Give the properties that a condition may be on: of the assertion, and of the end that is not named; of
    both ends of a row that is `whole`."""
    whole = row.get("whole", False)
    others = (end for end in (row["start"], row["end"]) if whole or end["id"] == row["other"])
    for name, value in (*row["edge"].items(), *(each for end in others for each in end.items())):
        if not _OWN.fullmatch(name) and len(value_text(value)) <= _LONGEST:
            yield name, value


def _shown(row: Row, names: Iterable[str]) -> Iterator[str]:
    for name, value in _properties(row):
        if name in names:
            yield stated_property(name, value)


@lru_cache(maxsize=1024)
def _stems(name: str) -> frozenset[str]:
    return frozenset(map(stem, tokens(name.replace("_", " "))))


def _stems_of_value(name: str, value: Value) -> frozenset[str]:
    """Give the stems of a value; of one that is true those of the property's name."""
    if isinstance(value, bool):
        return _stems(name) if value else frozenset()
    return _stems(value_text(value).replace("infores:", ""))


def _is_number(word: str) -> bool:
    return word[0].isdecimal()


def _numbers(value: Value) -> Iterator[float]:
    for each in value if isinstance(value, (list, tuple)) else (value,):
        if not isinstance(each, bool) and _NUMBER.fullmatch(str(each).strip()):
            yield float(each)


def _comparisons(text: str) -> Iterator[ComparedNumber]:
    for found in _COMPARED.finditer(text):
        sign = found[1].lower()
        before, after = tokens(text[: found.start()])[-_NEAR:], tokens(text[found.end() :])[:_NEAR]
        yield ComparedNumber(
            _SIGNS.get(sign) or _SIGNS[sign.split()[0]],
            float(found[2]),
            frozenset(tokens(found[0])),
            frozenset((*before, *after)),
        )
