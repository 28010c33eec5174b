"""Sentence clauses: the parts of a sentence that begin at a joint, and those that hold a place of it."""

import re
from itertools import pairwise

from bioloom.answering.texts.changed_values import Place


def clause_places(text: str, joint: re.Pattern[str]) -> list[Place]:
    """Give the places of the clauses of a sentence; each but the first begins with what joins it."""
    return [*pairwise([0, *(found.start() for found in joint.finditer(text)), len(text)])]


def clause_around(text: str, start: int, end: int, joint: re.Pattern[str]) -> str:
    """Give the clauses of a sentence that hold a part of it, from `start` to `end`.

    >>> clause_around("It rose, but pain fell by 5%.", 23, 24, re.compile(", but"))
    ', but pain fell by 5%.'
    """
    held = [each for each in clause_places(text, joint) if each[0] < end and each[1] > start]
    return text[held[0][0] : held[-1][1]] if held else text
