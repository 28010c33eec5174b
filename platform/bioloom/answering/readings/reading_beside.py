"""Readings of one part of a question beside the answer of another part."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from bioloom.answering.constraints.step_constraints import StepReading, share
from bioloom.question_parsing import QuestionPattern
from bioloom.records import SubgraphNode

FOLLOWING = 3
"""Steps after the answer of one part in which that of the next part is expected."""


_BREAK = re.compile(r"[,;.]\s|\b(?:and|then|before)\b", re.IGNORECASE)
"""Where one act of a step ends and the next one begins."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The answer of another part of the question, beside which a part is read; `turn` is 1 where that part
    comes first, else -1."""

    pattern: QuestionPattern
    answer: StepReading
    turn: int

    def distance(self, document: str, at: int) -> int | None:
        """Count the steps from the answer on; None in another document."""
        return self.turn * (at - self.answer.at) if document == self.answer.document else None

    def shared(self, pattern: QuestionPattern) -> float:
        """Say whether both parts have one clause and ask for different kinds."""
        one, two = (frozenset((*each.own_words, *each.elided_words)) for each in (pattern, self.pattern))
        return float((one <= two or two <= one) and not pattern.type.types & self.pattern.type.types)

    def early(self, reading: StepReading) -> float:
        """Say whether a reading stands where the other part's answer does or before it, or in another
        document, so that it cannot come afterwards."""
        if self.turn < 0:
            return 0.0
        distance = self.distance(reading.document, reading.at)
        if distance != 0:
            return float(distance is None or distance < 0)
        text = reading.evidence.text
        ends = [text.find(node.name) + len(node.name) for node in self.answer.nodes]
        starts = [text.find(node.name) for node in reading.nodes]
        return float(not _BREAK.search(text[max(ends, default=0) : min(starts, default=0)]))

    def repeated(self, pattern: QuestionPattern, nodes: Sequence[SubgraphNode], words: Set[str]) -> float:
        """Say how far an answer is the other part's own: one value answers for two things only where the step
        names both."""
        same = {node.name for node in nodes} == {node.name for node in self.answer.nodes}
        twice = any(self.answer.evidence.text.count(node.name) > 1 for node in nodes)
        if twice or not same or not pattern.type.types & self.pattern.type.types:
            return 0.0
        apart = [word for word in pattern.own_words if word not in self.pattern.own_words]
        return 1.0 - share({}, apart, words)


@dataclass(frozen=True, slots=True)
class LoneReading:
    """A reading of a part as if the question had no other, the nodes that were read and the step's words."""

    reading: StepReading
    pattern: QuestionPattern
    nodes: Sequence[SubgraphNode]
    words: Set[str]

    def beside(self, beside: Beside | None) -> StepReading:
        """Add the signals of the reading beside the answer of another part; all 0 without one."""
        one, pattern = self.reading, self.pattern
        distance = beside.distance(one.document, one.at) if beside is not None else None
        here = beside if distance == 0 else None
        signals = {
            "before other answer": beside.early(one) if beside is not None and pattern.later else 0.0,
            "same step": float(here is not None and not one.answerless),
            "same clause": here.shared(pattern) if here is not None and not one.answerless else 0.0,
            "repeats other answer": here.repeated(pattern, self.nodes, self.words)
            if here is not None
            else 0.0,
            "follows": 1 / distance if distance is not None and 0 < distance <= FOLLOWING else 0.0,
            "follows without own words": float(
                not pattern.own_words and distance is not None and 0 <= distance <= FOLLOWING
            ),
            "far from other answer": float(distance is not None and not 0 <= distance <= FOLLOWING),
            "other document": float(beside is not None and distance is None),
        }
        return replace(one, signals={**one.signals, **signals})
