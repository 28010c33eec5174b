"""Full-text name index: entities of the graph found by exact key or BM25 similarity."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bioloom.graph.connection import Graph, database_faults
from bioloom.graph.statements import statement
from bioloom.grounding import keys, likeness
from bioloom.records import NamedEntity

KEYS_A_QUERY = 500
"""Lucene takes 1,024 clauses a query."""

TEXTS_A_QUERY = 50
_WORDS, _LETTERS = 12, 64  # of a text that is searched for
_FUZZY = 6  # letters for each edit that a word may differ by
_TERM = re.compile(r"[^\W_]+")


class GraphNames:
    """Index of entity names in an open graph; implements `grounding.NameIndex`.

    The graph's schema must be in place (`graph.schema.apply_schema`, which every load runs).
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        """Find the entities that have these keys; a key that none has is left out."""
        wanted = list(dict.fromkeys(key for key in keys if key))
        found: dict[str, dict[NamedEntity, None]] = defaultdict(dict)
        for start in range(0, len(wanted), KEYS_A_QUERY):
            batch = wanted[start : start + KEYS_A_QUERY]
            query = " ".join(f'"{key}"' for key in batch)
            asked = set(batch)
            for row in self._rows("names/exact", query=query):
                for shared in asked.intersection(row["keys"] or ()):
                    for record in _matching(row, shared):
                        found[shared][record] = None
        return {
            key: tuple(sorted(found[key], key=lambda record: (record.synonym, record.id)))
            for key in wanted
            if key in found
        }

    def near(self, texts: Sequence[str], k: int = 10) -> list[tuple[NamedEntity, ...]]:
        """Find for each text up to k entities by BM25 over names and synonyms.

        Words of six letters may differ by one letter, words of twelve by two.
        """
        asked = [
            {"number": number, "lucene": query}
            for number, text in enumerate(texts)
            if k > 0 and (query := _fuzzy(text))
        ]
        found: dict[int, list[NamedEntity]] = defaultdict(list)
        for start in range(0, len(asked), TEXTS_A_QUERY):
            batch = asked[start : start + TEXTS_A_QUERY]
            for row in self._rows("names/near", queries=batch, k=k):
                found[row["number"]].append(_nearest(row, texts[row["number"]]))
        return [tuple(found.get(number, ())) for number in range(len(texts))]

    def _rows(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        with database_faults("while names were looked up"), self._graph.session(read=True) as session:
            return session.execute_read(lambda tx: tx.run(statement(name), parameters).data())


def _names(row: Mapping[str, Any]) -> Iterable[tuple[str, bool]]:
    if row["name"]:
        yield row["name"], False
    for synonym in row["synonym"] or ():
        if synonym != row["name"]:
            yield synonym, True


def _record(row: Mapping[str, Any], matched: str, synonym: bool) -> NamedEntity:
    categories = tuple(row["category"] or ())
    return NamedEntity(row["id"], row["name"] or "", categories, matched, synonym, row["described"])


def _matching(row: Mapping[str, Any], wanted: str) -> list[NamedEntity]:
    """List one record for each name with this key; equal normal forms are tried first, being cheaper."""
    letters = _bare(wanted)
    return [
        _record(row, name, synonym)
        for name, synonym in _names(row)
        if _bare(name) == letters or wanted in keys(name)
    ]


def _bare(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum()).lower()


def _nearest(row: Mapping[str, Any], text: str) -> NamedEntity:
    """Choose the record whose name shares most letter bigrams with the text."""
    name, synonym = max(_names(row), key=lambda named: likeness(text, named[0]))
    return _record(row, name, synonym)


def _fuzzy(text: str) -> str:
    """Build a Lucene query of letters and digits only, so that no character is read as syntax.

    >>> _fuzzy("Doxorubicin (DOX) hydrochlorid")
    'doxorubicin~1 dox hydrochlorid~2'
    """
    words = [word[:_LETTERS].lower() for word in _TERM.findall(text)[:_WORDS]]
    return " ".join(
        f"{word}~{min(2, len(word) // _FUZZY)}" if len(word) >= _FUZZY and word.isalpha() else word
        for word in words
    )
