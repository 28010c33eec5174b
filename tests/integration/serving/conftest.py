"""The service over a real graph, loaded from hostile files by the pipeline itself, once for this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from bioloom.graph.connection import Endpoint, connect
from bioloom.pipeline import load
from bioloom.records import LoadOptions
from bioloom.serving import create_app, graph_services
from bioloom.serving.limits import Limits
from bioloom.settings import Settings
from hostile_files import write_hostile_files
from served_graph import KEY, TOKEN, Served

LIMITS = Limits(at_once=64, rate=0)

EMPTY = "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"


@pytest.fixture(scope="package")
def served(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Load the hostile files and serve them, Cypher and uploads allowed."""
    settings = Settings(
        home=tmp_path_factory.mktemp("served"),
        neo4j_uri=server.uri,
        neo4j_user=server.user,
        neo4j_password=SecretStr(server.password),
        llm_url=None,
    )
    files: Path = tmp_path_factory.mktemp("hostile")
    write_hostile_files(files)
    with connect(server) as graph:
        with graph.session() as session:
            session.run(EMPTY).consume()
        report = load(files / "texts", graph, settings, options=LoadOptions("hostile"))
        load(files / "brat", graph, settings, options=LoadOptions("lab"))
        load(
            files / "kgx_nodes.tsv",
            graph,
            settings,
            options=LoadOptions(None, "infores:lab", "not_provided", "not_provided"),
        )
    app = create_app(graph_services(settings, cypher=True), token=TOKEN, limits=LIMITS)
    with TestClient(app, headers=KEY, raise_server_exceptions=False) as client:
        yield Served(client, settings, report)
