"""Local extractor of triples: publications in, the same with mentions and relations out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from bioloom.extraction.extractor import PUBLICATIONS
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import (
    NetworkExtractor,
    Page,
    characters,
    pages,
    windows_of,
)
from bioloom.extraction.networks.model_settings import Calibration, TripleSettings
from bioloom.extraction.networks.relation_model import Asking, PredictedLink, Weighed
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.triples.local.model_folder import SHIPPED, TripleModel, open_model
from bioloom.extraction.triples.local.pair_scoring import Question, longest_sentence, weigh
from bioloom.extraction.triples.local.span_bounds import mend_spans
from bioloom.extraction.triples.local.type_vote import vote_types
from bioloom.extraction.triples.local.unfit_ends import is_unfit_end
from bioloom.records import AnnotatedDocument


def decide(weighed: Weighed, threshold: float) -> Iterator[PredictedLink]:
    """Give the likeliest relation of every two spans, in whichever order, if it reaches the threshold.

    The probability is that beside "none" and the other relations of the pair in this order.

    >>> logs = np.log([[0.3, 0.6, 0.1], [0.2, 0.1, 0.7]])
    >>> [link.kind for link in decide(Weighed(np.array([0, 1]), np.array([1, 0]), logs), 0.5)]
    [1]
    """
    if not len(weighed.subjects):
        return
    kinds = weighed.logs[:, 1:].argmax(axis=1)
    chances = np.exp(weighed.logs[np.arange(len(kinds)), 1 + kinds])
    best: dict[tuple[int, int], int] = {}
    for at, ends in enumerate(zip(weighed.subjects.tolist(), weighed.objects.tolist(), strict=True)):
        pair = min(ends), max(ends)
        if chances[at] >= threshold and (pair not in best or chances[at] > chances[best[pair]]):
            best[pair] = at
    for at in best.values():
        yield PredictedLink(
            int(weighed.subjects[at]), int(weighed.objects[at]), int(kinds[at]), float(chances[at])
        )


SCHEME = "biored"
"""The scheme of what is found in publications; its types are Biolink's classes."""

SchemeLink: TypeAlias = tuple[str, PredictedLink]
"""A link with the scheme that it was asked in."""


