"""Statement cost: an upper estimate of the largest value that a Cypher statement builds, and of its loops.

Neo4j accounts for rows that it sorts, groups or collects, and stops a transaction that holds too many of
them. It does not account for what one expression builds (a string that doubles in ``reduce``, a list
comprehension over a long ``range``), nor does it look at the clock inside one: such an expression ends the
server, or keeps a core for hours. So the text is read before it runs: sizes add up, loops multiply, and
variables carry their sizes from clause to clause. Values out of the graph count as a nominal size, because
memory limits of the database hold for what is collected of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from bioloom.errors import UsageError
from bioloom.graph.cypher_lexer import tokens

MOST_SIZE = 500_000
"""Elements and characters that one value may have."""

MOST_WORK = 50_000_000
"""Steps that the loops of one expression may take together."""

_MOST_DEPTH = 60
_MOST_CHARACTERS = 100_000
_COLLECTED = 10  # nominal number of rows that an aggregation or a subquery collects
_SMALL = 5_000  # size up to which a collected value may have been made of what is stored
_ROWS = ""  # name under which a scope holds the number of rows that lists written in the statement give

_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CLAUSES = _listed(
    "match optional with return unwind call union use where order skip offset limit yield finish "
    "profile explain show"
)
_WORDS = _CLAUSES | _listed(
    "all and any as asc by case contains desc distinct else end ends false in index is not null on or "
    "starts then true using when xor"
)
_SCALAR = _listed(
    "abs avg ceil count duration elementid exists floor isempty length point rand round sign size sqrt "
    "sum toboolean tofloat tointeger type"
)
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


@dataclass(frozen=True, slots=True)
class _Group:
    """Bracketed part of a statement: the opening bracket and what stands inside."""

    opening: str
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str

    @property
    def word(self) -> str:
        """The word in small letters; nothing for any other token."""
        return self.text.casefold() if self.kind == "word" else ""


_Part: TypeAlias = _Token | _Group


@dataclass(frozen=True, slots=True)
class _Loop:
    """Parts of ``variable IN list WHERE condition | body``."""

    variable: str
    over: Sequence[_Part]
    condition: Sequence[_Part]
    body: Sequence[_Part]


_Scope: TypeAlias = dict[str, _Value]


def check_cost(cypher: str, parameters: Mapping[str, object]) -> None:
    """Refuse a statement whose expressions could exhaust the database; UsageError says which part.

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
    _Estimate(given, parameters).query(_group(tokens(cypher)), {})


