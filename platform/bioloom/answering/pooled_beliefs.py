"""Pooled beliefs: the calibrated probabilities of readings of steps, added where these say the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bioloom.answering.confidence import beliefs
from bioloom.answering.question_coverage import NEEDED
from bioloom.answering.step_constraints import StepReading
from bioloom.names import normalise


def believed(readings: Sequence[StepReading]) -> tuple[StepReading, ...]:
    """Give readings with their beliefs, the best first; those that say the same share theirs.

    A step as a whole has that of its words too, where these are not believed enough by themselves.
    """
    shares = beliefs([each.signals for each in readings])
    said = [
        " ".join(sorted(normalise(node.name) for node in each.nodes)) * (not each.void) or each.evidence.text
        for each in readings
    ]
    pooled: dict[str, float] = {}
    for words, share_ in zip(said, shares, strict=True):
        pooled[words] = pooled.get(words, 0.0) + share_
    for at, inner in _nested(readings):
        larger, smaller = (at, inner) if shares[at] >= shares[inner] else (inner, at)
        pooled[said[larger]] += shares[smaller]
    worded: defaultdict[int, list[int]] = defaultdict(list)
    for at, each in enumerate(readings):
        if each.nodes:
            worded[each.number].append(at)
    for whole, step in enumerate(readings):
        of_step = () if step.void or step.nodes else worded.get(step.number, ())
        if of_step and max(pooled[said[at]] for at in of_step) < NEEDED:
            pooled[said[whole]] = shares[whole] + sum(shares[at] for at in of_step)
    order = sorted(range(len(readings)), key=lambda at: (-pooled[said[at]], -shares[at], readings[at].number))
    return tuple(replace(readings[at], belief=pooled[said[at]]) for at in order)


def _nested(readings: Sequence[StepReading]) -> Iterator[tuple[int, int]]:
    """Find the readings of a step whose words hold those of another one, "15 strokes" and "15"."""
    for at, each in enumerate(readings):
        for inner, other in enumerate(readings):
            if at == inner or each.number != other.number or each.void or other.void:
                continue
            if len(each.nodes) == len(other.nodes) == 1:
                one, two = each.nodes[0].name, other.nodes[0].name
                if len(two) < len(one) and re.search(rf"(?<![\w.,]){re.escape(two)}(?!\w)", one):
                    yield at, inner


def split_void(readings: Sequence[StepReading]) -> tuple[tuple[StepReading, ...], tuple[StepReading, ...]]:
    """Part readings that may answer from those that answer nothing."""
    return tuple(each for each in readings if not each.void), tuple(each for each in readings if each.void)
