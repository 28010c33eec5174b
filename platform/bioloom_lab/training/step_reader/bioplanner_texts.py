"""Texts of the BioPlanner collection as lines, a title and the steps, like those of annotated protocols."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from bioloom.errors import SourceError

LONGEST = 700
"""Characters of a step."""

MOST = 69
"""Steps of a protocol."""

_NUMBER = re.compile(r"^\s*\d+[.)](?!\d)\s*")
_NOTE = re.compile(r"^NOTES\s+")
_FIELD = re.compile(
    r"none|step case|section|equipment|software|command|protocol|result|annotation|attachment|file|link|"
    r"image|dataset|reagents?|(?:\d+\s*)?amount|[\d.]+\s*(?:amount|minutes?|hours?).{0,10}",
    re.IGNORECASE,
)
"""What an export of a web form leaves between the steps."""


def read_bioplanner(path: Path) -> Mapping[str, Sequence[str]]:
    """Read the protocols of a file of JSON lines by name, ``bioplanner_`` and their id; SourceError if a line
    is no such protocol."""
    found: dict[str, list[str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
            name, title, steps = told["id"], told["title"].strip(), told["steps"].splitlines()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise SourceError("is no protocol of BioPlanner", str(path), line=number) from error
        texts = (" ".join(_NOTE.sub("", _NUMBER.sub("", step).strip())[:LONGEST].split()) for step in steps)
        found[f"bioplanner_{name}"] = [
            title,
            *[text for text in texts if text and not _FIELD.fullmatch(text)][:MOST],
        ]
    return found
