"""The only vocabulary between rooms: frozen, typed values named by the domain."""

from bioloom.records.evidence import Answer, Citation, Evidence, EvidenceEdge, Subgraph, SubgraphNode
from bioloom.records.graph import Assertion, Entity, Scalar, SourceClaim, SourceEdge, SourceNode, Value
from bioloom.records.intake import LoadOptions, Place, Reject, Skip
from bioloom.records.mapping import Candidate, Claim, Standardised
from bioloom.records.naming import Grounding, NamedEntity, Naming
from bioloom.records.quantity import Quantity
from bioloom.records.source import SourceRecord
from bioloom.records.text import AnnotatedDocument, Document, Mention, Relation, Sentence, StandardDocument

__all__ = [
    "AnnotatedDocument",
    "Answer",
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
    "StandardDocument",
    "Standardised",
    "Subgraph",
    "SubgraphNode",
    "Value",
]
