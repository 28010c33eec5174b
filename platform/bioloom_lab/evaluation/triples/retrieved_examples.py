"""Retrieved context of a sentence: the nearest labelled sentence, or the document of highest cosine.

The source set D is the training file without marks (SPEC P4); a sentence never sees itself nor one that is
identical to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bioloom.embedding import Encoder
from bioloom.embedding.caching_encoder import CachingEncoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.example_augmentation import ExampleAugmentation
from bioloom.extraction.retrieval_augmentation.key_value_memory import build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval
from bioloom_lab.baselines.memory_neighbours import NearestSentences
from bioloom_lab.document_scorer.document_choice import DocumentChooser
from bioloom_lab.document_scorer.document_utility import Shows
from bioloom_lab.document_scorer.scorer import Scorer
from bioloom_lab.evaluation.triples.evaluator import RetrievedContext
from bioloom_lab.evaluation.triples.sentence_rows import SentenceCorpus
from bioloom_lab.evaluation.triples.views import source_set, view_of


def open_beside(
    name: Literal["none", "knn", "chunks"], train: SentenceCorpus | None, encoder: Encoder | None
) -> RetrievedContext:
    """Open a retrieval by name; UsageError if there is nothing to retrieve from.

    ``knn``: the nearest labelled sentence (SPEC P20, n = 1). ``chunks``: of all documents of the published
    method (SPEC P9-P12, P17) the one of the highest cosine.
    """
    if name == "none":
        return RetrievedContext()
    if train is None or encoder is None:
        raise UsageError(f"--retrieval {name} needs --train: the labelled sentences to retrieve from")
    examples = source_set(view_of(train, "cleaned"))
    vectors = CachingEncoder(encoder)
    memory = build_memory(examples, vectors, scheme=train.name)
    retrieval = Retrieval(memory, vectors) if name == "chunks" else NearestSentences(memory, vectors)
    show = show_entities(examples)
    finder = DocumentChooser(_OtherSentences(retrieval), Scorer(vectors), memory=memory.digest, show=show)
    return RetrievedContext(name, finder.find)


def show_entities(examples: Sequence[MemoryExample]) -> Shows:
    """Give what puts entities around retrieved phrases; a whole sentence has its own."""
    sentences = {each.sentence for each in examples}
    augmentation = ExampleAugmentation(examples)
    return lambda document: document if document.parts[0][0] in sentences else augmentation.augment(document)


@dataclass(frozen=True, slots=True)
class _OtherSentences:
    """A retrieval that leaves out sentences identical to the one that is read."""

    retrieval: Retrieval

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> Sequence[Sequence[Retrieved]]:
        """Retrieve for each sentence."""
        return self.retrieval.documents_of(sentences, exclude=exclude or [""] * len(sentences))
