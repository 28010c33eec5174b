"""The demo graph and a little more, loaded once for all tests of TRAPI; they only read."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from pydantic import SecretStr

from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.pipeline import load
from bioloom.serving import create_app, graph_services
from bioloom.settings import Settings

TOKEN = "t" * 43
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


@pytest.fixture(scope="module")
def address(demo_graph: Graph, server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the demo graph on a free port."""
    settings = Settings(
        home=tmp_path_factory.mktemp("served"),
        neo4j_uri=server.uri,
        neo4j_user=server.user,
        neo4j_password=SecretStr(server.password),
    )
    app = create_app(graph_services(settings), token=TOKEN)
    service = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    while not service.started:
        time.sleep(0.05)
    port = service.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    service.should_exit = True
    thread.join()
