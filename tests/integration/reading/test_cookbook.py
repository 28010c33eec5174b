"""Every query of the cookbook, on a graph whose answers are known."""

import pytest

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import look_up_arguments, run_query
from bioloom.graph.cookbook.recipes import recipe
from bioloom.graph.guard.read_only_guard import read_rows
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import Assertion, Entity
from leased_graph import leased

pytestmark = pytest.mark.integration


def run(graph: Graph, name: str, **given: str) -> list[dict[str, object]]:
    """Run one recipe and give its rows by column."""
    table = run_query(graph, name, None, given)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def picked(rows: list[dict[str, object]], *columns: str) -> list[tuple[object, ...]]:
    return [tuple(row[column] for column in columns) for row in rows]


def test_incubations_need_both_limits_exceeded(small_graph: Graph) -> None:
    rows = run(small_graph, "incubations_above")
    assert picked(rows, "protocol", "sentence", "step", "temperatures", "times") == [
        ("lab:dna", 1, "Incubate", ["56 °C"], ["2 h"])
    ]
    assert picked(rows, "highest_celsius", "longest_minutes") == [(56.0, 120.0)]


@pytest.mark.parametrize(
    ("celsius", "minutes", "found"),
    [
        ("36.9", "19", 2),
        ("37", "19", 1),
        ("36.9", "20", 1),
        ("55.9", "119.9", 1),
        ("56", "1", 0),
        ("0", "120", 0),
    ],
)
def test_incubation_limits_are_exclusive(small_graph: Graph, celsius: str, minutes: str, found: int) -> None:
    assert len(run(small_graph, "incubations_above", min_celsius=celsius, min_minutes=minutes)) == found


def test_incubations_can_be_kept_to_a_verb(small_graph: Graph) -> None:
    assert run(small_graph, "incubations_above", min_minutes="1", min_celsius="1", verb="centri") == []
    assert len(run(small_graph, "incubations_above", min_minutes="1", min_celsius="1", verb="Incub")) == 2


def test_centrifugations_are_ordered_by_force(small_graph: Graph) -> None:
    rows = run(small_graph, "centrifugations_by_force")
    assert picked(rows, "protocol", "times_g", "times") == [
        ("lab:dna", 12000.0, ["10 min"]),
        ("lab:rna", 300.0, []),
    ]
    assert picked(run(small_graph, "centrifugations_by_force", max_g="1000"), "force") == [("300 g",)]


def test_steps_come_in_the_order_of_the_text(small_graph: Graph) -> None:
    rows = run(small_graph, "steps_of_protocol", protocol="lab:dna")
    assert picked(rows, "sentence", "step", "acts_on", "uses", "settings", "then") == [
        (1, "Incubate", ["lysate"], [], ["56 °C", "2 h"], ["Centrifuge"]),
        (2, "Centrifuge", [], ["microfuge"], ["12,000 × g", "10 min"], ["Wash"]),
        (3, "Wash", ["pellet"], ["EtOH"], [], []),
    ]


def test_reagents_are_counted_by_entity(small_graph: Graph) -> None:
    rows = run(small_graph, "reagents_most_used")
    assert picked(rows, "reagent", "entity", "protocols", "mentions") == [
        ("ethanol", "CHEBI:16236", 2, 2),
        ("lysate", None, 2, 2),
    ]
    assert picked(run(small_graph, "reagents_most_used", types="cell"), "reagent") == [("cells",)]


@pytest.mark.parametrize("name", ["ethanol", "Ethyl  Alcohol", "EtOH"])
def test_protocols_are_found_by_any_name_of_a_reagent(small_graph: Graph, name: str) -> None:
    rows = run(small_graph, "protocols_using_reagent", reagent=name)
    assert picked(rows, "protocol", "title", "mentions", "amounts") == [
        ("lab:dna", "DNA extraction", 1, ["70%"]),
        ("lab:rna", "=RNA extraction", 1, []),
    ]


def test_devices_are_listed_with_their_steps(small_graph: Graph) -> None:
    rows = run(small_graph, "devices_by_protocol")
    assert picked(rows, "protocol", "device", "steps", "verbs") == [
        ("lab:dna", "microfuge", 1, ["Centrifuge"])
    ]
    assert run(small_graph, "devices_by_protocol", protocol="lab:rna") == []


def test_neighbours_of_a_step(small_graph: Graph) -> None:
    rows = run(small_graph, "around_a_step", verb="Centrifuge")
    assert picked(rows, "place", "step", "times", "protocols", "derived") == [
        ("before", "incubate", 2, 2, 2),
        ("after", "wash", 1, 1, 1),
    ]


def test_parameters_of_a_verb_in_si_units(small_graph: Graph) -> None:
    rows = run(small_graph, "verb_parameters", verb="incubate")
    assert picked(rows, "parameter", "unit", "values", "minimum", "median", "maximum") == [
        ("temperature", "K", 2, 310.15, pytest.approx(319.65), 329.15),
        ("time", "s", 2, 1200.0, 4200.0, 7200.0),
    ]


