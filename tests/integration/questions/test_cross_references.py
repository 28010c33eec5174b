"""One disease under two ids: what a plain name is asked of has the claims about both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.cookbook.cookbook_runner import find_entities, run_query
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import Assertion, Entity
from bioloom.retrieval import retrieve_assertions
from kept_graph import keep
from leased_graph import leased

pytestmark = pytest.mark.integration

ENTITIES = (
    Entity("MESH:D003924", "type 2 diabetes", ("biolink:Disease",)),
    Entity("DOID:9352", "type 2 diabetes mellitus", ("biolink:Disease",), xrefs=("MESH:D003924",)),
    Entity("DOID:1837", "type 2 diabetes mellitus with ketoacidosis", ("biolink:Disease",)),
    Entity("LAB:gout\\", "gout", ("biolink:Disease",)),
    Entity("DRUGBANK:DB00331", "metformin", ("biolink:SmallMolecule",)),
    Entity("DRUGBANK:DB00284", "acarbose", ("biolink:SmallMolecule",)),
    Entity("DRUGBANK:DB00030", "insulin", ("biolink:SmallMolecule",)),
)
TREATED = (
    ("DRUGBANK:DB00331", "DOID:9352"),
    ("DRUGBANK:DB00284", "MESH:D003924"),
    ("DRUGBANK:DB00030", "DOID:1837"),
)


@pytest.fixture
def twice(server: Endpoint) -> Iterator[Graph]:
    """Give a graph with two ids of one disease, and a disease whose name only begins like them."""
    with connect(server) as graph:
        keep(graph, "two ids", _write)
        yield graph


def _write(graph: Graph) -> None:
    claims = tuple(
        Assertion(drug, "biolink:treats", disease, "infores:toy", "knowledge_assertion", "manual_agent")
        for drug, disease in TREATED
    )
    with leased(graph) as held:
        writer = Writer(held, model())
        writer.write(PendingBatch(entities=ENTITIES, assertions=claims))
        writer.finish()


def test_an_id_that_ends_in_a_backslash_is_no_fault_of_the_search(twice: Graph) -> None:
    for text in ("gout", "LAB:gout\\"):
        assert [entity.id for entity in find_entities(twice, text)] == ["LAB:gout\\"]


@pytest.mark.parametrize("disease", ["type 2 diabetes", "MESH:D003924", "DOID:9352"])
def test_a_query_of_the_cookbook_takes_cross_references_as_well(twice: Graph, disease: str) -> None:
    found = run_query(twice, "drugs_for_disease", None, {"disease": disease})
    at = found.columns.index("drug")
    assert sorted(str(row[at]) for row in found.rows) == ["acarbose", "metformin"]


def test_a_question_takes_the_fuller_name_of_a_cross_reference_as_well(twice: Graph) -> None:
    found = retrieve_assertions(twice, "What treats type 2 diabetes?")
    assert {claim.text for claim in found if claim.score == found[0].score} == {
        "acarbose treats type 2 diabetes",
        "metformin treats type 2 diabetes mellitus",
    }
