"""Assertions: relations between mentions as Biolink edges with their provenance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bioloom.biolink import RELATED_TO, Biolink
from bioloom.extraction.step_order import NEXT_STEP
from bioloom.records import Assertion, Document, Mention, Reject, Relation, Sentence, Value
from bioloom.records.attributes import attributes
from bioloom.standardization.relation_tables import BEYOND_BIOPIE
from bioloom.standardization.sssom import SssomMapping, read_mappings

BIOPIE = "biopie/relations.sssom.tsv"
TEXT_MINING = "text_mining_agent"


def unknown_mention(relation: Relation, missing: Sequence[str]) -> Reject:
    """Reject a relation that names mentions which its document does not have."""
    message = f"{relation.predicate} names {', '.join(missing)}, which the document does not annotate"
    record = attributes(relation, "subject", "predicate", "object")
    return Reject("UNKNOWN_MENTION", "map", message, relation.place, record)


@dataclass(frozen=True)
class Relations:
    """Turns the relations of one document into assertions."""

    document: Document
    mentions: Mapping[str, Mention]
    sentences: Mapping[str, Sentence]
    agent_type: str
    biolink: Biolink
    mapped: bool
    extractor: str | None = None

    def assertion(self, relation: Relation) -> Assertion | Reject:
        """Give a relation as an assertion in Biolink's canonical direction; a Reject if an end is unknown."""
        missing = [end for end in (relation.subject, relation.object) if end not in self.mentions]
        if missing:
            return unknown_mention(relation, missing)
        mapping = self._mapping(relation.predicate)
        predicate = mapping.object_id if mapping else self.biolink.predicate(relation.predicate) or RELATED_TO
        subject, object_ = relation.subject, relation.object
        if mapping and mapping.inverse:
            subject, object_ = object_, subject
        predicate, swapped = self.biolink.canonical(predicate)
        if swapped:
            subject, object_ = object_, subject
        ends = (self._category(subject), predicate, self._category(object_))
        if self.biolink.signature_fault((ends[0],), predicate, (ends[2],)):
            predicate, subject, object_ = RELATED_TO, relation.subject, relation.object
        return Assertion(
            subject=subject,
            predicate=predicate,
            object=object_,
            primary_knowledge_source=self.document.primary_knowledge_source,
            knowledge_level=self._knowledge_level(relation),
            agent_type="automated_agent" if relation.derived else self.agent_type,
            level="mention",
            negated=relation.negated or bool(mapping and mapping.negated),
            properties=self._properties(relation, subject),
        )

    def _knowledge_level(self, relation: Relation) -> str:
        """Say what kind of knowledge a relation is; of one that a program read, Biolink leaves it open.

        The order of steps follows from the order of the text; what words refer to is a guess.
        """
        if relation.derived:
            return "logical_entailment" if relation.predicate == NEXT_STEP else "prediction"
        return "not_provided" if self.agent_type == TEXT_MINING else "knowledge_assertion"

    def _mapping(self, name: str) -> SssomMapping | None:
        if not self.mapped:
            return None
        return read_mappings(BIOPIE).get(name) or read_mappings(BEYOND_BIOPIE).get(name)

    def _category(self, mention_id: str) -> str:
        return self.mentions[mention_id].category or "biolink:NamedThing"

    def _properties(self, relation: Relation, subject: str) -> dict[str, Value]:
        properties: dict[str, Value] = {
            "original_predicate": relation.predicate,
            "document_id": self.document.id,
            "sentence_id": self._sentence(relation.subject, relation.object),
        }
        if relation.annotated_predicate:
            properties["annotated_predicate"] = relation.annotated_predicate
        if relation.derived:
            properties["derived"] = True
        elif self.extractor:
            properties["extractor"] = self.extractor
        if subject != relation.subject:
            properties["original_subject"] = relation.subject
            properties["original_object"] = relation.object
        if relation.confidence is not None:
            properties["extraction_confidence_score"] = relation.confidence
        return properties

    def _sentence(self, *ends: str) -> str:
        """Name the sentence that states a relation: the later one, where a pronoun led back to an earlier."""
        return max(
            (self.mentions[end].sentence_id for end in ends),
            key=lambda sentence_id: (
                self.sentences[sentence_id].index if sentence_id in self.sentences else -1
            ),
        )


def assert_relations(
    relations: Sequence[Relation], maker: Relations
) -> tuple[tuple[Assertion, ...], tuple[Reject, ...], tuple[Relation, ...]]:
    """Turn relations into distinct assertions; with the rejects and the repeats."""
    made: dict[str, Assertion] = {}
    rejects: list[Reject] = []
    repeated: list[Relation] = []
    for relation in relations:
        result = maker.assertion(relation)
        if isinstance(result, Reject):
            rejects.append(result)
        elif result.id in made:
            repeated.append(relation)
        else:
            made[result.id] = result
    return tuple(made.values()), tuple(rejects), tuple(repeated)
