"""Opposite effects: a question takes something to have risen of which a sentence states that it fell."""

import re

from bioloom.answering.texts.sentence_clauses import clause_around
from bioloom.answering.texts.stated_findings import CLAUSE_END
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import canonical_words, matches_any
from bioloom.standardization.relate.negation_cues import cues_of

_PATTERNS = PatternTable.read("reading/opposite_effects.tsv")
_OPPOSITE = {"more": "less", "less": "more", "better": "worse", "worse": "better"}
_WAYS = {way: _PATTERNS.compile(way) for way in _OPPOSITE}
_NONE = _PATTERNS.compile("none")
_CONTROL = _PATTERNS.compile("control")
_COMPARED = _PATTERNS.compile("compared")
_CAUSE = _PATTERNS.compile("cause")
_CHOICE = re.compile(r"\bor\b|\bif\b", re.IGNORECASE)


def states_opposite(question: str, sentence: str, start: int, end: int) -> bool:
    """Say whether the clause of a sentence that holds an answer, from `start` to `end`, states the opposite
    of what a question takes to be so.

    >>> text = "Pain rose by 5%, while thirst scores fell by 31%."
    >>> [states_opposite(f"By how much did thirst {each}?", text, 45, 48) for each in ("rise", "fall")]
    [True, False]
    """
    asked = _directions(_CAUSE.sub(" ", question))
    if len(asked) != 1 or _CHOICE.search(question):
        return False
    clause = clause_around(sentence, start, end, CLAUSE_END)
    stated = _directions(clause)
    if asked & stated or not stated & {_OPPOSITE[way] for way in asked}:
        return False
    denied = any(cue.kind != "pseudo" for cue in cues_of(clause))
    return not denied and not _about_the_other(question, clause)


def _directions(text: str) -> frozenset[str]:
    """Give the directions that a text states, but those of bounds ("more than 5 h") and those before a noun,
    which tell things apart ("the shorter fast")."""
    bare = _NONE.sub(" ", text)
    return frozenset(way for way, words in _WAYS.items() if words.search(bare))


def _about_the_other(question: str, clause: str) -> bool:
    """Say whether a question is about the other one of two that a clause compares: about placebo, where it
    is lower with the drug, or about what stands behind "than"."""
    if (control := _CONTROL.search(question)) and control[0].casefold() not in clause.casefold():
        return True
    compared = _COMPARED.search(clause)
    if compared is None:
        return False
    asked = frozenset(canonical_words(question))
    before, behind = (
        frozenset(canonical_words(each)) for each in (clause[: compared.start()], clause[compared.end() :])
    )
    return any(matches_any(word, asked) for word in behind - before)
