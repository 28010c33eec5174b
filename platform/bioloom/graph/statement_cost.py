"""Statement cost: an upper estimate of the largest value that a Cypher statement builds, and of its loops.

Neo4j accounts for rows that it sorts, groups or collects, and stops a transaction that holds too many of
them (but for paths, see `path_memory`). It does not account for what one expression builds (a string that
doubles in ``reduce``, a list comprehension over a long ``range``), nor does it look at the clock inside one:
such an expression ends the server, or keeps a core for hours. So the text is read before it runs: sizes add
up, loops multiply, and variables carry their sizes from clause to clause. Values out of the graph count as a
nominal size, because memory limits of the database hold for what is collected of them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bioloom.errors import UsageError
from bioloom.graph.cypher_tree import (
    CLAUSES,
    CYPHER_WORDS,
    WORDS,
    Group,
    Loop,
    Part,
    Token,
    clauses,
    count_relationships,
    is_value,
    longest_expression,
    name_of,
    read_loop,
    read_tree,
    shown,
    split,
    split_distinct,
    text_of,
    texts,
    whole_number,
)
from bioloom.graph.path_memory import check_path_memory
from bioloom.graph.regex_cost import match_steps

MOST_SIZE = 500_000
"""Elements and characters that one value may have."""

MOST_WORK = 50_000_000
"""Steps that the loops of one expression may take together."""

_MOST_CHARACTERS = 100_000
_MOST_RELATIONSHIPS = 25  # planned within seconds; 80 take minutes
_MOST_OPERATORS = 500  # a sum of 9,000 terms takes minutes
_COLLECTED = 10  # nominal number of rows that an aggregation or a subquery collects
_SMALL = 5_000  # size up to which a collected value may have been made of what is stored
_MATCHED = 1_000.0  # nominal length of a stored text that a pattern is matched against
_ROWS = ""  # name under which a scope holds the number of rows that lists written in the statement give

_SCALAR = CYPHER_WORDS.words("small_results")
"""Functions whose result is small whatever they are given."""


@dataclass(frozen=True, slots=True)
class _Value:
    """Upper estimate of a value: its size, as a list the number and the size of its items, its loops."""

    size: float
    items: float = 1.0
    item: float | None = None
    work: float = 0.0

    @property
    def of_item(self) -> float:
        """The size of one item; unknown items are as large as the whole."""
        return self.size if self.item is None else self.item


_NOTHING = _Value(0.0, 0.0, 0.0)
_SCALAR_VALUE = _Value(1.0)
_STORED = _Value(10.0, 10.0, 10.0)
"""Nominal size of a variable or property that comes from the graph."""


_Scope: TypeAlias = dict[str, _Value]


def check_cost(cypher: str, parameters: Mapping[str, object], *, patterns: bool = True) -> None:
    """Refuse a statement whose expressions could exhaust the database; UsageError says which part.

    Without `patterns` those of ``=~`` are trusted.

    >>> check_cost("WITH $names AS names RETURN [x IN names | toUpper(x)]", {"names": ["gout"]})
    >>> check_cost("RETURN size([x IN range(1, 60000000) | toString(x)])", {})
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: range(1, 60000000) has 60,000,000 numbers: at most 500,000 are allowed
    """
    if len(cypher) > _MOST_CHARACTERS:
        raise UsageError(
            f"the query has {len(cypher):,} characters: at most {_MOST_CHARACTERS:,} are allowed"
        )
    given = {name: _measure(value) for name, value in parameters.items()}
    tree = read_tree(cypher)
    _check_plan_size(tree)
    check_path_memory(tree, parameters)
    _Estimate(given, parameters, patterns).query(tree, {})


def _check_plan_size(tree: Sequence[Part]) -> None:
    """Refuse what the database would plan for minutes, in which it looks at no time limit."""
    if (count := count_relationships(tree)) > _MOST_RELATIONSHIPS:
        raise UsageError(
            f"the patterns of the query have {count} relationships: at most {_MOST_RELATIONSHIPS} are "
            "allowed; ask in several queries"
        )
    if (count := longest_expression(tree)) > _MOST_OPERATORS:
        raise UsageError(
            f"an expression of the query has {count:,} operators: at most {_MOST_OPERATORS} are allowed; "
            "compare with a list (IN) or send the values as a parameter"
        )


@dataclass(frozen=True, slots=True)
class _Estimate:
    """Estimator of one statement with its parameters, measured and as they are."""

    given: Mapping[str, _Value]
    values: Mapping[str, object] = field(default_factory=dict)
    patterns: bool = True

    def query(self, parts: Sequence[Part], scope: _Scope) -> _Value:
        """Estimate clause after clause; gives the value of the last RETURN, for a subquery."""
        last = _NOTHING
        for clause, body in clauses(parts):
            if clause in {"with", "return"}:
                items = [self._projection(item, scope) for item in split(split_distinct(body)[1], ",")]
                scope |= {name: value for name, value in items if name}
                last = _add([value for _, value in items])
            elif clause == "unwind":
                name, value = self._unwound(body, scope)
                scope[name] = _Value(value.of_item)
                if value.items > _STORED.items:
                    scope[_ROWS] = _Value(_rows(scope) * value.items)
            elif clause == "call" and body and isinstance(body[-1], Group) and body[-1].opening == "{":
                self.query(body[-1].parts, scope)
            else:
                self._expression(body, scope)
        return last

    def _unwound(self, parts: Sequence[Part], scope: _Scope) -> tuple[str, _Value]:
        """Estimate ``list AS name``; a range may be of any length here: its rows come one by one."""
        function, arguments = parts[0] if parts else None, parts[1] if len(parts) == 4 else None
        if isinstance(function, Token) and function.word == "range" and isinstance(arguments, Group):
            value = self._range(arguments.parts, split(arguments.parts, ","), scope, most=math.inf)
            return name_of(parts[-1]), value
        return self._projection(parts, scope)

    def _projection(self, parts: Sequence[Part], scope: _Scope) -> tuple[str, _Value]:
        """Estimate ``expression AS name``; a variable alone keeps its name."""
        expression, name = parts, ""
        if len(parts) > 2 and isinstance(parts[-2], Token) and parts[-2].word == "as":
            expression, name = parts[:-2], name_of(parts[-1])
        elif len(parts) == 1:
            name = name_of(parts[0])
        return name, self._expression(expression, scope)

    def _expression(self, parts: Sequence[Part], scope: _Scope) -> _Value:
        """Estimate an expression: what its parts amount to together."""
        found: list[_Value] = []
        place = 0
        while place < len(parts):
            if self.patterns and texts(parts[place : place + 2]) == ["=", "~"]:
                found.append(self._match(parts, place + 2, _add(found)))
                place += 2
                continue
            value, place = self._operand(parts, place, scope)
            found.append(value)
        total = _add(found)
        _check(total, parts)
        return total

    def _match(self, parts: Sequence[Part], place: int, matched: _Value) -> _Value:
        """Estimate the loops of ``=~`` by its pattern: texts and parameters, joined by ``+``."""
        pattern = ""
        while place < len(parts):
            part, after = parts[place], parts[place + 1] if place + 1 < len(parts) else None
            if isinstance(part, Token) and part.kind == "string":
                pattern, place = pattern + text_of(part), place + 1
            elif isinstance(part, Token) and part.text == "$" and isinstance(after, Token):
                value = self.values.get(name_of(after), "")
                if not isinstance(value, str):
                    raise UsageError(f"${name_of(after)} is a pattern of =~: give it a text")
                pattern, place = pattern + value, place + 2
            else:
                raise UsageError(
                    f"the pattern of =~ begins with {shown(parts[place:], 20)!r}: write a text or a "
                    "parameter, or texts and parameters joined by +; or use CONTAINS"
                )
            if place >= len(parts) or texts(parts[place : place + 1]) != ["+"]:
                break
            place += 1
        return _Value(1.0, work=match_steps(pattern, max(matched.size, _MATCHED)))

    def _operand(self, parts: Sequence[Part], place: int, scope: _Scope) -> tuple[_Value, int]:
        part = parts[place]
        after = parts[place + 1] if place + 1 < len(parts) else None
        if isinstance(part, Group):
            return self._bracket(part, parts[place - 1] if place else None, scope), place + 1
        if part.text == "$" and isinstance(after, Token):
            return self.given.get(name_of(after), _STORED), place + 2
        if part.text == "." and isinstance(after, Token):
            return _NOTHING, place + 2  # a property is counted with its owner
        if part.word == "case":
            return self._case(parts, place, scope)
        if part.word in {"count", "exists"} and isinstance(after, Group) and after.opening == "{":
            return _Value(1.0, work=self._subquery(after, scope).work), place + 2
        if part.word == "collect" and isinstance(after, Group) and after.opening == "{":
            return _collect(self._subquery(after, scope), scope), place + 2
        if part.kind in {"word", "quoted"} and isinstance(after, Group) and after.opening == "(":
            return self._call(name_of(part).casefold(), after.parts, scope), place + 2
        if part.kind in {"word", "quoted"} and part.word not in WORDS:
            return scope.get(name_of(part), _STORED), place + 1
        if part.kind == "string":
            return _Value(float(len(part.text)), 1.0), place + 1
        return (_SCALAR_VALUE if part.kind == "number" else _NOTHING), place + 1

    def _bracket(self, group: Group, before: Part | None, scope: _Scope) -> _Value:
        if group.opening == "[":
            if (loop := read_loop(group.parts)) is not None:
                return self._comprehend(loop, scope)
            if isinstance(before, Group) or (isinstance(before, Token) and is_value(before)):
                return _Value(0.0, 0.0, 0.0, self._expression(group.parts, scope).work)  # an index or a slice
            if "|" in texts(group.parts):  # a pattern comprehension
                return _collect(self._expression(split(group.parts, "|")[-1], scope), scope)
            items = [self._expression(item, scope) for item in split(group.parts, ",")]
            total = _add(items)
            return _Value(total.size, float(len(items)), max(item.size for item in items), total.work)
        first = group.parts[0] if group.parts else None
        if group.opening == "{" and isinstance(first, Token) and first.word in CLAUSES:
            return self._subquery(group, scope)
        return self._expression(group.parts, scope)

    def _subquery(self, group: Group, scope: _Scope) -> _Value:
        return self.query(group.parts, dict(scope))

    def _case(self, parts: Sequence[Part], place: int, scope: _Scope) -> tuple[_Value, int]:
        """Estimate CASE by its largest result."""
        depth, branches, start, results = 0, list[_Value](), place + 1, False
        for at in range(place, len(parts)):
            word = part.word if isinstance(part := parts[at], Token) else ""
            depth += (word == "case") - (word == "end")
            if (depth == 1 and word in {"when", "then", "else"}) or (depth == 0 and word == "end"):
                value = self._expression(parts[start:at], scope)
                branches.append(value if results else _Value(0.0, 0.0, 0.0, value.work))
                start, results = at + 1, word in {"then", "else"}
            if depth == 0:
                largest = max(branches, key=lambda value: value.size)
                return _Value(largest.size, largest.items, largest.item, _add(branches).work), at + 1
        return _NOTHING, len(parts)

    def _call(self, name: str, parts: Sequence[Part], scope: _Scope) -> _Value:
        arguments = split(parts, ",")
        if name == "range":
            return self._range(parts, arguments, scope)
        if name == "reduce" and len(arguments) == 2:
            return self._reduce(arguments, scope)
        if name in {"all", "any", "none", "single"} and (loop := read_loop(parts)) is not None:
            return _Value(1.0, work=self._comprehend(loop, scope).work)
        values = [self._expression(argument, scope) for argument in arguments]
        total = _add(values)
        if name in _SCALAR:
            return _Value(1.0, work=total.work)
        if name == "collect":
            return _collect(total, scope)
        if name == "replace" and len(values) == 3:
            return _Value(values[0].size * max(1.0, values[2].size), work=total.work)
        if name == "split":
            return _Value(total.size, total.size, total.size, total.work)
        return total

    def _comprehend(self, loop: Loop, scope: _Scope) -> _Value:
        """Estimate what a comprehension builds: every item, or what is made of it."""
        source = self._expression(loop.over, scope)
        inner = scope | {loop.variable: _Value(source.of_item)}
        condition = self._expression(loop.condition, inner)
        made = self._expression(loop.body, inner) if loop.body else _Value(source.of_item)
        work = source.work + source.items * (1.0 + condition.work + made.work)
        size = max(made.size, 1.0)
        return _Value(source.items * size, source.items, size, work)

    def _reduce(self, arguments: Sequence[Sequence[Part]], scope: _Scope) -> _Value:
        """Estimate an accumulator: it grows by steps, or where a step repeats it, by doubling."""
        (accumulator, *_), initial = arguments[0], self._expression(arguments[0][2:], scope)
        loop = read_loop(arguments[1])
        if loop is None:
            return initial
        source = self._expression(loop.over, scope)

        def step(size: float) -> _Value:
            inside = {name_of(accumulator): _Value(size), loop.variable: _Value(source.of_item)}
            return self._expression(loop.body, scope | inside)

        begun = step(0.0)
        factor = (step(1000.0).size - begun.size) / 1000.0
        if factor <= 1.0:
            size = initial.size + source.items * begun.size
        else:
            steps = min(source.items, 1000.0)
            size = (initial.size + begun.size + 1.0) * math.pow(factor, steps) if factor < 2**16 else math.inf
        return _Value(size, size, size, source.work + source.items * (1.0 + begun.work))

    def _range(
        self,
        parts: Sequence[Part],
        arguments: Sequence[Sequence[Part]],
        scope: _Scope,
        *,
        most: float = MOST_SIZE,
    ) -> _Value:
        bounds = [self._bound(argument, scope) for argument in arguments]
        if len(bounds) < 2:
            return _NOTHING
        step = max(1, abs(bounds[2])) if len(bounds) > 2 else 1
        count = (abs(bounds[1] - bounds[0]) + 1) // step
        if count > most:
            raise UsageError(
                f"range({shown(parts)}) has {count:,} numbers: at most {MOST_SIZE:,} are allowed"
            )
        return _Value(float(count), float(count), 1.0)

    def _bound(self, parts: Sequence[Part], scope: _Scope) -> int:
        """Read a bound of range: whole numbers, whole-number parameters and sizes, added and subtracted."""
        total, sign, place = 0, 1, 0
        while place < len(parts):
            part = parts[place]
            after = parts[place + 1] if place + 1 < len(parts) else None
            word = part.word if isinstance(part, Token) else ""
            if isinstance(part, Token) and part.text in {"+", "-"}:
                sign = -1 if part.text == "-" else 1
                place += 1
                continue
            if (
                isinstance(part, Token)
                and part.kind == "number"
                and (number := whole_number(part.text)) is not None
            ):
                total, place = total + sign * number, place + 1
            elif isinstance(part, Token) and part.text == "$" and isinstance(after, Token):
                value = self.values.get(name_of(after))
                if not isinstance(value, int):
                    raise UsageError(f"${name_of(after)} is a bound of range(): give it a whole number")
                total, place = total + sign * value, place + 2
            elif word in {"size", "length"} and isinstance(after, Group):
                size = int(min(self._expression(after.parts, scope).size, 1e18))
                total, place = total + max(sign, 0) * size, place + 2
            else:
                raise UsageError(
                    f"a bound of range() is {shown(parts)!r}: write a whole number, a parameter or a size"
                )
        return total


def _check(value: _Value, parts: Sequence[Part]) -> None:
    if value.size > MOST_SIZE:
        raise UsageError(
            f"{shown(parts)!r} could build a value of more than {MOST_SIZE:,} elements in memory: "
            "take a shorter range or fewer nested lists, or build it where you read the rows"
        )
    if value.work > MOST_WORK:
        raise UsageError(
            f"{shown(parts)!r} could loop more than {MOST_WORK:,} times inside one row, where no time limit "
            "holds: use UNWIND or MATCH instead of nested lists"
        )


def _add(values: Sequence[_Value]) -> _Value:
    """Add up values that stand beside each other, whatever joins them."""
    return _Value(
        sum(value.size for value in values),
        sum(value.items for value in values),
        max((value.of_item for value in values), default=0.0),
        sum(value.work for value in values),
    )


def _collect(value: _Value, scope: _Scope) -> _Value:
    """Estimate a list with a value of every row; large ones are made by the statement, row by row."""
    times = max(_rows(scope), _COLLECTED if value.size <= _SMALL else float(MOST_SIZE))
    size = max(value.size, 1.0)
    return _Value(times * size, times, size, value.work)


def _rows(scope: _Scope) -> float:
    return scope[_ROWS].size if _ROWS in scope else 1.0


def _measure(value: object) -> _Value:
    """Measure a parameter."""
    if isinstance(value, str):
        return _Value(float(len(value)))
    if isinstance(value, Mapping):
        return _add([_measure(item) for item in value.values()])
    if isinstance(value, Sequence):
        measured = [_measure(item) for item in value]
        total = _add(measured)
        return _Value(total.size, float(len(measured)), max((v.size for v in measured), default=0.0))
    return _SCALAR_VALUE
