"""Read-only guard for Cypher that users write: no writes, no files, no procedures with side effects.

Four checks, each of which prevents writes by itself:

1. the session is READ and the transaction explicit, so that the server itself refuses writes, schema and
   user commands and statements that open transactions of their own;
2. the server explains the statement first: only query type ``r`` passes (EXPLAIN and PROFILE of the user are
   taken off before and added again, so that they pass the same checks);
3. every operator of the plan is looked at: no files (LOAD CSV), no server commands but the harmless SHOW
   ones, no procedure outside the allow-list;
4. the words of the statement are read as well (`bioloom.graph.guard.cypher_lexer`), because the server does
   not list the operators of a subquery inside an expression.

Rows, bytes and time are bounded, whatever the statement asks for, and so is what one expression may build
(`bioloom.graph.guard.statement_cost`), because the server bounds only what it sorts, groups and collects.
"""

import re
from asyncio import CancelledError
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import neo4j
from neo4j.exceptions import ClientError, DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.errors import BioloomError, DatabaseUnavailable, TimeLimitReached, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left
from bioloom.graph.guard.cypher_lexer import (
    execution_mode,
    files_read,
    namespaced_functions,
    procedures_called,
    tokens,
)
from bioloom.graph.guard.cypher_tree import CYPHER_WORDS
from bioloom.graph.guard.query_notifications import notifications
from bioloom.graph.guard.query_plan import operators, plan_table
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.guard.statement_cost import check_cost
from bioloom.graph.json_values import Plain, plain
from bioloom.names import nearest

ROW_LIMIT = 1000
"""Rows that are returned unless the caller asks otherwise."""

TIME_LIMIT = 30.0
"""Seconds after which the server stops a statement unless the caller asks otherwise."""

_LONGEST = 10**9  # seconds; the server counts milliseconds in 64 bits

_READ_PROCEDURES = CYPHER_WORDS.words("read_procedures")
"""Procedures that only read the graph; every other one is refused."""

MOST_BYTES = 64 * 1024 * 1024
"""Size of the rows that are returned, about, unless the caller asks for less."""

_FUNCTIONS = CYPHER_WORDS.words("namespaces")
"""Namespaces of Neo4j's own functions; those of plugins may reach files and addresses."""

_PLACE = re.compile(r"\s*\(line (\d+), column (\d+) \(offset: \d+\)\)(?:\s*\".*?\"\s*\^)?", re.DOTALL)
_EXPECTED = re.compile(r"Invalid input '(\w+)': expected (.+?)(?= \(line )")
_SHOWN = 80  # characters of a line that an error quotes

_FETCHED = 10  # rows that the driver holds ahead of the reader

TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"
"""How the codes begin with which the server says that it stopped a transaction for its time."""

_SHOW_ALLOWED = frozenset({"ShowConstraints", "ShowFunctions", "ShowIndexes", "ShowProcedures"})
_OUT_OF_MEMORY = "Neo.TransientError.General."


