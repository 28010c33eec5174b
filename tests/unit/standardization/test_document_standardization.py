"""A document as it enters the graph: categories, assertions with provenance, values, minted things."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bioloom.biolink import model
from bioloom.records import AnnotatedDocument, Assertion, Sentence, StandardDocument
from bioloom.standardization import standardize

Annotate = Callable[..., AnnotatedDocument]


def protocol(annotate: Annotate) -> AnnotatedDocument:
    return annotate(
        ["Washing cells", "Add 5 ml of PBS to each tube.", "Spin at 500 g for 2-3 min at pH 8.0."],
        [
            *(("T1", "Action", "Add"), ("T2", "Amount", "5 ml"), ("T3", "Reagent", "PBS")),
            *(("T4", "Modifier", "each"), ("T5", "Location", "tube"), ("T6", "Action", "Spin")),
            *(("T7", "Speed", "500 g"), ("T8", "Time", "2-3 min"), ("T9", "pH", "pH 8.0")),
        ],
        [
            *(("T1", "Acts-on", "T3"), ("T1", "Site", "T5"), ("T3", "Measure", "T2")),
            *(("T5", "Mod-Link", "T4"), ("T6", "Setting", "T7"), ("T6", "Setting", "T8")),
        ],
        title="Washing cells",
    )


def named(document: StandardDocument, native: str) -> Assertion:
    (found,) = (a for a in document.assertions if a.properties["original_predicate"] == native)
    return found


def test_relations_become_canonical_assertions_with_provenance(annotate: Annotate) -> None:
    document = standardize(protocol(annotate), model())
    acts = named(document, "is_object_of")
    assert (acts.subject, acts.predicate, acts.object) == ("t:d#T1", "biolink:affects", "t:d#T3")
    assert (acts.primary_knowledge_source, acts.knowledge_level, acts.agent_type, acts.level) == (
        "infores:test",
        "knowledge_assertion",
        "manual_agent",
        "mention",
    )
    assert acts.properties == {
        "original_predicate": "is_object_of",
        "annotated_predicate": "Acts-on",
        "document_id": "t:d",
        "sentence_id": "t:d#s1",
        "original_subject": "t:d#T3",
        "original_object": "t:d#T1",
    }
    assert named(document, "for_each").predicate == "biolink:related_to"


@pytest.mark.parametrize(
    ("lines", "kind", "text", "value"),
    [
        (["Heat it to 265 °F.", "Stay between 260-270°."], "Temperature", "260-270°", None),
        (["Heat it to 65 °C.", "Stay at 37°."], "Temperature", "37°", 37.0),
        (["View it with a 100x oil immersion objective."], "Concentration", "100x", None),
        (["Dilute the 100x stock."], "Concentration", "100x", 100.0),
    ],
)
def test_a_value_that_the_text_around_it_belies_is_none(
    annotate: Annotate, lines: list[str], kind: str, text: str, value: float | None
) -> None:
    (mention,) = standardize(annotate(lines, [("T1", kind, text)]), model()).mentions
    assert (mention.quantity and mention.quantity.value) == value


def test_a_derived_coreference_is_a_prediction(annotate: Annotate) -> None:
    mentions = [("T1", "Action", "Spin"), ("T2", "Action", "discard"), ("T3", "Reagent", "supernatant")]
    made = annotate(["Title", "Spin", "then discard the supernatant"], mentions, [("T2", "Acts-on", "T3")])
    guess = named(standardize(made, model()), "based_on")
    assert (guess.knowledge_level, guess.agent_type) == ("prediction", "automated_agent")
    assert guess.properties["derived"]


def test_step_order_is_marked_as_derived(annotate: Annotate) -> None:
    order = named(standardize(protocol(annotate), model()), "next_step")
    assert (order.subject, order.predicate, order.object) == ("t:d#T1", "biolink:precedes", "t:d#T6")
    assert (order.knowledge_level, order.agent_type) == ("logical_entailment", "automated_agent")
    assert order.properties["derived"] is True
    assert order.properties["sentence_id"] == "t:d#s2"


def test_values_are_measured_and_things_are_minted(annotate: Annotate) -> None:
    document = standardize(protocol(annotate), model())
    mentions = {mention.text: mention for mention in document.mentions}
    force, ph, pbs = mentions["500 g"], mentions["pH 8.0"], mentions["PBS"]
    assert force.quantity is not None
    assert (force.native_type, force.category, force.quantity.kind) == ("force", "biolink:Attribute", "force")
    assert ph.quantity is not None
    assert (ph.native_type, ph.quantity.kind) == ("state", "ph")
    assert pbs.entity_id == "bioloom:blend.pbs"
    assert {entity.id for entity in document.entities} == {"bioloom:blend.pbs", "bioloom:container.tube"}
    assert mentions["Add"].entity_id is None


def test_everything_is_accounted_for_and_fits_biolink(annotate: Annotate) -> None:
    before = protocol(annotate)
    document = standardize(before, model())
    stated = [a for a in document.assertions if not a.properties.get("derived")]
    left_out = sum(skip.count for skip in document.skips) + len(document.rejects)
    assert len(before.mentions) + len(before.relations) == len(document.mentions) + len(stated) + left_out
    categories = {mention.id: mention.category or "" for mention in document.mentions}
    for a in document.assertions:
        assert model().signature_fault([categories[a.subject]], a.predicate, [categories[a.object]]) is None
    assert len({a.id for a in document.assertions}) == len(document.assertions)


def test_a_denied_relation_is_a_negated_assertion(annotate: Annotate) -> None:
    before = annotate(
        ["Do not vortex the beads"],
        [("T1", "Modifier", "Do not"), ("T2", "Action", "vortex"), ("T3", "Reagent", "beads")],
        [("T2", "Acts-on", "T3"), ("T2", "Mod-Link", "T1")],
    )
    document = standardize(before, model())
    assert named(document, "not").negated
    assert named(document, "is_object_of").negated


def test_a_product_keeps_the_name_that_biopie_lacks(annotate: Annotate) -> None:
    before = annotate(
        ["Make dilutions"],
        [("T1", "Action", "Make"), ("T2", "Reagent", "dilutions")],
        [("T1", "Product", "T2")],
    )
    assert named(standardize(before, model()), "product").predicate == "biolink:produces"


def test_a_biopie_document_stays_as_it_is(annotate: Annotate) -> None:
    before = annotate(
        ["Fix DNA"],
        [("T1", "verb", "Fix"), ("T2", "nucleic_acid", "DNA")],
        [("T1", "use reagent", "T2"), ("T2", "is_object_of", "T1")],
        scheme="biopie",
    )
    document = standardize(before, model())
    assert [mention.native_type for mention in document.mentions] == ["verb", "nucleic acid"]
    assert document.mentions[1].category == "biolink:NucleicAcidEntity"
    assert {a.predicate for a in document.assertions} == {"biolink:consumes", "biolink:affects"}


def test_another_scheme_keeps_its_names_and_uses_biolink_where_they_match(annotate: Annotate) -> None:
    before = annotate(
        ["BRCA1 treats sorrow"],
        [("T1", "Gene", "BRCA1"), ("T2", "Gefühl", "sorrow")],
        [("T1", "treats", "T2"), ("T1", "interacts_with", "T2"), ("T2", "worries", "T1")],
        scheme="brat:mine",
    )
    document = standardize(before, model())
    assert [(m.native_type, m.category) for m in document.mentions] == [
        ("Gene", "biolink:Gene"),
        ("Gefühl", "biolink:NamedThing"),
    ]
    worries = named(document, "worries")
    assert (worries.subject, worries.predicate) == ("t:d#T2", "biolink:related_to")
    assert named(document, "interacts_with").predicate == "biolink:interacts_with"
    assert len(document.assertions) == 3


def test_another_scheme_gains_values_and_things_where_its_types_are_biopies(annotate: Annotate) -> None:
    before = annotate(
        ["5 ml of NaCl"], [("T1", "Volume", "5 ml"), ("T2", "CHEMICAL", "NaCl")], scheme="brat:mine"
    )
    volume, chemical = standardize(before, model()).mentions
    assert volume.quantity is not None
    assert volume.quantity.si_unit == "m^3"
    assert (chemical.native_type, chemical.category) == ("CHEMICAL", "biolink:ChemicalEntity")
    assert chemical.entity_id == "bioloom:chemical.nacl"


def test_text_without_annotation_passes_through(annotate: Annotate) -> None:
    document = standardize(annotate(["Spin.", "Dry."], scheme=None), model())
    assert (len(document.sentences), document.mentions, document.assertions) == (2, (), ())


def test_a_relation_to_nowhere_becomes_a_reject(annotate: Annotate) -> None:
    before = annotate(["Fix"], [("T1", "verb", "Fix")], [("T1", "to", "T9")], scheme="biopie")
    document = standardize(before, model())
    assert [reject.code for reject in document.rejects] == ["UNKNOWN_MENTION"]


def test_the_same_document_gives_the_same_result(annotate: Annotate) -> None:
    before = protocol(annotate)
    assert standardize(before, model()) == standardize(replace(before), model())


def test_printed_numbers_stay_with_their_sentences(annotate: Annotate) -> None:
    document = annotate(["Kit", "7. Pellet it. Dry it.", "Warm it."])
    spans = [(0, 3), (7, 17), (18, 25), (26, 34)]
    text = document.document.text
    sentences = tuple(Sentence(f"t:d#s{at}", "t:d", at, text[a:b], a, b) for at, (a, b) in enumerate(spans))
    after = standardize(replace(document, sentences=sentences), model())
    assert [sentence.printed for sentence in after.sentences] == [None, "7", "7", None]
    abstract = replace(document.document, kind="abstract")
    after = standardize(replace(document, document=abstract, sentences=sentences), model())
    assert {sentence.printed for sentence in after.sentences} == {None}
