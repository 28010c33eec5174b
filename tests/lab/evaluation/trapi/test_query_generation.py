"""Requests made from a meta knowledge graph: every shape, readable, the same for one seed."""

from collections.abc import Mapping
from typing import Any

from bioloom.biolink import model
from bioloom.exchange.trapi import read_request
from bioloom_lab.evaluation.trapi.query_generation import generate_queries

META = {
    "edges": [
        {
            "subject": "biolink:SmallMolecule",
            "predicate": "biolink:affects",
            "object": "biolink:Gene",
            "qualifiers": [
                {
                    "qualifier_type_id": "biolink:object_direction_qualifier",
                    "applicable_values": ["increased", "decreased"],
                }
            ],
        },
        {
            "subject": "biolink:Gene",
            "predicate": "biolink:gene_associated_with_condition",
            "object": "biolink:Disease",
        },
    ]
}


def answer(body: Mapping[str, Any]) -> dict[str, Any]:
    nodes = body["message"]["query_graph"]["nodes"]
    bound = [{key: [{"id": f"X:{key}{number}"}] for key in nodes} for number in range(3)]
    return {"message": {"results": [{"node_bindings": one} for one in bound]}}


def test_requests_have_every_shape_and_can_be_read() -> None:
    made = list(generate_queries(META, model(), answer, count=27))
    assert len(made) == 27
    assert {shape for shape, _ in made} == {
        "categories", "pinned", "inverse", "wide", "qualified", "constrained", "two_hops", "members",
        "workflow",
    }  # fmt: skip
    for _, body in made:
        read_request(body, model())
    assert made == list(generate_queries(META, model(), answer, count=27))
    assert made != list(generate_queries(META, model(), answer, count=27, seed=3))


def test_a_poor_graph_gives_what_it_can() -> None:
    def nothing(_: Mapping[str, Any]) -> dict[str, Any]:
        return {"message": {"results": []}}

    made = list(generate_queries({"edges": META["edges"][1:]}, model(), nothing, count=5))
    assert {shape for shape, _ in made} == {"categories", "inverse", "constrained", "workflow"}
