"""What surrounds every request: headers, ids, log lines without secrets, numbers."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from bioloom.errors import DatabaseUnavailable
from bioloom.records import Answer
from bioloom.serving import Services, create_app
from bioloom.serving.limits import Limits
from bioloom.serving.middleware.metrics import Metrics
from bioloom.serving.middleware.service_logs import Form, LogFormatter, write_logs
from toy_services import toy_services

TOKEN = "token-that-nobody-may-see-in-any-log-1234567"
PASSWORD = 'pass"word/ü&8'
KEY = {"Authorization": f"Bearer {TOKEN}"}
SAID = {
    "works": Answer("q", "65 °C [1]", False, 1.0, model="local"),
    "nothing": Answer("q", "The graph does not know.", True, 0.0, model="local"),
    "model": Answer("q", "65 °C [1]", False, 1.0, model="tiny"),
    "fallback": Answer("q", "65 °C [1]", False, 1.0, model="local (model unavailable: 500)"),
}


def ask(question: str, **_: object) -> Answer:
    if question == "bug":
        raise ZeroDivisionError(f"a bug that knows {PASSWORD} and {TOKEN}")
    if question == "down":
        raise DatabaseUnavailable("no Neo4j answers")
    return SAID[question]


def services(*, ready: bool = True) -> Services:
    return toy_services(ask=ask, ready=lambda: ready)


@pytest.fixture
def client() -> TestClient:
    app = create_app(services(), token=TOKEN, limits=Limits(body=4096))
    return TestClient(app, raise_server_exceptions=False)


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Catch the log of the service as JSON lines."""
    caught = io.StringIO()
    handler = logging.StreamHandler(caught)
    handler.setFormatter(LogFormatter("json", [TOKEN, PASSWORD]))
    root, ours = logging.getLogger(), logging.getLogger("bioloom")
    before = ours.level
    ours.setLevel("INFO")
    root.addHandler(handler)
    yield caught
    root.removeHandler(handler)
    ours.setLevel(before)


def put(client: TestClient, question: str, **headers: str) -> Any:
    return client.post("/ask", json={"question": question}, headers={**KEY, **headers})


def test_every_answer_has_the_headers_of_safety(client: TestClient) -> None:
    answers = [
        put(client, "works"),
        put(client, "bug"),
        put(client, "down"),
        client.post("/ask", json={"question": "q"}),
        client.post("/ask", content=b"x" * 5000, headers=KEY),
        client.post("/ask", content=b"{", headers=KEY),
        client.get("/none", headers=KEY),
        client.get("/ask", headers=KEY),
        client.get("/health"),
        client.get("/metrics", headers=KEY),
        client.get("/openapi.json", headers=KEY),
    ]
    assert [answer.status_code for answer in answers] == [
        200, 500, 503, 401, 413, 422, 404, 405, 200, 200, 200,
    ]  # fmt: skip
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-request-id"]
        assert "server" not in answer.headers
        assert not any(name.startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("a-1_b.C", True),
        ("x" * 64, True),
        ("x" * 65, False),
        ("", False),
        ("a b", False),
        ("a\tb", False),
        ("<script>", False),
        ("id\u00e9", False),
    ],
)
def test_a_plain_request_id_is_kept_and_any_other_replaced(
    client: TestClient, given: str, taken: bool
) -> None:
    answer = client.get("/health", headers={b"X-Request-ID": given.encode("latin-1")})
    assert (answer.headers["x-request-id"] == given) is taken
    assert answer.headers["x-request-id"].isascii()


def test_each_request_is_one_line_with_its_id_and_no_question(client: TestClient, lines: io.StringIO) -> None:
    put(client, "works", **{"X-Request-ID": "mine"})
    client.post("/ask", json={"question": "q"})
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [(each["event"], each["route"], each["status"]) for each in told] == [
        ("request", "/ask", 200),
        ("request", "none", 401),
    ]
    assert told[0]["request"] == "mine"
    assert told[0]["method"] == "POST"
    assert "works" not in lines.getvalue()


