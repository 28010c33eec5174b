"""Discourse relations: order of steps, references and pronouns, derived beyond single sentences."""

from dataclasses import replace

from bioloom.extraction.coreference import resolve_pronouns
from bioloom.extraction.step_order import derive_step_order
from bioloom.extraction.step_references import resolve_references
from bioloom.records import AnnotatedDocument

UNRESOLVED = "unresolved_step_references"


def derive_beyond_sentences(document: AnnotatedDocument) -> AnnotatedDocument:
    """Add derived relations to a BioPIE-typed document, marked so and with a confidence (SPEC B8, B30).

    References to steps that no step answers to are named with their line in the document's property
    `unresolved_step_references`. A pair of mentions that is stated already gets nothing derived.
    """
    references, unresolved = resolve_references(document)
    derived = (*references, *resolve_pronouns(document), *derive_step_order(document))
    described = document.document
    if unresolved:
        notes = tuple(
            dict.fromkeys(f"line {one.place.line}: {one.text} ({one.reason})" for one in unresolved)
        )
        described = replace(described, properties={**described.properties, UNRESOLVED: notes})
    return replace(document, document=described, relations=(*document.relations, *derived))
