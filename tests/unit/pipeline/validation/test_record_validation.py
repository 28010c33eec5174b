"""What may enter the graph, and what the reason is where it may not."""

from __future__ import annotations

import pytest

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.pipeline.load_request import check_options
from bioloom.pipeline.validation.record_validation import validate_edge, validate_node
from bioloom.records import Assertion, Entity, LoadOptions, Place, Reject, SourceEdge, SourceNode, Value
from bioloom.records.record_serialization import parse_record
from bioloom.standardization.relation_tables import mapping_table

PLACE = Place("x_edges.tsv", 7)
STATED: dict[str, Value] = {
    "primary_knowledge_source": "infores:x",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}


def an_edge(predicate: str = "biolink:treats", without: str = "", **slots: Value) -> SourceEdge:
    properties = {name: value for name, value in (STATED | slots).items() if name != without}
    return SourceEdge("CHEBI:1", predicate, "MONDO:1", PLACE, properties)


def with_slot(slot: str, value: Value) -> SourceEdge:
    return SourceEdge("CHEBI:1", "biolink:treats", "MONDO:1", PLACE, {**STATED, slot: value})


def checked(edge: SourceEdge, options: LoadOptions | None = None) -> Assertion | Reject:
    return validate_edge(edge, options or LoadOptions(), model())


def accepted(edge: SourceEdge, options: LoadOptions | None = None) -> Assertion:
    found = checked(edge, options)
    assert isinstance(found, Assertion), found
    return found


@pytest.mark.parametrize("slot", ["xref", "equivalent_identifiers", "same_as"])
@pytest.mark.parametrize("listed", ["X:" + "y" * 40_000, ("A:1", "X:" + "é" * 999)])
def test_a_listed_id_that_no_index_takes_is_rejected(slot: str, listed: Value) -> None:
    found = validate_node(SourceNode("HGNC:1", ("biolink:Gene",), PLACE, properties={slot: listed}), model())
    assert isinstance(found, Reject)
    assert found.code == "BAD_CURIE"
    assert found.message.startswith(f"its {slot} lists an id of ")
    taken = validate_node(SourceNode("HGNC:1", ("biolink:Gene",), PLACE, properties={slot: "X:1"}), model())
    assert isinstance(taken, Entity)


@pytest.mark.parametrize(
    ("edge", "code"),
    [
        (SourceEdge("", "biolink:treats", "A:1", PLACE, STATED), "MISSING_SUBJECT"),
        (SourceEdge("A:1", "biolink:treats", " ", PLACE, STATED), "MISSING_OBJECT"),
        (SourceEdge("A:1", "", "A:2", PLACE, STATED), "MISSING_PREDICATE"),
        (SourceEdge("no curie", "biolink:treats", "A:2", PLACE, STATED), "BAD_CURIE"),
        (SourceEdge("https://x.org/1", "biolink:treats", "A:2", PLACE, STATED), "BAD_CURIE"),
        (SourceEdge("A:" + "1" * 2000, "biolink:treats", "A:2", PLACE, STATED), "BAD_CURIE"),
        (an_edge("biolink:frobnicates"), "UNKNOWN_PREDICATE"),
        (an_edge(without="primary_knowledge_source"), "MISSING_PRIMARY_SOURCE"),
        (an_edge(primary_knowledge_source=("a", "b")), "BAD_PRIMARY_SOURCE"),
        (an_edge(primary_knowledge_source="infores:drugbank|infores:ctd"), "BAD_PRIMARY_SOURCE"),
        (an_edge(primary_knowledge_source="???"), "BAD_PRIMARY_SOURCE"),
        (an_edge(without="knowledge_level"), "MISSING_KNOWLEDGE_LEVEL"),
        (an_edge(without="agent_type"), "MISSING_AGENT_TYPE"),
        (an_edge(knowledge_level="hearsay"), "BAD_KNOWLEDGE_LEVEL"),
        (an_edge(agent_type="oracle"), "BAD_AGENT_TYPE"),
        (an_edge(negated="perhaps"), "BAD_NEGATED"),
        (an_edge(object_direction_qualifier="sideways"), "BAD_QUALIFIER"),
        (an_edge(colour_qualifier="red"), "BAD_QUALIFIER"),
    ],
)
def test_an_edge_that_may_not_enter_says_why(edge: SourceEdge, code: str) -> None:
    found = checked(edge)
    assert isinstance(found, Reject)
    assert (found.code, found.stage, found.place) == (code, "validate", PLACE)
    assert parse_record(found.record, PLACE) == edge


def test_the_message_names_the_option_that_mends_it() -> None:
    found = checked(an_edge(without="knowledge_level"))
    assert isinstance(found, Reject)
    assert "--knowledge-level not_provided" in found.message


