"""Labels, canonical direction, and the checks of ends, qualifiers and levels."""

import itertools

import pytest

from bioloom.biolink import NAMED_THING, model
from bioloom.errors import OntologyError


def test_labels_hold_the_category_and_all_above_it() -> None:
    labels = model().labels(["biolink:Gene"])
    assert labels[0] == "biolink:Gene"
    assert labels[-1] == NAMED_THING
    assert {"biolink:BiologicalEntity", "biolink:GeneOrGeneProduct", "biolink:OntologyClass"} <= set(labels)
    assert "biolink:Entity" not in labels


def test_labels_do_not_depend_on_the_order_of_the_categories() -> None:
    given = ["biolink:Protein", "biolink:Drug", "biolink:Disease"]
    assert len({model().labels(order) for order in itertools.permutations(given)}) == 1


def test_labels_name_the_more_specific_before_the_more_general() -> None:
    biolink = model()
    for curie in biolink.categories():
        labels = biolink.labels([curie])
        assert len(labels) == len(set(labels))
        for earlier, later in itertools.combinations(labels, 2):
            assert earlier not in biolink.ancestors(later)


def test_every_thing_is_a_named_thing_and_a_value_is_none() -> None:
    biolink = model()
    for curie, term in biolink.release.categories.items():
        assert (NAMED_THING in biolink.labels([curie])) == (term.kind != "annotation")
    assert biolink.labels([]) == (NAMED_THING,)


def test_labels_of_an_unknown_category_are_refused() -> None:
    with pytest.raises(OntologyError, match="biolink:Widget is not a category"):
        model().labels(["biolink:Widget"])


@pytest.mark.parametrize(
    ("predicate", "canonical"),
    [
        ("biolink:treats", ("biolink:treats", False)),
        ("biolink:treated_by", ("biolink:treats", True)),
        ("biolink:is_input_of", ("biolink:has_input", True)),
        ("biolink:participates_in", ("biolink:has_participant", True)),
        ("biolink:expresses", ("biolink:expressed_in", True)),
        ("biolink:interacts_with", ("biolink:interacts_with", False)),
        ("biolink:disease_has_location", ("biolink:disease_has_location", False)),  # neither is marked
    ],
)
def test_canonical_direction(predicate: str, canonical: tuple[str, bool]) -> None:
    assert model().canonical(predicate) == canonical


def test_the_canonical_direction_of_every_predicate_is_stable() -> None:
    biolink = model()
    for predicate in biolink.predicates():
        canonical, swapped = biolink.canonical(predicate)
        assert biolink.canonical(canonical) == (canonical, False)
        assert swapped == (canonical != predicate)


def test_symmetric_predicates_are_their_own_inverse() -> None:
    assert model().symmetric("biolink:interacts_with")
    assert model().inverse("biolink:interacts_with") == "biolink:interacts_with"
    assert not model().symmetric("biolink:treats")
    assert model().inverse("biolink:treats") == "biolink:treated_by"


@pytest.mark.parametrize(
    ("subject", "predicate", "object_"),
    [
        ("biolink:SmallMolecule", "biolink:treats", "biolink:Disease"),
        ("biolink:Procedure", "biolink:precedes", "biolink:Activity"),  # Occurrent is a mixin
        ("biolink:Protein", "biolink:expressed_in", "biolink:Cell"),
        (
            "biolink:GeneOrGeneProduct",
            "biolink:related_to",
            "biolink:OntologyClass",
        ),  # mixins stand for things
        ("biolink:Gene", "biolink:participates_in", "biolink:Pathway"),  # only by the association class
        ("biolink:Gene", "biolink:enables", "biolink:MolecularActivity"),
        ("biolink:Pathway", "biolink:has_participant", "biolink:Gene"),
    ],
)
def test_ends_that_fit(subject: str, predicate: str, object_: str) -> None:
    assert model().signature_fault([subject], predicate, [object_]) is None


