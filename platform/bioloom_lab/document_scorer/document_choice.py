"""Retrieval and choice of the document that a sentence is read beside (SPEC P9-P13, P17, P18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved
from bioloom_lab.document_scorer.document_utility import Shows, as_it_is
from bioloom_lab.document_scorer.scorer import Scorer


class DocumentRetriever(Protocol):
    """Retriever of documents for sentences, the nearest labelled sentence d_0 first."""

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> Sequence[Sequence[Retrieved]]:
        """Retrieve for each sentence, but nothing of the excluded source nor of an identical sentence."""
        ...


class DocumentChooser:
    """Chooser of the document that each sentence is read beside.

    `memory` names what is retrieved from, such as its digest; it is part of `name`. `show` changes a chosen
    document before it is read. Sentences that stand in the memory themselves are not left out.
    """

    def __init__(
        self, retrieval: DocumentRetriever, scorer: Scorer, *, memory: str, show: Shows = as_it_is
    ) -> None:
        self._retrieval = retrieval
        self._scorer = scorer
        self._show = show
        self.name = f"{scorer.name}:{memory}"

    def find(self, sentences: Sequence[str]) -> list[str | None]:
        """Give the text of the most probable document of each sentence, None where there is none."""
        documents = self._retrieval.documents_of(sentences)
        weights = self._scorer.probabilities_of(sentences, documents)
        return [
            self._show(group[int(np.argmax(each))]).text if group else None
            for group, each in zip(documents, weights, strict=True)
        ]