def test_options_fill_what_the_source_does_not_say() -> None:
    options = LoadOptions(None, "Some Lab", "knowledge_assertion", "manual_agent")
    bare = accepted(SourceEdge("A:1", "biolink:treats", "B:1", PLACE), options)
    assert (bare.primary_knowledge_source, bare.knowledge_level, bare.agent_type) == (
        "infores:some-lab",
        "knowledge_assertion",
        "manual_agent",
    )
    assert accepted(an_edge(), options).primary_knowledge_source == "infores:x"


def test_an_inverse_is_turned_round_with_its_slots() -> None:
    edge = an_edge("biolink:treated_by", subject_category="biolink:Disease")
    found = accepted(edge)
    assert (found.subject, found.predicate, found.object) == ("MONDO:1", "biolink:treats", "CHEBI:1")
    assert dict(found.properties) == {
        "object_category": "biolink:Disease",
        "original_predicate": "biolink:treated_by",
        "original_subject": "CHEBI:1",
        "original_object": "MONDO:1",
        "predicate_mapped_by": f"Biolink {model().version}",
    }


@pytest.mark.parametrize(
    ("predicate", "original", "by"),
    [
        ("biolink:treats", None, None),
        ("biolink:treats", "SEMMEDDB:TREATS", "source"),
        ("treated by", None, f"Biolink {model().version}"),
        ("SEMMEDDB:PREVENTS", None, None),  # its table is found by its name
        ("SEMMEDDB:NEG_PREVENTS", None, None),
    ],
)
def test_who_mapped_a_predicate_is_recorded_where_its_name_does_not_tell(
    predicate: str, original: str | None, by: str | None
) -> None:
    stated = {} if original is None else {"original_predicate": original}
    found = accepted(an_edge(predicate, **stated))
    assert found.properties.get("predicate_mapped_by") == by
    assert (mapping_table(predicate) is not None) == ("SEMMEDDB" in predicate)


def test_negation_and_qualifiers_are_part_of_the_claim() -> None:
    plain, negated = accepted(an_edge()), accepted(an_edge(negated="true"))
    qualified = accepted(an_edge("biolink:affects", object_direction_qualifier="increased"))
    assert (plain.negated, negated.negated) == (False, True)
    assert dict(qualified.qualifiers) == {"object_direction_qualifier": "increased"}
    assert len({plain.id, negated.id, qualified.id}) == 3


def test_sources_become_infores_with_the_original_kept() -> None:
    found = accepted(
        an_edge(
            primary_knowledge_source="Monarch Initiative", aggregator_knowledge_source=("string", "Bio Grid")
        )
    )
    assert found.primary_knowledge_source == "infores:monarch-initiative"
    assert found.properties["original_primary_knowledge_source"] == "Monarch Initiative"
    assert found.properties["aggregator_knowledge_source"] == ("infores:string", "infores:bio-grid")
    assert found.properties["original_aggregator_knowledge_source"] == ("string", "Bio Grid")


@pytest.mark.parametrize(
    ("id_", "categories", "code"),
    [
        ("", ("biolink:Gene",), "MISSING_ID"),
        ("no curie", ("biolink:Gene",), "BAD_CURIE"),
        ("A:1", (), "MISSING_CATEGORY"),
        ("A:1", ("biolink:Gizmo",), "UNKNOWN_CATEGORY"),
    ],
)
def test_a_node_that_may_not_enter_says_why(id_: str, categories: tuple[str, ...], code: str) -> None:
    node = SourceNode(id_, categories, PLACE, "name", {"xref": ("B:1",)})
    found = validate_node(node, model())
    assert isinstance(found, Reject)
    assert found.code == code
    assert parse_record(found.record, PLACE) == node


def test_a_node_keeps_its_known_categories() -> None:
    node = SourceNode("A:1", ("gene", "biolink:Gizmo"), PLACE, None, {"synonym": ("a", "b"), "taxon": "t"})
    found = validate_node(node, model())
    assert isinstance(found, Entity)
    assert (found.categories, found.synonyms) == (("biolink:Gene",), ("a", "b"))
    assert dict(found.properties) == {"taxon": "t", "unknown_category": ("biolink:Gizmo",)}


@pytest.mark.parametrize(
    "options",
    [
        LoadOptions(primary_knowledge_source="???"),
        LoadOptions(knowledge_level="certain"),
        LoadOptions(agent_type="robot"),
        LoadOptions(corpus=""),
        LoadOptions(corpus="x" * 9000),
    ],
)
def test_options_that_fit_no_record_are_refused_at_once(options: LoadOptions) -> None:
    with pytest.raises(UsageError, match=r"^the (primary source|knowledge level|agent type|corpus) "):
        check_options(options, model())


def test_usual_options_are_taken() -> None:
    check_options(LoadOptions(), model())
    check_options(LoadOptions("wlp", "infores:x", "not_provided", "manual_agent"), model())


