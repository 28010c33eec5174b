"""Reader of question sets: JSON lines with a question and the ids of its gold sentences."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError
from bioloom_lab.evaluation.gold_files import read_gold


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with the sentences that answer it; none for a question that has no answer in the corpus."""

    id: str
    question: str
    gold: frozenset[str]
    kind: str = ""
    answer: str | None = None


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
        )
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(f"expected {{question, gold: [sentence ids]}}: {error!r}", file, number) from error
