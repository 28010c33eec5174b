"""Utility of retrieved documents to a reader: p(gold label | document, sentence) (SPEC P14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom_lab.document_scorer.scorer import Numbers
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader

Shows = Callable[[Retrieved], Retrieved]
"""Presentation of a document to a reader, such as with entities around its phrases (SPEC P17)."""

LOWEST = -30.0
"""Log-probabilities below this count as this, so that no loss is infinite."""


@dataclass(frozen=True, slots=True)
class JudgedDocuments:
    """Labelled sentence, its retrieved documents, and log p(label | document, sentence) of each.

    `likelihoods` has shape (documents,).
    """

    sentence: str
    documents: tuple[Retrieved, ...]
    likelihoods: Numbers


def ask(example: MemoryExample, document: Retrieved | None = None) -> LabelQuestion:
    """Ask for the label of an example beside a document; the label itself is left out."""
    return LabelQuestion(
        example.sentence, example.head, example.tail, document=None if document is None else document.text
    )


def as_it_is(document: Retrieved) -> Retrieved:
    """Show a document unchanged."""
    return document


def judge(
    reader: LabelReader,
    examples: Sequence[MemoryExample],
    documents: Sequence[Sequence[Retrieved]],
    *,
    show: Shows = as_it_is,
) -> list[JudgedDocuments]:
    """Ask a reader for the gold label of every example beside each of its documents, in one call.

    The label is one of the reader's choices, so no length has to be made up for. UsageError if the reader
    does not know a label.
    """
    columns = {label: column for column, label in enumerate(reader.labels)}
    unknown = sorted({example.label for example in examples} - set(columns))
    if unknown:
        raise UsageError(f"{reader.name} does not know {', '.join(unknown[:5])}")
    asked = [
        ask(example, show(each)) for example, group in zip(examples, documents, strict=True) for each in group
    ]
    rows = reader.likelihoods(asked) if asked else np.zeros((0, len(columns)))
    judged: list[JudgedDocuments] = []
    start = 0
    for example, group in zip(examples, documents, strict=True):
        found = rows[start : start + len(group), columns[example.label]]
        judged.append(JudgedDocuments(example.sentence, tuple(group), np.maximum(found, LOWEST)))
        start += len(group)
    return judged
