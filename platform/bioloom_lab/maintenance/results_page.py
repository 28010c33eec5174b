"""Generator of result tables, from stored results of `bioloom eval --json` and `bioloom bench load --json`.

Store a result, then write the tables of the page anew::

    bioloom eval retrieval --data FILE --json > found.json
    python -m bioloom_lab.maintenance.results_page store docs/results/retrieval.json "…" < found.json
    python -m bioloom_lab.maintenance.results_page write docs/evaluation.md docs/results

A table stands between two marks. The first names the result and the path of what is shown in it (``metrics``
if left out), and may choose columns and rows::

    <!-- results: retrieval -->
    <!-- results: retrieval against_bm25 -->
    <!-- results: protocol-ie metrics.NER.types columns=precision,recall,f1 -->
    <!-- results: triples metrics columns=f1 rows=cleaned -->
    <!-- end results -->

`rows` keeps the rows whose name holds one of the words; a choice with spaces stands in double quotes.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bioloom.errors import SourceError, UsageError

BLOCK = re.compile(r"(<!-- results: (?P<what>[^\n]*?) -->\n).*?(<!-- end results -->)", re.DOTALL)
SIGNED = "against"
_ESTIMATE = {"value", "low", "high"}


def read_results(folder: Path) -> dict[str, dict[str, Any]]:
    """Read the stored results of a folder by the names of their files; SourceError if one is no result."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        if missing := {"command", "date", "suite", "n"} - result.keys():
            raise SourceError(f"is no stored result: it lacks {', '.join(sorted(missing))}", str(path))
        found[path.stem] = result
    return found


def store_result(path: Path, command: str, document: str) -> None:
    """Write the document that `bioloom eval --json` printed, with its command and the date of today."""
    today = datetime.now(UTC).date().isoformat()
    stored = {"command": command, "date": today, **json.loads(document)}
    path.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_tables(page: str, results: Mapping[str, Mapping[str, Any]]) -> str:
    """Write every marked table of a page anew; UsageError for a mark that names nothing stored."""
    return BLOCK.sub(lambda found: f"{found[1]}{_block(found['what'], results)}{found[3]}", page)


def _block(what: str, results: Mapping[str, Mapping[str, Any]]) -> str:
    words = shlex.split(what)
    chosen = dict(word.split("=", 1) for word in words if "=" in word)
    name, *place = (word for word in words if "=" not in word)
    path = place[0] if place else "metrics"
    if name not in results:
        raise UsageError(f"there is no stored result {name!r}; there are: {', '.join(results)}")
    result = results[name]
    shown: Any = result
    for key in path.split("."):
        if not isinstance(shown, Mapping) or key not in shown:
            raise UsageError(f"the stored result {name} has no {path}")
        shown = shown[key]
    columns = [each.replace("_", " ") for each in chosen.get("columns", "").split(",") if each]
    kept = [each for each in chosen.get("rows", "").split(",") if each]
    rows = {
        row: figures for row, figures in _rows(shown).items() if not kept or any(word in row for word in kept)
    }
    table = markdown_table(rows, columns, sign="+" if path.startswith(SIGNED) else "")
    conditions = "".join(f"; {each}" for each in result.get("conditions", ()))
    head = f"`{result['command']}` ({result['date']}, n = {result['n']:,}{conditions})"
    return f"\n{head}\n\n{table}\n\n"


def markdown_table(
    rows: Mapping[str, Mapping[str, Any]], columns: Sequence[str] = (), *, sign: str = ""
) -> str:
    """Lay out rows of figures as Markdown: estimates with their intervals, means with their deviations.

    Without `columns` all figures are shown; what is no figure is left out.

    >>> print(markdown_table({"bm25": {"hit@1": {"value": 0.5, "low": 0.4, "high": 0.6}}}))
    |  | hit@1 |
    |---|---|
    | bm25 | 0.500 (0.400 to 0.600) |
    """
    known = dict.fromkeys(
        name for figures in rows.values() for name, each in figures.items() if _cell(each, "")
    )
    names = [name for name in columns if name in known] or list(known)
    lines = [
        ["", *names],
        *([row, *(_cell(each.get(name), sign) for name in names)] for row, each in rows.items()),
    ]
    head, *body = (f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
    return "\n".join((head, f"|{'---|' * len(lines[0])}", *body))


def _rows(shown: Any) -> dict[str, Mapping[str, Any]]:
    """Bring what is shown to rows of figures: a list of published systems, rows, or one row."""
    if isinstance(shown, list):
        return {
            ", ".join(str(each[key]) for key in ("name", "system", "test", "data") if key in each): {
                name.replace("_", " "): value for name, value in {**each, **each.get("metrics", {})}.items()
            }
            for each in shown
        }
    if all(isinstance(each, Mapping) and not each.keys() & _ESTIMATE for each in shown.values()):
        return {
            row: {name.replace("_", " "): value for name, value in figures.items()}
            for row, figures in shown.items()
        }
    return {name.replace("_", " "): {"share": value} for name, value in shown.items()}


def _cell(figure: Any, sign: str) -> str:
    if isinstance(figure, bool) or figure is None:
        return ""
    if isinstance(figure, int):
        return f"{figure:,}"
    if isinstance(figure, float):
        digits = 3 if abs(figure) < 10 else 1 if abs(figure) < 1000 else 0
        return f"{figure:{sign},.{digits}f}"
    if isinstance(figure, Mapping) and figure.keys() >= _ESTIMATE:
        value, low, high = (_cell(float(figure[name]), sign) for name in ("value", "low", "high"))
        return f"{value} ({low} to {high})"
    if isinstance(figure, Mapping) and "mean" in figure:
        return f"{figure['mean']:.3f} ± {figure.get('sd', figure.get('deviation', 0.0)):.3f}"
    return ""


def main(arguments: Sequence[str] | None = None) -> None:
    """Store a result that is read from standard input, or write the tables of a page anew."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    store = commands.add_parser("store")
    store.add_argument("file", type=Path)
    store.add_argument("command")
    write = commands.add_parser("write")
    write.add_argument("page", type=Path)
    write.add_argument("results", type=Path)
    given = parser.parse_args(arguments)
    if given.what == "store":
        store_result(given.file, given.command, sys.stdin.read())
        return
    page = given.page.read_text(encoding="utf-8")
    given.page.write_text(write_tables(page, read_results(given.results)), encoding="utf-8")


if __name__ == "__main__":
    main()
