"""Reader of labelled texts: JSON lines or plain lines, gzip'd or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text and its label; `line` is where it stands in its file, from 1."""

    text: str
    label: str
    line: int = 0


def read_labelled(path: Path) -> tuple[LabelledText, ...]:
    """Read rows of ``text`` and ``label`` (a string or a whole number); SourceError names a bad line."""
    found = tuple(_labelled(line, path, number) for number, line in numbered_lines(path))
    if not found:
        raise SourceError("holds no labelled texts", str(path))
    return found


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers; SourceError if the file cannot be read."""
    try:
        packed = path.suffix == ".gz"
        with closing(
            gzip.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8")
        ) as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {error}", str(path)) from error


def _labelled(line: str, path: Path, number: int) -> LabelledText:
    try:
        record = json.loads(line)
        text, label = record["text"], record["label"]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise SourceError(f"is no text with a label: {error}", str(path), number) from error
    if not isinstance(text, str) or not isinstance(label, str | int):
        raise SourceError("text must be a string, label one or a number", str(path), number)
    return LabelledText(text, str(label), number)
