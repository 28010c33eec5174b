"""The BioPIE scheme is whole, and what it becomes in Biolink is valid there."""

import pytest

from bioloom.biolink import model
from bioloom.errors import OntologyError
from bioloom.resources import folder
from bioloom_lab.evaluation.protocol_ie.annotation_schemes import scheme

TYPES = (
    "verb, part, container, force, device, method, chemical, concentration, consumable, state, volume, "
    "temperature, time, process, times, cell, nucleic acid, biomaterial, software, number, energy, speed, "
    "mass, environment, length, data, organ, animal, protein, polymer, position, size, plant, blend"
)
RELATIONS = (
    "is_object_of, contain, use_method, use_device, use_reagent, have_property, apply_material, is_goal_of, "
    "for_each, next_step, to, or, have_parameter, repetitions, use_software, from, in_condition_of, not, "
    "during, equal, based_on"
)
VALUES = "concentration, energy, force, length, mass, number, size, speed, temperature, time, times, volume"


def test_the_scheme_has_exactly_the_types_and_relations_of_the_paper_in_its_order() -> None:
    biopie = scheme("biopie")
    assert ", ".join(biopie.entity_types) == TYPES
    assert ", ".join(biopie.relations) == RELATIONS
    assert (len(biopie.entity_types), len(biopie.relations)) == (34, 21)


def test_linkml_reads_the_schema() -> None:
    from linkml_runtime.utils.schemaview import SchemaView

    view = SchemaView(folder("ontology").joinpath("biopie", "biopie.yaml").read_text(encoding="utf-8"))
    assert ", ".join(view.class_descendants("mention", reflexive=False)) == TYPES
    assert ", ".join(view.slot_descendants("relation", reflexive=False)) == RELATIONS
    symmetric = {name for name, slot in view.all_slots().items() if slot.symmetric}
    assert symmetric == {"or", "equal"}


def test_every_term_has_a_definition_and_an_example() -> None:
    biopie = scheme("biopie")
    for kind in biopie.entity_types.values():
        assert kind.definition.endswith(".")
        assert kind.examples
    for relation in biopie.relations.values():
        assert relation.definition.endswith(".")
        assert f" {relation.name} " in relation.examples[0] or relation.name in ("to", "or", "from")


def test_implied_domains_and_ranges_name_types_of_the_scheme() -> None:
    for relation in scheme("biopie").relations.values():
        assert set(relation.implied_domain) | set(relation.implied_range) <= set(
            scheme("biopie").entity_types
        )


def test_every_type_is_a_thing_in_the_graph_and_values_are_attributes() -> None:
    biopie = scheme("biopie")
    for kind in biopie.entity_types.values():
        assert "biolink:NamedThing" in model().labels([kind.category])
    values = {kind.name for kind in biopie.entity_types.values() if kind.is_value}
    assert ", ".join(sorted(values)) == VALUES
    assert {biopie.entity_types[name].category for name in values} == {"biolink:Attribute"}


@pytest.mark.parametrize("name", RELATIONS.split(", "))
def test_the_edge_of_a_relation_fits_the_release(name: str) -> None:
    """Every pair of usual types gives a valid edge, but for a series of values."""
    biopie = scheme("biopie")
    relation = biopie.relations[name]
    for head in relation.implied_domain or biopie.entity_types:
        for tail in relation.implied_range or biopie.entity_types:
            ends = [biopie.entity_types[head].category, biopie.entity_types[tail].category]
            subject, object_ = reversed(ends) if relation.inverse else ends
            fault = model().signature_fault([subject], relation.predicate, [object_])
            is_series = name == "next_step" and "biolink:Attribute" in ends
            assert (fault is not None) == is_series, (head, tail, fault)


@pytest.mark.parametrize(
    ("name", "predicate", "inverse", "negated"),
    [
        ("is_object_of", "biolink:affects", True, False),
        ("next_step", "biolink:precedes", False, False),
        ("use_reagent", "biolink:consumes", False, False),
        ("not", "biolink:affects", False, True),
        ("use_device", "biolink:related_to", False, False),
    ],
)
def test_some_relations_in_full(name: str, predicate: str, inverse: bool, negated: bool) -> None:
    relation = scheme("biopie").relations[name]
    assert (relation.predicate, relation.inverse, relation.negated) == (predicate, inverse, negated)


def test_proposals_that_the_release_does_not_allow_stay_refused() -> None:
    """If one of these becomes valid in another release, the mapping should be looked at again."""
    biolink = model()
    assert not biolink.is_predicate("biolink:has_attribute")
    assert biolink.signature_fault(["biolink:Activity"], "biolink:has_input", ["biolink:Cell"])
    assert biolink.signature_fault(["biolink:Activity"], "biolink:actively_involves", ["biolink:Device"])
    assert "biolink:NamedThing" not in biolink.labels(["biolink:QuantityValue"])


@pytest.mark.parametrize("spelling", ["nucleic acid", "nucleic_acid", "Nucleic Acid", "NUCLEIC-ACID"])
def test_types_are_found_by_any_spelling(spelling: str) -> None:
    found = scheme("biopie").entity_type(spelling)
    assert found is not None
    assert found.name == "nucleic acid"


def test_unknown_names_are_none() -> None:
    assert scheme("biopie").entity_type("unicorn") is None
    assert scheme("biopie").relation("") is None


@pytest.mark.parametrize("name", ["unicorn", "../secrets", "", "wlp", "a/b"])
def test_an_unknown_scheme_is_refused(name: str) -> None:
    with pytest.raises(OntologyError, match="there is no scheme called"):
        scheme(name)