@pytest.mark.parametrize(
    ("subject", "predicate", "object_", "message"),
    [
        (
            "biolink:Disease",
            "biolink:treats",
            "biolink:Disease",
            "biolink:treats wants a biolink:ChemicalOrDrugOrTreatment as subject, not biolink:Disease",
        ),
        (
            "biolink:Drug",
            "biolink:treats",
            "biolink:Gene",
            "biolink:treats wants a biolink:DiseaseOrPhenotypicFeature as object, not biolink:Gene",
        ),
        (
            "biolink:QuantityValue",
            "biolink:related_to",
            "biolink:Gene",
            "biolink:related_to wants a biolink:NamedThing as subject, not biolink:QuantityValue",
        ),
        (
            "biolink:Activity",
            "biolink:has_input",
            "biolink:Cell",
            "biolink:has_input wants a biolink:BiologicalProcessOrActivity as subject, not biolink:Activity",
        ),
    ],
)
def test_ends_that_do_not_fit(subject: str, predicate: str, object_: str, message: str) -> None:
    assert model().signature_fault([subject], predicate, [object_]) == message


def test_one_fitting_category_is_enough_and_none_is_a_fault() -> None:
    biolink = model()
    assert (
        biolink.signature_fault(["biolink:Device", "biolink:Drug"], "biolink:treats", ["biolink:Disease"])
        is None
    )
    fault = biolink.signature_fault([], "biolink:treats", ["biolink:Disease"])
    assert fault is not None
    assert "a node without category" in fault


def test_an_inherited_signature_counts() -> None:
    assert (
        model().signature_fault(["biolink:Gene"], "biolink:has_part", ["biolink:QuantityValue"]) is not None
    )


def test_unknown_terms_in_an_edge_are_named() -> None:
    with pytest.raises(OntologyError, match="biolink:cures is not a predicate"):
        model().signature_fault(["biolink:Gene"], "biolink:cures", ["biolink:Gene"])
    with pytest.raises(OntologyError, match="biolink:Widget is not a category"):
        model().signature_fault(["biolink:Widget"], "biolink:treats", ["biolink:Disease"])


@pytest.mark.parametrize("text", ["knowledge_assertion", "Knowledge Assertion", "knowledge-assertion"])
def test_knowledge_levels_are_found_by_any_spelling(text: str) -> None:
    assert model().knowledge_level(text) == "knowledge_assertion"


def test_levels_and_agents_of_the_release_only() -> None:
    biolink = model()
    assert biolink.agent_type("Manual Agent") == "manual_agent"
    assert biolink.agent_type("text_mining_agent") == "text_mining_agent"
    assert biolink.agent_type("knowledge_assertion") is None
    assert biolink.knowledge_level("") is None
    assert biolink.knowledge_level("certain") is None


def test_qualifiers_that_the_release_allows() -> None:
    qualifiers = {
        "qualified_predicate": "biolink:causes",
        "object_aspect_qualifier": "activity_or_abundance",
        "object_direction_qualifier": "increased",
        "anatomical_context_qualifier": "UBERON:0002107",
    }
    assert model().qualifier_fault(qualifiers) is None
    assert model().qualifier_fault({}) is None


@pytest.mark.parametrize(
    ("qualifiers", "message"),
    [
        ({"object_mood_qualifier": "glum"}, "object_mood_qualifier is not a qualifier of Biolink 4.4.6"),
        ({"object_aspect_qualifier": ""}, "object_aspect_qualifier has no value"),
        ({"object_aspect_qualifier": "charm"}, "not one of: the 57 values of the release"),
        (
            {"object_direction_qualifier": "up"},
            "not one of: increased, upregulated, decreased, downregulated",
        ),
        ({"qualified_predicate": "causes"}, "qualified_predicate 'causes' is not a predicate"),
    ],
)
def test_qualifiers_that_it_does_not(qualifiers: dict[str, str], message: str) -> None:
    fault = model().qualifier_fault(qualifiers)
    assert fault is not None
    assert message in fault


def test_every_slot_that_is_called_a_qualifier_is_one() -> None:
    called = {name for name in model().release.slots if name.endswith("_qualifier")}
    assert "catalyst_qualifier" in called
    assert called <= {*model().qualifiers()}


def test_qualifier_values_are_found_by_any_spelling() -> None:
    biolink = model()
    assert (
        biolink.qualifier_value("object_aspect_qualifier", "Molecular Interaction") == "molecular_interaction"
    )
    assert biolink.qualifier_value("qualified_predicate", "causes") == "biolink:causes"
    assert biolink.qualifier_value("anatomical_context_qualifier", "UBERON:1") == "UBERON:1"
    assert biolink.qualifier_value("object_direction_qualifier", "sideways") is None
    assert "qualified_predicate" in biolink.qualifiers()
    with pytest.raises(OntologyError, match="mood is not a qualifier"):
        biolink.qualifier_values("mood")
