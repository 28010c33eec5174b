"""`bioloom schema`: what the graph holds, in four forms."""

import json

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.graph.connection import Graph
from bioloom.graph.graph_schema import read_schema

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("use_server")]


def shown(form: str) -> str:
    result = CliRunner().invoke(app, ["schema", "--format", form])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_nodes_and_relations_are_counted_with_their_direction_and_an_example() -> None:
    found = json.loads(shown("json"))
    nodes = {(row["kind"], row["name"]): (row["count"], row["example"]) for row in found["nodes"]}
    assert nodes["entity", "biolink:Disease"] == (2, "arthritis")
    assert nodes["mention", "verb"] == (5, "Centrifuge")
    assert nodes["text", "Document"] == (2, "lab:dna")
    relations = {(row["subject"], row["relation"], row["object"]): row for row in found["relations"]}
    treats = relations["biolink:SmallMolecule", "biolink:treats", "biolink:Disease"]
    assert (treats["count"], treats["native"]) == (2, ["CtD"])
    assert treats["example"] in {"Allopurinol → gout", "Aspirin → gout"}
    assert ("biolink:Disease", "biolink:treats", "biolink:SmallMolecule") not in relations
    assert relations["Mention", "DENOTES", "biolink:NamedThing"]["count"] == 2
    assert relations["Mention", "biolink:related_to", "Mention"]["native"][0] == "have_parameter"
    assert relations["Document", "HAS_SENTENCE", "Sentence"]["count"] == 5


def test_a_category_that_people_look_for_is_told_with_what_is_there_instead() -> None:
    assert "no biolink:Drug here: 3 biolink:SmallMolecule" in shown("table")


def test_the_schema_is_drawn_for_a_terminal_for_a_page_and_as_a_flowchart() -> None:
    assert "-treats->" in shown("table")
    assert "| SmallMolecule -treats-> Disease | CtD | 2 |" in shown("markdown")
    drawn = shown("mermaid").splitlines()
    assert drawn[0] == "flowchart LR"
    assert '  biolink_Disease["Disease (2)"]' in drawn
    assert '  biolink_SmallMolecule -->|"treats (2)"| biolink_Disease' in drawn


def test_an_empty_graph_has_an_empty_schema(graph: Graph) -> None:
    found = read_schema(graph)
    assert (found.nodes.rows, found.relations.rows, found.hints) == ((), (), ())
    assert found.as_mermaid() == "flowchart LR\n"
