"""`/ask` as server-sent events, and filters on their way to the work."""

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from sse_starlette.sse import AppStatus

from bioloom.serving import create_app
from echo_services import KEY, TOKEN, services

STREAM = {**KEY, "Accept": "text/event-stream"}


@pytest.fixture
def client() -> Iterator[TestClient]:
    AppStatus.should_exit = False
    with TestClient(create_app(services(), token=TOKEN), raise_server_exceptions=False) as opened:
        yield opened


def events(text: str) -> list[tuple[str, dict[str, object]]]:
    """Read a stream as a browser does."""
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def test_evidence_text_and_answer_come_in_order(client: TestClient) -> None:
    answer = client.post("/ask", json={"question": "q", "k": 2}, headers=STREAM)
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = events(answer.text)
    assert [name for name, _ in told] == ["evidence", "text", "text", "text", "answer"]
    assert [data["text"] for name, data in told if name == "text"] == ["65 °C\n", "\u2028data: x", "<b>"]
    assert told[0][1]["citations"][0]["sentence_id"] == "lab:a#s0"  # type: ignore[index]
    assert told[-1][1] == client.post("/ask", json={"question": "q", "k": 2}, headers=KEY).json()


@pytest.mark.parametrize(("question", "status"), [("down", 503), ("usage", 400), ("bug", 500)])
def test_what_fails_at_once_has_its_own_status(client: TestClient, question: str, status: int) -> None:
    answer = client.post("/ask", json={"question": question}, headers=STREAM)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


@pytest.mark.parametrize(
    ("question", "status", "detail"),
    [("late model", 502, "the model does not answer"), ("late bug", 500, "something failed inside")],
)
def test_what_fails_later_is_the_last_event(
    client: TestClient, question: str, status: int, detail: str
) -> None:
    told = events(client.post("/ask", json={"question": question}, headers=STREAM).text)
    assert [name for name, _ in told] == ["evidence", "problem"]
    assert told[-1][1]["status"] == status
    assert detail in str(told[-1][1]["detail"])
    assert "secret" not in str(told)


def test_filters_reach_the_work(client: TestClient) -> None:
    filters = {"sources": ["wlp"], "documents": ["wlp:a"], "min_confidence": 0.5}
    found = client.post("/ask", json={"question": "q", "filters": filters}, headers=KEY).json()
    assert found["answer"] == "Filters(sources=('wlp',), documents=('wlp:a',), min_confidence=0.5)"
    body = {"question": "q", "filters": {"sources": ["none"]}}
    assert client.post("/retrieve", json=body, headers=KEY).json()["results"] == []
    assert client.post("/retrieve", json={"question": "q", "filters": None}, headers=KEY).json()["results"]


@pytest.mark.parametrize(
    "filters", [{"min_confidence": 1.1}, {"sources": [""]}, {"sources": ["a"] * 101}, {"corpus": "wlp"}, []]
)
def test_impossible_filters_are_named(client: TestClient, filters: object) -> None:
    answer = client.post("/ask", json={"question": "q", "filters": filters}, headers=KEY)
    assert answer.status_code == 422
    assert "filters" in answer.json()["detail"]
