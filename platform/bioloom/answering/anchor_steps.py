"""Anchor steps: the steps of which the one after or before is asked for."""

import re
from collections.abc import Mapping, Set

from bioloom.answering.protocol_text import ProtocolText
from bioloom.answering.step_constraints import share
from bioloom.question_parsing import QuestionPattern, matches_any

_ANCHOR = 0.5
"""Share of the most words of a question that any step holds, from which a step may be its "after …"."""

_LATER_ONE = re.compile(r"\b(?:second|third|last|final|repeated)\b", re.IGNORECASE)

_REPEATS = re.compile(
    r"\W*(?:\d+\W+)?(?:repeat|wash again|do (?:this|it) (?:again|once more))\b", re.IGNORECASE
)
"""A step that is the "second wash" of a question."""


def anchor_steps(pattern: QuestionPattern, idf: Mapping[str, float], text: ProtocolText) -> Set[int]:
    """Give the places of the steps that a question may mean: where the step after or before one is asked for,
    those that hold most of its words themselves."""
    if not pattern.type.step:
        return text.steps.keys()
    words = [word for word in pattern.own_words if not matches_any(word, text.title)] or pattern.own_words
    held = {at: share(idf, words, text.words[at]) for at in text.steps}
    most = max(held.values(), default=0.0)
    found = {at for at, own in held.items() if own >= _ANCHOR * most}
    again = {at + 1 for at in found if at + 1 in text.steps and _REPEATS.match(text.steps[at + 1][1].text)}
    return again if again and _LATER_ONE.search(pattern.text) else found
