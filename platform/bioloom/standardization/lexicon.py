"""Lexicon: word lists that decide what an annotation scheme leaves open."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from bioloom.errors import OntologyError
from bioloom.names import tokens
from bioloom.resources import read_table

_AFTER_HEAD = frozenset({"of", "from", "for", "in", "with", "containing", "at", "on", "to", "per", "as"})
_LABELS = frozenset({"i", "ii", "iii", "iv", "v", "tm"})
Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _LexiconRule:
    target: str
    where: str
    phrases: frozenset[Phrase]
    endings: tuple[str, ...]
    longest: int


def _noun(words: Phrase) -> Phrase:
    """Cut a name before its first preposition: `pellet of cells` is a pellet."""
    return words[: next((at for at, word in enumerate(words) if at and word in _AFTER_HEAD), len(words))]


def _head(words: Phrase) -> Phrase:
    """Cut a name after its head noun: `wash buffer ii` and `pellet of cells` lose their ends.

    >>> _head(("pellet", "of", "cells")), _head(("wash", "buffer", "a"))
    (('pellet',), ('wash', 'buffer'))
    """
    words = _noun(words)
    while len(words) > 1 and (len(words[-1]) == 1 or words[-1] in _LABELS or words[-1][0].isdigit()):
        words = words[:-1]
    return words


def _within(rule: _LexiconRule, words: Phrase) -> bool:
    return any(
        words[start : start + length] in rule.phrases
        for start in range(len(words))
        for length in range(1, rule.longest + 1)
    )


_MATCH: Mapping[str, Callable[[_LexiconRule, Phrase], bool]] = {
    "whole": lambda rule, words: words in rule.phrases,
    "head": lambda rule, words: any(
        name[-length:] in rule.phrases
        for name in (_noun(words), _head(words))
        for length in range(min(rule.longest, len(name)), 0, -1)
    ),
    "any": _within,
    "start": lambda rule, words: any(words[:length] in rule.phrases for length in range(1, rule.longest + 1)),
    "end": lambda rule, words: _head(words)[-1].endswith(rule.endings),
}


@cache
def _rules(table: str) -> Mapping[str, tuple[_LexiconRule, ...]]:
    rules: dict[str, list[_LexiconRule]] = defaultdict(list)
    for row in read_table(table):
        if row["where"] not in _MATCH:
            raise OntologyError(f"ontology/{table}: where must be one of {', '.join(_MATCH)}")
        phrases = frozenset(tuple(tokens(word)) for word in row["words"].split("|"))
        longest = max(map(len, phrases))
        endings = tuple(row["words"].split("|"))
        rules[row["group"]].append(_LexiconRule(row["biopie"], row["where"], phrases, endings, longest))
    return {group: tuple(found) for group, found in rules.items()}


def classify(table: str, group: str, text: str) -> str | None:
    """Find the type that the words of a span decide, None if no row matches.

    >>> classify("wlp/lexicon.tsv", "Reagent", "Wash Buffer A")
    'blend'
    >>> classify("wlp/lexicon.tsv", "Reagent", "DNA polymerase")
    'protein'
    """
    words = tuple(tokens(text))
    return _classified(table, group, words) if words else None


@lru_cache(maxsize=8192)
def _classified(table: str, group: str, words: Phrase) -> str | None:
    """Look the words of a span up once; protocols repeat them."""
    return next(
        (rule.target for rule in _rules(table).get(group, ()) if _MATCH[rule.where](rule, words)), None
    )


@cache
def word_list(table: str, name: str) -> frozenset[str]:
    """Read one list of small words.

    >>> "into" in word_list("wlp/words.tsv", "to")
    True
    """
    for row in read_table(table):
        if row["list"] == name:
            return frozenset(row["words"].split("|"))
    raise OntologyError(f"ontology/{table} has no list {name!r}")
