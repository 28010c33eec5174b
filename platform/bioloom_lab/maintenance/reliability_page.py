"""Generator of the table of docs/reliability.md from the results of `make faults`.

``python -m bioloom_lab.maintenance.reliability_page docs/reliability.md docs/results/faults.jsonl`` writes
what stands between the two marks anew: a row a promise, with how often it was tried and how often it held.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r"(<!-- faults -->\n).*?(<!-- end faults -->)", re.DOTALL)


def write_table(page: str, lines: Iterable[str]) -> str:
    """Write the table of a page anew from lines of JSON; a later line of a promise replaces an earlier one.

    >>> line = '{"promise": "kills", "test": "faults/test_kills.py::test", "held": 3, "of": 3, "seed": 1}'
    >>> print(write_table("<!-- faults -->\\n<!-- end faults -->", [line]))
    <!-- faults -->
    <BLANKLINE>
    | promise | held | of | facts | test |
    |---|---|---|---|---|
    | kills | 3 | 3 | seed 1 | `test_kills.py` |
    <BLANKLINE>
    <!-- end faults -->
    """
    results = {result["promise"]: result for line in lines if line.strip() for result in [json.loads(line)]}
    rows = [_row(result) for result in results.values()]
    table = "\n".join(["| promise | held | of | facts | test |", "|---|---|---|---|---|", *rows])
    return _BLOCK.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", page)


def _row(result: Mapping[str, Any]) -> str:
    test = Path(result["test"].partition("::")[0]).name
    facts = {name: value for name, value in result.items() if name not in {"promise", "test", "held", "of"}}
    told = "; ".join(f"{name.replace('_', ' ')} {_told(value)}" for name, value in facts.items())
    return f"| {result['promise']} | {result['held']:,} | {result['of']:,} | {told} | `{test}` |"


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
