"""Publications from title and abstract, with annotations that are checked against the text."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bioloom.extraction import split_sentences
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Reject, Relation, Sentence, Value
from bioloom_loaders.document_catalogue import Catalogue
from bioloom_loaders.documents import SPLITS, Span, sentences_of, trim
from bioloom_loaders.sentences import joined
from bioloom_loaders.text_composer import one_line, skips

LONGEST_NAME = 200  # of an id or a type: each is indexed
_PMID = re.compile(r"[1-9][0-9]{0,7}")
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


@dataclass(frozen=True, slots=True)
class Linked:
    """Annotated relation between two spans, by their names."""

    subject: str
    predicate: str
    object: str
    place: Place
    annotated_predicate: str | None = None


@dataclass
class Collected:
    """Annotations of one document; a span that is not in the text is a Reject."""

    text: str
    marked: dict[str, Marked] = field(default_factory=dict)
    linked: list[Linked] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def mark(self, span: Marked, surface: str, place: Place, line: str) -> bool:
        """Take a span if the text there is what the source says it is, white space aside."""
        if span.name in self.marked:
            self.reject("DUPLICATE_ID", f"{span.name} stands in the document already", place, line)
        elif not 0 <= span.start < span.end <= len(self.text):
            message = f"{span.start} to {span.end} is no span of the text ({len(self.text)} characters)"
            self.reject("BAD_OFFSETS", message, place, line)
        elif _bare(self.text[span.start : span.end]) != _bare(storable(surface)):
            found = self.text[span.start : span.end]
            message = f"the text at {span.start} is {found[:80]!r}, not {surface[:80]!r}"
            self.reject("OFFSET_MISMATCH", message, place, line)
        else:
            start, end = trim(self.text, span.start, span.end)
            if start < end:
                whole = Marked(span.name, start, end, span.type, span.annotated_type, span.entity_id)
                self.marked[span.name] = whole
                return True
            self.reject("BAD_OFFSETS", f"{span.name} covers nothing", place, line)
        return False

    def reject(self, code: str, message: str, place: Place, line: str) -> None:
        """Note a line that cannot enter the graph."""
        self.rejects.append(
            Reject(code, "extract", one_line(message), place, {"line": storable(line[:2000])})
        )


def storable(text: str) -> str:
    """Replace what cannot be stored by spaces, one for one, so that offsets still count.

    >>> storable("IL\\x002")
    'IL 2'
    """
    return _UNSTORABLE.sub(" ", text)


def is_pmid(text: str) -> bool:
    """Say whether a text is a number of PubMed's: 1 to 8 digits, of which the first is no zero.

    >>> [is_pmid(text) for text in ("12345678", "012", "123456789", "notapmid")]
    [True, False, False, False]
    """
    return _PMID.fullmatch(text) is not None


def bad_pmid(text: str, place: Place) -> Reject:
    """Refuse a publication for the number that it has in place of PubMed's."""
    message = f"a PMID has 1 to 8 digits and no leading zero; this is {text[:40]!r}"
    return Reject("BAD_PMID", "extract", message, place, {"pmid": storable(text[:200])})


def split_of(path: Path) -> str | None:
    """Name the split that a file holds, by its own name or its folder's; None where neither says.

    >>> [split_of(Path(name)) for name in ("ddi/train_triples.jsonl.gz", "biored/dev/a.txt", "a.txt")]
    ['train', 'dev', None]
    """
    words = re.split(r"[^a-z]+", path.name.casefold())
    return next((word for word in (*words, path.parent.name.casefold()) if word in SPLITS), None)


def abstract_text(title: str, abstract: str) -> str:
    """Put title and abstract together as annotations count: one separator between them."""
    return storable(f"{title}\n{abstract}" if abstract.strip() else title)


def abstract_spans(text: str, title_length: int) -> tuple[Span, ...]:
    """Give the sentences of a title and an abstract; the title is one, whatever stands in it.

    >>> abstract_spans("Is tea safe? A trial.\\nIt is. We asked.", 21)
    ((0, 21), (22, 28), (29, 38))
    """
    behind = title_length + 1
    inside = ((behind + start, behind + end) for start, end in split_sentences(text[behind:]))
    spans = (trim(text, start, end) for start, end in ((0, title_length), *inside))
    return tuple(span for span in spans if span[0] < span[1])


def describe_abstract(
    catalogue: Catalogue, path: Path, name: str, title: str, text: str, line: int | None
) -> Document | Reject:
    """Describe a publication of `text`; a name that can be a PMID is."""
    bare = one_line(name)[:LONGEST_NAME]
    properties: dict[str, Value] = {"pmid": bare} if is_pmid(bare) else {}
    split = split_of(path)
    if split is not None:
        properties["split"] = split
    return catalogue.describe(
        path,
        text,
        one_line(title)[:300] or bare,
        name=bare,
        kind="abstract",
        line=line,
        properties=properties,
    )


def annotate(
    document: Document,
    spans: Iterable[Span],
    found: Collected,
    scheme: str,
    agent_type: str,
) -> AnnotatedDocument:
    """Give the document with its sentences, mentions and relations; without any mention it has no scheme."""
    marked = sorted(found.marked.values(), key=lambda one: (one.start, one.end, one.name))
    text = document.text
    sentences = sentences_of(document.id, text, joined(spans, [(one.start, one.end) for one in marked]))
    return AnnotatedDocument(
        document=document,
        sentences=sentences,
        mentions=tuple(_mention(one, document, sentences) for one in marked),
        relations=tuple(_relation(one, document.id) for one in found.linked),
        scheme=scheme if marked else None,
        agent_type=agent_type if marked else "not_provided",
        rejects=tuple(found.rejects),
        skips=skips(found.left_out, document.place),
    )


def _mention(one: Marked, document: Document, sentences: Sequence[Sentence]) -> Mention:
    index = bisect_right(sentences, one.start, key=lambda sentence: sentence.start) - 1
    return Mention(
        id=f"{document.id}#{one.name}",
        sentence_id=sentences[index].id,
        text=document.text[one.start : one.end],
        start=one.start,
        end=one.end,
        native_type=one.type,
        annotated_type=one.annotated_type,
        entity_id=one.entity_id,
    )


def _relation(one: Linked, document_id: str) -> Relation:
    return Relation(
        subject=f"{document_id}#{one.subject}",
        predicate=one.predicate,
        object=f"{document_id}#{one.object}",
        place=one.place,
        annotated_predicate=one.annotated_predicate,
    )


def _bare(text: str) -> str:
    return "".join(text.split())
