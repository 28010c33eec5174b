"""Readers of gold files: JSON lines, JSON and CSV, with a plain error where they are broken."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bioloom.errors import SourceError, UsageError
from bioloom_lab.evaluation.row_faults import row_fault

Item = TypeVar("Item")


def read_gold(path: Path, parse: Callable[[str, str, int], Item], what: str) -> tuple[Item, ...]:
    """Parse every line that is not blank (text, file, line number); SourceError if none or unreadable."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {row_fault(error)}", str(path)) from error
    items = tuple(parse(line, str(path), number) for number, line in enumerate(lines, 1) if line.strip())
    if not items:
        raise SourceError(f"holds no {what}", str(path))
    return items


def read_json(path: Path) -> Any:
    """Read a JSON file; SourceError says what is wrong, and in which line."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {row_fault(error)}", str(path)) from error
    except json.JSONDecodeError as error:
        raise SourceError(
            f"is no JSON: {error.msg} at column {error.colno}", str(path), error.lineno
        ) from error


def read_csv(path: Path) -> Sequence[dict[str, str]]:
    """Read the rows of a CSV file by its header; UsageError if it cannot be read."""
    try:
        with path.open(encoding="utf-8", newline="") as opened:
            return list(csv.DictReader(opened))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read as CSV: {error}") from error
