"""Neighbouring steps: the steps before and after ranked sentences, where a question asks for one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bioloom.answering.citation_verification import neighbour
from bioloom.graph.connection import Graph
from bioloom.question_parsing import QuestionType
from bioloom.records import Evidence
from bioloom.retrieval import sentences_by_id

READ = 12
"""Ranked sentences that are read; a right one further down is rarely told from the others."""


def steps_beside(
    graph: Graph, asked: QuestionType, hits: Sequence[Evidence], *, min_confidence: float = 0.0
) -> tuple[Evidence, ...]:
    """Fetch the steps on both sides of the first sentences that are not among them, if order is asked for.

    A ranking may put the step that a question describes first, or the one that answers it: both are needed.
    """
    if not asked.step:
        return ()
    known = {piece.sentence_id for piece in hits}
    first = [piece.sentence_id for piece in hits if piece.sentence_id][:READ]
    wanted = [each for one in first for step in (1, -1) if (each := neighbour(one, step))]
    return sentences_by_id(
        graph, [each for each in wanted if each not in known], min_confidence=min_confidence
    )


def in_order(
    asked: QuestionType, told: Sequence[tuple[int, Evidence]]
) -> Iterator[tuple[int, Evidence, int, Evidence]]:
    """Give pairs of the step that a question may describe and the one that it then asks for, each numbered.

    Pairs come in the order in which either of them was ranked, each once. Where only the words of the other
    step are asked for, it need not be at hand: the described one, which knows its words, stands in.
    """
    by_id = {piece.sentence_id: (number, piece) for number, piece in told}
    seen = set()
    for _, piece in told[:READ]:
        for described, wanted in (
            (neighbour(piece.sentence_id, -asked.step), piece.sentence_id),
            (piece.sentence_id, neighbour(piece.sentence_id, asked.step)),
        ):
            if described not in by_id or wanted in seen or (asked.types and wanted not in by_id):
                continue
            seen.add(wanted)
            yield *by_id[described], *by_id.get(wanted, by_id[described])
