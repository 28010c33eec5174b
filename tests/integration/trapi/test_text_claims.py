"""Claims of protocols in answers: steps by themselves, what they name as the entities that it denotes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from reasoner_pydantic import Response

from bioloom.biolink import model
from bioloom.exchange.trapi import answer_message, read_meta_graph
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.pipeline import load
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[3]
PROTOCOLS = ("protocol_104", "protocol_350", "protocol_22")
STATED = """
MATCH (c:`biolink:ChemicalEntity`) WHERE (c)<-[:DENOTES]-(:Mention)<-[:`biolink:consumes`]-()
WITH c ORDER BY c.id LIMIT 1
CREATE (g:`biolink:NamedThing`:`biolink:Gene` {id: 'NCBIGene:1', name: 'A1BG', category: ['biolink:Gene']})
CREATE (c)-[e:`biolink:affects` {id: 'by-hand', subject: c.id, predicate: 'biolink:affects', object: g.id,
  negated: false, primary_knowledge_source: 'infores:ctd', knowledge_level: 'knowledge_assertion',
  agent_type: 'manual_agent'}]->(g)
RETURN e.id
"""
LIFTED = """
OPTIONAL MATCH (s)-[:DENOTES]->(x) OPTIONAL MATCH (o)-[:DENOTES]->(y)
WITH e, coalesce(x, s) AS s, coalesce(y, o) AS o WHERE
"""
STEP, CHEMICAL, MIXTURE = "biolink:Activity", "biolink:ChemicalEntity", "biolink:ChemicalMixture"
PHYSICAL, ANYTHING = "biolink:PhysicalEntity", "biolink:NamedThing"
IS_STEP = f"s.category = '{STEP}'"
BY_HAND: Mapping[str, tuple[str, str, str, str]] = {
    "order of steps": (STEP, "biolink:precedes", STEP, IS_STEP),
    "reagents": (STEP, "biolink:consumes", CHEMICAL, f"{IS_STEP} AND o:`{CHEMICAL}`"),
    "parts": (PHYSICAL, "biolink:has_part", ANYTHING, f"s:`{PHYSICAL}` OR s.category IN $physical"),
    "products": (STEP, "biolink:produces", ANYTHING, IS_STEP),
    "what is acted on": (STEP, "biolink:affects", MIXTURE, f"{IS_STEP} AND o:`{MIXTURE}`"),
}


@pytest.fixture(scope="module")
def texts(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """Load three protocols, and one claim of a database about a reagent."""
    folder = tmp_path_factory.mktemp("protocols") / "wlp"
    folder.mkdir()
    for name in PROTOCOLS:
        for suffix in (".txt", ".ann"):
            copy(ROOT / "loaders" / "demo" / "wlp" / f"{name}{suffix}", folder)
    with connect(server) as graph:
        with graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        load(folder, graph, Settings(home=tmp_path_factory.mktemp("home")))
        with graph.session() as session:
            assert session.run(STATED).single() is not None
        yield graph
        with graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()


def ask(graph: Graph, nodes: Any, edges: Any) -> dict[str, Any]:
    message = {"query_graph": {"nodes": nodes, "edges": edges}}
    response = answer_message(graph, model(), {"message": message})
    Response.model_validate(response, context={"normalize": False})
    return response


def hop(graph: Graph, subject: str, predicate: str, object_: str) -> dict[str, Any]:
    nodes = {"s": {"categories": [subject]}, "o": {"categories": [object_]}}
    return ask(graph, nodes, {"e": {"subject": "s", "object": "o", "predicates": [predicate]}})


def bound(response: Mapping[str, Any]) -> set[tuple[str, ...]]:
    return {
        (*(one["id"] for (one,) in result["node_bindings"].values()), edge["id"])
        for result in response["message"]["results"]
        for edge in result["analyses"][0]["edge_bindings"]["e"]
    }


@pytest.mark.parametrize("name", BY_HAND)
def test_claims_of_protocols_are_what_is_found_by_hand(texts: Graph, name: str) -> None:
    subject, predicate, object_, condition = BY_HAND[name]
    with texts.session(read=True) as session:
        expected = session.run(
            f"MATCH (s:Mention)-[e:`{predicate}`]->(o:Mention) WHERE NOT e.negated {LIFTED} {condition} "
            "RETURN s.id, o.id, e.id",
            physical=[subject, *(one for one in model().categories() if subject in model().ancestors(one))],
        ).values()
    if predicate == "biolink:affects":
        expected = [row for row in expected if row[2] != "by-hand"]
    assert expected or name == "products"
    assert bound(hop(texts, subject, predicate, object_)) == {tuple(row) for row in expected}


def test_a_claim_of_a_text_shows_its_sentence(texts: Graph) -> None:
    response = hop(texts, STEP, "biolink:consumes", CHEMICAL)
    nodes = response["message"]["knowledge_graph"]["nodes"]
    for edge in response["message"]["knowledge_graph"]["edges"].values():
        values = {one["attribute_type_id"]: one["value"] for one in edge["attributes"]}
        ((document, study),) = values["biolink:has_supporting_studies"].items()
        (stated,) = study["has_study_results"]
        start, end = stated["subject_location_in_text"]
        assert document.startswith("wlp:")
        assert stated["supporting_text"][0][start:end] == nodes[edge["subject"]]["name"]
        assert values["biolink:agent_type"] == "manual_agent"
        assert values["biolink:knowledge_level"] == "knowledge_assertion"


def test_a_text_and_a_database_answer_together(texts: Graph) -> None:
    nodes = {
        "step": {"categories": ["biolink:Activity"]},
        "reagent": {"categories": ["biolink:ChemicalEntity"]},
        "gene": {"ids": ["NCBIGene:1"]},
    }
    edges = {
        "e": {"subject": "step", "object": "reagent", "predicates": ["biolink:consumes"]},
        "f": {"subject": "reagent", "object": "gene", "predicates": ["biolink:affects"]},
    }
    results = ask(texts, nodes, edges)["message"]["results"]
    assert results
    for result in results:
        assert [one["id"] for one in result["analyses"][0]["edge_bindings"]["f"]] == ["by-hand"]


def test_a_step_can_be_asked_for_by_its_id(texts: Graph) -> None:
    step = next(iter(bound(hop(texts, STEP, "biolink:precedes", STEP))))[0]
    response = ask(
        texts,
        {"s": {"ids": [step]}, "o": {}},
        {"e": {"subject": "s", "object": "o", "predicates": ["biolink:precedes"]}},
    )
    assert {nodes[0] for nodes in bound(response)} == {step}
    node = response["message"]["knowledge_graph"]["nodes"][step]
    assert node["categories"] == ["biolink:Activity"]


def test_an_entity_that_texts_name_is_answered_with_its_steps(texts: Graph) -> None:
    reagent = next(iter(bound(hop(texts, STEP, "biolink:consumes", CHEMICAL))))[1]
    response = ask(texts, {"o": {"ids": [reagent]}, "s": {}}, {"e": {"subject": "s", "object": "o"}})
    assert {nodes[0] for nodes in bound(response)} == {reagent}


def test_the_meta_graph_has_the_claims_of_texts(texts: Graph) -> None:
    meta = read_meta_graph(texts, model())
    assert {edge["predicate"] for edge in meta["edges"]} >= {
        "biolink:precedes",
        "biolink:consumes",
        "biolink:has_part",
    }
    steps = meta["nodes"]["biolink:Activity"]
    assert steps["id_prefixes"] == ["wlp"]
    precedes = next(edge for edge in meta["edges"] if edge["predicate"] == "biolink:precedes")
    assert (precedes["subject"], precedes["object"]) == ("biolink:Activity", "biolink:Activity")
    assert {"attribute_type_id": "biolink:has_supporting_studies", "constraint_use": False} in precedes[
        "attributes"
    ]
