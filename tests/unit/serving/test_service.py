"""The HTTP service over functions of our own: who gets in, what is checked, how faults look."""

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message

from bioloom.records import Answer
from bioloom.serving import create_app
from bioloom.serving.limits import Limits
from echo_services import KEY, TOKEN, services


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = create_app(services(), token=TOKEN, limits=Limits(body=4096))
    with TestClient(app, raise_server_exceptions=False) as opened:
        yield opened


def test_a_question_is_answered(client: TestClient) -> None:
    body = client.post(
        "/ask", json={"question": "  At what temperature? 🧬 ", "k": 3, "llm": False}, headers=KEY
    ).json()
    assert body["question"] == "At what temperature? 🧬"
    assert body["answer"] == "65 °C [1] (k=3, llm=False)"
    assert {"abstained", "confidence", "citations", "subgraph", "model", "timings"} <= set(body)
    assert body["citations"][0]["sentence_id"] == "lab:a#s0"


def test_other_graphs_are_asked_only_where_the_caller_says_so(client: TestClient) -> None:
    body = client.post("/ask", json={"question": "q", "federate": True}, headers=KEY).json()
    assert (body["answer"], body["notes"]) == ("asked widely", ["http://x was left out: late."])
    body = client.post("/ask", json={"question": "q"}, headers=KEY).json()
    assert (body["answer"], body["notes"]) == ("65 °C [1] (k=8, llm=None)", [])
    assert {"endpoint", "retrieved_on"} <= set(body["citations"][0])


def test_sentences_are_found(client: TestClient) -> None:
    found = client.post("/retrieve", json={"question": "q", "method": "bm25", "k": 2}, headers=KEY).json()
    assert [(hit["rank"], hit["text"], hit["graph_matches"]) for hit in found["results"]] == [
        (1, "q bm25 2", 2)
    ]


def quadruple(phrase: str = "treated by", **more: object) -> dict[str, object]:
    return {"subject": "asthma", "object": "salbutamol", "relationship": phrase, "abstract": "", **more}


def test_claims_are_standardized_in_their_order(client: TestClient) -> None:
    body = [quadruple(), quadruple("hums"), quadruple(abstract="not so")]
    found = client.post("/standardize", json=body, headers=KEY).json()["results"]
    assert [each["top_choice"]["predicate"] for each in found] == ["biolink:treats", None, "biolink:treats"]
    assert [each["top_choice"]["negated"] for each in found] == [False, False, True]
    assert found[0]["top_choice"]["swapped"] is True
    assert {"object_aspect_qualifier", "object_direction_qualifier", "selector"} <= found[0][
        "top_choice"
    ].keys()
    assert found[1]["top_choice"]["reason"] == "NO_PREDICATE"
    assert found[0]["subject"] == "asthma"
    assert found[0]["Top_n_candidates"] == {}
    assert client.post("/standardize", json=[], headers=KEY).json() == {"results": []}


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"claims": []}, "body"),
        ([5], "0"),
        ([quadruple(), {"subject": "a", "object": "b"}], "1.relationship"),
        ([quadruple(extra=1)], "0.extra"),
        ([quadruple(phrase=None)], "0.relationship"),  # type: ignore[arg-type]
        ([quadruple(subject="x" * 1_001)], "0.subject"),
        ([{"subject": "", "object": "", "relationship": ""}] * 80, ""),
    ],
)
def test_bad_claims_are_named(client: TestClient, body: object, word: str) -> None:
    answer = client.post("/standardize", json=body, headers=KEY)
    assert (answer.status_code == 200) is (word == "")
    assert word in answer.text
    assert client.post("/standardize", json=body).status_code == 401


def test_more_claims_than_allowed_are_refused() -> None:
    with TestClient(create_app(services(), token=TOKEN)) as opened:
        many = [{"subject": "a", "object": "b", "relationship": "c"}] * 201
        answer = opened.post("/standardize", json=many, headers=KEY)
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
        assert opened.post("/standardize", json=many[:200], headers=KEY).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": TOKEN},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": "Bearer \u00e9".encode("latin-1")},
    ],
)
@pytest.mark.parametrize("path", ["/ask", "/openapi.json", "/none"])
def test_without_the_token_nothing_is_told(client: TestClient, headers: dict[str, str], path: str) -> None:
    answer = client.post(path, json={"question": "q"}, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"] == "application/problem+json"


def test_health_needs_no_token(client: TestClient) -> None:
    assert client.get("/health").json()["status"] == "ok"
    down = TestClient(create_app(services(ready=False), token=TOKEN)).get("/health")
    assert (down.status_code, down.json()["database"], down.headers["retry-after"]) == (503, False, "5")


@pytest.mark.parametrize(
    ("body", "status", "word"),
    [
        (b"{", 400, "JSON"),
        (b"\xff\xfe", 400, "body"),
        (b"[" * 2000, 400, ""),
        (b"[]", 422, "body"),
        (b"{}", 422, "question"),
        (b'{"question": ""}', 422, "question"),
        (b'{"question": "  "}', 422, "question"),
        (b'{"question": 5}', 422, "question"),
        (b'{"question": "\\ud800"}', 422, "question"),
        (b'{"question": "q", "k": 0}', 422, "k:"),
        (b'{"question": "q", "k": 51}', 422, "k:"),
        (b'{"question": "q", "unknown": 1}', 422, "unknown"),
        (b'{"question": "q", "method": "magic"}', 422, "method"),
        (json.dumps({"question": "a" * 5000}).encode(), 413, "4,096 bytes"),
    ],
)
def test_bad_bodies_are_named(client: TestClient, body: bytes, status: int, word: str) -> None:
    answer = client.post("/ask", content=body, headers={**KEY, "Content-Type": "application/json"})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert word in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "headers", "told"),
    [
        (b'{"question": "q"}', {}, "Content-Type: application/json"),
        (
            b"question=q",
            {"Content-Type": "application/x-www-form-urlencoded"},
            "Content-Type: application/json",
        ),
        (b'{"question": "q"}', {"Content-Type": "text/plain"}, "Content-Type: application/json"),
        (gzip.compress(b'{"question": "q"}', mtime=0), {"Content-Type": "application/json"}, "JSON in UTF-8"),
        ('{"question": "ö"}'.encode("latin-1"), {"Content-Type": "application/json"}, "JSON in UTF-8"),
    ],
    ids=["no type", "a form", "plain text", "compressed", "not UTF-8"],
)
def test_a_body_that_is_not_read_as_json_is_told_what_it_lacks(
    client: TestClient, body: bytes, headers: dict[str, str], told: str
) -> None:
    for path in ("/ask", "/standardize"):
        answer = client.post(path, content=body, headers={**KEY, **headers})
        assert answer.status_code in {400, 422}
        assert told in answer.json()["detail"]


