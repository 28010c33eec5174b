"""Generator of the table of docs/reliability.md from the results of `make faults`.

``python -m bioloom_lab.maintenance.reliability_page docs/reliability.md docs/results/faults.jsonl`` writes
what stands between the two marks anew: a row a promise, with how often it was tried and how often it held.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r"(<!-- faults -->\n).*?(<!-- end faults -->)", re.DOTALL)


def write_table(page: str, lines: Iterable[str]) -> str:
    """Write the table of a page anew from lines of JSON; lines of a promise are one row, counts added.

    >>> line = '{"promise": "kills", "test": "faults/test_kills.py::test", "held": 3, "of": 3, "kind": "%s"}'
    >>> print(write_table("<!-- faults -->\\n<!-- end faults -->", [line % "obo", line % "kgx"]))
    <!-- faults -->
    <BLANKLINE>
    | promise | held | of | facts | test |
    |---|---|---|---|---|
    | kills | 6 | 6 | kind obo, kgx | `test_kills.py` |
    <BLANKLINE>
    <!-- end faults -->
    """
    results: dict[str, list[Mapping[str, Any]]] = {}
    for line in lines:
        if line.strip():
            result = json.loads(line)
            results.setdefault(result["promise"], []).append(result)
    rows = [_row(promise, found) for promise, found in results.items()]
    table = "\n".join(["| promise | held | of | facts | test |", "|---|---|---|---|---|", *rows])
    return _BLOCK.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", page)


def _row(promise: str, results: Sequence[Mapping[str, Any]]) -> str:
    test = Path(results[0]["test"].partition("::")[0]).name
    held, of = (sum(result[count] for result in results) for count in ("held", "of"))
    names = dict.fromkeys(name for result in results for name in result)
    facts = (
        f"{name.replace('_', ' ')} {_joined([result[name] for result in results if name in result])}"
        for name in names
        if name not in {"promise", "test", "held", "of"}
    )
    return f"| {promise} | {held:,} | {of:,} | {'; '.join(facts)} | `{test}` |"


def _joined(values: Sequence[object]) -> str:
    """Add up counts; list whatever else there is once."""
    if len(values) > 1 and all(isinstance(value, int) for value in values):
        return _told(sum(value for value in values if isinstance(value, int)))
    return ", ".join(dict.fromkeys(map(_told, values)))


def _told(value: object) -> str:
    if isinstance(value, list):
        return " to ".join(map(_told, value))
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "/")


def main() -> None:
    """Write the table of the page that is named."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("results", type=Path)
    given = parser.parse_args()
    lines = given.results.read_text(encoding="utf-8").splitlines()
    given.page.write_text(write_table(given.page.read_text(encoding="utf-8"), lines), encoding="utf-8")


if __name__ == "__main__":
    main()
