"""Path memory: refuses statements that make the database hold any number of paths.

Neo4j counts 28 bytes for a path that is collected or told apart from others (``collect``, ``DISTINCT``, a
key of a group), whatever it is made of; a path of ten relationships takes some kilobytes. So no memory limit
ends such a transaction, and the server dies. What is sorted, and the nodes and relationships of a path, are
counted as they are.
"""

from collections.abc import Mapping, Sequence

from bioloom.errors import UsageError
from bioloom.graph.guard.cypher_tree import (
    CYPHER_WORDS,
    Group,
    Part,
    Token,
    clauses,
    name_of,
    read_loop,
    split,
    split_distinct,
    texts,
    whole_number,
)

MOST_PATHS = 10_000
"""Paths that may be held together: a LIMIT before says how many there are."""

_AGGREGATES = CYPHER_WORDS.words("aggregates")
_SEARCHES = CYPHER_WORDS.words("path_searches")
_PARTS_OF_PATHS = CYPHER_WORDS.words("parts_of_paths")
"""Functions of a path that give no path."""


def check_path_memory(tree: Sequence[Part], parameters: Mapping[str, object]) -> None:
    """Refuse a statement that collects, groups by or tells apart paths; UsageError says what to write.

    >>> from bioloom.graph.guard.cypher_tree import read_tree
    >>> check_path_memory(read_tree("MATCH p=(a)--(b) WITH p LIMIT 50 RETURN collect(p)"), {})
    >>> check_path_memory(read_tree("MATCH p=(a)--(b) RETURN collect(p)"), {})
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: the query holds paths (p), ... collect nodes(p) and relationships(p) instead...
    """
    _Paths(parameters).query(tree, set())


class _Paths:
    """Walk through a statement that knows which variables are paths, or hold some."""

    def __init__(self, parameters: Mapping[str, object]) -> None:
        self._parameters = parameters

    def query(self, parts: Sequence[Part], paths: set[str], *, once: bool = True) -> bool:
        """Follow the paths from clause to clause; says whether the result holds some.

        A subquery does not run `once` but for every row, so that a LIMIT of its own bounds nothing.
        """
        given = told_apart = False
        for clause, body in clauses(parts):
            if clause in {"with", "return"}:
                given = self._project(body, paths)
                _refuse(given and told_apart, paths)
            elif clause == "limit" and once and self._few(body):
                paths.clear()
                given = False
            elif clause == "union":
                told_apart = not (body and isinstance(body[0], Token) and body[0].word == "all")
                _refuse(given and told_apart, paths)
                if once:
                    paths.clear()
            else:
                for item in split(body, ","):
                    if len(item) > 2 and texts(item[1:2]) == ["="] and name_of(item[0]) and clause == "match":
                        paths.add(name_of(item[0]))
                    if self._holds(item, paths) and clause == "unwind":
                        paths.add(name_of(item[-1]))
                if clause == "call" and body and isinstance(body[-1], Group) and body[-1].opening == "{":
                    self.query(body[-1].parts, paths, once=False)
        return given

    def _few(self, parts: Sequence[Part]) -> bool:
        """Say whether a LIMIT is a small number, written or given as a parameter."""
        words = texts(parts)
        if len(words) == len(parts) == 2 and words[0] == "$":
            value = self._parameters.get(name_of(parts[1]))
            return isinstance(value, int) and value <= MOST_PATHS
        number = whole_number(words[0]) if len(words) == len(parts) == 1 else None
        return number is not None and number <= MOST_PATHS

    def _project(self, body: Sequence[Part], paths: set[str]) -> bool:
        """Follow the paths through the items of WITH or RETURN; says whether one holds some."""
        distinct, body = split_distinct(body)
        items = split(body, ",")
        holding = [item for item in items if self._holds(item, paths)]
        _refuse(bool(holding) and (distinct or any(map(_aggregates, items))), paths)
        for item in holding:
            if len(item) > 2 and isinstance(item[-2], Token) and item[-2].word == "as":
                paths.add(name_of(item[-1]))
        every = any(texts(item[:1]) == ["*"] for item in items)
        return bool(holding) or (every and bool(paths))

    def _holds(self, parts: Sequence[Part], paths: set[str]) -> bool:
        """Say whether an expression is a path or holds one."""
        found = False
        for place, part in enumerate(parts):
            before = parts[place - 1] if place else None
            after = parts[place + 1] if place + 1 < len(parts) else None
            if isinstance(part, Token):
                is_property = isinstance(before, Token) and before.text in {".", "$"}
                is_call = isinstance(after, Group) and after.opening in {"(", "{"}
                found |= part.kind in {"word", "quoted"} and not is_property and (
                    not is_call and name_of(part) in paths
                )  # fmt: skip
            else:
                called = name_of(before).casefold() if isinstance(before, Token) else ""
                found |= self._bracket(called, part, paths)
        return found

    def _bracket(self, called: str, group: Group, paths: set[str]) -> bool:
        inside = group.parts
        if group.opening == "{" and called in {"collect", "count", "exists"}:
            scope = set(paths)
            _refuse(self.query(inside, scope, once=False) and called == "collect", scope)
            return False
        if group.opening == "[":
            return self._list(inside, paths)
        holds = self._holds(inside, paths)
        if group.opening == "(" and called:
            _refuse(holds and (called == "collect" or split_distinct(inside)[0]), paths)
            return called in _SEARCHES or (holds and called not in _PARTS_OF_PATHS)
        return holds

    def _list(self, inside: Sequence[Part], paths: set[str]) -> bool:
        """Look into a list, a comprehension over one, or a comprehension of patterns."""
        if (loop := read_loop(inside)) is not None:
            scope = paths | ({loop.variable} if self._holds(loop.over, paths) else set())
            self._holds(loop.condition, scope)
            return self._holds(loop.body, scope) if loop.body else loop.variable in scope
        pattern, *body = split(inside, "|")
        if body and len(pattern) > 2 and texts(pattern[1:2]) == ["="]:
            scope = paths | {name_of(pattern[0])}
            _refuse(any(self._holds(part, scope) for part in body), scope)
            return self._holds(pattern[2:], paths)
        return self._holds(inside, paths)


def _aggregates(parts: Sequence[Part]) -> bool:
    """Say whether an item of WITH or RETURN is made of many rows."""
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else None
        if isinstance(part, Group):
            called = name_of(before).casefold() if isinstance(before, Token) else ""
            if part.opening == "(" and (called in _AGGREGATES or _aggregates(part.parts)):
                return True
    return False


def _refuse(held: bool, paths: set[str]) -> None:
    if not held:
        return
    path = min(paths, default="p")
    raise UsageError(
        f"the query holds paths ({', '.join(sorted(paths)) or 'of a search'}), whose memory the database "
        f"does not count: collect nodes({path}) and relationships({path}) instead, or write WITH {path} "
        f"LIMIT {MOST_PATHS} before"
    )
