"""Anchor steps: the steps of which the one after or before is asked for."""

import re
from collections.abc import Mapping, Set

from bioloom.answering.constraints.step_constraints import share
from bioloom.answering.texts.protocol_text import ProtocolText
from bioloom.question_parsing import QuestionPattern, canonical_word, is_act, matches_any

_ANCHOR = 0.5
"""Share of the most words of a question that any step holds, from which a step may be its "after …"."""

_LATER_ONE = re.compile(r"\b(?:second|third|last|final|repeated)\b", re.IGNORECASE)

_LATER_ACT = re.compile(r"\b(?:second|third|fourth|2nd|3rd|4th|last|final)\s(\w+)(?:\s(\w+))?", re.IGNORECASE)
"""What a question says of a later one of several acts: "the second spin", "the last ethanol wash"."""

_REPEATS = re.compile(
    r"\W*(?:\d+\W+)?(?:repeat|wash again|do (?:this|it) (?:again|once more))\b", re.IGNORECASE
)
"""A step that is the "second wash" of a question."""


def anchor_steps(pattern: QuestionPattern, idf: Mapping[str, float], text: ProtocolText) -> Set[int]:
    """Give the places of the steps that a question may mean: where the step after or before one is asked for,
    those that hold most of its words themselves; else all but the first one of an act of which a later one is
    meant."""
    if not pattern.type.step:
        return text.steps.keys() - _first_of_several(pattern, text)
    words = [word for word in pattern.own_words if not matches_any(word, text.title)] or pattern.own_words
    held = {at: share(idf, words, text.words[at]) for at in text.steps}
    most = max(held.values(), default=0.0)
    found = {at for at, own in held.items() if own >= _ANCHOR * most}
    again = {at + 1 for at in found if at + 1 in text.steps and _REPEATS.match(text.steps[at + 1][1].text)}
    return again if again and _LATER_ONE.search(pattern.text) else found


def _first_of_several(pattern: QuestionPattern, text: ProtocolText) -> Set[int]:
    """Give the first one of several steps with an act of which a question means a later one."""
    found = _LATER_ACT.search(pattern.text)
    words = [canonical_word(word.lower()) for word in found.groups() if word] if found else []
    act = next(filter(is_act, words), None)
    acts = [at for at in text.steps if act is not None and act in text.words[at]]
    return frozenset(acts[:1]) if len(acts) > 1 else frozenset()
