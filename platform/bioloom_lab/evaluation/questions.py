"""Reader of question sets: JSON lines with a question and the sentences that answer it, part by part."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.errors import SourceError
from bioloom_lab.evaluation.gold_files import read_gold
from bioloom_lab.evaluation.row_faults import row_fault


@dataclass(frozen=True, slots=True)
class GoldPart:
    """One thing that a question asks for: its answer, None if the corpus holds none, and the lines that state
    it, each as `document:line`, counted from 1."""

    answer: str | None
    lines: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with the sentences that answer it; none for a question that has no answer in the corpus.

    Questions of one `group` ask the same thing in other words; `wording` counts these. `about` names the
    document that a question without an answer is asked about, where that is known. `quoted` is an answer that
    stands word for word in the document `id`, of questions written about abstracts.
    """

    id: str
    question: str
    gold: frozenset[str]
    kind: str = ""
    answer: str | None = None
    parts: tuple[GoldPart, ...] = ()
    group: str = ""
    wording: int = 1
    about: str = ""
    quoted: str | None = None


def read_questions(path: Path) -> tuple[GoldQuestion, ...]:
    """Read a question set; SourceError names the file and line that cannot be read."""
    return read_gold(path, _question, "questions")


def _question(line: str, file: str, number: int) -> GoldQuestion:
    try:
        record = json.loads(line)
        gold = record.get("gold", [])
        if not isinstance(record["question"], str) or not isinstance(gold, list):
            raise TypeError("question must be a string and gold a list")
        return GoldQuestion(
            id=str(record.get("id", number)),
            question=record["question"],
            gold=frozenset(map(str, gold)),
            kind=str(record.get("kind", "")),
            answer=record.get("answer"),
            parts=tuple(_part(each) for each in record.get("parts", ())),
            group=str(record.get("group", "")),
            wording=int(record.get("wording", 1)),
            about=str(record.get("about", "")),
            quoted=None if {"gold", "parts"} & record.keys() else record.get("answer"),
        )
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError, ValueError) as error:
        message = f"expected {{question, gold: [sentence ids]}}: {row_fault(error)}"
        raise SourceError(message, file, number) from error


def _part(record: dict[str, Any]) -> GoldPart:
    return GoldPart(record["answer"], frozenset(map(str, record["lines"])))
