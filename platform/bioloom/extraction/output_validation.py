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
        fault = _fault(mention, document, sentences, mentions)
        if fault is None:
            mentions[mention.id] = replace(mention, confidence=_rounded(mention.confidence))
        else:
            rejects.append(_reject(*fault, document, _described(mention)))
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


def _fault(
    mention: Mention,
    document: AnnotatedDocument,
    sentences: Mapping[str, Sentence],
    before: Mapping[str, Mention],
) -> tuple[str, str] | None:
    sentence = sentences.get(mention.sentence_id)
    if mention.id in before:
        return "DUPLICATE_ID", f"{mention.id} is the id of another mention already"
    if sentence is None or not sentence.start <= mention.start < mention.end <= sentence.end:
        return (
            "BAD_OFFSETS",
            f"{mention.start} to {mention.end} is no span of the sentence {mention.sentence_id}",
        )
    found = document.document.text[mention.start : mention.end]
    if found != mention.text:
        return (
            "OFFSET_MISMATCH" if mention.text in sentence.text else "NAME_NOT_IN_TEXT",
            f"the text at {mention.start} is {found[:80]!r}, not {mention.text[:80]!r}",
        )
    return None


def _described(mention: Mention) -> dict[str, object]:
    return attributes(mention, "id", "text", "start", "end") | {"type": mention.native_type}


def _reject(code: str, message: str, document: AnnotatedDocument, record: Mapping[str, object]) -> Reject:
    return Reject(code, "extract", message, document.document.place, record)


def _rounded(confidence: float | None) -> float | None:
    return None if confidence is None else round(float(confidence), _DIGITS)
