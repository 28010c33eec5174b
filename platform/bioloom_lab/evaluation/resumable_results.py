"""What a long measurement has found so far, kept in a file so that a run that broke off goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bioloom.errors import SourceError


def keep(
    file: Path,
    keys: Sequence[str],
    make: Callable[[int], Any],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Any]:
    """Give one JSON value a key, in order: those that the file holds, and the others as `make` gives them.

    `make` gets the place of the key. Every value is written as soon as it is made, one JSON line each; a
    line that was cut off counts as not there. SourceError where the file holds something else.
    """
    known = _read(file)
    found = []
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for at, key in enumerate(keys):
            if key not in known:
                known[key] = make(at)
                out.write(json.dumps([key, known[key]], ensure_ascii=False) + "\n")
                out.flush()
            found.append(known[key])
            if on_progress:
                on_progress(at + 1, len(keys))
    return found


def _read(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    text = file.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        file.write_text(text, encoding="utf-8")
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            key, value = json.loads(line)
        except ValueError as error:
            raise SourceError(
                "expected [key, value]: name another file, or remove this one", str(file), number
            ) from error
        found[key] = value
    return found
