"""The bridge for old notebooks, against the real server."""

import gc
from collections.abc import Iterator

import pytest

from bioloom.errors import DatabaseUnavailable
from bioloom.exchange import read_subgraph, to_py2neo
from bioloom.graph.connection import Endpoint, Graph

py2neo = pytest.importorskip("py2neo")
pytestmark = [
    pytest.mark.integration,
    pytest.mark.filterwarnings("ignore:unclosed <socket.socket:ResourceWarning"),  # py2neo never closes them
    pytest.mark.filterwarnings(
        "ignore::pytest.PytestUnraisableExceptionWarning"
    ),  # the same, seen at collection
]


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Let the sockets that py2neo leaves open go within the test that allows it."""
    yield
    gc.collect()


def test_queries_and_matchers_work(server: Endpoint, small_graph: Graph) -> None:
    opened = to_py2neo(server)
    assert opened.run("MATCH (d:Document) RETURN count(d)").evaluate() == 2
    assert opened.nodes.match("biolink:Disease", id="DOID:13189").first()["name"] == "gout"
    assert {edge["negated"] for edge in opened.relationships.match(r_type="biolink:treats")} == {True, False}


def test_a_subgraph_is_read_once_and_whole(server: Endpoint, small_graph: Graph) -> None:
    ids = ["DOID:13189", "DRUGBANK:DB00437", "DRUGBANK:DB00945", "no:such", "DOID:13189"]
    part = read_subgraph(to_py2neo(server), ids)
    assert isinstance(part, py2neo.Subgraph)
    assert {node["name"] for node in part.nodes} == {"gout", "Allopurinol", "Aspirin"}
    assert len(part.nodes) == 3
    assert {type(edge).__name__ for edge in part.relationships} == {"biolink:treats"}
    assert all(edge.start_node in part.nodes and edge.end_node in part.nodes for edge in part.relationships)


@pytest.mark.parametrize("wrong", ["port", "password"])
def test_no_answer_is_a_plain_error(server: Endpoint, wrong: str) -> None:
    uri = "bolt://127.0.0.1:1" if wrong == "port" else server.uri
    with pytest.raises(DatabaseUnavailable, match="user and password"):
        to_py2neo(Endpoint(uri, server.user, "wrong-password"))
