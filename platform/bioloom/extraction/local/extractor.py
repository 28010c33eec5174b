"""Extraction by the local models: documents in, the same with entities and relations out, without torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.extraction.local.chain import Span
from bioloom.extraction.local.mentions import spans_of
from bioloom.extraction.local.model import LocalModel
from bioloom.extraction.local.pages import (
    AGENT,
    DIGITS,
    Page,
    located,
    mentioned,
    pages,
    portions,
    sureness,
    windows_of,
)
from bioloom.extraction.local.relating import Link
from bioloom.extraction.local.settings import ProtocolSettings
from bioloom.records import AnnotatedDocument, Mention, Relation
from bioloom.resources import weights

SHIPPED = "protocol"


def open_local(folder: Path | None = None, *, threads: int | None = None) -> LocalExtractor:
    """Open the models of a folder, or those that come with bioloom.

    UsageError if the folder is not that of a protocol model, SourceError if a file of it is broken.
    """
    try:
        return LocalExtractor(LocalModel(folder or weights(SHIPPED), ProtocolSettings, threads=threads))
    except FileNotFoundError as absent:
        raise UsageError(f"{absent}; name a folder that `bioloom train protocol` wrote") from absent


class LocalExtractor:
    """Entities and relations of protocols by the two networks of a LocalModel.

    The name holds a hash of all its files. What is found in a document does not depend on those beside it.
    """

    def __init__(self, model: LocalModel[ProtocolSettings]) -> None:
        self._model = model
        self.name = f"local:{SHIPPED}@{model.digest}"
        self.scheme = model.settings.scheme

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        The confidence of a mention is the model's probability of just this span and type; that of a relation
        is its own probability times those of its ends.
        """
        fresh = [document for document in documents if not document.mentions]
        found = iter([each for some in portions(fresh) for each in self._extract(some)])
        return [document if document.mentions else next(found) for document in documents]

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Find the relations between the mentions that documents have; relations given are replaced.

        Mentions of types that the model does not know stay without relations.
        """
        return [each for some in portions(documents) for each in self._relate(some)]

    def _extract(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        read = pages(self._model, documents)
        settings = self._model.settings
        spans = self._model.spans(windows_of(read))
        places = [located(page, spans) for page in read]
        links = self._model.links(windows_of(read), spans)
        for page, where in zip(read, places, strict=True):
            ends = mentioned(page, spans, where, settings.types, settings.entity_confidence)
            document = replace(page.document, mentions=tuple(chain.from_iterable(ends.values())))
            yield self._annotated(document, page, ends, links)

    def _relate(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        read = pages(self._model, documents)
        spans: dict[int, list[Span]] = {}
        ends: dict[int, list[Mention]] = {}
        for page in read:
            waiting: dict[str, dict[str, Mention]] = {}
            for mention in page.document.mentions:
                waiting.setdefault(mention.sentence_id, {})[mention.id] = mention
            for sentence, line in page.lines:
                of_sentence = waiting.get(sentence.id, {})
                placed = spans_of(
                    sentence.start, line.words, of_sentence.values(), self._model.settings.types
                )
                spans[line.number] = [span for span, _ in placed]
                ends[line.number] = [of_sentence.pop(mention.id) for _, mention in placed]
        links = self._model.links(windows_of(read), spans)
        for page in read:
            yield self._annotated(page.document, page, ends, links)

    def _annotated(
        self,
        document: AnnotatedDocument,
        page: Page,
        ends: Mapping[int, Sequence[Mention]],
        links: Mapping[int, Sequence[Link]],
    ) -> AnnotatedDocument:
        """Add the relations of a document to its mentions, which are the `ends` of its lines' links."""
        relations = []
        for _, line in page.lines:
            for link in links.get(line.number, ()):
                subject, object_ = ends[line.number][link.subject], ends[line.number][link.object]
                sure = self._model.settings.relation_confidence.apply(link.probability)
                sure *= sureness(subject) * sureness(object_)
                name = self._model.settings.relations[link.kind]
                place = document.document.place
                relations.append(
                    Relation(subject.id, name, object_.id, place, confidence=round(sure, DIGITS))
                )
        return replace(
            document,
            relations=tuple(relations),
            scheme=self.scheme,
            agent_type=AGENT,
            extractor=self.name,
        )