def read_rows(
    graph: Graph,
    cypher: str,
    parameters: Mapping[str, object],
    *,
    limit: int = ROW_LIMIT,
    timeout: float = TIME_LIMIT,
    most_bytes: int = MOST_BYTES,
    patterns: bool = True,
    notify: bool = False,
) -> QueryResult:
    """Run one read-only statement; UsageError says what about it is not allowed or not Cypher.

    Rows end after `limit` of them, or before the one that would make them larger than about `most_bytes`.
    Without `patterns` the regular expressions of the statement are trusted, as those of a rule in a file are.
    With `notify` the result says what the server notes about it, such as a label that no node has. EXPLAIN
    and PROFILE before the statement give its plan instead of its rows.
    """
    if limit < 1:
        raise UsageError(f"the row limit must be at least 1, not {limit}")
    if not 0 < timeout < _LONGEST:
        raise UsageError(f"the time limit must lie above 0 and below {_LONGEST:,} seconds, not {timeout:g}")
    mode, cypher = execution_mode(check_statement(cypher, parameters, patterns=patterns))

    def run(transaction: neo4j.Transaction, word: str) -> neo4j.Result:
        return transaction.run(f"{word}\n{cypher}", dict(parameters))  # a line of its own: columns stay true

    try:
        with graph.session(read=True, fetch=_FETCHED, notify=notify) as session, _cancelled_by_interrupts():
            transaction = session.begin_transaction(timeout=seconds_left(timeout))
            planned = run(transaction, "EXPLAIN").consume()
            _check_plan(planned)
            transaction.close()
            noted = notifications(graph, planned, lines_before=1) if notify else ()
            if mode == "EXPLAIN":
                return _noted(plan_table(planned.plan or {}, profiled=False), noted)
            result = run(session.begin_transaction(timeout=seconds_left(timeout)), mode)
            if mode == "PROFILE":
                for _ in result:  # counts are whole once every row was read
                    pass
                return _noted(plan_table(result.consume().profile or {}, profiled=True), noted)
            return _noted(_table(result, limit, most_bytes), noted)
    except CancelledError as stopped:
        raise KeyboardInterrupt from stopped
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable("the database went away during the query") from error
    except Neo4jError as error:
        raise _told(error, timeout, cypher) from error
    except (DriverError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise UsageError(f"a parameter cannot be sent to the database: {error}") from error


@contextmanager
def _cancelled_by_interrupts() -> Iterator[None]:
    """Make an interrupt what the driver drops the connection for: else it waits for the server's answer."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise CancelledError from interrupt


def _noted(table: QueryResult, noted: tuple[str, ...]) -> QueryResult:
    return replace(table, notifications=(*noted, *table.notifications))


def check_statement(cypher: str, parameters: Mapping[str, object], *, patterns: bool = True) -> str:
    """Refuse a statement by its text alone; give it with one kind of line ends."""
    cypher = cypher.replace("\r\n", "\n").replace("\r", "\n")  # one reading of where a comment ends
    planned = execution_mode(cypher)[1]
    _check_words(planned)
    check_cost(planned, parameters, patterns=patterns)
    return cypher


def _check_words(cypher: str) -> None:
    if not cypher.strip():
        raise UsageError("the query is empty")
    if files_read(cypher):
        raise UsageError("LOAD CSV is not allowed: queries read the graph, never files or addresses")
    for name in procedures_called(cypher):
        _check_procedure(name)
    for name in namespaced_functions(cypher):
        if name.partition(".")[0].casefold() not in _FUNCTIONS:
            raise UsageError(f"function {name} is not allowed: only functions of Neo4j itself are")
    if any(kind == "word" and text.casefold() == "use" for kind, text in tokens(cypher)[:1]):
        raise UsageError("USE is not allowed: queries read the database that is open")


def _check_plan(summary: neo4j.ResultSummary) -> None:
    if summary.query_type != "r":
        kinds = {"w": "writes", "rw": "writes", "s": "changes or reveals the server's set-up"}
        what = kinds.get(summary.query_type or "", "does something other than reading")
        raise UsageError(f"only queries that read are allowed, and this one {what}")
    for step, _ in operators(summary.plan or {}):
        name = str(step.get("operatorType", "")).partition("@")[0]
        if name == "LoadCSV":
            raise UsageError("LOAD CSV is not allowed: queries read the graph, never files or addresses")
        if name.startswith("Transaction"):
            raise UsageError("IN TRANSACTIONS is not allowed: a reading query needs none")
        if name.startswith(("Show", "Terminate", "Administration")) and name not in _SHOW_ALLOWED:
            raise UsageError(
                f"{name} is not allowed: of the server's commands only SHOW INDEXES, "
                "CONSTRAINTS, FUNCTIONS and PROCEDURES are"
            )
        if name.startswith("ProcedureCall"):
            details = str((step.get("args") or {}).get("Details", ""))
            _check_procedure(details.partition("(")[0].replace("`", "").strip())


def _check_procedure(name: str) -> None:
    if name not in _READ_PROCEDURES:
        allowed = ", ".join(sorted(_READ_PROCEDURES))
        raise UsageError(f"procedure {name} is not allowed; these are: {allowed}")


def _table(result: neo4j.Result, limit: int, most_bytes: int) -> QueryResult:
    columns = tuple(result.keys())
    rows: list[tuple[Plain, ...]] = []
    truncated, size = False, 0
    for record in result:
        row = tuple(plain(value) for value in record.values())
        size += len(repr(row))
        truncated = len(rows) == limit or size > most_bytes
        if truncated:
            break
        rows.append(row)
    if truncated and not rows:
        raise UsageError(
            f"the first row has {size / 1e6:,.1f} MB, all rows together may have {most_bytes / 1e6:,.1f}: "
            "return less in a row"
        )
    return QueryResult(columns, tuple(rows), truncated)


def _located(message: str, cypher: str) -> str:
    """Quote the line of an error as the user wrote it, after its place; a line was put before the statement.

    >>> _located('Unknown (line 2, column 8 (offset: 15))\\n"RETURN foo()"\\n        ^', "RETURN foo()")
    'Unknown (line 1, column 8: RETURN foo())'
    >>> _located("Invalid input 'MTCH': expected 'CALL' or 'MATCH' (line 2, column 1 (offset: 8))", "MTCH")
    'MTCH: did you mean MATCH? (line 1, column 1: MTCH)'
    """

    def placed(found: re.Match[str]) -> str:
        line, column = int(found[1]) - 1, int(found[2])
        lines = cypher.splitlines()
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        start = max(0, min(column - 1 - _SHOWN // 2, len(text) - _SHOWN))
        return f" (line {line}, column {column}: {text[start : start + _SHOWN].strip()})"

    misspelt = _EXPECTED.match(message)
    word = nearest(misspelt[1], re.findall(r"'([A-Z]+)'", misspelt[2])) if misspelt else None
    if misspelt and word:
        message = f"{misspelt[1]}: did you mean {word}?{message[misspelt.end(2) :]}"
    return _PLACE.sub(placed, message)


def _told(error: Neo4jError, timeout: float, cypher: str) -> BioloomError:
    code = error.code or ""
    message = _located((error.message or str(error)).strip(), cypher)
    if code.startswith(TIMED_OUT):
        return TimeLimitReached(
            f"the query was stopped after {timeout:g} s; ask for less or raise the time limit"
        )
    if code.startswith(_OUT_OF_MEMORY):
        return UsageError(f"the server stopped the query, ask for less: {message}")
    if isinstance(error, ClientError):
        return UsageError(f"the database refused the query: {message}")
    return BioloomError(f"the query failed: {message}")
