"""Statements that end other databases, and their kin: refused, stopped or cut by HTTP and command line."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.graph.connection import Endpoint
from bioloom.serving import create_app, graph_services
from bioloom.serving.graph_access import graph_views, statement_turns
from bioloom.serving.limits import Limits
from bioloom_lab.benchmarks.attack_statements import STATEMENTS, AttackStatement, statement_table
from named_server import name_server
from served_graph import KEY, TOKEN, Served

pytestmark = pytest.mark.integration

STATUS = {"refused": {400}, "stopped": {200, 400, 504}, "cut": {200}}
"""On a graph as small as this one a statement that would be stopped may end in time."""


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda each: each.aim)
def test_over_http(served: Served, statement: AttackStatement, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_views, "CYPHER_SECONDS", 1.0 if statement.outcome == "stopped" else 10.0)
    monkeypatch.setattr(statement_turns, "_AFTER_STOP", 0.0)
    monkeypatch.setattr(statement_turns, "_AFTER_ANSWER", 0.0)
    services = graph_services(served.settings, cypher=True, uploads=False)
    created = create_app(services, token=TOKEN, limits=Limits(rate=0))
    with TestClient(created, headers=KEY, raise_server_exceptions=False) as client:
        answer = client.post("/cypher", json={"query": statement.cypher, "limit": 1000})
        assert answer.status_code in STATUS[statement.outcome], answer.text[:500]
        assert len(answer.content) < 9 * 1024 * 1024
        if statement.outcome == "cut":
            assert answer.json()["truncated"]
        assert client.get("/health").json()["database"] is True


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda each: each.aim)
def test_on_the_command_line(
    served: Served, server: Endpoint, statement: AttackStatement, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIOLOOM_HOME", str(served.settings.home))
    name_server(monkeypatch, server)
    limits = ["--timeout", "1" if statement.outcome == "stopped" else "30", "--format", "json"]
    shown = CliRunner().invoke(app, ["query", "--cypher", statement.cypher, *limits])
    assert statement.outcome == "stopped" or (shown.exit_code == 0) is (statement.outcome == "cut")
    assert "Traceback" not in shown.output
    assert len(shown.output) < 256 * 1024 * 1024


def test_the_table_of_the_page_is_that_of_the_statements() -> None:
    page = (Path(__file__).parents[3] / "docs" / "operation.md").read_text(encoding="utf-8")
    found = re.search(r"(?ms)^\| statement \| .*?(?=\n\n)", page)
    assert found is not None
    assert found[0] == statement_table()
    assert len(STATEMENTS) >= 22
