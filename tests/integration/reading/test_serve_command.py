"""`bioloom serve` as a process of its own, over the real graph."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from neo4j.exceptions import DriverError
from pydantic import SecretStr

from bioloom.errors import TimeLimitReached
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.deadline import finish_within
from bioloom.graph.guard.read_only_guard import read_rows
from bioloom.retrieval import graph_counts
from bioloom.serving import graph_services, read_token
from bioloom.serving.graph_access.driver_pool import DriverPool
from bioloom.settings import Settings

pytestmark = pytest.mark.integration


@dataclass
class Service:
    """A running service and a client that knows its token."""

    process: subprocess.Popen[str]
    client: httpx.Client


def start(environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bioloom.cli.app", "serve", *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def address(process: subprocess.Popen[str]) -> str:
    """Read the address that the service says first."""
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://\S+:\d+", line)
    assert found, line + process.stderr.read()
    return found[0]


@pytest.fixture
def service(server: Endpoint, small_graph: Graph, tmp_path: Path) -> Iterator[Service]:
    home = tmp_path / "served"
    environment = {
        "BIOLOOM_HOME": str(home),
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.user,
        "NEO4J_PASSWORD": server.password,
    }
    process = start(environment, "--port", "0")
    try:
        key = {"Authorization": f"Bearer {read_token(Settings(home=home))}"}
        with httpx.Client(base_url=address(process), headers=key, timeout=60) as client:
            yield Service(process, client)
    finally:
        process.kill()
        process.communicate()


def test_it_answers_from_the_graph_and_stops_when_told(service: Service) -> None:
    assert service.client.get("/health").json()["database"] is True
    question = {"question": "At what temperature is the lysate incubated for 2 h?"}
    found = service.client.post("/retrieve", json=question).json()
    assert found["results"][0]["sentence_id"] == "lab:dna#s0"
    answer = service.client.post("/ask", json={**question, "llm": False}).json()
    texts = {citation["sentence_id"] for citation in answer["citations"]}
    assert answer["abstained"] or "lab:dna#s0" in texts
    for path in ("/retrieve", "/ask"):
        strange = service.client.post(path, json={**question, "filters": {"documents": ["lab:dn"]}})
        assert (strange.status_code, strange.json()["detail"]) == (
            400,
            "the graph has no document 'lab:dn'; did you mean lab:dna?",
        )
    odd = service.client.post("/ask", json={"question": 'x" OR *:* ~ [ ) 🧬' * 400, "llm": False})
    assert odd.status_code == 200
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(20) in {0, -signal.SIGTERM}


def test_a_connection_outlives_the_five_seconds_that_callers_keep_it(service: Service) -> None:
    where = service.client.base_url
    connection = http.client.HTTPConnection(where.host, where.port or 80, timeout=60)
    for rest in (5.5, 0.0):
        connection.request("GET", "/health?probe=live")
        assert connection.getresponse().read()
        time.sleep(rest)
    connection.close()


def test_a_database_that_is_down_is_told_at_once(tmp_path: Path) -> None:
    environment = {"BIOLOOM_HOME": str(tmp_path), "NEO4J_URI": "bolt://127.0.0.1:1", "NEO4J_PASSWORD": "x"}
    process = start(environment, "--port", "0")
    try:
        key = {"Authorization": f"Bearer {read_token(Settings(home=tmp_path))}"}
        with httpx.Client(base_url=address(process), headers=key, timeout=60) as client:
            assert client.get("/health").status_code == 503
            refused = client.post("/ask", json={"question": "q"})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert str(tmp_path) not in refused.text
        assert "correct NEO4J_URI" in refused.json()["detail"]
    finally:
        process.kill()
        process.communicate()


def test_a_taken_port_is_one_plain_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process = start({"BIOLOOM_HOME": str(tmp_path)}, "--port", port)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert f"port {port}" in err


def test_the_line_recovers_after_a_fault(server: Endpoint, small_graph: Graph, tmp_path: Path) -> None:
    settings = Settings(
        home=tmp_path, neo4j_uri=server.uri, neo4j_user=server.user, neo4j_password=SecretStr(server.password)
    )
    services = graph_services(settings)
    assert services.ready()
    services.close()
    assert services.ready()
    services.close()


def test_a_line_that_is_hung_up_is_closed_when_its_last_request_leaves(
    server: Endpoint, small_graph: Graph, tmp_path: Path
) -> None:
    line = DriverPool(
        Settings(
            home=tmp_path,
            neo4j_uri=server.uri,
            neo4j_user=server.user,
            neo4j_password=SecretStr(server.password),
        )
    )
    with line.graph() as first:
        line.close()
        with line.graph() as second:
            assert second.driver is not first.driver
        assert graph_counts(first)[0] > 0, "still open to the request that speaks through it"
    with pytest.raises(DriverError):
        first.session().run("RETURN 1")
    assert line.ready()
    line.close()


def test_a_read_that_outlasts_its_request_is_stopped_in_the_database(small_graph: Graph) -> None:
    with finish_within(0.3), pytest.raises(TimeLimitReached):
        read_rows(small_graph, "UNWIND range(1, 10000000000) AS n RETURN sum(sqrt(n))", {})
    with finish_within(0.0), pytest.raises(TimeLimitReached):
        graph_counts(small_graph)
    with small_graph.session(read=True) as session:
        shown = session.run("SHOW TRANSACTIONS YIELD currentQuery RETURN collect(currentQuery) AS texts")
        assert not any("range" in text for text in shown.single(strict=True)["texts"])
