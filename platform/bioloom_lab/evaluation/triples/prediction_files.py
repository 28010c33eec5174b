"""Reader of predicted triples: one JSON object a line, by row number or by sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError
from bioloom_lab.evaluation.row_faults import row_fault
from bioloom_lab.evaluation.triples.sentence_rows import RowTriple
from bioloom_lab.evaluation.triples.views import SentenceCase


@dataclass(frozen=True, slots=True)
class Predictions:
    """Predicted triples of a file: by the number of a row (its line in the data, from 1), or by sentence."""

    system: str
    by_row: dict[int, frozenset[RowTriple]]
    by_sentence: dict[str, frozenset[RowTriple]]

    def of(self, cases: Sequence[SentenceCase]) -> list[frozenset[RowTriple]]:
        """Give the triples of each case: of its rows, or of its sentence as it stands there."""
        return [
            frozenset().union(
                self.by_sentence.get(case.sentence.strip(), frozenset()),
                *(self.by_row.get(number, frozenset()) for number in case.rows),
            )
            for case in cases
        ]

    def unknown(self, cases: Sequence[SentenceCase]) -> int:
        """Count what belongs to no case: it is not scored."""
        rows = {number for case in cases for number in case.rows}
        sentences = {case.sentence.strip() for case in cases}
        return len(self.by_row.keys() - rows) + len(self.by_sentence.keys() - sentences)


def read_predictions(path: Path) -> Predictions:
    """Read rows ``{"sentence": …, "triples": [[head, relation, tail], …]}``, or ``"id"`` for ``"sentence"``.

    `id` is the number of a row. A sentence is told by its characters, outer white space aside, so that one
    with marks is another than one without. Several rows for one sentence count together.
    """
    by_row: dict[int, frozenset[RowTriple]] = {}
    by_sentence: dict[str, frozenset[RowTriple]] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {row_fault(error)}", str(path)) from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            triples = frozenset(RowTriple(*map(str, each)) for each in value["triples"])
            if "id" in value:
                at = int(value["id"])
                by_row[at] = by_row.get(at, frozenset()) | triples
            else:
                sentence = str(value["sentence"]).strip()
                by_sentence[sentence] = by_sentence.get(sentence, frozenset()) | triples
        except (ValueError, TypeError, KeyError) as error:
            raise SourceError(f"is no prediction: {row_fault(error)}", str(path), number) from error
    return Predictions(path.name, by_row, by_sentence)
