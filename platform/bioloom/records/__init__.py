"""The only vocabulary between rooms: frozen, typed values named by the domain."""

from typing import TypeAlias

from bioloom.records.document import (
    OWN_SCHEME,
    AnnotatedDocument,
    Document,
    Mention,
    Quantity,
    Relation,
    Sentence,
    StandardDocument,
    sentence_number,
    sentence_place,
    split_sentence_id,
)
from bioloom.records.entity_linking import Grounding, NamedEntity, Naming
from bioloom.records.evidence import (
    Answer,
    AnswerPart,
    Citation,
    Evidence,
    EvidenceEdge,
    Subgraph,
    SubgraphNode,
)
from bioloom.records.graph import (
    Assertion,
    Entity,
    Scalar,
    SourceClaim,
    SourceEdge,
    SourceNode,
    SourceTable,
    TableRows,
    Value,
)
from bioloom.records.predicate_mapping import Candidate, Claim, Standardized
from bioloom.records.source import LoadOptions, NumberedReject, Place, Reject, Skip

SourceRecord: TypeAlias = (
    AnnotatedDocument | SourceNode | SourceEdge | TableRows | SourceClaim | Reject | Skip
)
"""What a loader yields, one after another."""

__all__ = [
    "OWN_SCHEME",
    "AnnotatedDocument",
    "Answer",
    "AnswerPart",
    "Assertion",
    "Candidate",
    "Citation",
    "Claim",
    "Document",
    "Entity",
    "Evidence",
    "EvidenceEdge",
    "Grounding",
    "LoadOptions",
    "Mention",
    "NamedEntity",
    "Naming",
    "NumberedReject",
    "Place",
    "Quantity",
    "Reject",
    "Relation",
    "Scalar",
    "Sentence",
    "Skip",
    "SourceClaim",
    "SourceEdge",
    "SourceNode",
    "SourceRecord",
    "SourceTable",
    "StandardDocument",
    "Standardized",
    "Subgraph",
    "SubgraphNode",
    "TableRows",
    "Value",
    "sentence_number",
    "sentence_place",
    "split_sentence_id",
]
