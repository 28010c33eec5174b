"""Validation of documents and their annotation against the text: offsets, sentences, ids."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bioloom.extraction.extractor import KINDS
from bioloom.names import LONGEST_ID
from bioloom.records import AnnotatedDocument, Document, Mention, Reject, Relation, Sentence
from bioloom.records.attributes import attributes
from bioloom.records.record_shape import shape_fault

_DIGITS = 4  # of a confidence: what comes after differs from machine to machine


def check_extraction(document: AnnotatedDocument) -> AnnotatedDocument:
    """Reject mentions that `check_mentions` does, and relations that lost an end.

    Confidences are rounded to four digits.
    """
    checked = check_mentions(document)
    mentions = {
        mention.id: replace(mention, confidence=_rounded(mention.confidence)) for mention in checked.mentions
    }
    rejects: list[Reject] = []
    relations = []
    for relation in document.relations:
        lost = [end for end in (relation.subject, relation.object) if end not in mentions]
        if lost:
            message = f"{relation.predicate} names {', '.join(lost)}, which is no mention of the document"
            ends = attributes(relation, "subject", "predicate", "object")
            if relation.derived:
                continue
            rejects.append(_reject("UNKNOWN_MENTION", message, document, ends))
        else:
            relations.append(replace(relation, confidence=_rounded(relation.confidence)))
    return replace(
        checked,
        mentions=tuple(mentions.values()),
        relations=tuple(relations),
        rejects=(*checked.rejects, *rejects),
    )


def check_mentions(document: AnnotatedDocument) -> AnnotatedDocument:
    """Reject mentions that are not in the text where they say.

    A mention must have an id of its own in its document, lie within the sentence that it names, and its text
    must be what stands at its offsets.
    """
    sentences = {sentence.id: sentence for sentence in document.sentences}
    mentions: dict[str, Mention] = {}
    rejects: list[Reject] = []
    for mention in document.mentions:
        fault = span_fault(mention, sentences, document.document.text)
        if mention.id in mentions:
            fault = "DUPLICATE_ID", f"{mention.id} is the id of another mention already"
        elif not mention.id.startswith(f"{document.document.id}#"):
            fault = (
                "BAD_ID",
                f"the id of a mention begins with {document.document.id}#, not {mention.id[:80]!r}",
            )
        if fault is None:
            mentions[mention.id] = mention
        else:
            record = attributes(mention, "id", "text", "start", "end") | {"type": mention.native_type}
            rejects.append(_reject(*fault, document, record))
    if not rejects:
        return document
    return replace(document, mentions=tuple(mentions.values()), rejects=(*document.rejects, *rejects))


def document_fault(
    document: Document, sentences: Sequence[Sentence], annotation: Sequence[Mention | Relation] = ()
) -> tuple[str, str] | None:
    """Say by a code and in words why a document is not as its record promises; None where it is.

    Its sentences must be what stands at their offsets, since answers cite them.
    """
    parts = (document, *sentences, *annotation)
    if fault := next(filter(None, map(shape_fault, parts)), ""):
        return "BAD_TYPE", fault
    if not all(document.id.partition(":")) or not document.id.isprintable():
        return "BAD_ID", f"the id of a document is corpus:name, not {document.id[:80]!r}"
    mentions = [part for part in annotation if isinstance(part, Mention)]
    ids = document.id, *(each.id for each in sentences), *(each.id for each in mentions)
    if (length := max(map(len, ids))) > LONGEST_ID:
        return "BAD_ID", f"an id of it has {length:,} characters, more than {LONGEST_ID:,}: shorten it"
    if (length := max((len(part.native_type) for part in mentions), default=0)) > LONGEST_ID:
        return (
            "BAD_VALUE",
            f"a type of a mention has {length:,} characters, more than {LONGEST_ID:,}: shorten it",
        )
    if document.kind not in KINDS:
        return (
            "BAD_VALUE",
            f"there is no kind {document.kind[:80]!r}; choose from: {', '.join(sorted(KINDS))}",
        )
    if not document.text.strip():
        return "EMPTY_DOCUMENT", "it has no text"
    for sentence in sentences:
        if sentence.document_id != document.id or not sentence.id.startswith(f"{document.id}#"):
            return "BAD_ID", f"{sentence.id[:80]!r} is no sentence of it: write {document.id}#s0 and so on"
        if document.text[sentence.start : sentence.end] != sentence.text or sentence.start < 0:
            found = document.text[sentence.start : sentence.end]
            said = f"{found[:80]!r}, not {sentence.text[:80]!r}"
            return "OFFSET_MISMATCH", f"the text of {sentence.id} at {sentence.start} is {said}"
    if len({sentence.id for sentence in sentences}) < len(sentences):
        return "DUPLICATE_ID", "two of its sentences have one id"
    return None


def span_fault(mention: Mention, sentences: Mapping[str, Sentence], text: str) -> tuple[str, str] | None:
    """Say by a code and in words why a mention does not stand where it says; None where it does."""
    sentence = sentences.get(mention.sentence_id)
    if sentence is None or not sentence.start <= mention.start < mention.end <= sentence.end:
        where = f"{mention.start} to {mention.end}"
        return "BAD_OFFSETS", f"{where} is no span of the sentence {mention.sentence_id}"
    found = text[mention.start : mention.end]
    if found != mention.text:
        code = "OFFSET_MISMATCH" if mention.text in sentence.text else "NAME_NOT_IN_TEXT"
        return code, f"the text at {mention.start} is {found[:80]!r}, not {mention.text[:80]!r}"
    return None


def _reject(code: str, message: str, document: AnnotatedDocument, record: Mapping[str, object]) -> Reject:
    return Reject(code, "extract", message, document.document.place, record)


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(float(confidence), _DIGITS)
