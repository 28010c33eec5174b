"""Instruction data from annotated documents: a sentence, its retrieved document, its gold output."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from bioloom.extraction.triples.instruction import NONE, Guide, write_label
from bioloom.extraction.triples.output_parsing import write_triple
from bioloom.records import AnnotatedDocument, Mention, Relation, Sentence
from bioloom_lab.readers.instruction import Instruction, LabelQuestion, instruct

Shown = Callable[[AnnotatedDocument, Sequence[Sentence]], Sequence[str | None]]
"""Gives the retrieved document of each sentence, None for none; never one from the same document."""


def labels_of(documents: Sequence[AnnotatedDocument]) -> tuple[str, ...]:
    """List the relations that documents have, in the order of the alphabet."""
    return tuple(sorted({each.predicate for document in documents for each in document.relations}))


def instructions_of(
    documents: Sequence[AnnotatedDocument], guide: Guide, shown: Shown | None = None
) -> Iterator[Instruction]:
    """Give the instruction data of annotated documents for the task triples or relation (SPEC P18).

    For triples one of each distinct sentence that has mentions, "None" where it has no relation of the guide;
    a sentence that stands in several documents has the triples of all of them. For relation one of each
    relation, and, where "none" is a label, one of each pair that has none, in the order of the text.
    """
    merged: dict[str, tuple[str | None, list[tuple[str, str, str]]]] = {}
    for document in documents:
        relations = _relations(document)
        sentences = [each for each in document.sentences if any(relations[each.id])]
        examples = shown(document, sentences) if shown and sentences else [None] * len(sentences)
        for sentence, example in zip(sentences, examples, strict=True):
            mentions, own = relations[sentence.id]
            if guide.task == "relation":
                yield from _pairs(sentence, example, mentions, own, guide)
                continue
            triples = merged.setdefault(sentence.text, (example, []))[1]
            for head, relation, tail in own:
                label = guide.label(relation)
                if label is not None and (head.text, label, tail.text) not in triples:
                    triples.append((head.text, label, tail.text))
    for text, (example, triples) in merged.items():
        yield instruct(guide, LabelQuestion(text, document=example), _written(triples))


def _written(triples: list[tuple[str, str, str]]) -> str:
    """Write the triples of a sentence, one a line; None if there is none."""
    return "\n".join(write_triple(*each) for each in triples) or NONE


_Own = tuple[list[Mention], list[tuple[Mention, str, Mention]]]


def _relations(document: AnnotatedDocument) -> defaultdict[str, _Own]:
    """Give the mentions and the relations of each sentence, by its id."""
    found: defaultdict[str, _Own] = defaultdict(lambda: ([], []))
    mentions = {each.id: each for each in document.mentions}
    for mention in sorted(document.mentions, key=lambda each: (each.start, each.end, each.id)):
        found[mention.sentence_id][0].append(mention)

    def ends(relation: Relation) -> tuple[Mention | None, Mention | None]:
        return mentions.get(relation.subject), mentions.get(relation.object)

    for relation in document.relations:
        head, tail = ends(relation)
        if head is not None and tail is not None and head.sentence_id == tail.sentence_id:
            found[head.sentence_id][1].append((head, relation.predicate, tail))
    return found


def _pairs(
    sentence: Sentence,
    example: str | None,
    mentions: Sequence[Mention],
    own: Sequence[tuple[Mention, str, Mention]],
    guide: Guide,
) -> Iterator[Instruction]:
    def one(head: Mention, label: str, tail: Mention) -> Instruction:
        places = [(each.start - sentence.start, each.end - sentence.start) for each in (head, tail)]
        return instruct(
            guide, LabelQuestion(sentence.text, places[0], places[1], example), write_label(label)
        )

    for head, relation, tail in own:
        label = guide.label(relation)
        if label is not None:
            yield one(head, label, tail)
    none = guide.label("none")
    if none is not None:
        related = {frozenset((head.id, tail.id)) for head, _, tail in own}
        for at, head in enumerate(mentions):
            for tail in mentions[at + 1 :]:
                if frozenset((head.id, tail.id)) not in related:
                    yield one(head, none, tail)
