"""Relation extraction on gold mentions: the second half of an extractor, measured alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import numpy as np

from bioloom.extraction.extractor import Extractor
from bioloom.extraction.llm.extractor import PromptedExtractor, SentenceSheet
from bioloom.extraction.llm.scheme import TypedSpan
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import Page, portions, windows_of
from bioloom.extraction.networks.extractor import LocalExtractor
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.triples.local.extractor import LocalTriples
from bioloom.records import AnnotatedDocument, Mention, Relation


@runtime_checkable
class Relater(Protocol):
    """Relation extractor on given mentions: the second half of an extractor, measured alone on gold."""

    name: str
    scheme: str

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Add relations to documents that have mentions of `scheme` and none yet, in their order.

        The mentions come back as they were, ids and all; relations join two of them in one sentence, with
        a confidence each; `scheme`, `extractor` and `agent_type` are set.
        """
        ...


def relater_of(extractor: object) -> Relater | None:
    """Give what relates gold mentions as an extractor relates its own; None if it cannot."""
    if isinstance(extractor, Relater):
        return extractor
    if isinstance(extractor, LocalExtractor):
        return ProtocolRelater(extractor)
    if isinstance(extractor, LocalTriples):
        return TripleRelater(extractor)
    if isinstance(extractor, PromptedExtractor) and len(extractor.prompt_scheme.questions) > 1:
        return PromptedRelater(extractor)
    return None


_Given = TypeVar("_Given", bound=Extractor)


class _OfExtractor(Generic[_Given]):
    """A relater with the name and scheme of the extractor whose networks or prompts it uses."""

    def __init__(self, extractor: _Given) -> None:
        self.extractor = extractor
        self.name, self.scheme = extractor.name, extractor.scheme


class ProtocolRelater(_OfExtractor[LocalExtractor]):
    """Relates mentions by the network of relations of a protocol model."""

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Add relations to documents that have mentions; mentions of other types are left out."""
        return [each for some in portions(documents) for each in self._relate(some)]

    def _relate(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        model = self.extractor.model
        read = self.extractor.pages_of(documents)
        spans, ends = given(read, model.settings.types)
        links = model.links(windows_of(read), spans)
        for page in read:
            yield self.extractor.assemble(page.document, page, ends, links)


class TripleRelater(_OfExtractor[LocalTriples]):
    """Relates mentions by the network of relations of a triple model."""

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Add relations to documents that have mentions; mentions of other types are left out."""
        return [each for some in portions(documents) for each in self._relate(some)]

    def _relate(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        settings = self.extractor.model.settings
        read = self.extractor.pages_of(documents)
        names = sorted({mention.native_type for each in documents for mention in each.mentions})
        kinds = {name: kind for name in names if (kind := settings.type_named(self.scheme, name)) is not None}
        types = tuple(kinds)
        found, ends = given(read, types)
        spans = {
            number: [replace(span, kind=kinds[types[span.kind]]) for span in some]
            for number, some in found.items()
        }
        links = self.extractor.links(read, spans, ())
        for page in read:
            yield self.extractor.assemble(page.document, page, ends, links)


class PromptedRelater(_OfExtractor[PromptedExtractor[Any]]):
    """Relates mentions by the last question of a prompted extractor, which asks for relations alone."""

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Add relations to documents that have mentions and none yet."""
        related = []
        batches = [self._given(document) for document in documents]
        asked = [sheet for own in batches for sheet, _ in own if not sheet.rejects]
        self.extractor.ask(asked, self.extractor.prompt_scheme.questions[-1])
        for document, own in zip(documents, batches, strict=True):
            relations = tuple(
                Relation(names[head], relation, names[tail], sheet.place)
                for sheet, names in own
                for head, relation, tail in sheet.relations
            )
            sheets = [sheet for sheet, _ in own]
            related.append(self.extractor.sign(document, sheets, document.mentions, relations))
        return related

    def _given(self, document: AnnotatedDocument) -> list[tuple[SentenceSheet[Any], list[str]]]:
        """Lay out the mentions of each sentence, with their ids in the same order."""
        laid_out = []
        for sheet in self.extractor.sheets(document):
            base = sheet.sentence.start
            mentions = sorted(
                (each for each in document.mentions if each.sentence_id == sheet.sentence.id),
                key=lambda each: (each.start, -each.end, each.native_type, each.id),
            )
            sheet.spans = [
                TypedSpan(each.start - base, each.end - base, each.native_type) for each in mentions
            ]
            laid_out.append((sheet, [each.id for each in mentions]))
        return laid_out


def given(
    read: Sequence[Page], types: Sequence[str]
) -> tuple[dict[int, list[Span]], dict[int, list[Mention]]]:
    """Give the mentions that documents have as spans of their lines, and the mentions in the same order.

    The kind of a span is its place in `types`; mentions of other types are left out.
    """
    spans: dict[int, list[Span]] = {}
    ends: dict[int, list[Mention]] = {}
    for page in read:
        waiting: dict[str, dict[str, Mention]] = {}
        for mention in page.document.mentions:
            waiting.setdefault(mention.sentence_id, {})[mention.id] = mention
        for sentence, line in page.lines:
            of_sentence = waiting.get(sentence.id, {})
            placed = spans_of(sentence.start, line.words, of_sentence.values(), types)
            spans[line.number] = [span for span, _ in placed]
            ends[line.number] = [of_sentence.pop(mention.id) for _, mention in placed]
    return spans, ends


def spans_of(
    start: int, words: Words, mentions: Iterable[Mention], types: Sequence[str]
) -> list[tuple[Span, Mention]]:
    """Find the words that mentions cover, even in part, in the order of the text.

    `start` is where the line of these words begins in its document. Left out are mentions of no word of these
    and of other types than `types`.
    """
    placed = []
    for mention in mentions:
        if mention.native_type in types:
            first = int(np.searchsorted(words.ends, mention.start - start, side="right"))
            last = int(np.searchsorted(words.starts, mention.end - start, side="left")) - 1
            if first <= last:
                placed.append((Span(0, first, last, types.index(mention.native_type), 1.0), mention))
    return sorted(placed, key=lambda pair: (pair[0].first, pair[0].last))
