"""Demonstration retriever: the annotated sentences nearest to a sentence, by cosine (SPEC B11)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bioloom.disk_cache import content_key
from bioloom.embedding import Encoder
from bioloom.embedding.caching_encoder import encode_cached
from bioloom.errors import UsageError
from bioloom.extraction.llm.demonstrations import Demonstration, demonstrations_of
from bioloom.names import normalise
from bioloom.records import AnnotatedDocument, Sentence

MOST_SHOTS = 20
_SAME = 0.5
"""Share of a document's longer sentences that another must hold to count as its duplicate."""
_FEWEST_TOKENS = 5  # of a sentence that says something about its document
_BLOCK = 256


class DemonstrationRetriever:
    """Finds examples by the cosine of sentence vectors, always the same ones for the same sentence.

    Vectors are kept in the folder `cache` for exactly these sentences and this encoder. An example never
    comes from the document that is asked about, nor from a duplicate of it: a document with the same id or
    text, or that shares half of the longer sentences of either.
    """

    def __init__(
        self,
        documents: Sequence[AnnotatedDocument],
        encoder: Encoder,
        shots: int,
        cache: Path | None = None,
    ) -> None:
        if not 0 <= shots <= MOST_SHOTS:
            raise UsageError(f"between 0 and {MOST_SHOTS} demonstrations can be shown, not {shots}")
        self.shots = shots
        self._encoder = encoder
        self._examples = [example for document in documents for example in demonstrations_of(document)]
        if not self._examples:
            raise UsageError("no sentence of the demonstrations is annotated in BioPIE's terms")
        self._prints = {document.document.id: _print(document) for document in documents}
        sources = {name: place for place, name in enumerate(self._prints)}
        self._sources = np.array([sources[example.document_id] for example in self._examples])
        texts = [example.sentence for example in self._examples]
        self.fingerprint = content_key(f"{shots}", encoder.name, *map(repr, self._examples)).hex()
        self._vectors = encode_cached(texts, encoder, cache)

    def nearest(
        self, document: AnnotatedDocument, sentences: Sequence[Sentence]
    ) -> list[tuple[Demonstration, ...]]:
        """Give the examples for sentences of a document, the nearest of each last."""
        asked = _print(document)
        barred = [
            place
            for place, (name, other) in enumerate(self._prints.items())
            if name == document.document.id or _duplicates(asked, other)
        ]
        closed = np.isin(self._sources, barred)
        found: list[tuple[Demonstration, ...]] = []
        for start in range(0, len(sentences), _BLOCK):
            block = sentences[start : start + _BLOCK]
            scores = self._encoder.encode([each.text for each in block]) @ self._vectors.T
            scores[:, closed] = -np.inf
            order = np.argsort(-scores, axis=1, kind="stable")[:, : self.shots]
            for row, places in zip(scores, order, strict=True):
                open_places = [place for place in places.tolist() if row[place] > -np.inf]
                found.append(tuple(self._examples[place] for place in reversed(open_places)))
        return found


def _print(document: AnnotatedDocument) -> tuple[str, frozenset[str]]:
    """Give what a document is recognised by: its whole text and its longer sentences, in normal form."""
    sentences = (normalise(sentence.text) for sentence in document.sentences)
    longer = frozenset(text for text in sentences if text.count(" ") + 1 >= _FEWEST_TOKENS)
    return normalise(document.document.text), longer


def _duplicates(one: tuple[str, frozenset[str]], other: tuple[str, frozenset[str]]) -> bool:
    if one[0] == other[0]:
        return True
    fewest = min(len(one[1]), len(other[1]))
    return fewest > 0 and len(one[1] & other[1]) >= _SAME * fewest
