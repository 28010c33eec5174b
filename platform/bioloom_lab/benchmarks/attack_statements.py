"""Statements that would end or occupy a database, or make it act: from public reports, and their kin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from bioloom import resources

Outcome = Literal["refused", "stopped", "cut"]

_TABLE = "attacks/statements.tsv"


@dataclass(frozen=True, slots=True)
class AttackStatement:
    """Statement of an attacker: what it tries, where it is known from, and how it ends here.

    `refused` before it runs, `stopped` by a limit of memory or time while it runs, or its rows `cut`.
    """

    aim: str
    cypher: str
    outcome: Outcome
    known: str = ""


STATEMENTS = tuple(
    AttackStatement(row["aim"], row["cypher"], cast(Outcome, row["outcome"]), row["known"])
    for row in resources.parse_table(resources.text("cypher", _TABLE), _TABLE)
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
