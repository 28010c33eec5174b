"""Document batches: documents as lines in windows, and what is found on the lines as mentions."""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Generic, TypeVar

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import Calibration, ModelSettings
from bioloom.extraction.networks.relation_model import PredictedLink
from bioloom.extraction.networks.tokenization import Words
from bioloom.extraction.networks.windows import TokenLine
from bioloom.records import AnnotatedDocument, Mention, Relation, Sentence


def characters(text: str, words: Words, span: Span) -> tuple[int, int]:
    """Say where a span begins and ends in its line; a combining character belongs to the letter before it.

    Both are the same if the span is nothing but combining characters.
    """
    start, end = int(words.starts[span.first]), _behind_marks(text, int(words.ends[span.last]))
    while start < end and (_is_mark(text[start]) or text[start].isspace()):
        start += 1
    return start, end


def _behind_marks(text: str, place: int) -> int:
    while place < len(text) and _is_mark(text[place]):
        place += 1
    return place


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


ReadSentences = Callable[[Sequence[str]], Iterable[tuple[int, Words]]]
"""Sentences of a document to lines; each line comes with the number of its sentence."""

AGENT = "text_mining_agent"
DIGITS = 4
"""Digits of a confidence; the next ones differ with what is computed beside it."""

_NOT_SO = re.compile(r"\bnon[-‐–]$", re.IGNORECASE)
"""What makes the name behind it another one: "non-small cell lung cancer"."""

_LONGEST_NOT_SO = 6
"""Characters before a name that decide on it: the word, a line's end behind it and what stands before it."""

_CHARACTERS_AT_ONCE = 250_000
_Settings = TypeVar("_Settings", bound=ModelSettings)
_Link = TypeVar("_Link")


@dataclass(frozen=True, slots=True)
class Page:
    """A document's lines in their windows; a sentence has several if it is too long for the model."""

    document: AnnotatedDocument
    lines: tuple[tuple[Sentence, TokenLine], ...]
    windows: list[list[TokenLine]]


def pages(
    model: LocalModel[_Settings], documents: Sequence[AnnotatedDocument], read: ReadSentences
) -> list[Page]:
    """Read documents; lines, which `read` makes of sentences, are numbered through all of them."""
    found = []
    number = 0
    for document in documents:
        lines = []
        for at, words in read([sentence.text for sentence in document.sentences]):
            lines.append((document.sentences[at], TokenLine(number, words)))
            number += 1
        found.append(Page(document, tuple(lines), model.windows(line for _, line in lines)))
    return found


def windows_of(read: Sequence[Page]) -> list[list[TokenLine]]:
    """Give the windows of all pages, one after the other."""
    return [window for page in read for window in page.windows]


def mentioned(
    page: Page, spans: dict[int, list[Span]], types: Sequence[str], calibration: Calibration
) -> dict[int, list[Mention]]:
    """Give the spans of a page's lines as mentions, numbered through the document.

    Spans that are nothing but combining characters are taken out of `spans`.
    """
    ends: dict[int, list[Mention]] = {}
    count = 0
    for sentence, line in page.lines:
        kept: list[Span] = []
        ends[line.number] = []
        for span in spans.get(line.number, ()):
            start, end = characters(sentence.text, line.words, span)
            if start == end:
                continue
            before = _NOT_SO.search(sentence.text, max(start - _LONGEST_NOT_SO, 0), start)
            if before is not None and all(
                one.end - sentence.start <= before.start() for one in ends[line.number]
            ):
                start = before.start()
            count += 1
            kept.append(span)
            ends[line.number].append(
                Mention(
                    id=f"{sentence.document_id}#T{count}",
                    sentence_id=sentence.id,
                    text=sentence.text[start:end],
                    start=sentence.start + start,
                    end=sentence.start + end,
                    native_type=types[span.kind],
                    confidence=round(calibration.apply(span.probability), DIGITS),
                )
            )
        spans[line.number] = kept
    return ends


def related(
    page: Page,
    ends: Mapping[int, Sequence[Mention]],
    links: Mapping[int, Sequence[tuple[str, float, PredictedLink]]],
) -> tuple[Relation, ...]:
    """Give the links of a page's lines as relations of its mentions, which are the `ends` of the links.

    Each link comes with the name of its relation and its own confidence; that of its ends counts too.
    """
    relations = []
    for _, line in page.lines:
        for name, confidence, link in links.get(line.number, ()):
            subject, object_ = ends[line.number][link.subject], ends[line.number][link.object]
            sure = confidence * (_sureness(subject) * _sureness(object_))
            place = page.document.document.place
            relations.append(Relation(subject.id, name, object_.id, place, confidence=round(sure, DIGITS)))
    return tuple(relations)


class NetworkExtractor(ABC, Generic[_Settings, _Link]):
    """Extractor by the networks of a LocalModel: spans of lines become mentions, links of spans relations.

    The name holds a hash of all files of the model. What is found in a document does not depend on those
    beside it.
    """

    def __init__(self, model: LocalModel[_Settings], shipped: str, scheme: str) -> None:
        self.model = model
        self.name = f"local:{shipped}@{model.digest}"
        self.scheme = scheme

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        The confidence of a mention is the model's probability of just this span and type; that of a relation
        is its own probability times those of its ends.
        """
        fresh = [document for document in documents if not document.mentions]
        found = iter([each for some in portions(fresh) for each in self._extract(some)])
        return [document if document.mentions else next(found) for document in documents]

    def _extract(self, documents: Sequence[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
        read = self.pages_of(documents)
        spans, types, calibration = self._spans(read)
        ends = [mentioned(page, spans, types, calibration) for page in read]
        links = self._links(read, spans)
        for page, own in zip(read, ends, strict=True):
            document = replace(page.document, mentions=tuple(chain.from_iterable(own.values())))
            yield self.assemble(document, page, own, links)

    def assemble(
        self,
        document: AnnotatedDocument,
        page: Page,
        ends: Mapping[int, Sequence[Mention]],
        links: Mapping[int, Sequence[_Link]],
    ) -> AnnotatedDocument:
        """Add the relations of a document to its mentions, which are the `ends` of its lines' links."""
        named = {number: [self._named(link) for link in some] for number, some in links.items()}
        return replace(
            document,
            relations=related(page, ends, named),
            scheme=self.scheme,
            agent_type=AGENT,
            extractor=self.name,
        )

    @abstractmethod
    def pages_of(self, documents: Sequence[AnnotatedDocument]) -> list[Page]:
        """Read the lines of documents."""

    @abstractmethod
    def _spans(self, read: Sequence[Page]) -> tuple[dict[int, list[Span]], Sequence[str], Calibration]:
        """Find the spans of lines by the lines' numbers; with the names of types, and their calibration."""

    @abstractmethod
    def _links(
        self, read: Sequence[Page], spans: Mapping[int, Sequence[Span]]
    ) -> Mapping[int, Sequence[_Link]]:
        """Find the links between spans, by the lines' numbers."""

    @abstractmethod
    def _named(self, link: _Link) -> tuple[str, float, PredictedLink]:
        """Name a link's relation and its own confidence."""


def _sureness(mention: Mention) -> float:
    """Give a mention's confidence; 1 where a person annotated it."""
    return 1.0 if mention.confidence is None else mention.confidence


def portions(documents: Sequence[AnnotatedDocument]) -> Iterator[list[AnnotatedDocument]]:
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
