"""Small abstracts for tests, unannotated or with mentions that a test places by their text."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.extraction import split_sentences
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence


def abstract(name: str, text: str, *, pmid: str = "") -> AnnotatedDocument:
    """Give an abstract with its sentences and no annotation."""
    id_ = f"toy:{name}"
    properties = {"pmid": pmid} if pmid else {}
    document = Document(id_, name, text, "abstract", "infores:toy", Place(f"{name}.txt", 1), None, properties)
    sentences = tuple(
        Sentence(f"{id_}#s{index}", id_, index, text[start:end], start, end)
        for index, (start, end) in enumerate(split_sentences(text))
    )
    return AnnotatedDocument(document, sentences, agent_type="not_provided")


def annotated(
    plain: AnnotatedDocument,
    names: Sequence[tuple[str, str, str | None]],
    relations: Sequence[tuple[int, str, int]],
    *,
    scheme: str = "biored",
) -> AnnotatedDocument:
    """Annotate an abstract by hand: names (text, type, CURIE) in their order, relations by number."""
    document, mentions, at = plain.document, [], 0
    for number, (name, kind, curie) in enumerate(names):
        start = document.text.index(name, at)
        at = start + len(name)
        sentence = next(one for one in plain.sentences if one.start <= start < one.end)
        mentions.append(
            Mention(f"{document.id}#T{number}", sentence.id, name, start, at, kind, entity_id=curie)
        )
    linked = tuple(
        Relation(mentions[one].id, label, mentions[other].id, Place(document.place.file, 10 + number))
        for number, (one, label, other) in enumerate(relations)
    )
    return AnnotatedDocument(document, plain.sentences, tuple(mentions), linked, scheme, "manual_agent")
