"""Claim edges: an extractor's claim as an edge between two entities, with text and provenance."""

import unicodedata
from dataclasses import dataclass, replace

from bioloom.biolink import NAMED_THING, Biolink
from bioloom.errors import InvalidRecord
from bioloom.grounding.minting import mint
from bioloom.names import normalise
from bioloom.pipeline.validation.record_validation import check_curie
from bioloom.records import Claim, Entity, SourceClaim, SourceEdge, Value
from bioloom.standardization.relate.claim_sentences import sentence_of

AGENT_TYPE, KNOWLEDGE_LEVEL = "text_mining_agent", "not_provided"
"""Provenance of a claim where neither it nor its user says otherwise: a program found it in a text."""

_LONGEST_NAME = 1000


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """Claim between entities: the edge to be written, and the question to the predicate mapping."""

    edge: SourceEdge
    asked: Claim
    ends: tuple[Entity, Entity]


def build_claim_edge(claim: SourceClaim, biolink: Biolink) -> StatedClaim:
    """Build the edge of a claim and mint its ends; raises InvalidRecord.

    The edge keeps the names in `original_subject` and `original_object`, and in `supporting_text` the
    sentence of its text that holds both (the whole text where none does).
    """
    ends = (
        _end("subject", claim.subject, claim.subject_id, claim.subject_category, biolink),
        _end("object", claim.object, claim.object_id, claim.object_category, biolink),
    )
    asked = Claim(
        claim.subject.strip(),
        claim.relationship,
        claim.object.strip(),
        claim.text,
        _stated(claim.subject_category, ends[0]),
        _stated(claim.object_category, ends[1]),
    )
    properties: dict[str, Value] = dict(claim.properties)
    properties |= {"original_subject": asked.subject, "original_object": asked.object}
    if claim.text.strip() and "supporting_text" not in properties:
        properties["supporting_text"] = (sentence_of(asked),)
    edge = SourceEdge(ends[0].id, claim.relationship, ends[1].id, claim.place, properties)
    return StatedClaim(edge, asked, ends)


def _end(slot: str, name: str, id_: str, category: str, biolink: Biolink) -> Entity:
    name, id_, category = name.strip(), id_.strip(), category.strip()
    if len(name) > _LONGEST_NAME or any(unicodedata.category(mark) == "Cc" for mark in name):
        fault = f"longer than {_LONGEST_NAME} characters, or with control characters"
        raise InvalidRecord("BAD_NAME", f"{slot} {name[:40]!r} is no name: {fault}")
    found = biolink.category(category) if category else NAMED_THING
    if found is None:
        message = f"{slot}_category {category[:200]!r} is not a category of Biolink {biolink.version}"
        raise InvalidRecord("UNKNOWN_CATEGORY", message)
    if id_:
        check_curie(id_, f"{slot}_id", f"MISSING_{slot.upper()}")
        return Entity(id_, name, (found,))
    if not name:
        raise InvalidRecord(f"MISSING_{slot.upper()}", f"it has no {slot}")
    if not any(mark.isalnum() for mark in normalise(name)):
        raise InvalidRecord("BAD_NAME", f"{slot} {name[:40]!r} has no letter or digit")
    kind = "thing" if found == NAMED_THING else biolink.release.categories[found].name
    return replace(mint(name, kind, found), native_type=None)


def _stated(category: str, end: Entity) -> tuple[str, ...]:
    return end.categories if category.strip() else ()