def open_local_triples(
    folder: Path | None = None, scheme: str | None = None, *, threads: int | None = None
) -> LocalTriples:
    """Open the model of a folder, or the shipped one, as an extractor of publications or of one scheme alone.

    Without `scheme`, publications are read in BioRED's, and pairs that another scheme knows are asked there.
    UsageError if the folder is not that of a triple model or knows no such scheme, SourceError if a file of
    it is broken.
    """
    return LocalTriples(open_model(folder, scheme or SCHEME, threads), scheme)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A line with its spans."""

    number: int
    words: Words
    spans: Sequence[Span]


class LocalTriples(NetworkExtractor[TripleSettings, SchemeLink]):
    """Extractor of mentions of one scheme and their relations, also those that other schemes ask for.

    `kinds` are the kinds of documents that it reads where a source has several.

    Without `scheme` it is that of publications, and where the settings of another scheme say that types of
    this one are read as its own, the pairs that it admits are asked there and not here; their relations are
    named ``scheme:label``. Confidences are fitted to annotation that was not learnt. A relation is given if
    its probability reaches the threshold of its scheme, one a pair of mentions.
    """

    def __init__(self, model: TripleModel, scheme: str | None) -> None:
        super().__init__(model, SHIPPED, scheme or SCHEME)
        self._others = tuple(model.settings.schemes) if scheme is None else ()
        self.kinds = PUBLICATIONS

    def pages_of(self, documents: Sequence[AnnotatedDocument]) -> list[Page]:
        """Read the lines of documents."""
        longest = longest_sentence(self.model)
        return pages(self.model, documents, lambda texts: self.model.read_sentences(texts, longest))

    def _spans(self, read: Sequence[Page]) -> tuple[dict[int, list[Span]], Sequence[str], Calibration]:
        settings = self.model.settings
        stated = settings.schemes[self.scheme]
        found = self.model.spans(windows_of(read), settings.types_of(self.scheme))
        likely = {
            number: [span for span in each if span.probability >= stated.entity_threshold]
            for number, each in found.items()
        }
        for page in read:
            for sentence, line in page.lines:
                if line.number in likely:
                    likely[line.number] = mend_spans(sentence.text, line.words, likely[line.number])
            likely |= vote_types(page, likely)
        return likely, settings.bare_types(), stated.entity_confidence

    def _links(
        self, read: Sequence[Page], spans: Mapping[int, Sequence[Span]]
    ) -> dict[int, list[SchemeLink]]:
        links = self.links(read, spans, self._others)
        unfit = self._unfit_ends(read, spans, links)
        return {
            number: [link for link in some if unfit[number].isdisjoint((link[1].subject, link[1].object))]
            for number, some in links.items()
            if some
        }

    def _unfit_ends(
        self, read: Sequence[Page], spans: Mapping[int, Sequence[Span]], links: Mapping[int, object]
    ) -> dict[int, set[int]]:
        """Say which spans of lines that have links are no ends of them."""
        types = self.model.settings.bare_types()
        return {
            line.number: {
                at
                for at, span in enumerate(spans[line.number])
                if is_unfit_end(sentence.text, *characters(sentence.text, line.words, span), types[span.kind])
            }
            for page in read
            for sentence, line in page.lines
            if links.get(line.number)
        }

    def links(
        self, read: Sequence[Page], spans: Mapping[int, Sequence[Span]], schemes: Sequence[str]
    ) -> dict[int, list[SchemeLink]]:
        """Find the relations of lines with the schemes that they were asked in, by the lines' numbers.

        The pairs that other `schemes` know are asked there first.
        """
        lines = [
            _Sentence(line.number, line.words, spans[line.number])
            for page in read
            for _, line in page.lines
            if len(spans.get(line.number, ())) > 1
        ]
        links: dict[int, list[SchemeLink]] = {line.number: [] for line in lines}
        elsewhere: dict[int, set[tuple[int, int]]] = {line.number: set() for line in lines}
        for scheme in (*(each for each in schemes if each != self.scheme), self.scheme):
            self._ask(scheme, lines, links, elsewhere)
        for each in links.values():
            each.sort(key=lambda link: (link[1].subject, link[1].object))
        return links

    def _ask(
        self,
        scheme: str,
        lines: Sequence[_Sentence],
        links: dict[int, list[SchemeLink]],
        elsewhere: dict[int, set[tuple[int, int]]],
    ) -> None:
        """Ask for the relations of lines in one scheme; pairs that were asked `elsewhere` are left alone."""
        asked: list[tuple[_Sentence, list[int]]] = []
        questions = []
        for line in lines:
            renamed = self._renamed(scheme, line.spans)
            if self._any_pair(renamed, elsewhere[line.number]):
                asked.append((line, list(renamed)))
                questions.append(Question(line.words, list(renamed.values())))
        stated = self.model.settings.schemes[scheme]
        asking = Asking(symmetrical=stated.symmetrical)
        for (line, numbers), weighed in zip(asked, weigh(self.model, questions, asking), strict=True):
            done = elsewhere[line.number]
            for link in decide(weighed, stated.relation_threshold):
                ends = numbers[link.subject], numbers[link.object]
                if (min(ends), max(ends)) not in done:
                    links[line.number].append((scheme, replace(link, subject=ends[0], object=ends[1])))
            pairs = zip(weighed.subjects.tolist(), weighed.objects.tolist(), strict=True)
            done.update(
                (min(numbers[one], numbers[other]), max(numbers[one], numbers[other])) for one, other in pairs
            )

    def _renamed(self, scheme: str, spans: Sequence[Span]) -> dict[int, Span]:
        """Give the spans that a scheme knows, by their numbers, with its types."""
        if scheme == self.scheme:
            return dict(enumerate(spans))
        settings = self.model.settings
        named = (
            (at, span, settings.type_named(scheme, settings.types[span.kind]))
            for at, span in enumerate(spans)
        )
        return {at: replace(span, kind=kind) for at, span, kind in named if kind is not None}

    def _any_pair(self, spans: Mapping[int, Span], done: set[tuple[int, int]]) -> bool:
        admitted = self.model.admitted
        return any(
            admitted[spans[one].kind, spans[other].kind]
            for one in spans
            for other in spans
            if one != other and (min(one, other), max(one, other)) not in done
        )

    def _named(self, link: SchemeLink) -> tuple[str, float, PredictedLink]:
        scheme, found = link
        settings = self.model.settings
        name = settings.relations[found.kind].partition("/")[2]
        confidence = settings.schemes[scheme].relation_confidence.apply(found.probability)
        return name if scheme == self.scheme else f"{scheme}:{name}", confidence, found
