"""Protocols through a language model into a real Neo4j, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.biolink import model
from bioloom.cli import load as commands
from bioloom.graph.connection import Endpoint as Server
from bioloom.graph.connection import Graph
from bioloom.graph.integrity_checks import find_faults
from model_endpoint import Endpoint
from prompted_protocols import LINES, asked_about, jointly, well

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]


@pytest.fixture
def load(
    server: Server,
    graph: Graph,
    endpoint: Endpoint,
    put: Put,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Callable[..., dict[str, object]]:
    settings = {
        "NEO4J_URI": server.uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
        "BIOLOOM_LLM_URL": str(endpoint.settings.llm_url),
        "BIOLOOM_LLM_MODEL": "tiny",
        "BIOLOOM_LLM_KEY": "k",
        "BIOLOOM_CACHE": str(tmp_path / "cache"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    source = put("lab/one.txt", "\n".join(LINES[:3]) + "\n")
    app = typer.Typer()
    commands.register(app)

    def run(*options: str) -> dict[str, object]:
        endpoint.requests.clear()
        done = CliRunner().invoke(app, ["load", str(source), "--extract", "llm", *options, "--json"])
        assert done.exit_code == 0, (done.output, done.exception)
        told = json.loads(done.stdout)
        assert isinstance(told, dict)
        return told

    return run


def mentions(graph: Graph) -> list[str]:
    with graph.session(read=True) as session:
        found = session.run("MATCH (m:Mention) RETURN m.name AS name ORDER BY m.start").data()
    return [str(row["name"]) for row in found]


def test_a_sentence_that_failed_is_asked_about_again_by_a_fresh_load(
    load: Callable[..., dict[str, object]], graph: Graph, endpoint: Endpoint
) -> None:
    endpoint.answer = lambda user: 400 if asked_about(user) == "Wash." else well(user)
    assert load()["rejected"] == {"MODEL_FAILED": 1}
    assert len(mentions(graph)) == 7
    endpoint.answer = well
    assert load()["status"] == "already loaded"
    assert endpoint.requests == []
    assert load("--fresh")["rejected"] == {}
    assert [asked_about(asked["messages"][1]["content"]) for asked in endpoint.requests] == ["Wash."]
    assert mentions(graph)[-1] == "Wash"
    assert find_faults(graph, model()) == ()


def test_another_way_of_asking_replaces_what_was_extracted(
    load: Callable[..., dict[str, object]], graph: Graph, endpoint: Endpoint, put: Put
) -> None:
    put("shown/spin.txt", "Spin yeast twice\n")
    shown = put("shown/spin.ann", "T1\tAction 0 4\tSpin\n").parent
    endpoint.answer = well
    load()
    before = mentions(graph)
    endpoint.answer = jointly
    found = load("--mode", "joint", "--demonstrations", str(shown), "--shots", "5")
    assert len(endpoint.requests) == 3
    assert all("Spin yeast twice" in asked["messages"][1]["content"] for asked in endpoint.requests)
    assert str(found["extractor"]).startswith("llm:tiny:joint@")
    assert mentions(graph) == before
    with graph.session(read=True) as session:
        by = session.run("MATCH (d:Document) RETURN d.extractor AS by").data()
    assert by == [{"by": found["extractor"]}]