def test_a_long_question_is_named() -> None:
    client = TestClient(create_app(services(), token=TOKEN))
    assert client.post("/ask", json={"question": "é" * 10_000}, headers=KEY).status_code == 200
    refused = client.post("/ask", json={"question": "é" * 10_001}, headers=KEY)
    assert refused.status_code == 422
    assert refused.json()["detail"] == "question: it may have 10,000 characters at most"


def test_a_body_without_a_stated_length_is_bounded_too(client: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert client.post("/ask", content=endless(), headers=KEY).status_code == 413


@pytest.mark.parametrize(
    ("question", "status", "detail"),
    [
        ("down", 503, "no Neo4j answers"),
        ("model", 502, "the model does not answer"),
        ("usage", 400, "not like this"),
        ("ours", 500, "that went wrong"),
        ("bug", 500, "something failed inside; the service's log says what"),
    ],
)
def test_faults_are_problems_without_traces(
    client: TestClient, question: str, status: int, detail: str
) -> None:
    answer = client.post("/ask", json={"question": question}, headers=KEY)
    assert (answer.status_code, answer.json()["detail"]) == (status, detail)
    assert ("retry-after" in answer.headers) == (status in {502, 503})
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_other_sites_get_no_permission(client: TestClient) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    assert not any(
        name.startswith("access-control") for name in client.options("/ask", headers=headers).headers
    )
    answer = client.post("/ask", json={"question": "q"}, headers={**KEY, "Origin": "http://evil.example"})
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_unknown_paths_and_methods_are_problems(client: TestClient) -> None:
    assert client.get("/none", headers=KEY).json()["status"] == 404
    wrong = client.get("/ask", headers=KEY).json()
    assert (wrong["status"], wrong["detail"]) == (405, "GET is not allowed here; use POST")
    assert client.get("/docs", headers=KEY).status_code == 404


def test_the_description_has_examples_and_security(client: TestClient) -> None:
    described = client.get("/openapi.json", headers=KEY).json()
    asked = described["paths"]["/ask"]["post"]
    assert asked["security"] == [{"bearer": []}]
    assert described["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert asked["responses"]["200"]["content"]["application/json"]["example"]["citations"]
    assert described["components"]["schemas"]["AskBody"]["examples"]


def test_a_busy_service_says_when_to_come_back() -> None:
    started, release = threading.Event(), threading.Event()

    def slow(question: str, *, k: int, llm: bool | None, **_: object) -> Answer:
        started.set()
        release.wait(20)
        return Answer(question, "late", False, 1.0)

    limits = Limits(at_once=1, waiting=0, retry_after=7)
    app = create_app(replace(services(), ask=slow), token=TOKEN, limits=limits)
    with TestClient(app) as client, ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/ask", json={"question": "q"}, headers=KEY)
        assert started.wait(20)
        refused = client.post("/retrieve", json={"question": "q"}, headers=KEY)
        health = client.get("/health")
        release.set()
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "7")
        assert health.status_code == 200
        assert first.result().json()["answer"] == "late"
        assert client.post("/retrieve", json={"question": "q"}, headers=KEY).status_code == 200


def test_a_body_that_never_ends_gives_up_its_place() -> None:
    app = create_app(services(), token=TOKEN, limits=Limits(arrival=0.01))
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nothing ever comes")

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/ask", "raw_path": b"/ask", "query_string": b"",
             "headers": [(b"authorization", KEY["Authorization"].encode())]}  # fmt: skip
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 408


@pytest.mark.parametrize(
    "body",
    [
        {"question": "q", "k": "3"},
        {"question": "q", "k": 3.0},
        {"question": "q", "k": True},
        {"question": "q", "federate": "no"},
        {"question": "q", "llm": 0},
        {"question": "q", "filters": {"min_confidence": "0.5"}},
        {"question": 7},
    ],
)
def test_values_of_another_type_are_refused(client: TestClient, body: dict[str, object]) -> None:
    refused = client.post("/ask", json=body, headers=KEY)
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"


def test_health_answers_head(client: TestClient) -> None:
    answered = client.head("/health")
    assert (answered.status_code, answered.content) == (200, b"")
