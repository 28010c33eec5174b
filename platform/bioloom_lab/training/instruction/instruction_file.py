"""Instruction data as JSON Lines of four fields: write and parse (SPEC P18)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from bioloom.errors import SourceError
from bioloom_lab.readers.instruction import Instruction


def write_instructions(file: Path, instructions: Iterable[Instruction]) -> None:
    """Write instruction data, a JSON object of four fields a line."""
    with file.open("w", encoding="utf-8") as lines:
        for each in instructions:
            lines.write(json.dumps(asdict(each), ensure_ascii=False) + "\n")


def parse_instructions(file: Path) -> Iterator[Instruction]:
    """Read instruction data; SourceError names a line that is not an object of the four fields."""
    names = tuple(Instruction.__dataclass_fields__)
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeError) as error:
        raise SourceError(f"cannot be read: {error}", str(file)) from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise SourceError("is no JSON", str(file), number) from error
        if not isinstance(row, dict) or row.keys() != set(names) or not all(map(_is_text, row.values())):
            raise SourceError(f"must have the texts {', '.join(names)} and nothing else", str(file), number)
        yield Instruction(**row)


def _is_text(value: object) -> bool:
    return isinstance(value, str)
