"""Demonstrations: annotated sentences of protocols as examples in a prompt (SPEC B11)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bioloom.extraction.llm.scheme_terms import terms
from bioloom.records import AnnotatedDocument


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A sentence with its entities (text, type) and its relations (head, relation, tail) by place."""

    document_id: str
    sentence: str
    entities: tuple[tuple[str, str], ...]
    relations: tuple[tuple[int, str, int], ...]

    def parts(self) -> Iterator[str]:
        """Yield everything in it that was copied from a document."""
        yield self.sentence
        for entity in self.entities:
            yield from entity


def demonstrations_of(document: AnnotatedDocument) -> Iterator[Demonstration]:
    """Yield the annotated sentences of a document in BioPIE's terms; derived relations are left out.

    Types and relations that BioPIE does not have are left out too.
    """
    for sentence in document.sentences:
        within = sorted(
            (mention for mention in document.mentions if mention.sentence_id == sentence.id),
            key=lambda mention: (mention.start, mention.end, mention.id),
        )
        typed = [(mention, terms().entity_type(mention.native_type)) for mention in within]
        kept = [(mention, kind) for mention, kind in typed if kind is not None]
        if not kept:
            continue
        places = {mention.id: place for place, (mention, _) in enumerate(kept)}
        relations = {
            (places[each.subject], known, places[each.object]): None
            for each in document.relations
            if not each.derived and each.subject in places and each.object in places
            if (known := terms().relation(each.predicate)) is not None
        }
        entities = tuple((mention.text, kind) for mention, kind in kept)
        yield Demonstration(document.document.id, sentence.text, entities, tuple(relations))
