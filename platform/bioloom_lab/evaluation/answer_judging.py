"""Judging of answers part by part: whether each is right, missing as it should be, or made up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.records import Answer, Citation
from bioloom_lab.evaluation.questions import GoldPart, GoldQuestion

_SIGNS = str.maketrans({"μ": "u", "µ": "u", "º": "°", "˚": "°", "⁰": "°", "–": "-", "−": "-", "‐": "-"})
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_CELLS = re.compile(r"[|\t]")
_BINS = 10

Lines = Mapping[str, Sequence[str]]
"""The lines of each protocol, by its id without the corpus."""


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """One part of a question: whether it has an answer, was given one, which was right, and how surely."""

    answerable: bool
    given: bool
    right: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """The judged parts of the answer to one question."""

    question: GoldQuestion
    parts: tuple[JudgedPart, ...]

    @property
    def answerable(self) -> bool:
        """Whether any part has an answer."""
        return any(part.answerable for part in self.parts)

    @property
    def given(self) -> bool:
        """Whether any part was answered."""
        return any(part.given for part in self.parts)

    @property
    def complete(self) -> bool:
        """Whether each part is right, or was refused for having no answer."""
        return all(part.right if part.answerable else not part.given for part in self.parts)

    @property
    def honest(self) -> bool:
        """Whether it is complete, or every part that is not right was refused by name."""
        return all(part.right or not part.given for part in self.parts)


def read_lines(folder: Path) -> Lines:
    """Read the texts of a corpus, whatever folders they stand in; SourceError where there is none."""
    paths = (path for ending in ("*.txt", "*.md") for path in folder.rglob(ending))
    found = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in paths}
    if not found:
        raise SourceError("holds no text of a protocol (.txt, .md)", str(folder))
    return found


def judge(question: GoldQuestion, answer: Answer, lines: Lines) -> JudgedAnswer:
    """Judge an answer; a question without parts is right where a gold sentence is cited, or one of its
    document that holds the words quoted."""
    by_id = {citation.id: citation for citation in answer.citations}
    if not question.parts:
        right = not answer.abstained and any(_holds(question, citation) for citation in answer.citations)
        answerable = bool(question.gold or question.quoted)
        part = JudgedPart(answerable, not answer.abstained, right, answer.confidence)
        return JudgedAnswer(question, (part,))
    whole = len(answer.parts) != len(question.parts)
    found = []
    for number, gold in enumerate(question.parts):
        given = answer if whole else answer.parts[number]
        citations = answer.citations if whole else [by_id[each] for each in answer.parts[number].citations]
        right = not given.abstained and _right(gold, given.short or (given.answer,), citations, lines)
        found.append(JudgedPart(gold.answer is not None, not given.abstained, right, given.confidence))
    return JudgedAnswer(question, tuple(found))


def _holds(question: GoldQuestion, citation: Citation) -> bool:
    """Say whether a citation is a gold sentence, or holds the words quoted from the document."""
    quoted = holds_quoted(question, citation.text, citation.document_id)
    return quoted or citation.sentence_id in question.gold


def holds_quoted(question: GoldQuestion, text: str, document: str | None) -> bool:
    """Say whether a text of a document holds the words that answer a question written about an abstract."""
    own = (document or "").rpartition(":")[2] == question.id
    return question.quoted is not None and own and _plain(question.quoted) in _plain(text)


def calibration_error(parts: Sequence[JudgedPart]) -> float:
    """Give the expected calibration error of what was answered, over ten bins of equally many by confidence.

    >>> calibration_error([JudgedPart(True, True, True, 0.75), JudgedPart(True, True, False, 0.75)] * 10)
    0.25
    """
    bins = confidence_bins(parts, _BINS)
    given = sum(map(len, bins))
    return sum(abs(sum(each.right - each.confidence for each in one)) for one in bins) / max(given, 1)


def confidence_bins(parts: Sequence[JudgedPart], count: int) -> list[list[JudgedPart]]:
    """Part what was answered into bins of equally many by confidence, the least sure first."""
    given = sorted((part for part in parts if part.given), key=lambda part: part.confidence)
    size = -(-len(given) // count) or 1
    return [given[start : start + size] for start in range(0, len(given), size)]


def _right(gold: GoldPart, said: Sequence[str], citations: Sequence[Citation], lines: Lines) -> bool:
    """Say whether an answer says what it should, one of the names between bars, and cites a gold line.

    What stands in brackets behind a name may be left out: who makes a kit need not be told.
    """
    if gold.answer is None:
        return False
    stated = any(
        re.search(rf"(?<![\d.]){re.escape(wanted)}", _plain(each))
        or (any(map(str.isdigit, each)) and re.match(rf"{re.escape(_plain(each))}(?![\d.])", wanted))
        for each in said
        for wanted in map(_plain, gold.answer.split(" | "))
    ) or any(_plain(each) == _plain(_BRACKET.sub("", gold.answer)) for each in said)
    if not gold.lines:  # an abstract or an assertion: whatever is cited was verified
        return stated and bool(citations)
    return stated and any(_cites(citation, line, lines) for citation in citations for line in gold.lines)


def _cites(citation: Citation, line: str, lines: Lines) -> bool:
    document, _, number = line.partition(":")
    if document not in lines:
        raise SourceError("is no protocol of the corpus", document)
    at = int(number) - 1
    own = lines[document][at]
    text, cited = _plain(own), _plain(citation.text)
    if (citation.document_id or "").rpartition(":")[2] != document:
        return cited == text  # a copy of the protocol says the same word for word
    cells = [
        cell for cell in map(_plain, _CELLS.split(own)) if cell
    ]  # of a row, cited with its columns' names
    if cited in text or text in cited or (len(cells) > 1 and all(cell in cited for cell in cells)):
        return True
    before, whole = _plain("".join(lines[document][:at])), _plain("".join(lines[document]))
    start = whole.find(cited, max(0, len(before) - len(cited) + 1))  # a sentence over several lines
    return 0 <= start < len(before) + len(text)


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold().split())
