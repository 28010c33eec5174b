"""An annotated document to the form that enters the graph."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bioloom.biolink import NAMED_THING, Biolink
from bioloom.extraction import derive_step_order
from bioloom.grounding import MINTED_TYPES, mint
from bioloom.names import normalise
from bioloom.records import AnnotatedDocument, Entity, Mention, Skip, StandardDocument
from bioloom.standardization.assertions import Relations, assert_relations
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.sssom import read_mappings
from bioloom.standardization.wlp import to_biopie

BIOPIE_TYPES = "biopie/entities.sssom.tsv"
MEASURED = frozenset(
    {
        "concentration",
        "energy",
        "force",
        "length",
        "mass",
        "number",
        "size",
        "speed",
        "temperature",
        "time",
        "times",
        "volume",
    }
)


def spell_types(document: AnnotatedDocument) -> AnnotatedDocument:
    """Write BioPIE's types as BioPIE does: BRAT files say `nucleic_acid`, its table `nucleic acid`."""
    known = read_mappings(BIOPIE_TYPES)
    mentions = []
    for mention in document.mentions:
        spelled = mention.native_type.replace("_", " ").replace("-", " ")
        if spelled != mention.native_type and spelled in known:
            mention = replace(mention, native_type=spelled, annotated_type=mention.native_type)
        mentions.append(mention)
    return replace(document, mentions=tuple(mentions))


TO_BIOPIE: Mapping[str, Callable[[AnnotatedDocument], AnnotatedDocument]] = {
    "wlp": to_biopie,
    "biopie": spell_types,
}


def standardise(document: AnnotatedDocument, biolink: Biolink) -> StandardDocument:
    """Map a document's types and relations to BioPIE and Biolink, read its values, mint its things.

    A scheme that is neither WLP nor BioPIE keeps its own names; types and relations that Biolink knows by
    name get its terms, the others `biolink:NamedThing` and `biolink:related_to`. A document without a
    scheme has text only. Mentions and relations in = mentions and stated assertions out + rejects + skips.
    """
    step = TO_BIOPIE.get(document.scheme or "")
    known = step is not None
    if step is not None:
        document = step(document)
        document = replace(document, relations=(*document.relations, *derive_step_order(document)))
    entities: dict[str, Entity] = {}
    mentions = tuple(_mention(mention, known, biolink, entities) for mention in document.mentions)
    maker = Relations(
        document=document.document,
        mentions={mention.id: mention for mention in mentions},
        sentences={sentence.id: sentence for sentence in document.sentences},
        agent_type=document.agent_type,
        biolink=biolink,
        mapped=known,
    )
    assertions, rejects, repeated = assert_relations(document.relations, maker)
    repeats = tuple(
        Skip("DUPLICATE_RELATION", relation.place) for relation in repeated if not relation.derived
    )
    return StandardDocument(
        document=document.document,
        sentences=document.sentences,
        mentions=mentions,
        assertions=assertions,
        entities=tuple(entities.values()),
        rejects=(*document.rejects, *rejects),
        skips=(*document.skips, *repeats),
    )


def _mention(mention: Mention, known: bool, biolink: Biolink, entities: dict[str, Entity]) -> Mention:
    """Complete a mention: category, quantity, entity."""
    category = _category(mention.native_type, known, biolink)
    entity_id = mention.entity_id
    if entity_id is None and mention.native_type in MINTED_TYPES and normalise(mention.text):
        entity = mint(mention.text, mention.native_type, category)
        entity_id = entities.setdefault(entity.id, entity).id
    measured = mention.native_type in MEASURED or mention.annotated_type == "pH"
    hint = "ph" if mention.annotated_type == "pH" else mention.native_type
    quantity = (
        parse_quantity(mention.text, hint) if measured and mention.quantity is None else mention.quantity
    )
    return replace(mention, category=category, quantity=quantity, entity_id=entity_id)


def _category(native_type: str, known: bool, biolink: Biolink) -> str:
    """Find the category of a native type: BioPIE's mapping, Biolink's own name for it, or a mere thing."""
    mapping = read_mappings(BIOPIE_TYPES).get(native_type if known else native_type.lower().replace("_", " "))
    if mapping is not None:
        return mapping.object_id
    return biolink.category(native_type) or NAMED_THING
