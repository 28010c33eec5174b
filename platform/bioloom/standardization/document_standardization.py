"""Document standardization: an annotated document to the form that enters the graph."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from bioloom.biolink import NAMED_THING, Biolink
from bioloom.extraction import derive_beyond_sentences, item_numbers
from bioloom.extraction.extractor import PROTOCOLS
from bioloom.extraction.output_validation import check_mentions
from bioloom.grounding import MINTED_TYPES, abbreviations, mint
from bioloom.names import normalise
from bioloom.records import (
    AnnotatedDocument,
    Document,
    Entity,
    Mention,
    Relation,
    Sentence,
    Skip,
    StandardDocument,
)
from bioloom.standardization.assertions import BIOPIE, Relations, assert_relations
from bioloom.standardization.found_values import settle_values
from bioloom.standardization.misplaced_settings import move_settings
from bioloom.standardization.publication_entities import standardize_mentions
from bioloom.standardization.quantities import names_magnification, parse_quantity
from bioloom.standardization.relation_tables import CLAIM_SCHEMES
from bioloom.standardization.sssom import SssomMapping, read_mappings
from bioloom.standardization.wlp import to_biopie

_TYPES = "biopie/entities.sssom.tsv"
_SEEN_BEHIND = 40
_HAS_DIGIT = re.compile(r"[0-9]")
_FAHRENHEIT = re.compile(r"[0-9]\s?(?:°|º|˚|degrees?|deg\.?)\s?F(?:ahrenheit)?\b")


def spell_terms(document: AnnotatedDocument) -> AnnotatedDocument:
    """Write BioPIE's terms as BioPIE does: BRAT files say `nucleic_acid`, its table `nucleic acid`."""
    return replace(
        document,
        mentions=tuple(_spelled_mention(mention) for mention in document.mentions),
        relations=tuple(_spelled_relation(relation) for relation in document.relations),
    )


def _spelled_mention(mention: Mention) -> Mention:
    known = _term(_TYPES, mention.native_type)
    if known is None or known.subject_label == mention.native_type:
        return mention
    return replace(mention, native_type=known.subject_label, annotated_type=mention.native_type)


def _spelled_relation(relation: Relation) -> Relation:
    known = _term(BIOPIE, relation.predicate)
    if known is None or known.subject_label == relation.predicate:
        return relation
    return replace(relation, predicate=known.subject_label, annotated_predicate=relation.predicate)


@lru_cache(maxsize=8192)
def _term(table: str, name: str) -> SssomMapping | None:
    """Find the row of a table of BioPIE's terms, however the term is spelled."""
    wanted = normalise(name)
    return next((row for term, row in read_mappings(table).items() if normalise(term) == wanted), None)


TO_BIOPIE: Mapping[str, Callable[[AnnotatedDocument], AnnotatedDocument]] = {
    "wlp": to_biopie,
    "biopie": spell_terms,
}


def standardize(document: AnnotatedDocument, biolink: Biolink) -> StandardDocument:
    """Map a document's types and relations to BioPIE and Biolink, read its values, mint its things.

    Of a publication's scheme, or a user's, only the mentions are mapped: its relations are claims about
    entities, which are decided beside the document. Any other scheme keeps its own names; types and
    relations that Biolink knows by name get its terms, the others `biolink:NamedThing` and
    `biolink:related_to`. A document without a scheme has text only. A mention that is not in the text where
    it says is rejected. Mentions and relations in = mentions and stated assertions out + rejects + skips.
    """
    document = check_mentions(document)
    if document.scheme in CLAIM_SCHEMES:
        return _publication(document, biolink)
    step = TO_BIOPIE.get(document.scheme or "")
    known = step is not None
    if step is not None:
        document = derive_beyond_sentences(move_settings(settle_values(step(document))))
    entities: dict[str, Entity] = {}
    long_forms = abbreviations(document.document.text) if document.mentions else {}
    mentions = tuple(
        _without_doubt(_mention(mention, biolink, entities, long_forms), document.document.text)
        for mention in document.mentions
    )
    maker = Relations(
        document=document.document,
        mentions={mention.id: mention for mention in mentions},
        sentences={sentence.id: sentence for sentence in document.sentences},
        agent_type=document.agent_type,
        biolink=biolink,
        mapped=known,
        extractor=document.extractor,
    )
    assertions, rejects, repeated = assert_relations(document.relations, maker)
    repeats = tuple(
        Skip("DUPLICATE_RELATION", relation.place) for relation in repeated if not relation.derived
    )
    return StandardDocument(
        document=_told(document),
        sentences=_numbered(document),
        mentions=mentions,
        assertions=assertions,
        entities=tuple(entities.values()),
        rejects=(*document.rejects, *rejects),
        skips=(*document.skips, *repeats),
    )


def _publication(document: AnnotatedDocument, biolink: Biolink) -> StandardDocument:
    mentions, entities = standardize_mentions(document, biolink)
    return StandardDocument(
        document=_told(document),
        sentences=document.sentences,
        mentions=mentions,
        entities=entities,
        rejects=document.rejects,
        skips=document.skips,
    )


def _numbered(document: AnnotatedDocument) -> tuple[Sentence, ...]:
    """Give the sentences with the numbers that a protocol prints before its steps."""
    if document.document.kind not in PROTOCOLS:
        return document.sentences
    spans = [(sentence.start, sentence.end) for sentence in document.sentences]
    printed = item_numbers(document.document.text, spans)
    return tuple(
        replace(one, printed=number) if number else one
        for one, number in zip(document.sentences, printed, strict=True)
    )


def _told(document: AnnotatedDocument) -> Document:
    """Say in the document's properties which program annotated it."""
    if document.extractor is None:
        return document.document
    properties = {**document.document.properties, "extractor": document.extractor}
    return replace(document.document, properties=properties)


def _mention(
    mention: Mention, biolink: Biolink, entities: dict[str, Entity], long_forms: Mapping[str, str]
) -> Mention:
    """Complete a mention: category, quantity, entity. BioPIE's types mean the same in every scheme.

    An abbreviation that its document defines is named by the long form.
    """
    known = _term(_TYPES, mention.native_type)
    category = known.object_id if known else biolink.category(mention.native_type) or NAMED_THING
    entity_id, quantity = mention.entity_id, mention.quantity
    if entity_id is None and known and known.subject_label in MINTED_TYPES and normalise(mention.text):
        entity = mint(long_forms.get(mention.text, mention.text), known.subject_label, category)
        entity_id = entities.setdefault(entity.id, entity).id
    if quantity is None and mention.annotated_type == "pH":
        quantity = parse_quantity(mention.text, "ph")
    elif quantity is None and known and "value_category" in known.extensions:
        quantity = parse_quantity(mention.text, known.subject_label)
    return replace(mention, category=category, quantity=quantity, entity_id=entity_id)


def _without_doubt(mention: Mention, text: str) -> Mention:
    """Drop a value that the text around it belies: `63x` before "magnification", `260°` after `265 °F`."""
    if mention.quantity is None:
        return mention
    of_a_lens = mention.quantity.unit in ("X", "times") and names_magnification(
        mention.text + text[mention.end : mention.end + _SEEN_BEHIND]
    )
    assumed = mention.quantity.kind == "temperature" and mention.quantity.assumed
    if of_a_lens or (assumed and _HAS_DIGIT.search(mention.text) and _FAHRENHEIT.search(text)):
        return replace(mention, quantity=None)
    return mention
