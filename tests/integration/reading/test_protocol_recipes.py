"""Queries of the cookbook over protocols: what is used, at which settings, in which order."""

import pytest

from bioloom.graph.connection import Graph
from recipe_rows import picked

pytestmark = pytest.mark.integration


def test_reagents_of_a_protocol_come_with_amounts_and_steps(small_graph: Graph) -> None:
    rows = picked(
        small_graph, "reagents_of_protocol", "reagent", "id", "first_sentence", "amounts", "steps",
        protocol="lab:dna",
    )  # fmt: skip
    assert rows == [
        ("lysate", None, 1, [], ["Incubate"]),
        ("EtOH", "CHEBI:16236", 3, ["70%"], ["Wash"]),
    ]


@pytest.mark.parametrize("name", ["ethanol", "EtOH", "CHEBI:16236"])
def test_amounts_of_a_reagent_are_found_by_all_its_names(small_graph: Graph, name: str) -> None:
    rows = picked(small_graph, "amounts_of_reagent", "amount", "si_value", "protocol", reagent=name)
    assert rows == [("70%", 0.7, "lab:dna")]


def test_temperature_limits_of_steps_are_inclusive(small_graph: Graph) -> None:
    def steps(**given: str) -> list[tuple[object, ...]]:
        return picked(small_graph, "steps_at_temperature", "protocol", "step", "times", **given)

    assert steps() == [("lab:rna", "Incubate", ["20 min"])]
    assert steps(min_celsius="37", max_celsius="56") == [
        ("lab:rna", "Incubate", ["20 min"]),
        ("lab:dna", "Incubate", ["2 h"]),
    ]
    assert steps(min_minutes="20") == steps()
    assert steps(min_minutes="20.1") == []
    assert steps(min_celsius="37.1", max_celsius="55.9") == []
    assert steps(verb="wash") == []


def test_steps_are_listed_by_their_longest_time(small_graph: Graph) -> None:
    def hours(**given: str) -> list[tuple[object, ...]]:
        return picked(small_graph, "longest_steps", "step", "hours", **given)

    assert hours() == []
    assert hours(min_hours="0.3") == [("Incubate", 2.0), ("Incubate", 0.33)]
    assert hours(min_hours="0.3", max_hours="1") == [("Incubate", 0.33)]
    assert hours(min_hours="0.1", protocol="lab:dna") == [("Incubate", 2.0), ("Centrifuge", 0.17)]


def test_steps_that_use_a_device_come_with_their_settings(small_graph: Graph) -> None:
    rows = picked(small_graph, "steps_using_device", "protocol", "step", "settings", device="Microf")
    assert rows == [("lab:dna", "Centrifuge", ["12,000 × g", "10 min"])]


def test_verbs_are_counted(small_graph: Graph) -> None:
    assert picked(small_graph, "verbs_most_used", "verb", "steps", "protocols") == [
        ("centrifuge", 2, 2),
        ("incubate", 2, 2),
        ("wash", 1, 1),
    ]


def test_successions_of_verbs_are_counted(small_graph: Graph) -> None:
    rows = picked(small_graph, "common_successions", "first", "then", "times", min_protocols="1")
    assert rows == [("incubate", "centrifuge", 2), ("centrifuge", "wash", 1)]
    assert picked(small_graph, "common_successions", "first") == []


def test_sizes_of_protocols(small_graph: Graph) -> None:
    columns = "protocol", "steps", "reagents", "devices", "stated_hours"
    assert picked(small_graph, "protocol_sizes", *columns) == [
        ("lab:dna", 3, 2, 1, 2.17),
        ("lab:rna", 2, 2, 0, 0.33),
    ]


def test_names_that_no_vocabulary_knows(small_graph: Graph) -> None:
    assert picked(small_graph, "names_without_identifier", "name", "type", "mentions") == [
        ("lysate", "blend", 2),
        ("cells", "cell", 1),
        ("microfuge", "device", 1),
    ]


@pytest.mark.parametrize("about", ["ethanol", "EtOH"])
def test_sentences_about_an_entity(small_graph: Graph, about: str) -> None:
    rows = picked(small_graph, "sentences_about", "document", "sentence", "named_as", about=about)
    assert rows == [("lab:dna", 3, ["EtOH"]), ("lab:rna", 2, ["ethanol"])]


def test_wordings_of_relations_and_their_predicates(small_graph: Graph) -> None:
    rows = picked(small_graph, "mapped_relations", "source", "stated", "predicate", "claims")
    assert ("infores:lab", "next_step", "biolink:precedes", 3) in rows
    assert ("infores:hetionet", "CtD", "biolink:treats", 1) in rows
    only = picked(small_graph, "mapped_relations", "stated", predicate="treats")
    assert only == [("CtD",)]
