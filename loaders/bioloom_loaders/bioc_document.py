"""One BioC document: its passages put together, and its annotations moved to where they then stand."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from bioloom.extraction import split_sentences
from bioloom.records import AnnotatedDocument, Place, Reject
from bioloom_loaders.annotations import (
    LONGEST_NAME,
    Collected,
    Linked,
    Marked,
    annotate,
    bare,
    storable,
    with_list,
)
from bioloom_loaders.document_catalogue import Catalogue
from bioloom_loaders.documents import LARGEST_TEXT, Span, corpus_of, trim, trimmed
from bioloom_loaders.scheme_detection import scheme_of
from bioloom_loaders.text_composer import one_line

_TYPES = ("type", "Type", "entity_type", "category")
_ABSTRACTS = frozenset({"title", "abstract", "front"})
_MISSHAPEN = (TypeError, ValueError, AttributeError, KeyError, OverflowError)


@dataclass(frozen=True, slots=True)
class _Passage:
    """A passage: where BioC counts it from, where it stands in the document, its text."""

    offset: int
    start: int
    text: str

    def spans(self, offset: int, length: int) -> Iterator[Span]:
        """Give the four spans that a location may mean: characters or bytes, from the document or passage."""
        for origin in (self.offset, 0):
            begin = offset - origin
            yield self.start + begin, self.start + begin + length
            raw = self.text.encode()
            fits = 0 <= begin <= begin + length <= len(raw)
            first = len(raw[:begin].decode("utf-8", "ignore")) if fits else begin
            inner = len(raw[begin : begin + length].decode("utf-8", "ignore")) if fits else length
            yield self.start + first, self.start + first + inner


def read_bioc_document(
    path: Path, fields: object, place: Place, catalogue: Catalogue
) -> AnnotatedDocument | Reject:
    """Read one document in the shape of BioC's JSON; what is not of that shape is a Reject."""
    if not isinstance(fields, Mapping) or not isinstance(fields.get("passages"), list):
        return Reject("MISSING_FIELD", "extract", "the document has no list of passages", place)
    try:
        read = _DocumentParser(fields, place)
    except _MISSHAPEN as error:
        return Reject("BAD_TYPE", "extract", f"the document is not of BioC's shape: {error}", place)
    if not read.text.strip():
        return Reject("EMPTY_DOCUMENT", "extract", "the document holds no text", place)
    if len(read.text) > LARGEST_TEXT:
        return Reject("TOO_LARGE", "extract", f"the text is longer than {LARGEST_TEXT} characters", place)
    name = one_line(str(fields.get("id") or fields.get("_id") or ""))[:LONGEST_NAME]
    licence = one_line(_first(fields, ("license", "licence")))
    described = catalogue.describe(
        path,
        read.text,
        read.title,
        name=name or None,
        kind="abstract" if read.sections <= _ABSTRACTS else "article",
        line=place.line,
        licence=licence or None,
    )
    scheme = scheme_of([one.type for one in read.marked.values()], corpus_of(path, catalogue.options))
    scheme = scheme.replace("brat:", "bioc:", 1) if scheme else None
    described = with_list(described, "discontinuous_mentions", read.discontinuous)
    return annotate(described, read.sentences, read, scheme, "manual_agent")