@dataclass(frozen=True, slots=True)
class _Estimate:
    """Estimator of one statement with its parameters, measured and as they are."""

    given: Mapping[str, _Value]
    values: Mapping[str, object] = field(default_factory=dict)

    def query(self, parts: Sequence[_Part], scope: _Scope) -> _Value:
        """Estimate clause after clause; gives the value of the last RETURN, for a subquery."""
        last = _NOTHING
        for clause, body in _clauses(parts):
            if clause in {"with", "return"}:
                items = [self._projection(item, scope) for item in _split(body, ",")]
                scope |= {name: value for name, value in items if name}
                last = _add([value for _, value in items])
            elif clause == "unwind":
                name, value = self._unwound(body, scope)
                scope[name] = _Value(value.of_item)
                if value.items > _STORED.items:
                    scope[_ROWS] = _Value(_rows(scope) * value.items)
            elif clause == "call" and body and isinstance(body[-1], _Group) and body[-1].opening == "{":
                self.query(body[-1].parts, scope)
            else:
                self._expression(body, scope)
        return last

    def _unwound(self, parts: Sequence[_Part], scope: _Scope) -> tuple[str, _Value]:
        """Estimate ``list AS name``; a range may be of any length here: its rows come one by one."""
        function, arguments = parts[0] if parts else None, parts[1] if len(parts) == 4 else None
        if isinstance(function, _Token) and function.word == "range" and isinstance(arguments, _Group):
            value = self._range(arguments.parts, _split(arguments.parts, ","), scope, most=math.inf)
            return _name(parts[-1]), value
        return self._projection(parts, scope)

    def _projection(self, parts: Sequence[_Part], scope: _Scope) -> tuple[str, _Value]:
        """Estimate ``expression AS name``; a variable alone keeps its name."""
        expression, name = parts, ""
        if len(parts) > 2 and isinstance(parts[-2], _Token) and parts[-2].word == "as":
            expression, name = parts[:-2], _name(parts[-1])
        elif len(parts) == 1:
            name = _name(parts[0])
        return name, self._expression(expression, scope)

    def _expression(self, parts: Sequence[_Part], scope: _Scope) -> _Value:
        """Estimate an expression: what its parts amount to together."""
        found: list[_Value] = []
        place = 0
        while place < len(parts):
            value, place = self._operand(parts, place, scope)
            found.append(value)
        total = _add(found)
        _check(total, parts)
        return total

    def _operand(self, parts: Sequence[_Part], place: int, scope: _Scope) -> tuple[_Value, int]:
        part = parts[place]
        after = parts[place + 1] if place + 1 < len(parts) else None
        if isinstance(part, _Group):
            return self._bracket(part, parts[place - 1] if place else None, scope), place + 1
        if part.text == "$" and isinstance(after, _Token):
            return self.given.get(_name(after), _STORED), place + 2
        if part.text == "." and isinstance(after, _Token):
            return _NOTHING, place + 2  # a property is counted with its owner
        if part.word == "case":
            return self._case(parts, place, scope)
        if part.word in {"count", "exists"} and isinstance(after, _Group) and after.opening == "{":
            return _Value(1.0, work=self._subquery(after, scope).work), place + 2
        if part.word == "collect" and isinstance(after, _Group) and after.opening == "{":
            return _collect(self._subquery(after, scope), scope), place + 2
        if part.kind in {"word", "quoted"} and isinstance(after, _Group) and after.opening == "(":
            return self._call(_name(part).casefold(), after.parts, scope), place + 2
        if part.kind in {"word", "quoted"} and part.word not in _WORDS:
            return scope.get(_name(part), _STORED), place + 1
        if part.kind == "string":
            return _Value(float(len(part.text)), 1.0), place + 1
        return (_SCALAR_VALUE if part.kind == "number" else _NOTHING), place + 1

    def _bracket(self, group: _Group, before: _Part | None, scope: _Scope) -> _Value:
        if group.opening == "[":
            if (loop := _read_loop(group.parts)) is not None:
                return self._comprehend(loop, scope)
            if isinstance(before, _Group) or (isinstance(before, _Token) and _is_value(before)):
                return _Value(0.0, 0.0, 0.0, self._expression(group.parts, scope).work)  # an index or a slice
            if "|" in _texts(group.parts):  # a pattern comprehension
                return _collect(self._expression(_split(group.parts, "|")[-1], scope), scope)
            items = [self._expression(item, scope) for item in _split(group.parts, ",")]
            total = _add(items)
            return _Value(total.size, float(len(items)), max(item.size for item in items), total.work)
        first = group.parts[0] if group.parts else None
        if group.opening == "{" and isinstance(first, _Token) and first.word in _CLAUSES:
            return self._subquery(group, scope)
        return self._expression(group.parts, scope)

    def _subquery(self, group: _Group, scope: _Scope) -> _Value:
        return self.query(group.parts, dict(scope))

    def _case(self, parts: Sequence[_Part], place: int, scope: _Scope) -> tuple[_Value, int]:
        """Estimate CASE by its largest result."""
        depth, branches, start, results = 0, list[_Value](), place + 1, False
        for at in range(place, len(parts)):
            word = part.word if isinstance(part := parts[at], _Token) else ""
            depth += (word == "case") - (word == "end")
            if (depth == 1 and word in {"when", "then", "else"}) or (depth == 0 and word == "end"):
                value = self._expression(parts[start:at], scope)
                branches.append(value if results else _Value(0.0, 0.0, 0.0, value.work))
                start, results = at + 1, word in {"then", "else"}
            if depth == 0:
                largest = max(branches, key=lambda value: value.size)
                return _Value(largest.size, largest.items, largest.item, _add(branches).work), at + 1
        return _NOTHING, len(parts)

    def _call(self, name: str, parts: Sequence[_Part], scope: _Scope) -> _Value:
        arguments = _split(parts, ",")
        if name == "range":
            return self._range(parts, arguments, scope)
        if name == "reduce" and len(arguments) == 2:
            return self._reduce(arguments, scope)
        if name in {"all", "any", "none", "single"} and (loop := _read_loop(parts)) is not None:
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

    def _comprehend(self, loop: _Loop, scope: _Scope) -> _Value:
        """Estimate what a comprehension builds: every item, or what is made of it."""
        source = self._expression(loop.over, scope)
        inner = scope | {loop.variable: _Value(source.of_item)}
        condition = self._expression(loop.condition, inner)
        made = self._expression(loop.body, inner) if loop.body else _Value(source.of_item)
        work = source.work + source.items * (1.0 + condition.work + made.work)
        size = max(made.size, 1.0)
        return _Value(source.items * size, source.items, size, work)

    def _reduce(self, arguments: Sequence[Sequence[_Part]], scope: _Scope) -> _Value:
        """Estimate an accumulator: it grows by steps, or where a step repeats it, by doubling."""
        (accumulator, *_), initial = arguments[0], self._expression(arguments[0][2:], scope)
        loop = _read_loop(arguments[1])
        if loop is None:
            return initial
        source = self._expression(loop.over, scope)

        def step(size: float) -> _Value:
            inside = {_name(accumulator): _Value(size), loop.variable: _Value(source.of_item)}
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
        parts: Sequence[_Part],
        arguments: Sequence[Sequence[_Part]],
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
                f"range({_text(parts)}) has {count:,} numbers: at most {MOST_SIZE:,} are allowed"
            )
        return _Value(float(count), float(count), 1.0)

    def _bound(self, parts: Sequence[_Part], scope: _Scope) -> int:
        """Read a bound of range: whole numbers, whole-number parameters and sizes, added and subtracted."""
        total, sign, place = 0, 1, 0
        while place < len(parts):
            part = parts[place]
            after = parts[place + 1] if place + 1 < len(parts) else None
            word = part.word if isinstance(part, _Token) else ""
            if isinstance(part, _Token) and part.text in {"+", "-"}:
                sign = -1 if part.text == "-" else 1
                place += 1
                continue
            if (
                isinstance(part, _Token)
                and part.kind == "number"
                and (number := _whole(part.text)) is not None
            ):
                total, place = total + sign * number, place + 1
            elif isinstance(part, _Token) and part.text == "$" and isinstance(after, _Token):
                value = self.values.get(_name(after))
                if not isinstance(value, int):
                    raise UsageError(f"${_name(after)} is a bound of range(): give it a whole number")
                total, place = total + sign * value, place + 2
            elif word in {"size", "length"} and isinstance(after, _Group):
                size = int(min(self._expression(after.parts, scope).size, 1e18))
                total, place = total + max(sign, 0) * size, place + 2
            else:
                raise UsageError(
                    f"a bound of range() is {_text(parts)!r}: write a whole number, a parameter or a size"
                )
        return total


