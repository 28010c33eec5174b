"""Gold sets: JSON lines, one item a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bioloom.errors import SourceError

Item = TypeVar("Item")


def read_gold(path: Path, parse: Callable[[str, str, int], Item], what: str) -> tuple[Item, ...]:
    """Parse every line that is not blank (text, file, line number); SourceError if none or unreadable."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {error}", str(path)) from error
    items = tuple(parse(line, str(path), number) for number, line in enumerate(lines, 1) if line.strip())
    if not items:
        raise SourceError(f"holds no {what}", str(path))
    return items
