"""Reader of BioProBench's items: a blank in a step with five choices (PQA), a step to judge (ERR).

The files are for non-commercial use and CC BY-NC 4.0: they are read to be scored and nothing is learned
from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.errors import SourceError
from bioloom_lab.evaluation.gold_files import read_json

BLANK = re.compile(r"_{2,}")


@dataclass(frozen=True, slots=True)
class StepChoice:
    """A step whose blank one of the choices fills; `right` is its place, `kind` as the file names it.

    `context` holds the steps beside it, where they are known.
    """

    before: str
    after: str
    choices: tuple[str, ...]
    right: int
    kind: str
    context: tuple[str, ...] = ()

    def filled(self, place: int) -> str:
        """Give the step with the choice at a place."""
        return f"{self.before}{self.choices[place]}{self.after}"


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """A step, the texts that say what it is for, and whether it was made wrong."""

    text: str
    context: tuple[str, ...]
    wrong: bool
    kind: str


def read_items(path: Path) -> tuple[StepChoice, ...] | tuple[JudgedStep, ...]:
    """Read a file of either form, told by the keys of its first item.

    Raises SourceError that names the file, and the item (from 1) and key where they are known.
    """
    found = read_json(path)
    if not isinstance(found, list) or not found or not isinstance(found[0], Mapping):
        raise SourceError("holds no list of questions", str(path))
    if "choices" in found[0]:
        return tuple(_choice(item, path, at) for at, item in enumerate(found, 1))
    return tuple(_judged(item, path, at) for at, item in enumerate(found, 1))


def _choice(item: Any, path: Path, at: int) -> StepChoice:
    question, answer = _text(item, "question", path, at), _text(item, "answer", path, at)
    choices = item.get("choices")
    if not isinstance(choices, Sequence) or isinstance(choices, str) or len(choices) < 2:
        raise SourceError(f"item {at}: choices must be a list of two texts or more", str(path))
    if answer not in choices:
        raise SourceError(f"item {at}: answer {answer[:40]!r} is none of the choices", str(path))
    before, *after = BLANK.split(question, maxsplit=1)  # a few items ask about a step without a blank
    return StepChoice(
        before, BLANK.sub(" ", " ".join(after)), tuple(map(str, choices)), choices.index(answer), _kind(item)
    )


def _judged(item: Any, path: Path, at: int) -> JudgedStep:
    right = item.get("is_correct") if isinstance(item, Mapping) else None
    if not isinstance(right, bool):
        raise SourceError(f"item {at}: is_correct must be true or false", str(path))
    key = "corrupted_text" if item.get("corrupted_text") else "corrected_text"
    context = item.get("context")
    told = context.values() if isinstance(context, Mapping) else ()
    texts = tuple(each for each in told if isinstance(each, str))
    return JudgedStep(_text(item, key, path, at), texts, not right, _kind(item))


def _text(item: Any, key: str, path: Path, at: int) -> str:
    found = item.get(key) if isinstance(item, Mapping) else None
    if not isinstance(found, str) or not found.strip():
        raise SourceError(f"item {at}: {key} must be a text", str(path))
    return found


def _kind(item: Mapping[str, Any]) -> str:
    return str(item.get("type") or "other")