def _check(value: _Value, parts: Sequence[_Part]) -> None:
    if value.size > MOST_SIZE:
        raise UsageError(
            f"{_text(parts)!r} could build a value of more than {MOST_SIZE:,} elements in memory: "
            "take a shorter range or fewer nested lists, or build it where you read the rows"
        )
    if value.work > MOST_WORK:
        raise UsageError(
            f"{_text(parts)!r} could loop more than {MOST_WORK:,} times inside one row, where no time limit "
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


def _group(found: Sequence[tuple[str, str]]) -> tuple[_Part, ...]:
    """Nest tokens by their brackets; a bracket that is never closed ends with the statement."""
    open_: list[tuple[str, list[_Part]]] = [("", [])]
    for kind, text in found:
        if kind == "sign" and text in _CLOSING:
            if len(open_) > _MOST_DEPTH:
                raise UsageError(f"the query nests brackets more than {_MOST_DEPTH} deep")
            open_.append((text, []))
        elif kind == "sign" and text in _CLOSING.values() and len(open_) > 1:
            opening, parts = open_.pop()
            open_[-1][1].append(_Group(opening, tuple(parts)))
        else:
            open_[-1][1].append(_Token(kind, text))
    while len(open_) > 1:
        opening, parts = open_.pop()
        open_[-1][1].append(_Group(opening, tuple(parts)))
    return tuple(open_[0][1])


def _clauses(parts: Sequence[_Part]) -> Iterator[tuple[str, Sequence[_Part]]]:
    """Split a query into clauses: the keyword and what follows it."""
    starts = [
        place
        for place, part in enumerate(parts)
        if isinstance(part, _Token) and part.word in _CLAUSES and not _is_operator(parts, place)
    ]
    for start, end in pairwise([*starts, len(parts)]):
        keyword = parts[start]
        assert isinstance(keyword, _Token)
        body = parts[start + 1 : end]
        if body and isinstance(body[0], _Token) and body[0].word == "distinct":
            body = body[1:]
        yield keyword.word, body


def _is_operator(parts: Sequence[_Part], place: int) -> bool:
    """Say whether a clause's word belongs to an expression: STARTS WITH, a property of that name."""
    before = parts[place - 1] if place else None
    return isinstance(before, _Token) and (
        before.word in {"starts", "ends"} or before.text in {".", ":", "$", "|"}
    )


def _split(parts: Sequence[_Part], sign: str) -> list[Sequence[_Part]]:
    """Split at a sign, on this level only."""
    places = [place for place, part in enumerate(parts) if isinstance(part, _Token) and part.text == sign]
    edges = [-1, *places, len(parts)]
    return [parts[start + 1 : end] for start, end in pairwise(edges)]


def _read_loop(parts: Sequence[_Part]) -> _Loop | None:
    """Split ``variable IN list WHERE condition | body``; None if it is no loop."""
    if len(parts) < 3 or not isinstance(parts[0], _Token) or not isinstance(parts[1], _Token):
        return None
    if parts[0].kind not in {"word", "quoted"} or parts[1].word != "in":
        return None
    before, *bodies = _split(parts, "|")
    where = [at for at, part in enumerate(before) if isinstance(part, _Token) and part.word == "where"]
    end = where[0] if where else len(before)
    return _Loop(
        _name(parts[0]), before[2:end], before[end + 1 :], [part for body in bodies for part in body]
    )


def _whole(text: str) -> int | None:
    """Read a whole number as Cypher writes it; None for any other."""
    try:
        return int(text.replace("_", ""), 0 if text[:2].casefold() in {"0x", "0o"} else 10)
    except ValueError:
        return None


def _is_value(token: _Token) -> bool:
    return token.kind in {"quoted", "string"} or (token.kind == "word" and token.word not in _WORDS)


def _name(part: _Part) -> str:
    if isinstance(part, _Group):
        return ""
    return part.text[1:-1].replace("``", "`") if part.kind == "quoted" else part.text


def _texts(parts: Sequence[_Part]) -> list[str]:
    return [part.text for part in parts if isinstance(part, _Token)]


def _text(parts: Sequence[_Part], most: int = 60) -> str:
    """Write parts as text again, shortened."""
    words = ["…" if isinstance(part, _Group) else part.text for part in parts]
    text = " ".join(words).replace(" ,", ",")
    return text if len(text) <= most else f"{text[: most - 1]}…"