class _DocumentParser(Collected):
    """Parser of one document."""

    def __init__(self, fields: Mapping[str, Any], place: Place) -> None:
        super().__init__("")
        self._place = place
        self._passages: list[_Passage] = []
        self._links: set[tuple[str, str, str]] = set()
        self.sentences: list[Span] = []
        self.discontinuous: list[str] = []
        self.sections: set[str] = set()
        self.title = ""
        self._ids: set[str] = set()
        parts: list[str] = []
        length = 0
        for passage in fields["passages"]:
            read = self._passage(passage, length)
            parts.append(read.text)
            length += len(read.text) + 1
        self.text = "".join(f"{part}\n" for part in parts)
        stretches = list(fields["passages"])
        stretches += [inner for passage in fields["passages"] for inner in passage.get("sentences") or ()]
        holders = [fields, *stretches]
        annotations = [inner for holder in holders for inner in holder.get("annotations") or ()]
        self._measure = self._best_measure(annotations)
        for annotation in annotations:
            self._guarded(self._annotation, annotation)
        for holder in holders:
            for relation in holder.get("relations") or ():
                self._guarded(self._relation, relation)

    def _passage(self, fields: Mapping[str, Any], start: int) -> _Passage:
        offset = int(fields.get("offset") or 0)
        inner = fields.get("sentences") or ()
        text = storable(str(fields.get("text") or ""))
        if not text:
            for sentence in inner:
                begin = int(sentence.get("offset") or 0) - offset
                text = text.ljust(begin) + storable(str(sentence.get("text") or ""))
        section = _first(fields, ("section_type", "type")).casefold()
        self.sections.add("title" if section.endswith("title") else section)
        passage = _Passage(offset, start, text)
        self._passages.append(passage)
        spans = [
            (begin, begin + len(sentence.get("text") or ""))
            for sentence in inner
            for begin in (int(sentence.get("offset") or 0) - offset,)
        ]
        if not spans or any(not 0 <= begin <= end <= len(text) for begin, end in spans):
            spans = list(split_sentences(text))
        if not self.title and text.strip():
            self.title = one_line(text)[:300]
            if section.endswith(("title", "front")):
                spans = [(0, len(text))]
        self.sentences.extend((start + begin, start + end) for begin, end in trimmed(text, spans))
        return passage

    def _best_measure(self, annotations: Sequence[Mapping[str, Any]]) -> int:
        """Choose the way of counting offsets under which most annotations say what stands there."""
        fits: Counter[int] = Counter()
        for annotation in annotations:
            try:
                said = bare(str(annotation.get("text") or ""))
                tried = [self._spans(annotation, measure) for measure in range(4)]
            except _MISSHAPEN:
                continue
            for measure, spans in enumerate(tried):
                fits[measure] += bool(spans and said == bare("".join(self.text[a:b] for a, b in spans)))
        return max(range(4), key=lambda measure: (fits[measure], -measure))

    def _spans(self, annotation: Mapping[str, Any], measure: int) -> list[Span]:
        """Find the pieces of an annotation in the document; empty if one stands outside its passage."""
        found = []
        for location in annotation.get("locations") or ():
            offset, length = int(location["offset"]), int(location["length"])
            for passage in self._passages:
                start, end = next(islice(passage.spans(offset, length), measure, None))
                if passage.start <= start < end <= passage.start + len(passage.text):
                    found.append((start, end))
                    break
            else:
                return []
        return found

    def _guarded(self, read: Callable[[Mapping[str, Any]], None], fields: Mapping[str, Any]) -> None:
        """Read an annotation or relation; one that is not of BioC's shape is a Reject of its own."""
        try:
            read(fields)
        except _MISSHAPEN as error:
            self._reject("BAD_TYPE", f"this is not of BioC's shape: {error}", fields)

    def _annotation(self, fields: Mapping[str, Any]) -> None:
        name = one_line(str(fields.get("id") or len(self._ids)))[:LONGEST_NAME]
        type_ = one_line(_first(fields, _TYPES))[:LONGEST_NAME]
        if name in self._ids:
            self._reject("DUPLICATE_ID", f"the annotation {name} stands in the document already", fields)
            return
        self._ids.add(name)
        if any(key.lower() in ("identifier", "id", "database", "mesh") for key in fields.get("infons") or {}):
            self.left_out["NORMALISATION"] += 1
        spans = self._spans(fields, self._measure)
        said = str(fields.get("text") or "")
        if not spans:
            self._reject("BAD_OFFSETS", f"{name} has no place in the text", fields)
        elif not type_:
            self._reject("MISSING_FIELD", f"{name} has no type among its infons", fields)
        elif said and bare(said) != bare("".join(self.text[start:end] for start, end in spans)):
            found = " ".join(self.text[start:end] for start, end in spans)
            self._reject(
                "OFFSET_MISMATCH", f"the text of {name} is {found[:80]!r}, not {said[:80]!r}", fields
            )
        else:
            whole = trim(self.text, min(spans)[0], max(end for _, end in spans))
            if whole[0] == whole[1]:
                self._reject("BAD_OFFSETS", f"{name} covers nothing", fields)
                return
            if len(spans) > 1 and "\n" in self.text[slice(*whole)]:
                self._reject("DISCONTINUOUS_SPAN", f"the pieces of {name} stand in several lines", fields)
                return
            if len(spans) > 1:
                self.discontinuous.append(name)
            self.marked[name] = Marked(name, *whole, type_)

    def _relation(self, fields: Mapping[str, Any]) -> None:
        nodes = [str(node.get("refid") or "") for node in fields.get("nodes") or ()]
        type_ = one_line(_first(fields, ("type", "relation type", "relation")))[:LONGEST_NAME]
        if not nodes:
            self.left_out["CONCEPT_RELATION"] += 1
        elif not type_ or len(nodes) != 2:
            self._reject("BAD_RELATION", "a relation needs a type and two mentions", fields)
        elif any(node not in self.marked for node in nodes):
            missing = ", ".join(node for node in nodes if node not in self.marked)
            self._reject("DANGLING_ARGUMENT", f"the mention {missing} does not exist", fields)
        elif (nodes[0], type_, nodes[1]) in self._links:
            self.left_out["DUPLICATE_RELATION"] += 1
        else:
            self._links.add((nodes[0], type_, nodes[1]))
            self.linked.append(Linked(nodes[0], type_, nodes[1], self._place))

    def _reject(self, code: str, message: str, fields: Mapping[str, Any]) -> None:
        name = one_line(str(fields.get("id"))) if isinstance(fields, Mapping) else ""
        record = {"id": name[:LONGEST_NAME]}
        self.rejects.append(Reject(code, "extract", one_line(message), self._place, record))


def _first(fields: Mapping[str, Any], keys: Sequence[str]) -> str:
    infons = fields.get("infons")
    known = infons if isinstance(infons, Mapping) else {}
    return next((str(known[key]) for key in keys if known.get(key)), "")
