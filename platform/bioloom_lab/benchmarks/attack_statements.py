"""Statements that would end or occupy a database, or make it act: from public reports, and their kin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["refused", "stopped", "cut"]


@dataclass(frozen=True, slots=True)
class AttackStatement:
    """Statement of an attacker: what it tries, where it is known from, and how it ends here.

    `refused` before it runs, `stopped` by a limit of memory or time while it runs, or its rows `cut`.
    """

    aim: str
    cypher: str
    outcome: Outcome
    known: str = ""


_DOUBLED = "reduce(s='aaaaaaaa', i IN range(1,26) | s+s)"

STATEMENTS = (
    AttackStatement("a string doubled in reduce", f"RETURN size({_DOUBLED})", "refused"),
    AttackStatement(
        "a comprehension over a long range", "RETURN size([x IN range(1,60000000) | toString(x)])", "refused"
    ),
    AttackStatement(
        "nested comprehensions",
        "WITH range(1, 100000) AS axis RETURN [x IN axis | [y IN axis | 1]] AS m",
        "refused",
        "Neo4j 5.26",
    ),
    AttackStatement(
        "a pattern that backtracks for hours",
        "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ '(a+)+b' AS m",
        "refused",
        "Neo4j 5.26",
    ),
    AttackStatement(
        "all paths collected",
        "MATCH p=()-[*1..10]-() RETURN collect(p) AS paths",
        "stopped",
        "Neo4j 5.26",
    ),
    AttackStatement(
        "a product of nodes collected",
        "MATCH (a), (b), (c), (d), (e) RETURN collect([a, b, c, d, e]) AS every",
        "stopped",
        "Neo4j 5.26",
    ),
    AttackStatement(
        "a product of rows counted",
        "UNWIND range(1,100000) AS a UNWIND range(1,100000) AS b UNWIND range(1,100000) AS c RETURN count(*)",
        "stopped",
    ),
    AttackStatement(
        "a product of nodes sorted",
        "MATCH (a), (b), (c), (d), (e) RETURN a, e ORDER BY a.name + e.name",
        "stopped",
    ),
    AttackStatement("one giant value", "RETURN range(1,12000000) AS x", "refused"),
    AttackStatement(
        "rows of large values", "UNWIND range(1,1000) AS n RETURN [x IN range(1,100000) | x] AS l", "cut"
    ),
    AttackStatement("a million rows", "UNWIND range(1,1000000) AS n RETURN n, toString(n)", "cut"),
    AttackStatement(
        "a list doubled by WITH", "WITH ['a'] AS s " + "WITH [s,s] AS s " * 26 + "RETURN s", "refused"
    ),
    AttackStatement(
        "a text replaced by itself",
        "WITH reduce(s='a', i IN range(1,10) | s+s) AS s RETURN size(replace(replace(s,'a',s),'a',s))",
        "refused",
    ),
    AttackStatement(
        "lists collected from rows",
        "UNWIND range(1,100) AS a WITH collect(range(1,90000)) AS l RETURN l",
        "refused",
    ),
    AttackStatement(
        "a long quantifier",
        "RETURN all(x IN range(1,200000) WHERE all(y IN range(1,200000) WHERE x+y>0))",
        "refused",
    ),
    AttackStatement("a sum of ten thousand terms", "RETURN 1" + "+1" * 9_000 + " AS x", "refused"),
    AttackStatement("brackets without end", "RETURN " + "[" * 5_000 + "]" * 5_000, "refused"),
    AttackStatement(
        "a choice of a million plans",
        "MATCH "
        + ", ".join(f"(n{at})--(n{at + 1})--(n{(at * 7) % 40})" for at in range(40))
        + " RETURN count(*)",
        "refused",
    ),
    AttackStatement(
        "a file read", "LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l", "refused", "CodeGraphContext"
    ),
    AttackStatement(
        "an address fetched",
        "LOAD CSV FROM 'http://127.0.0.1:1/x' AS l RETURN l",
        "refused",
        "CodeGraphContext",
    ),
    AttackStatement(
        "a plugin that reads files",
        "CALL apoc.load.json('file:///etc/passwd') YIELD value RETURN value",
        "refused",
        "mcp-neo4j",
    ),
    AttackStatement("a function of a plugin", "RETURN apoc.util.md5(['a']) AS x", "refused", "mcp-neo4j"),
    AttackStatement(
        "a write in a loop",
        "MATCH (n) FOREACH (x IN [1] | SET n.name = 'x')",
        "refused",
        "CodeGraphContext",
    ),
    AttackStatement(
        "a write in a subquery", "CALL { CREATE (n) RETURN n } RETURN n", "refused", "CodeGraphContext"
    ),
    AttackStatement("a deletion", "MATCH (n) DETACH DELETE n", "refused", "LangChain, CVE-2024-8309"),
    AttackStatement("a hidden word", "MATCH (n) \\u0044ETACH DELETE n", "refused", "NeoWiki"),
    AttackStatement("a hidden procedure", "RETURN COUNT { CALL tx.setMetaData({}) RETURN 1 }", "refused"),
    AttackStatement("another database", "USE graph.byElementId('x') RETURN 1", "refused"),
    AttackStatement(
        "transactions of its own", "MATCH (n) CALL { WITH n DELETE n } IN TRANSACTIONS", "refused"
    ),
    AttackStatement("users and passwords", "SHOW USERS", "refused"),
)
"""The statements, in the order in which docs/operation.md lists them."""


def statement_table() -> str:
    """Write the statements as the table of docs/operation.md."""
    head = "| statement | begins with | known from | ends |\n|---|---|---|---|"
    rows = [
        f"| {each.aim} | `{_shortened(each.cypher)}` | {each.known} | {each.outcome} |" for each in STATEMENTS
    ]
    return "\n".join([head, *rows])


def _shortened(cypher: str) -> str:
    short = cypher if len(cypher) <= 60 else f"{cypher[:59]}…"
    return short.replace("|", "\\|")
