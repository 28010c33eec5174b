"""Annotated spans and relations of one document, checked against its text, as mentions and relations."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bioloom.records import AnnotatedDocument, Document, Mention, Place, Reject, Relation, Sentence
from bioloom_loaders.documents import Span, sentences_of, trim
from bioloom_loaders.sentences import joined
from bioloom_loaders.text_composer import one_line, skips
from bioloom_loaders.text_lines import TextLine

LONGEST_NAME = 200  # of an id or a type: each is indexed
_UNSTORABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Marked:
    """Annotated span: `name` is its id in the document, `entity_id` what it denotes there."""

    name: str
    start: int
    end: int
    type: str
    annotated_type: str | None = None
    entity_id: str | None = None

    def mention(self, document: Document, sentences: Sequence[Sentence]) -> Mention:
        """Give the mention of the document that it marks."""
        index = bisect_right(sentences, self.start, key=lambda sentence: sentence.start) - 1
        return Mention(
            id=f"{document.id}#{self.name}",
            sentence_id=sentences[max(0, index)].id,
            text=document.text[self.start : self.end],
            start=self.start,
            end=self.end,
            native_type=self.type,
            annotated_type=self.annotated_type,
            entity_id=self.entity_id,
        )


@dataclass(frozen=True, slots=True)
class Linked:
    """Annotated relation between two spans, by their names."""

    subject: str
    predicate: str
    object: str
    place: Place
    annotated_predicate: str | None = None
    negated: bool = False

    def relation(self, document: Document) -> Relation:
        """Give the relation between mentions of the document."""
        return Relation(
            subject=f"{document.id}#{self.subject}",
            predicate=self.predicate,
            object=f"{document.id}#{self.object}",
            place=self.place,
            negated=self.negated,
            annotated_predicate=self.annotated_predicate,
        )


@dataclass
class Collected:
    """Annotations of one document; a span that is not in the text is a Reject."""

    text: str
    marked: dict[str, Marked] = field(default_factory=dict)
    linked: list[Linked] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def mark(self, span: Marked, surface: str, line: TextLine) -> bool:
        """Take a span if the text there is what the source says it is, white space aside."""
        found = self.text[span.start : span.end]
        if span.name in self.marked:
            self.reject("DUPLICATE_ID", f"{span.name} stands in the document already", line)
        elif not 0 <= span.start < span.end <= len(self.text):
            message = f"{span.start} to {span.end} is no span of the text ({len(self.text)} characters)"
            self.reject("BAD_OFFSETS", message, line)
        elif bare(found) != bare(storable(surface)):
            message = f"the text at {span.start} is {found[:80]!r}, not {surface[:80]!r}"
            self.reject("OFFSET_MISMATCH", message, line)
        else:
            start, end = trim(self.text, span.start, span.end)
            if start < end:
                self.marked[span.name] = replace(span, start=start, end=end)
                return True
            self.reject("BAD_OFFSETS", f"{span.name} covers nothing", line)
        return False

    def reject(self, code: str, message: str, line: TextLine) -> None:
        """Note a line that cannot enter the graph."""
        self.rejects.append(reject_line(code, message, line))


def reject_line(code: str, message: str, line: TextLine) -> Reject:
    """Refuse a line, which is kept in a form that can be stored."""
    return Reject(code, "extract", one_line(message), line.place, {"line": storable(line.text[:2000])})


def storable(text: str) -> str:
    """Replace what cannot be stored by spaces, one for one, so that offsets still count.

    >>> storable("IL\\x002")
    'IL 2'
    """
    return _UNSTORABLE.sub(" ", text)


def bare(text: str) -> str:
    """Give a text without its white space."""
    return "".join(text.split())


def annotate(
    document: Document | Reject, spans: Iterable[Span], found: Collected, scheme: str | None, agent_type: str
) -> AnnotatedDocument | Reject:
    """Give a document with its sentences, mentions and relations; a Reject in its place is passed on.

    Without any mention it has no scheme.
    """
    if isinstance(document, Reject):
        return document
    marked = sorted(found.marked.values(), key=lambda one: (one.start, one.end, one.name))
    text = document.text
    sentences = sentences_of(document.id, text, joined(spans, [(one.start, one.end) for one in marked]))
    return AnnotatedDocument(
        document=document,
        sentences=sentences,
        mentions=tuple(one.mention(document, sentences) for one in marked),
        relations=tuple(one.relation(document) for one in found.linked),
        scheme=scheme if marked else None,
        agent_type=agent_type if marked else "not_provided",
        rejects=tuple(found.rejects),
        skips=skips(found.left_out, document.place),
    )


def with_list(document: Document | Reject, name: str, values: Sequence[str]) -> Document | Reject:
    """Give a document with a list among its properties, unless that is empty; a Reject is passed on."""
    if isinstance(document, Reject) or not values:
        return document
    return replace(document, properties={**document.properties, name: tuple(values)})
