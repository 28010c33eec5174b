"""Pooled beliefs: the calibrated probabilities of readings of steps, added where these say the same."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from bioloom.answering.composition.confidence import LEAST_BELIEF, beliefs
from bioloom.answering.constraints.step_constraints import StepReading
from bioloom.answering.texts.quantity_comparison import spelt_alike


def believed(readings: Sequence[StepReading]) -> tuple[StepReading, ...]:
    """Give readings with their beliefs, the best first; those that say the same share theirs.

    A step as a whole has that of its words too, where these are not believed enough by themselves.
    """
    probabilities = beliefs([each.signals for each in readings])
    said = [
        " ".join(sorted(spelt_alike(node.name) for node in each.nodes)) * (not each.answerless)
        or each.evidence.text
        for each in readings
    ]
    pooled: dict[str, float] = {}
    for words, probability in zip(said, probabilities, strict=True):
        pooled[words] = pooled.get(words, 0.0) + probability
    worded: defaultdict[int, list[int]] = defaultdict(list)
    for at, each in enumerate(readings):
        if each.nodes:
            worded[each.number].append(at)
    for of_step in worded.values():
        for at, inner in permutations(of_step, 2):
            if _holds(readings[at], readings[inner]):
                larger, smaller = (at, inner) if probabilities[at] >= probabilities[inner] else (inner, at)
                pooled[said[larger]] += probabilities[smaller]
    for whole, step in enumerate(readings):
        parts = () if step.answerless or step.nodes else worded.get(step.number, ())
        if parts and max(pooled[said[at]] for at in parts) < LEAST_BELIEF:
            pooled[said[whole]] = probabilities[whole] + sum(probabilities[at] for at in parts)
    order = sorted(
        range(len(readings)), key=lambda at: (-pooled[said[at]], -probabilities[at], readings[at].number)
    )
    return tuple(replace(readings[at], belief=pooled[said[at]]) for at in order)


def _holds(reading: StepReading, other: StepReading) -> bool:
    """Say whether the words of a reading hold those of another one of its step: "15 strokes" and "15"."""
    if reading.answerless or other.answerless or not len(reading.nodes) == len(other.nodes) == 1:
        return False
    one, two = reading.nodes[0].name, other.nodes[0].name
    return len(two) < len(one) and re.search(rf"(?<![\w.,]){re.escape(two)}(?!\w)", one) is not None


def split_answerless(
    readings: Sequence[StepReading],
) -> tuple[tuple[StepReading, ...], tuple[StepReading, ...]]:
    """Part readings that may answer from those that answer nothing."""
    return tuple(each for each in readings if not each.answerless), tuple(
        each for each in readings if each.answerless
    )