@pytest.mark.parametrize("disease", ["gout", "GOUT", "DOID:13189", "gouty arthritis"])
def test_drugs_with_their_sources_and_denials_last(small_graph: Graph, disease: str) -> None:
    rows = run(small_graph, "drugs_for_disease", disease=disease)
    assert picked(rows, "drug", "negated", "source", "publications", "stated_as") == [
        ("Allopurinol", False, "infores:hetionet", ["PMID:1", "PMID:2"], "CtD"),
        ("Aspirin", True, "infores:semmeddb", [], None),
    ]


def test_diseases_that_share_symptoms(small_graph: Graph) -> None:
    rows = run(small_graph, "diseases_sharing_symptoms", disease="gout")
    assert picked(rows, "id", "disease", "shared", "symptoms") == [
        ("DOID:848", "arthritis", 2, ["Joint swelling", "Pain"])
    ]


@pytest.mark.parametrize(("one", "other"), [("Aspirin", "gout"), ("DOID:13189", "DRUGBANK:DB00945")])
def test_evidence_is_found_from_either_end(small_graph: Graph, one: str, other: str) -> None:
    rows = run(small_graph, "evidence_between", one=one, other=other)
    assert picked(rows, "subject", "predicate", "object", "negated", "source", "supporting_text") == [
        ("Aspirin", "biolink:treats", "gout", True, "infores:semmeddb", "Aspirin does not treat gout.")
    ]


@pytest.mark.parametrize("one", ["CHEBI:15365", "aspirin", "DRUGBANK:DB00945"])
@pytest.mark.parametrize("other", ["Gouty  Arthritis", "gouty-arthritis", "DOID:13189"])
def test_a_synonym_or_a_cross_reference_is_enough(small_graph: Graph, one: str, other: str) -> None:
    (row,) = run(small_graph, "evidence_between", one=one, other=other)
    assert (row["subject"], row["object"]) == ("Aspirin", "gout")


def test_what_a_synonym_denotes_is_told(small_graph: Graph) -> None:
    told = run_query(small_graph, "drugs_for_disease", None, {"disease": "gouty arthritis"}).notifications
    assert told == ("gouty arthritis is gout (DOID:13189)",)


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("steps_of_protocol", {"protocol": "lab:dnaa"}, "'lab:dnaa'; did you mean lab:dna?"),
        ("steps_of_protocol", {"protocol": "x"}, "no document with the id 'x'"),
        ("drugs_for_disease", {"disease": "gaut"}, "did you mean gout (DOID:13189)?"),
        ("drugs_for_disease", {"disease": "asprin"}, "no entity with the name, synonym or id 'asprin'"),
        ("targets_of_drug", {"drug": "asprin"}, "did you mean Aspirin (DRUGBANK:DB00945)?"),
        ("what_inhibits", {"target": "wholly unknown"}, "no entity with the name, synonym or id"),
        ("protocols_using_reagent", {"reagent": "ethanoll"}, "did you mean ethanol (CHEBI:16236)?"),
        ("around_a_step", {"verb": "centrifugate"}, "no step with the verb 'centrifugate'"),
        ("devices_by_protocol", {"protocol": "lab:rma"}, "did you mean lab:rna?"),
        ("protocols_using_reagent", {"reagent": "~"}, "no mention or entity with the name '~'"),
        ("mapped_relations", {"predicate": "treat"}, "did you mean biolink:treats?"),
        ("mapped_relations", {"predicate": "biolink:nosuch"}, "bioloom schema lists those it has"),
        ("drugs_for_disease", {"disease": None}, "drugs_for_disease needs --param disease"),
    ],
)  # fmt: skip
def test_a_name_that_the_graph_does_not_hold_is_told(
    small_graph: Graph, name: str, given: dict[str, object], told: str
) -> None:
    with pytest.raises(UsageError) as refused:
        run_query(small_graph, name, None, given)
    assert told in str(refused.value)


def test_an_empty_result_says_what_the_query_reads_and_whether_it_is_there(small_graph: Graph) -> None:
    (told,) = run_query(small_graph, "drugs_for_disease", None, {"disease": "Pain"}).notifications
    assert told.startswith("nothing matches; drugs_for_disease reads treatments of diseases")
    (told,) = run_query(small_graph, "genes_of_reagents", None, {"reagent": "ethanol"}).notifications
    assert told.startswith("genes_of_reagents reads genes")
    assert told.endswith("nothing of it is loaded")


NAMED = {
    "around_a_step": {"verb": "centrifuge"},
    "chemical_gene_disease": {"name": "aspirin"},
    "conflicting_evidence": {"about": "aspirin"},
    "diseases_sharing_symptoms": {"disease": "gout"},
    "drugs_for_disease": {"disease": "gout"},
    "evidence_between": {"one": "aspirin", "other": "gout"},
    "genes_between_drug_and_disease": {"drug": "aspirin", "disease": "gout"},
    "genes_of_reagents": {"reagent": "ethanol"},
    "protocols_using_reagent": {"reagent": "ethanol"},
    "results_of_a_step": {"protocol": "lab:dna", "sentence": "1"},
    "steps_of_protocol": {"protocol": "lab:dna"},
    "weak_provenance": {"about": "aspirin"},
    "what_inhibits": {"target": "aspirin"},
}
"""Queries about something that is named: they begin at it."""


