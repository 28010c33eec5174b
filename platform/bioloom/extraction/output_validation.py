"""Validation of extractor output against the text: offsets, sentences, ids."""

from collections.abc import Mapping
from dataclasses import replace

from bioloom.records import AnnotatedDocument, Mention, Reject, Sentence
from bioloom.records.attributes import attributes

_DIGITS = 4  # of a confidence: what comes after differs from machine to machine


def check_extraction(document: AnnotatedDocument) -> AnnotatedDocument:
    """Reject mentions that are not in the text where they say, and relations that lost an end.

    A mention must have an id of its own, lie within the sentence that it names, and its text must be what
    stands at its offsets. Confidences are rounded to four digits.
    """
    sentences = {sentence.id: sentence for sentence in document.sentences}
    mentions: dict[str, Mention] = {}
    rejects: list[Reject] = []
    for mention in document.mentions:
        fault = span_fault(mention, sentences, document.document.text)
        if mention.id in mentions:
            fault = "DUPLICATE_ID", f"{mention.id} is the id of another mention already"
        if fault is None:
            mentions[mention.id] = replace(mention, confidence=_rounded(mention.confidence))
        else:
            rejects.append(_reject(*fault, document, described(mention)))
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
        document,
        mentions=tuple(mentions.values()),
        relations=tuple(relations),
        rejects=(*document.rejects, *rejects),
    )


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


def described(mention: Mention) -> dict[str, object]:
    """Give a mention as the record of a reject."""
    return attributes(mention, "id", "text", "start", "end") | {"type": mention.native_type}


def _reject(code: str, message: str, document: AnnotatedDocument, record: Mapping[str, object]) -> Reject:
    return Reject(code, "extract", message, document.document.place, record)


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(float(confidence), _DIGITS)
