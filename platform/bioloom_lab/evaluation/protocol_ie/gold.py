"""Upper bounds of extraction scores: how annotation fits tokens, sentences and one label a pair."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.records import AnnotatedDocument

TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
"""Letters, digits, or a single sign."""


@dataclass(frozen=True, slots=True)
class GoldCheck:
    """Counts over an annotated corpus.

    `unaligned` mentions begin or end inside a token, `nested` ones share characters with another mention;
    `relations_unaligned` have an unaligned mention at an end. `crossing` relations join two sentences.
    `doubly_labelled` pairs of mentions, in their order, have more than one relation.
    """

    mentions: int
    unaligned: int
    nested: int
    relations: int
    relations_unaligned: int
    crossing: int
    pairs: int
    doubly_labelled: int

    @property
    def aligned_share(self) -> float:
        """The share of mentions that begin and end at tokens: the ceiling of recall for a token tagger."""
        return 1 - self.unaligned / self.mentions if self.mentions else 1.0


def check_gold(documents: Sequence[AnnotatedDocument]) -> GoldCheck:
    """Count what a tagger of tokens with one label a pair, sentence by sentence, cannot express."""
    unaligned = nested = crossing = lost = 0
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for document in documents:
        bounds: set[int] = set()
        for sentence in document.sentences:
            for token in TOKEN.finditer(sentence.text):
                bounds.update((sentence.start + token.start(), sentence.start + token.end()))
        sentences = {mention.id: mention.sentence_id for mention in document.mentions}
        cut = {each.id for each in document.mentions if not {each.start, each.end} <= bounds}
        unaligned += len(cut)
        reach = 0
        for mention in sorted(document.mentions, key=lambda mention: (mention.start, mention.end)):
            nested += mention.start < reach
            reach = max(reach, mention.end)
        for relation in document.relations:
            labels[relation.subject, relation.object].add(relation.predicate)
            lost += bool(cut & {relation.subject, relation.object})
            crossing += sentences.get(relation.subject) != sentences.get(relation.object)
    return GoldCheck(
        mentions=sum(len(document.mentions) for document in documents),
        unaligned=unaligned,
        nested=nested,
        relations=sum(len(document.relations) for document in documents),
        relations_unaligned=lost,
        crossing=crossing,
        pairs=len(labels),
        doubly_labelled=sum(len(found) > 1 for found in labels.values()),
    )
