"""Extraction by the local models: documents in, the same with entities and relations out, without torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.extraction.local.chain import Span
from bioloom.extraction.local.mentions import characters, spans_of
from bioloom.extraction.local.model import ProtocolModel
from bioloom.extraction.local.relating import Link
from bioloom.extraction.local.windows import Line
from bioloom.records import AnnotatedDocument, Mention, Relation, Sentence
from bioloom.resources import weights

SHIPPED = "protocol"
_AGENT = "text_mining_agent"
_CHARACTERS_AT_ONCE = 250_000
_DIGITS = 4  # of a confidence; the next ones differ with what is computed beside it


def open_local(folder: Path | None = None, *, threads: int | None = None) -> LocalExtractor:
    """Open the models of a folder, or those that come with bioloom.

    UsageError if the folder is not that of a protocol model, SourceError if a file of it is broken.
    """
    try:
        return LocalExtractor(ProtocolModel(folder or weights(SHIPPED), threads=threads))
    except FileNotFoundError as absent:
        raise UsageError(f"{absent}; name a folder that `bioloom train protocol` wrote") from absent


@dataclass(frozen=True, slots=True)
class _Page:
    """A document's lines in their windows; a sentence has several if it is too long for the model."""

    document: AnnotatedDocument
    lines: tuple[tuple[Sentence, Line], ...]
    windows: list[list[Line]]


class LocalExtractor:
    """Entities and relations of protocols by the two networks of a ProtocolModel.

    The name holds a hash of all its files. What is found in a document does not depend on those beside it.
    """

    def __init__(self, model: ProtocolModel) -> None:
        self._model = model
        self.name = f"local:{SHIPPED}@{model.digest}"
        self.scheme = model.settings.scheme

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        The confidence of a mention is the model's probability of just this span and type; that of a relation
        is its own probability times those of its ends.
        """
        fresh = [document for document in documents if not document.mentions]
        found = iter([each for some in _portions(fresh) for each in self._extract(some)])
        return [document if document.mentions else next(found) for document in documents]

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Find the relations between the mentions that documents have; relations given are replaced.

        Mentions of types that the model does not know stay without relations.
        """
        return [each for some in _portions(documents) for each in self._relate(some)]

    def _extract(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        pages = self._pages(documents)
        spans = self._model.spans(_windows(pages))
        places: dict[int, list[tuple[int, int]]] = {}
        for page in pages:
            for sentence, line in page.lines:
                whole = [(span, characters(sentence.text, line.words, span)) for span in spans[line.number]]
                spans[line.number] = [span for span, (start, end) in whole if start < end]
                places[line.number] = [(start, end) for _, (start, end) in whole if start < end]
        links = self._model.links(_windows(pages), spans)
        for page in pages:
            ends: dict[int, list[Mention]] = {}
            count = 0
            for sentence, line in page.lines:
                ends[line.number] = [
                    self._mention(sentence, span, start, end, count + number)
                    for number, (span, (start, end)) in enumerate(
                        zip(spans[line.number], places[line.number], strict=True), start=1
                    )
                ]
                count += len(ends[line.number])
            document = replace(page.document, mentions=tuple(chain.from_iterable(ends.values())))
            yield self._annotated(document, page, ends, links)

    def _relate(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        pages = self._pages(documents)
        spans: dict[int, list[Span]] = {}
        ends: dict[int, list[Mention]] = {}
        for page in pages:
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
        links = self._model.links(_windows(pages), spans)
        for page in pages:
            yield self._annotated(page.document, page, ends, links)

    def _pages(self, documents: Sequence[AnnotatedDocument]) -> list[_Page]:
        pages = []
        number = 0
        for document in documents:
            lines = []
            for sentence in document.sentences:
                for words in self._model.read(sentence.text):
                    lines.append((sentence, Line(number, words)))
                    number += 1
            windows = self._model.windows(line for _, line in lines)
            pages.append(_Page(document, tuple(lines), windows))
        return pages

    def _mention(self, sentence: Sentence, span: Span, start: int, end: int, number: int) -> Mention:
        return Mention(
            id=f"{sentence.document_id}#T{number}",
            sentence_id=sentence.id,
            text=sentence.text[start:end],
            start=sentence.start + start,
            end=sentence.start + end,
            native_type=self._model.settings.types[span.kind],
            confidence=round(self._model.settings.entity_confidence.apply(span.probability), _DIGITS),
        )

    def _annotated(
        self,
        document: AnnotatedDocument,
        page: _Page,
        ends: Mapping[int, Sequence[Mention]],
        links: Mapping[int, Sequence[Link]],
    ) -> AnnotatedDocument:
        """Add the relations of a document to its mentions, which are the `ends` of its lines' links."""
        relations = []
        for _, line in page.lines:
            for link in links.get(line.number, ()):
                subject, object_ = ends[line.number][link.subject], ends[line.number][link.object]
                sure = self._model.settings.relation_confidence.apply(link.probability)
                sure *= _sure(subject) * _sure(object_)
                name = self._model.settings.relations[link.kind]
                place = document.document.place
                relations.append(
                    Relation(subject.id, name, object_.id, place, confidence=round(sure, _DIGITS))
                )
        return replace(
            document,
            relations=tuple(relations),
            scheme=self.scheme,
            agent_type=_AGENT,
            extractor=self.name,
        )


def _windows(pages: Sequence[_Page]) -> list[list[Line]]:
    return [window for page in pages for window in page.windows]


def _sure(mention: Mention) -> float:
    return 1.0 if mention.confidence is None else mention.confidence


def _portions(documents: Sequence[AnnotatedDocument]) -> Iterator[list[AnnotatedDocument]]:
    """Cut a list of documents where enough text for well-filled batches is together."""
    portion: list[AnnotatedDocument] = []
    characters_so_far = 0
    for document in documents:
        portion.append(document)
        characters_so_far += len(document.document.text)
        if characters_so_far >= _CHARACTERS_AT_ONCE:
            yield portion
            portion, characters_so_far = [], 0
    if portion:
        yield portion
