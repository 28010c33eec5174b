"""Step numbering: the number of each step, as printed, or counted where no numbers are printed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bioloom.extraction.sentence_roles import is_heading
from bioloom.extraction.text_blocks import dated_lines
from bioloom.records import AnnotatedDocument, Sentence

_PRINTED = re.compile(
    r"[\s#>*•·_-]*(?:(?:step|STEP|Step)\s*[#]?\s*(?P<word>[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[a-z]?)\s*[.:)\]–-]?"
    r"|[(\[]?(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[a-z]?)[.):\]]"
    r"|(?P<bare>[1-9][0-9]?(?:\.[0-9]{1,2}){1,3}(?=\s+[A-Z][a-z]{2}))"
    r"|[(\[]?(?P<letter>[a-z])[.)])[*_]*(?=\s|[A-Z][a-z]|$)"
)
_FEWEST_PRINTED = 2


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """A numbered step: its label as a reference would name it, its section, and its sentences.

    `section` counts from 0 and rises where the numbers begin anew; `heading` is the last heading before it.
    """

    label: str
    section: int
    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepNumbering:
    """The steps of a protocol in their order; `printed` says whether the numbers stand in the text."""

    steps: tuple[NumberedStep, ...]
    printed: bool

    def position(self, sentence_id: str) -> int | None:
        """Find the step that holds a sentence; None for one before or between the steps."""
        for position, step in enumerate(self.steps):
            if sentence_id in step.sentences:
                return position
        return None


def number_steps(document: AnnotatedDocument) -> StepNumbering:
    """Number the steps of a protocol.

    A printed number counts for the sentences up to the next one; a letter belongs to the number before it
    (`3`, `a` is `3a`). Without printed numbers every line after the title that is no heading is one step.
    """
    lines = list(_lines(document))
    labels = [_label(document, line) for line in lines]
    numbers = [label for label in labels if label and label[0].isdigit()]
    if len(numbers) >= _FEWEST_PRINTED and _rises(numbers):
        return StepNumbering(tuple(_printed_steps(lines, labels)), printed=True)
    return StepNumbering(tuple(_counted_steps(document, lines)), printed=False)


def _lines(document: AnnotatedDocument) -> Iterator[tuple[Sentence, ...]]:
    """Group the sentences that stand in one line of the text, or in one wrapped paragraph."""
    group: list[Sentence] = []
    for sentence in document.sentences:
        between = document.document.text[group[-1].end : sentence.start] if group else ""
        if group and re.search(r"[\r\n]", between):
            yield tuple(group)
            group = []
        group.append(sentence)
    if group:
        yield tuple(group)


def _label(document: AnnotatedDocument, line: Sequence[Sentence]) -> str:
    """Read the number that is printed before a line, or at its beginning; empty if there is none."""
    text, start = document.document.text, line[0].start
    begin = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    found = _PRINTED.match(text, begin, line[-1].end)
    if (
        found is None
        or begin in dated_lines(text)
        or (text[begin:start].strip() and found.end() < len(text[:start].rstrip()))
    ):
        return ""
    return next((label for label in found.groups() if label), "")


def _rises(numbers: Sequence[str]) -> bool:
    """Say whether the first numbers are those of a list: near one, or most one above the number before."""
    tops = [int(re.split(r"[.a-z]", number)[0]) for number in numbers]
    follow = sum(later - earlier in (0, 1) or later == 1 for earlier, later in pairwise(tops))
    return tops[0] <= 1 and follow * 10 >= 8 * (len(tops) - 1)


def _printed_steps(lines: Sequence[tuple[Sentence, ...]], labels: Sequence[str]) -> Iterator[NumberedStep]:
    section, heading, label = 0, "", ""
    seen: set[str] = set()
    sentences: list[str] = []
    for line, printed in zip(lines, labels, strict=True):
        named = printed if not printed.isalpha() else _under(label, printed)
        if not printed and is_heading(line[0].text):
            if label:
                yield NumberedStep(label, section, heading, tuple(sentences))
            heading, label, sentences = line[0].text, "", []
            continue
        if named:
            if label:
                yield NumberedStep(label, section, heading, tuple(sentences))
            if named in seen:
                section, seen = section + 1, set()
            seen.add(named)
            label, sentences = named, []
        if label:
            sentences.extend(sentence.id for sentence in line)
    if label:
        yield NumberedStep(label, section, heading, tuple(sentences))


def _under(label: str, letter: str) -> str:
    """Name a lettered step after the number that it stands under; no name without one."""
    return f"{label.rstrip('abcdefghijklmnopqrstuvwxyz')}{letter}" if label else ""


def _counted_steps(
    document: AnnotatedDocument, lines: Sequence[tuple[Sentence, ...]]
) -> Iterator[NumberedStep]:
    heading, count = "", 0
    for position, line in enumerate(lines):
        title = position == 0 and len(lines) > 1 and line[0].text.strip() == document.document.title.strip()
        if title or is_heading(line[0].text):
            heading = "" if title else line[0].text
            continue
        count += 1
        yield NumberedStep(str(count), 0, heading, tuple(sentence.id for sentence in line))
