"""Query plan as a table: one row an operator of EXPLAIN or PROFILE, drawn as a tree."""

from collections.abc import Iterator, Mapping
from typing import Any

from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.json_values import Plain

_ESTIMATED = ("operator", "details", "estimated rows")
_MEASURED = (*_ESTIMATED, "rows", "db hits")


def plan_table(plan: Mapping[str, Any], *, profiled: bool) -> QueryResult:
    """Draw a plan, the result on top; with `profiled` its rows and db hits as the run counted them.

    >>> scan = {"operatorType": "NodeByLabelScan@neo4j", "args": {"Details": "n:X", "EstimatedRows": 2.4}}
    >>> plan_table({"operatorType": "Limit@neo4j", "args": {}, "children": [scan]}, profiled=False).rows
    (('+Limit', '', 0), ('+NodeByLabelScan', 'n:X', 2))
    """
    columns = _MEASURED if profiled else _ESTIMATED
    rows = tuple(_row(step, depth)[: len(columns)] for step, depth in operators(plan))
    if not profiled:
        return QueryResult(columns, rows)
    total = sum(step.get("dbHits", 0) for step, _ in operators(plan))
    return QueryResult(
        columns, rows, notifications=(f"the query gave {plan.get('rows', 0):,} rows in {total:,} db hits",)
    )


def operators(plan: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], int]]:
    """Walk the operators of a plan with the depth at which each is drawn: a second input stands indented."""
    waiting = [(plan, 0)]
    while waiting:
        step, depth = waiting.pop()
        yield step, depth
        first, *others = step.get("children") or [None]
        if first is not None:
            waiting.append((first, depth))
        waiting.extend((other, depth + 1) for other in others)


def _row(step: Mapping[str, Any], depth: int) -> tuple[Plain, ...]:
    details = step.get("args") or {}
    return (
        "| " * depth + "+" + str(step.get("operatorType", "")).partition("@")[0],
        str(details.get("Details", "")),
        round(details.get("EstimatedRows", 0)),
        step.get("rows", 0),
        step.get("dbHits", 0),
    )
