"""Generator of docs/cookbook.md from the heads of the cookbook's files and the times that were measured.

``python -m bioloom_lab.maintenance.cookbook_page PAGE TIMES`` writes it (`make docs`);
``bioloom bench cookbook --json`` gives the times.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bioloom import resources
from bioloom.graph.cookbook.recipes import Parameter, Recipe, recipes


def cookbook_page(measured: Mapping[str, Any]) -> str:
    """Write the page: every query with its parameters and Cypher, and the times at the end."""
    parts = [resources.text("cypher", "cookbook/head.md")]
    parts += [part for entry in recipes() for part in _entry(entry)]
    size = f"{measured['nodes']:,} nodes and {measured['relationships']:,} relationships"
    parts.append(
        "## Speed\n\n`bioloom bench cookbook --json`, the shortest of three runs, names looked up and all "
        f"rows fetched. The graph\nhas {size}: 375 protocols of WLP and the whole of Hetionet.\n"
        "Two cores without other work.\n"
    )
    rows = [
        (
            f"`{each['query']}`",
            ", ".join(f"{name}={value}" for name, value in each["parameters"].items()),
            *(f"{each['rows']:,}", f"{each['seconds']:.2f}", f"{each['db_hits']:,}"),
        )
        for each in measured["queries"]
    ]
    parts.append(_table(("query", "parameters", "rows", "seconds", "db hits"), rows))
    return "\n".join(parts)


def _entry(entry: Recipe) -> Iterator[str]:
    yield f"## {entry.name}\n\n{entry.purpose}\n"
    for need in entry.needs:
        yield f"Reads {need.purpose}.\n"
    if entry.parameters:
        rows = [(f"`{each.name}`", each.type, _value(each), each.purpose) for each in entry.parameters]
        yield _table(("parameter", "type", "default", "meaning"), rows)
    body = "\n".join(line for line in entry.cypher.splitlines() if not line.startswith("//"))
    yield f"```cypher\n{body}\n```\n"


def _value(parameter: Parameter) -> str:
    if parameter.default is None:
        return f"must be given, such as `{parameter.example}`"
    return f"`{parameter.default}`" if parameter.default else "empty"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    escaped = ([cell.replace("|", "\\|") for cell in row] for row in (head, *rows))
    first, *others = ("| " + " | ".join(cells) + " |" for cells in escaped)
    return "\n".join((first, "|---" * len(head) + "|", *others)) + "\n"


def main() -> None:
    """Write the page into the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write the page of the cookbook.")
    parser.add_argument("page", type=Path, help="where it goes: docs/cookbook.md")
    parser.add_argument("times", type=Path, help="what was measured: docs/results/bench/cookbook.json")
    given = parser.parse_args()
    given.page.write_text(cookbook_page(json.loads(given.times.read_text("utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
