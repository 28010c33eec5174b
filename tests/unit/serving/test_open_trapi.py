"""TRAPI without a token: open where it was opened, slower than for others, nothing else with it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bioloom.serving import create_app
from bioloom.serving.jobs.query_jobs import QueryJobs
from bioloom.serving.limits import Limits
from bioloom.serving.services import Provider
from echo_services import services

TOKEN = "t" * 43
KEY = {"Authorization": f"Bearer {TOKEN}"}
GRAPH = {"nodes": {"a": {"ids": ["X:1"]}, "b": {}}, "edges": {"e": {"subject": "a", "object": "b"}}}
BODY: dict[str, Any] = {"message": {"query_graph": GRAPH}}


def answer(body: object) -> dict[str, Any]:
    """Find nothing."""
    assert isinstance(body, dict)
    return {"message": {**body["message"], "results": []}, "status": "Success", "description": "none"}


def client(*, open_trapi: bool, **limits: Any) -> TestClient:
    provider = Provider(answer, lambda: {"nodes": {}, "edges": []})
    held = replace(services(), provider=provider, queries=QueryJobs(answer))
    return TestClient(create_app(held, token=TOKEN, limits=Limits(**limits), open_trapi=open_trapi))


@pytest.fixture
def opened() -> Iterator[TestClient]:
    with client(open_trapi=True, open_burst=50) as found:
        yield found


def test_trapi_needs_no_token_where_it_is_open(opened: TestClient) -> None:
    assert opened.post("/query", json=BODY).json()["status"] == "Success"
    assert opened.post("/v1/query", json=BODY).status_code == 200
    assert opened.get("/meta_knowledge_graph").status_code == 200
    accepted = opened.post("/asyncquery", json=BODY).json()
    assert accepted["status"] == "Accepted"
    while (status := opened.get(f"/asyncquery_status/{accepted['job_id']}").json())["status"] != "Completed":
        assert status["status"] in ("Queued", "Running")
    assert opened.get(status["response_url"]).json()["message"]["results"] == []
    assert [entry["code"] for entry in status["logs"]] == ["Queued", "Running", "Completed"]


@pytest.mark.parametrize(
    "path", ["/ask", "/retrieve", "/documents", "/metrics", "/queryx", "/asyncquery_statusx"]
)
def test_nothing_else_is_open_with_it(opened: TestClient, path: str) -> None:
    assert opened.get(path).status_code == opened.post(path, json={}).status_code == 401


def test_trapi_is_closed_unless_opened() -> None:
    with client(open_trapi=False) as closed:
        for path in ("/query", "/asyncquery"):
            assert closed.post(path, json=BODY).status_code == 401
            assert closed.post(path, json=BODY, headers=KEY).status_code == 200
        assert closed.get("/asyncquery_response/none").status_code == 401


def test_callers_without_the_token_are_slower() -> None:
    with client(open_trapi=True, open_rate=0.01, open_burst=2) as found:
        statuses = [found.get("/meta_knowledge_graph").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        refused = found.get("/meta_knowledge_graph")
        assert "0.01 requests a second" in refused.json()["detail"]
        assert int(refused.headers["Retry-After"]) > 1
        assert found.get("/meta_knowledge_graph", headers=KEY).status_code == 200


def test_what_is_wrong_is_said_at_once(opened: TestClient) -> None:
    wrong = opened.post("/asyncquery", json={"message": {}})
    assert (wrong.status_code, "query_graph" in wrong.json()["detail"]) == (400, True)
    called = opened.post("/asyncquery", json={**BODY, "callback": "http://10.0.0.1/"})
    assert (called.status_code, "BIOLOOM_CALLBACK_HOSTS" in called.json()["detail"]) == (400, True)
    for path in ("status", "response"):
        assert opened.get(f"/asyncquery_{path}/none").status_code == 404


def test_the_description_says_what_is_supported(opened: TestClient) -> None:
    described = opened.get("/openapi.json", headers=KEY).json()
    stated = described["info"]["x-trapi"]
    assert (stated["version"], stated["asyncquery"]) == ("1.6.0", True)
    assert stated["operations"] == ["lookup", "bind", "score", "filter_results_top_n"]
    assert described["info"]["x-translator"]["infores"] == "infores:bioloom"
    assert {} in described["paths"]["/query"]["post"]["security"]
