"""An extractor of a few rules for abstracts: `Gefitinib inhibits EGFR.` is a relation of two names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from bioloom.extraction.extractor import PUBLICATIONS
from bioloom.records import AnnotatedDocument, Mention, Relation, Sentence

TYPES: Mapping[str, str] = {
    "aspirin": "ChemicalEntity",
    "gefitinib": "ChemicalEntity",
    "erlotinib": "ChemicalEntity",
    "egfr": "GeneOrGeneProduct",
    "epidermal growth factor receptor": "GeneOrGeneProduct",
    "her2": "GeneOrGeneProduct",
    "ptgs2": "GeneOrGeneProduct",
    "lung cancer": "DiseaseOrPhenotypicFeature",
    "headache": "DiseaseOrPhenotypicFeature",
}
VERBS: Mapping[str, str] = {
    "inhibit": "chemprot:DOWNREGULATOR",
    "activate": "chemprot:ACTIVATOR",
    "is associated with": "Association",
    "correlates with": "Positive_Correlation",
    "lowers the number of": "lowers the number of",
}
_NAMES = re.compile("|".join(rf"\b{name}\b" for name in sorted(TYPES, key=len, reverse=True)), re.IGNORECASE)


@dataclass
class ToyTriples:
    """Reads the names that it knows, and a relation between two neighbours with a known verb between them.

    `asked` remembers the ids of the documents of each call; `invents` makes it name what is not in the text.
    """

    name: str = "toy:triples@1"
    scheme: str = "biored"
    kinds: frozenset[str] = PUBLICATIONS
    confidence: float = 0.75
    invents: bool = False
    verbs: Mapping[str, str] = field(default_factory=lambda: dict(VERBS))
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        self.asked.append(tuple(document.document.id for document in documents))
        return [document if document.mentions else self._annotate(document) for document in documents]

    def _annotate(self, document: AnnotatedDocument) -> AnnotatedDocument:
        mentions: list[Mention] = []
        relations: list[Relation] = []
        for sentence in document.sentences:
            found = self._mentions(document.document.id, sentence, len(mentions))
            mentions += found
            for one, other in pairwise(found):
                between = document.document.text[one.end : other.start]
                for verb, label in self.verbs.items():
                    if verb in between:
                        place = document.document.place
                        relations.append(Relation(one.id, label, other.id, place, confidence=self.confidence))
        if self.invents and len(mentions) > 1:
            mentions[0] = replace(mentions[0], text="unobtainium")
        return replace(
            document,
            mentions=tuple(mentions),
            relations=tuple(relations),
            scheme=self.scheme,
            agent_type="text_mining_agent",
            extractor=self.name,
        )

    def _mentions(self, document: str, sentence: Sentence, count: int) -> list[Mention]:
        return [
            Mention(
                f"{document}#t{count + number}",
                sentence.id,
                found.group(),
                sentence.start + found.start(),
                sentence.start + found.end(),
                TYPES[found.group().lower()],
                confidence=self.confidence,
            )
            for number, found in enumerate(_NAMES.finditer(sentence.text), 1)
        ]