def test_no_secret_reaches_the_log(client: TestClient, lines: io.StringIO) -> None:
    """Not in a request's line, and not in the trace of a fault that carries one in its message."""
    put(client, "bug")
    log = logging.getLogger("bioloom.serving")
    try:
        ask("bug")
    except ZeroDivisionError:
        log.exception("failed with %s", PASSWORD)
    log.warning("a header: %r, a link: /#token=%s", KEY, TOKEN)
    text = lines.getvalue()
    assert "ZeroDivisionError" in text
    assert text.count("[secret]") >= 5
    for secret in (TOKEN, PASSWORD, json.dumps(PASSWORD)[1:-1]):
        assert secret not in text


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_line_stays_one_line_whatever_stands_in_it(form: Form) -> None:
    record = logging.makeLogRecord(
        {
            "msg": "first\nsecond\x1b[31m\u202e",
            "levelname": "WARNING",
            "name": "bioloom",
            "fields": {"title": "a\r\nb"},
        }
    )
    line = LogFormatter(form).format(record)
    assert len(line.splitlines()) == 1
    assert "\x1b" not in line
    assert "\u202e" not in line


def test_logs_are_set_up_for_ours_and_quiet_for_others(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        write_logs("json", "info", [TOKEN])
        logging.getLogger("bioloom.serving").info("ours %s", TOKEN)
        logging.getLogger("httpx").info("theirs")
        logging.getLogger("neo4j.notifications").warning("for query: %s", "MATCH (secret)")
        told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    finally:
        root.handlers[:], root.level = before[0], before[1]
        for name in ("bioloom", "uvicorn", "neo4j.notifications"):
            logging.getLogger(name).setLevel(logging.NOTSET)
    assert [each["event"] for each in told] == ["ours [secret]"]
    assert told[0]["level"] == "info"


def numbers(client: TestClient) -> dict[tuple[str, ...], float]:
    page = client.get("/metrics", headers=KEY).text
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def test_requests_answers_and_refusals_are_counted(client: TestClient) -> None:
    for question in SAID:
        put(client, question)
    put(client, "bug")
    client.post("/ask", json={"question": "q"})
    client.request("BREW", "/none", headers=KEY)
    found = numbers(client)
    assert found["bioloom_requests_total", "POST", "/ask", "200"] == 4
    assert found["bioloom_requests_total", "POST", "/ask", "500"] == 1
    assert found["bioloom_requests_total", "POST", "none", "401"] == 1
    assert found["bioloom_requests_total", "other", "none", "404"] == 1
    assert found["bioloom_request_seconds_count", "/ask"] == 5
    assert found["bioloom_answers_total", "answered", "local"] == 1
    assert found["bioloom_answers_total", "abstained", "local"] == 1
    assert found["bioloom_answers_total", "answered", "model"] == 1
    assert found["bioloom_answers_total", "answered", "fallback"] == 1
    assert found["bioloom_refused_total", "token"] == 1
    assert found["bioloom_requests_in_flight",] == 1, "the request for the numbers itself"
    assert found["bioloom_database_up",] == 1


def test_files_that_were_sent_are_counted_by_what_became_of_them() -> None:
    page, kind = Metrics().page("", database=True, jobs=["done", "failed", "done"])
    assert kind.startswith("text/plain")
    for status, count in {"queued": 0, "running": 0, "done": 2, "failed": 1}.items():
        assert f'bioloom_jobs{{status="{status}"}} {count}.0' in page.decode()


def test_the_numbers_need_the_token_and_tell_a_database_that_is_down() -> None:
    client = TestClient(create_app(services(ready=False), token=TOKEN))
    assert client.get("/metrics").status_code == 401
    assert numbers(client)["bioloom_database_up",] == 0


def test_a_service_is_alive_without_its_database() -> None:
    client = TestClient(create_app(services(ready=False), token=TOKEN))
    live = client.get("/health?probe=live")
    assert (live.status_code, live.json()["status"], live.json()["database"]) == (200, "ok", None)
    assert client.get("/health?probe=ready").status_code == 503
    assert client.get("/health?probe=maybe").status_code == 422
