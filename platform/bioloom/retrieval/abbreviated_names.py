"""Abbreviated names: the abbreviations in a question, and the names of which they are the initials."""

import re
from collections.abc import Iterable, Mapping, Sequence

from bioloom.graph.connection import Graph
from bioloom.grounding import abbreviations
from bioloom.names import normalise, tokens
from bioloom.question_parsing import STOP_WORDS, canonical_word, is_everyday, stem
from bioloom.retrieval.asked_relations import asked_categories, asks_relation
from bioloom.retrieval.entity_names import TAILS
from bioloom.retrieval.statement_runner import run_statement

_CAPITALS = re.compile(r"(?<![\w-])(?=\w*[A-Z]\w*[A-Z0-9])[A-Z][A-Za-z0-9]{1,5}(?![\w-])")
_SMALL = re.compile(r"(?<![\w-])[a-z][a-z0-9]{2,4}(?![\w-])")
_BETWEEN = r" ((of|the|and|in|with|to|for|by|s) )*"
_TAIL = f"( s)?( ({'|'.join(TAILS)}))?"

MOST_SHORT = 3
"""Abbreviations of a question whose full names are looked for."""


def short_names(text: str) -> tuple[str, ...]:
    """List the words that may be abbreviations: in capitals, or short and no everyday word.

    >>> short_names("Which drugs treat COPD or ms?"), short_names("which drugs treat copd")
    (('COPD',), ('copd',))
    """
    found = _CAPITALS.findall(text)
    return tuple(dict.fromkeys((*found, *filter(_may_be_short, _SMALL.findall(text)))))[:MOST_SHORT]


def _may_be_short(word: str) -> bool:
    """Say whether a word in small letters may be an abbreviation: no everyday word, and none that asks."""
    asks = asks_relation(word) or asked_categories(stem(word))
    return not (asks or word in STOP_WORDS or is_everyday(canonical_word(word)))


def defined_names(short: Iterable[str], texts: Iterable[str]) -> dict[str, str]:
    """Give the full names that texts define for abbreviations, "polycystic ovary syndrome (PCOS)", each with
    its abbreviation.

    >>> defined_names(["PCOS"], ["Polycystic ovary syndrome (PCOS) is common."])
    {'polycystic ovary syndrome': 'pcos'}
    """
    wanted = {each.casefold() for each in short}
    found = {}
    for text in texts:
        for one, long in abbreviations(text).items() if wanted else ():
            if one.casefold() in wanted:
                found[normalise(long)] = normalise(one)
    return found


def names_by_initials(graph: Graph, short: Sequence[str], *, own: bool = False) -> dict[str, str]:
    """Find the names of the graph that abbreviations are the initials of, each with its abbreviation.

    `own` leaves synonyms out, such as the brand names of drugs.
    """
    patterns = {normalise(each): initials_pattern(each) for each in short}
    if not patterns:
        return {}
    queries = [f"/{pattern}/" for pattern in patterns.values()]
    rows = run_statement(
        graph, "retrieve/names_by_initials", {"queries": queries, "patterns": [*patterns.values()]}
    )
    return expand(patterns, [row["name"] for row in rows if row["own"] or not own])


def expand(patterns: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Give each name with the abbreviation whose pattern it fits."""
    return {
        name: short for name in names for short, pattern in patterns.items() if re.fullmatch(pattern, name)
    }


def initials_pattern(short: str) -> str:
    """Give the regular expression, of Lucene and Python, for normal forms with these initials.

    Words such as "of" between them and a word such as "disease" at the end have none.

    >>> bool(re.fullmatch(initials_pattern("T2D"), "type 2 diabetes mellitus"))
    True
    >>> bool(re.fullmatch(initials_pattern("AD"), "alzheimer s disease"))
    True
    """
    words = (
        word
        for part in tokens(short)
        for word in ((part,) if part[0].isdigit() else (f"{letter}[a-z]+" for letter in part))
    )
    return _BETWEEN.join(words) + _TAIL
