"""Reader of PubMedQA's labelled questions: a JSON object by PMID, abstracts without conclusion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.answering.readers.yes_no_maybe import ANSWERS
from bioloom.errors import SourceError
from bioloom.extraction.sentence_splitting import split_sentences
from bioloom_lab.evaluation.gold_files import read_json


@dataclass(frozen=True, slots=True)
class ResearchQuestion:
    """A question, the sentences of its abstract without the conclusion, and the answer that experts gave."""

    id: str
    question: str
    sentences: tuple[str, ...]
    answer: str


def read_research_questions(path: Path) -> tuple[ResearchQuestion, ...]:
    """Read questions in the order of the file; LONG_ANSWER, the conclusion, is not read.

    Raises SourceError that names the file, and the PMID and key where they are known.
    """
    found = read_json(path)
    if not isinstance(found, dict) or not found:
        raise SourceError("holds no object of questions by PMID", str(path))
    return tuple(_question(pmid, item, path) for pmid, item in found.items())


def _question(pmid: str, item: Any, path: Path) -> ResearchQuestion:
    if not isinstance(item, Mapping):
        raise SourceError(f"{pmid}: is no object", str(path))
    question, sections, answer = (item.get(key) for key in ("QUESTION", "CONTEXTS", "final_decision"))
    if not isinstance(question, str) or not question.strip():
        raise SourceError(f"{pmid}: QUESTION must be a text", str(path))
    if not isinstance(sections, list) or not sections or not all(isinstance(each, str) for each in sections):
        raise SourceError(f"{pmid}: CONTEXTS must be a list of texts", str(path))
    if answer not in ANSWERS:
        raise SourceError(
            f"{pmid}: final_decision must be one of {', '.join(ANSWERS)}, not {answer!r}", str(path)
        )
    sentences = (section[start:end] for section in sections for start, end in split_sentences(section))
    return ResearchQuestion(pmid, question, tuple(sentences), str(answer))