@pytest.fixture(scope="module")
def new_statistics(small_graph: Graph) -> Graph:
    """Take the statistics anew, in which there still is what other tests left."""
    with small_graph.session() as session:
        session.run("CALL db.prepareForReplanning()").consume()
    return small_graph


@pytest.mark.parametrize("name", NAMED)
def test_what_is_named_is_found_by_an_index_and_not_by_a_scan(new_statistics: Graph, name: str) -> None:
    chosen = recipe(name)
    arguments, _ = look_up_arguments(new_statistics, chosen, chosen.bind(NAMED[name]))
    plan = read_rows(new_statistics, f"PROFILE {chosen.cypher}", arguments)
    assert plan.columns == ("operator", "details", "estimated rows", "rows", "db hits")
    whole = ("NodeByLabelScan", "AllNodesScan", "RelationshipsScan", "RelationshipTypeScan")
    assert [row for row in plan.rows if str(row[0]).endswith(whole) and row[3]] == []
    assert any("IndexSeek" in str(row[0]) for row in plan.rows)


def test_a_whole_name_and_a_part_of_it_are_found_by_the_index(small_graph: Graph) -> None:
    for condition in ("n.name = 'gout'", "n.name CONTAINS 'pirin'"):
        cypher = f"PROFILE MATCH (n:`biolink:NamedThing`) WHERE {condition} RETURN n.id"
        plan = read_rows(small_graph, cypher, {})
        assert any("NodeIndex" in str(row[0]) for row in plan.rows)


def test_a_name_that_no_index_takes_is_cut(small_graph: Graph) -> None:
    with leased(small_graph) as held:
        Writer(held, model()).write(
            PendingBatch(entities=(Entity("X:1", "x" * 40_000, ("biolink:Disease",)),))
        )
    with small_graph.session() as session:
        found = session.run("MATCH (n:`biolink:NamedThing` {id: 'X:1'}) RETURN size(n.name)").single(
            strict=True
        )
        session.run("MATCH (n:`biolink:NamedThing` {id: 'X:1'}) DETACH DELETE n").consume()
    assert found.value() == 8_000


def test_denied_claims_are_found_about_one_entity_and_in_the_whole_graph(small_graph: Graph) -> None:
    stated = Assertion(
        "DRUGBANK:DB00945", "biolink:treats", "DOID:13189", "infores:lab", "prediction", "text_mining_agent"
    )
    with leased(small_graph) as held:
        Writer(held, model()).write(PendingBatch(assertions=(stated,)))
    try:
        for given in ({}, {"about": "aspirin"}, {"about": "gouty arthritis"}):
            rows = run(small_graph, "conflicting_evidence", **given)
            assert picked(rows, "subject", "object", "asserted_source", "denied_source") == [
                ("Aspirin", "gout", "infores:lab", "infores:semmeddb")
            ]
        assert run(small_graph, "conflicting_evidence", about="Pain") == []
    finally:
        with small_graph.session() as session:
            session.run("MATCH ()-[e {id: $id}]->() DELETE e", id=stated.id).consume()


def test_counts_cover_the_whole_graph(small_graph: Graph) -> None:
    rows = picked(run(small_graph, "graph_counts"), "kind", "name", "count")
    assert ("category", "biolink:SmallMolecule", 3) in rows
    assert ("text", "documents", 2) in rows
    assert ("text", "sentences", 5) in rows
    assert ("mention", "verb", 5) in rows
    assert ("predicate", "biolink:treats", 2) in rows
    assert ("source", "infores:hetionet", 5) in rows
    assert sum(int(str(row[2])) for row in rows if row[0] == "source") == 7 + 18


def test_weak_provenance_is_counted_about_one_entity(small_graph: Graph) -> None:
    (row,) = run(small_graph, "weak_provenance", about="aspirin")
    (claim,) = run(small_graph, "evidence_between", one="aspirin", other="gout")
    assert (row["predicate"], row["claims"], row["example"]) == ("biolink:treats", 1, claim["id"])


def test_weak_provenance_is_counted(small_graph: Graph) -> None:
    rows = run(small_graph, "weak_provenance")
    assert picked(rows, "predicate", "source", "claims", "without_evidence") == [
        ("biolink:has_phenotype", "infores:hetionet", 4, 4),
        ("biolink:affects", "infores:lab", 1, 1),
        ("biolink:treats", "infores:semmeddb", 1, 0),
    ]


def test_protocols_that_share_reagents(small_graph: Graph) -> None:
    rows = run(small_graph, "protocols_sharing_reagents")
    assert picked(rows, "protocol", "other", "shared", "jaccard", "reagents") == [
        ("lab:dna", "lab:rna", 1, 0.333, ["lysate"])
    ]
    assert picked(run(small_graph, "protocols_sharing_reagents", protocol="lab:rna"), "other") == [
        ("lab:dna",)
    ]
