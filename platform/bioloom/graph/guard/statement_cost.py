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
from dataclasses import dataclass, field, replace

from bioloom.errors import UsageError
from bioloom.graph.guard.cypher_tree import (
    CLAUSES,
    CYPHER_WORDS,
    WORDS,
    Group,
    Loop,
    Part,
    Token,
    case_branches,
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
from bioloom.graph.guard.path_memory import check_path_memory
from bioloom.graph.guard.regex_cost import match_steps
from bioloom.graph.guard.value_size import (
    HELD,
    MOST_SIZE,
    NOTHING,
    ROWS,
    SCALAR,
    STORED,
    Scope,
    Value,
    add_up,
    bind,
    collected,
    item_of,
    largest,
    largest_of,
    measure,
    rows_of,
)

MOST_WORK = 50_000_000
"""Steps that the loops of one expression may take together."""

_MOST_READ = 200_000  # operands that are looked at, those within reduce() several times
_STEP = 20  # operands that a step of reduce() counts for by itself
_MOST_RELATIONSHIPS = 25  # planned within seconds; 80 take minutes
_MOST_OPERATORS = 500  # a sum of 9,000 terms takes minutes
_MATCHED = 1_000.0  # nominal length of a stored text that a pattern is matched against
_MOST_STEPS = 60  # of an accumulator that grows by a factor
_DIGITS = 40.0  # characters that a number or a date may have as a text
_LARGEST = 1 << 63  # no whole number of Cypher is above
_COPIED = 0.01  # steps in which a function reads or copies an element

_SCALAR = CYPHER_WORDS.words("small_results")
"""Functions whose result is small whatever they are given."""


def check_cost(cypher: str, parameters: Mapping[str, object], *, patterns: bool = True) -> None:
    """Refuse a statement whose expressions could exhaust the database; UsageError says which part.

    Without `patterns` those of ``=~`` are trusted.

    >>> check_cost("WITH $names AS names RETURN [x IN names | toUpper(x)]", {"names": ["gout"]})
    >>> check_cost("RETURN size([x IN range(1, 60000000) | toString(x)])", {})
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: range(1, 60000000) has 60,000,000 numbers: at most 500,000 are allowed
    """
    try:
        given = {name: measure(value) for name, value in parameters.items()}
        tree = read_tree(cypher)
        _check_plan_size(tree)
        check_path_memory(tree, parameters)
        _Estimate(given, parameters, patterns).query(tree, {})
    except RecursionError as error:
        raise UsageError("the query or a parameter nests too deep: nest less") from error


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

    given: Mapping[str, Value]
    values: Mapping[str, object] = field(default_factory=dict)
    patterns: bool = True
    read: list[int] = field(default_factory=lambda: [0])

    def query(self, parts: Sequence[Part], outer: Scope) -> tuple[Value, Scope]:
        """Estimate clause after clause; gives a row of the result, for a subquery, and its variables."""
        scope, row, given = outer, NOTHING, dict[str, Value]()
        for clause, body in clauses(parts):
            if clause in {"with", "return"}:
                items = [self._projection(item, scope) for item in split(split_distinct(body)[1], ",")]
                named = {name: value for name, value in items if name is not None}
                scope = bind(scope, named)
                if clause == "return":
                    values = [value for _, value in items]
                    if "*" in texts(body):
                        named = {name: value for name, value in scope.items() if name not in {ROWS, HELD}}
                        values += named.values()
                    row = largest([row, add_up(values)])
                    given |= largest_of(given, named)
            elif clause == "unwind":
                name, value = self._unwound(body, scope)
                scope = bind(scope, {name or "": item_of(value)})
                if value.items > STORED.items:
                    scope[ROWS] = Value(rows_of(scope) * value.items)
            elif clause == "call" and body and isinstance(body[-1], Group) and body[-1].opening == "{":
                scope = bind(scope, largest_of(scope, self.query(body[-1].parts, scope)[1]))
            elif clause == "union":
                scope = outer | {ROWS: Value(rows_of(scope))}
            else:
                self._expression(body, scope)
        return row, given | {ROWS: Value(rows_of(scope))}

    def _unwound(self, parts: Sequence[Part], scope: Scope) -> tuple[str | None, Value]:
        """Estimate ``list AS name``; a range may be of any length here: its rows come one by one."""
        function, arguments = parts[0] if parts else None, parts[1] if len(parts) == 4 else None
        if isinstance(function, Token) and function.word == "range" and isinstance(arguments, Group):
            value = self._range(arguments.parts, split(arguments.parts, ","), scope, most=math.inf)
            return name_of(parts[-1]), value
        return self._projection(parts, scope)

    def _projection(self, parts: Sequence[Part], scope: Scope) -> tuple[str | None, Value]:
        """Estimate ``expression AS name``; a variable alone keeps its name."""
        expression, name = parts, None
        if len(parts) > 2 and isinstance(parts[-2], Token) and parts[-2].word == "as":
            expression, name = parts[:-2], name_of(parts[-1])
        elif len(parts) == 1 and isinstance(parts[0], Token) and parts[0].kind in {"word", "quoted"}:
            name = name_of(parts[0])
        return name, self._expression(expression, scope)

    def _expression(self, parts: Sequence[Part], scope: Scope) -> Value:
        """Estimate an expression: what its parts amount to together."""
        found: list[Value] = []
        place = 0
        while place < len(parts):
            if self.patterns and texts(parts[place : place + 2]) == ["=", "~"]:
                found.append(self._match(parts, place + 2, add_up(found)))
                place += 2
                continue
            value, place = self._operand(parts, place, scope)
            found.append(value)
        total = add_up(found)
        _check(total, parts)
        return total

    def _count_read(self, operands: int) -> None:
        self.read[0] += operands
        if self.read[0] > _MOST_READ:
            raise UsageError("the query repeats too much within reduce(): nest less of it")

    def _match(self, parts: Sequence[Part], place: int, matched: Value) -> Value:
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
        return Value(1.0, work=match_steps(pattern, max(matched.size, _MATCHED)))

    def _operand(self, parts: Sequence[Part], place: int, scope: Scope) -> tuple[Value, int]:
        self._count_read(1)
        part = parts[place]
        after = parts[place + 1] if place + 1 < len(parts) else None
        if isinstance(part, Group):
            return self._bracket(part, parts[place - 1] if place else None, scope), place + 1
        if part.text == "$" and isinstance(after, Token):
            return self.given.get(name_of(after), STORED), place + 2
        if part.text == "." and isinstance(after, Token):
            return NOTHING, place + 2  # a property is counted with its owner
        if part.word in {"count", "exists"} and isinstance(after, Group) and after.opening == "{":
            return Value(1.0, work=self.query(after.parts, scope)[0].work), place + 2
        if part.word == "collect" and isinstance(after, Group) and after.opening == "{":
            return collected(self.query(after.parts, scope)[0], scope), place + 2
        if part.kind in {"word", "quoted"} and isinstance(after, Group) and after.opening == "(":
            return self._call(name_of(part).casefold(), after.parts, scope), place + 2
        if part.kind in {"word", "quoted"} and (part.word not in WORDS or name_of(part) in scope):
            value = scope.get(name_of(part), STORED)  # as a key of a map it is a text itself
            return replace(value, size=max(value.size, float(len(part.text)))), place + 1
        if part.kind == "string":
            return Value(len(part.text) - 2.0), place + 1
        is_scalar = part.kind == "number" or part.word in {"true", "false", "null"}
        return (SCALAR if is_scalar else NOTHING), place + 1

    def _bracket(self, group: Group, before: Part | None, scope: Scope) -> Value:
        if group.opening == "[":
            if (loop := read_loop(group.parts)) is not None:
                return self._comprehend(loop, scope)
            if isinstance(before, Group) or (isinstance(before, Token) and is_value(before)):
                return Value(
                    0.0, math.inf, 0.0, self._expression(group.parts, scope).work
                )  # an index, a slice
            if "|" in texts(group.parts):  # a pattern comprehension, or texts joined by ||
                return collected(self._expression(group.parts, scope), scope)
            items = [self._expression(item, scope) for item in split(group.parts, ",")]
            sizes = [max(item.size, 1.0) for item in items]
            return Value(sum(sizes), float(len(items)), max(sizes), add_up(items).work)
        if group.opening == "case":
            return self._case(group.parts, scope)
        first = group.parts[0] if group.opening == "{" and group.parts else None
        if isinstance(first, Token) and first.word in CLAUSES and texts(group.parts[1:2]) != [":"]:
            return self.query(group.parts, scope)[0]
        value = self._expression(group.parts, scope)
        return replace(value, size=max(value.size, 1.0)) if group.opening == "{" else value

    def _case(self, parts: Sequence[Part], scope: Scope) -> Value:
        """Estimate CASE by its largest result."""
        branches = [(word, self._expression(body, scope)) for word, body in case_branches(parts)]
        most = largest([value for word, value in branches if word in {"then", "else"}] or [NOTHING])
        return replace(most, work=sum(value.work for _, value in branches))

    def _call(self, name: str, parts: Sequence[Part], scope: Scope) -> Value:
        arguments = split(parts, ",")
        if name == "range":
            return self._range(parts, arguments, scope)
        if name == "reduce" and len(arguments) == 2:
            return self._reduce(arguments, scope)
        if name in {"all", "any", "none", "single"} and (loop := read_loop(parts)) is not None:
            return Value(1.0, work=self._comprehend(loop, scope).work)
        values = [self._expression(argument, scope) for argument in arguments]
        total = add_up(values)
        copied = total.work + _COPIED * total.size
        if name in _SCALAR:
            return Value(1.0, work=total.work if name == "size" else copied)
        if name == "collect":
            return collected(total, scope)
        if name == "replace" and len(values) == 3:
            is_text = isinstance(text := arguments[2][0], Token) and text.kind == "string"
            times = values[2].size + (1.0 if is_text else _DIGITS)  # an empty text is found between all
            return Value((values[0].size + 1.0) * times, work=copied)
        if name in {"head", "last"}:
            return Value(total.size, total.size, total.of_item, copied)
        if name == "split":
            return Value(total.size + 1.0, total.size + 1.0, total.size, copied)  # of no text it gives one
        return replace(total, size=max(total.size, 1.0), work=copied)

    def _comprehend(self, loop: Loop, scope: Scope) -> Value:
        """Estimate what a comprehension builds: every item, or what is made of it."""
        source = self._expression(loop.over, scope)
        inner = bind(scope, {loop.variable: item_of(source)})
        condition = self._expression(loop.condition, inner)
        made = self._expression(loop.body, inner) if loop.body else item_of(source)
        work = source.work + source.items * (1.0 + condition.work + made.work)
        size = max(made.size, 1.0)
        return Value(source.items * size, source.items, size, work)

    def _reduce(self, arguments: Sequence[Sequence[Part]], scope: Scope) -> Value:
        """Estimate an accumulator: it grows by steps, or where a step repeats it, by what each step makes.

        What a step makes is convex in the accumulator, so that growth by steps holds if it does at the end.
        """
        initial = self._expression(arguments[0][2:], scope)
        loop = read_loop(arguments[1])
        if loop is None:
            return initial
        source = self._expression(loop.over, scope)

        def step(size: float) -> Value:
            self._count_read(_STEP)
            inside = {name_of(part): Value(size, size) for part in arguments[0][:1]}
            return self._expression(loop.body, bind(scope, inside | {loop.variable: item_of(source)}))

        begun = step(0.0).size
        size = initial.size + source.items * begun
        made = step(size)
        if made.size > size + begun:
            size = initial.size
            for _ in range(int(min(source.items, _MOST_STEPS))):
                made = step(size)  # refused as soon as it is too large
                size = max(size, made.size)
            if source.items > _MOST_STEPS and step(size).size > size:
                size = math.inf
        work = source.work + source.items * (1.0 + made.work + _COPIED * size)
        return Value(size, size, size, work)

    def _range(
        self,
        parts: Sequence[Part],
        arguments: Sequence[Sequence[Part]],
        scope: Scope,
        *,
        most: float = MOST_SIZE,
    ) -> Value:
        bounds = [self._bound(argument, scope) for argument in arguments]
        if len(bounds) < 2:
            return NOTHING
        (low, high), (low_end, high_end), *steps = bounds
        step = max(1, abs(steps[0][0])) if steps and steps[0][0] == steps[0][1] else 1
        numbers = max(abs(high_end - low), abs(low_end - high)) // step + 1
        if numbers > most:
            raise UsageError(
                f"range({shown(parts)}) has {numbers:,} numbers: at most {MOST_SIZE:,} are allowed"
            )
        return Value(float(numbers), float(numbers), 1.0)

    def _bound(self, parts: Sequence[Part], scope: Scope) -> tuple[int, int]:
        """Read a bound of range: whole numbers, whole-number parameters and sizes, added and subtracted.

        Gives the least and the most that it may be: a size is an upper estimate.
        """
        least = most = place = 0
        sign = 1
        while place < len(parts):
            part = parts[place]
            after = parts[place + 1] if place + 1 < len(parts) else None
            word = part.word if isinstance(part, Token) else ""
            if isinstance(part, Token) and part.text in {"+", "-"}:
                sign, place = -sign if part.text == "-" else sign, place + 1
                continue
            if (
                isinstance(part, Token)
                and part.kind == "number"
                and (number := whole_number(part.text)) is not None
            ):
                low, high, place = number, number, place + 1
            elif isinstance(part, Token) and part.text == "$" and isinstance(after, Token):
                value = self.values.get(name_of(after))
                if not isinstance(value, int) or abs(value) > _LARGEST:
                    raise UsageError(f"${name_of(after)} is a bound of range(): give it a whole number")
                low, high, place = value, value, place + 2
            elif word in {"size", "length"} and isinstance(after, Group):
                low, high, place = 0, int(self._expression(after.parts, scope).size), place + 2
            else:
                raise UsageError(
                    f"a bound of range() is {shown(parts)!r}: write a whole number, a parameter or a size"
                )
            least, most, sign = least + min(sign * low, sign * high), most + max(sign * low, sign * high), 1
        return least, most


def _check(value: Value, parts: Sequence[Part]) -> None:
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
