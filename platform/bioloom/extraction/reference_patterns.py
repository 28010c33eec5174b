"""Patterns of references to steps: `steps 3-5`, `step #4`, `steps 4 and 6`, `the previous step`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bioloom.extraction.step_lexicon import ending, words
from bioloom.pattern_table import PatternTable

Cue = Literal["repeat", "jump", "made", "like", ""]

_PATTERNS = PatternTable.read("protocol/references.tsv")
_LABEL = _PATTERNS.text("label")
_NUMBERED = _PATTERNS.compile("numbered")
_PREVIOUS = re.compile(r"\b(?:previous|preceding|last)\s+step\b(?!\s+of)", re.IGNORECASE)
_BEFORE_NOW = _PATTERNS.compile("before_now")
_AGAIN = _PATTERNS.compile("again")
_RANGE = _PATTERNS.compile("range")
_ONE = re.compile(_LABEL)
_SECTION = _PATTERNS.compile("section")
_ELSEWHERE = _PATTERNS.compile("elsewhere")
_MARKS = re.compile(r"[\s#*(]*")
_BEFORE = 60
_CUES: tuple[Cue, ...] = ("repeat", "jump", "made", "like")


@dataclass(frozen=True, slots=True)
class StepReference:
    """Words that name steps: where they stand in the sentence, the labels, and the words that lead to them.

    `labels` are single steps, `ranges` first and last steps; both are empty for `the previous step`.
    `section` is the section that the words name, `elsewhere` that the step is one of another
    text (`step 3 of the manual`).
    """

    start: int
    end: int
    text: str
    cue: Cue
    cue_start: int
    labels: tuple[str, ...] = ()
    ranges: tuple[tuple[str, str], ...] = ()
    section: str = ""
    elsewhere: bool = False


def find_references(sentence: str) -> Iterator[StepReference]:
    """Find the references to steps in a sentence; the label of the sentence itself (`Step 4: Mix`) is none.

    >>> [(found.text, found.cue, found.ranges) for found in find_references("Then repeat steps 3-5 twice.")]
    [('steps 3-5', 'repeat', (('3', '5'),))]
    """
    for found in _NUMBERED.finditer(sentence):
        before, behind = sentence[: found.start()], sentence[found.end() :].lstrip()
        if _MARKS.fullmatch(before) and behind[:1] in ":.)-–":
            continue
        labels, ranges = _read(found["labels"])
        several = len(labels) + len(ranges) > 1 and "," in found["labels"]
        if several and not found["noun"].lower().endswith("s"):
            labels, ranges = labels[:1], ()
        cue, cue_start = _cue(before)
        section = _SECTION.match(sentence, found.end())
        elsewhere = _ELSEWHERE.match(sentence, found.end()) is not None
        name = " ".join(section["section"].split()).casefold() if section else ""
        yield StepReference(
            found.start(), found.end(), found.group(), cue, cue_start, labels, ranges, name, elsewhere
        )
    for found in _PREVIOUS.finditer(sentence):
        cue, cue_start = _cue(sentence[: found.start()])
        if cue:
            yield StepReference(found.start(), found.end(), found.group(), cue, cue_start)


def find_again(sentence: str) -> Iterator[tuple[int, int, str]]:
    """Find `as before` and `repeat the wash`: start, end, and what is named (empty for `as before`).

    >>> list(find_again("Wash wells as before.")), list(find_again("Repeat spin."))
    ([(11, 20, '')], [(0, 11, 'spin')])
    """
    for found in _BEFORE_NOW.finditer(sentence):
        yield found.start(), found.end(), ""
    for found in _AGAIN.finditer(sentence):
        yield found.start(), found.end(), found["noun"]


def _read(text: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    ranges = tuple((found[1].lower(), found[2].lower()) for found in _RANGE.finditer(text))
    return tuple(found.group().lower() for found in _ONE.finditer(_RANGE.sub(" ", text))), ranges


def _cue(before: str) -> tuple[Cue, int]:
    """Say what the words before a reference make of it: `repeat` anywhere before it in its clause."""
    window = before[-_BEFORE:]
    shift = len(before) - len(window)
    clause = max(window.rfind(mark) for mark in (". ", "; ", ": ")) + 1
    for cue in _CUES:
        if cue in ("repeat", "jump"):
            pattern = r"(?<!\w)(?P<cue>" + "|".join(words(cue)) + r")\b[^.;:]*$"
            found = re.search(pattern, window[clause:], re.IGNORECASE)
            if found and (
                cue == "repeat" or re.search(r"\b(?:to|with|at|from)\s+(?:the\s+)?$|^\w+\s*$", found.group())
            ):
                return cue, shift + clause + found.start()
        else:
            found = ending(cue).search(window)
            if found:
                return cue, shift + found.start()
    return "", len(before)