@pytest.mark.parametrize(
    ("slot", "given", "kept"),
    [
        ("p_value", "0.05", 0.05),
        ("p_value", " 5e-8 ", 5e-8),
        ("p_value", 1, 1.0),
        ("evidence_count", "12", 12),
        ("evidence_count", "12.0", 12),
        ("evidence_count", 12.0, 12),
        ("supporting_document_year", "2019", 2019),
        ("elevate_to_prediction", "true", True),
        ("elevate_to_prediction", "0", False),
        ("predicate_score", "0.9", 0.9),
        ("derived", "true", True),
        ("some_column", "0.5", "0.5"),
        ("p_value", "", ""),
    ],
)
def test_numbers_and_truth_values_of_tables_are_stored_as_such(slot: str, given: Value, kept: Value) -> None:
    found = accepted(with_slot(slot, given)).properties[slot]
    assert (found, type(found)) == (kept, type(kept))


@pytest.mark.parametrize(
    ("slot", "given"),
    [
        *(("p_value", value) for value in ("small", "nan", "1e999", "<0.05", True)),
        *(("evidence_count", value) for value in ("2.5", "many", "9" * 30, "1e30", 0.1)),
        ("elevate_to_prediction", "perhaps"),
        ("derived", "no idea"),
    ],
)
def test_another_value_in_a_slot_for_numbers_is_rejected(slot: str, given: Value) -> None:
    refused = checked(with_slot(slot, given))
    assert isinstance(refused, Reject)
    assert (refused.code, slot in refused.message) == ("BAD_VALUE", True)
    node = SourceNode("A:1", ("biolink:Gene",), PLACE, properties={slot: given})
    unfit = validate_node(node, model())
    assert isinstance(unfit, Reject)
    assert unfit.code == "BAD_VALUE"


def test_a_list_of_numbers_stays_one() -> None:
    slots = model().typed_slots
    several = [name for name, slot in slots.items() if slot.multivalued and slot.value == "number"]
    for name in several:
        assert accepted(with_slot(name, "0.1|0.9")).properties[name] == (0.1, 0.9)
    assert accepted(an_edge(p_value=("0.1", "0.2"))).properties["p_value"] == (0.1, 0.2)


ENTRY = (
    '{"document":"c:1","sentences":["c:1#s0"],"text":"Tea | milk.","subject":{"name":"tea"},'
    '"predicate":"treats","object":{"name":"gout"},"knowledge_level":"not_provided","agent_type":"manual_agent"}'
)


@pytest.mark.parametrize("given", [(ENTRY, ENTRY), f"{ENTRY}|{ENTRY}"])
def test_evidence_comes_back_from_lists_and_from_tables(given: Value) -> None:
    assert accepted(with_slot("support", given)).properties["support"] == (ENTRY, ENTRY)


@pytest.mark.parametrize(
    "given", ["strong", ("{}",), ("[" * 5000,), f"{ENTRY} and more", 5, ENTRY.replace("c:1", "")[:-1]]
)
def test_evidence_of_another_form_is_rejected_and_not_written(given: Value) -> None:
    refused = checked(with_slot("support", given))
    assert isinstance(refused, Reject)
    assert refused.code == "BAD_VALUE"


def test_a_name_that_no_index_takes_is_rejected() -> None:
    node = SourceNode("A:1", ("biolink:Gene",), Place("x_nodes.tsv", 2), "n" * 8001)
    found = validate_node(node, model())
    assert isinstance(found, Reject)
    assert (found.code, "8,001 characters" in found.message) == ("BAD_NAME", True)


@pytest.mark.parametrize("text", ["1e-400", "1E-400", "0.001e-399"])
def test_a_number_that_would_become_zero_is_refused(text: str) -> None:
    refused = checked(with_slot("p_value", text))
    assert isinstance(refused, Reject)
    assert (refused.code, "too small" in refused.message) == ("BAD_VALUE", True)


@pytest.mark.parametrize(("text", "number"), [("1e-300", 1e-300), ("0e-400", 0.0), ("0.0", 0.0)])
def test_a_small_number_stays(text: str, number: float) -> None:
    assert accepted(with_slot("p_value", text)).properties["p_value"] == number


@pytest.mark.parametrize("slot", ["record_hash", "normalised", "name_keys"])
def test_a_slot_with_a_name_of_the_programs_own_is_refused(slot: str) -> None:
    refused = validate_node(SourceNode("A:1", ("biolink:Gene",), PLACE, properties={slot: "mine"}), model())
    assert isinstance(refused, Reject)
    assert (refused.code, slot in refused.message) == ("BAD_SLOT", True)
    on_edge = checked(with_slot(slot, "mine"))
    assert isinstance(on_edge, Reject) == (slot == "record_hash")
