"""The demo graph and a little more, loaded once for all tests of TRAPI; they only read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.pipeline import load
from bioloom.settings import Settings

ROOT = Path(__file__).parents[3]
SOURCES = (
    ROOT / "loaders" / "demo" / "hetionet",
    ROOT / "tests" / "data" / "trapi" / "extra",
)


@pytest.fixture(scope="module")
def demo_graph(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """Load the demo's diseases, drugs and symptoms and the extra nodes and edges of the tests."""
    settings = Settings(home=tmp_path_factory.mktemp("trapi-home"))
    with connect(server) as graph:
        with graph.session() as session:
            loaded = session.run("MATCH (l:Load {status: 'complete'}) RETURN l.source").value()
            if sorted(loaded) == sorted(
                map(str, SOURCES)
            ):  # by the module before; any other empties the graph
                yield graph
                return
            session.run(
                "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"
            ).consume()
        for source in SOURCES:
            assert not load(source, graph, settings, format="kgx").counts.rejected
        yield graph
