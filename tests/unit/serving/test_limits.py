"""The door: how often, how many at once, how long, and under which name."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send

from bioloom.errors import UsageError
from bioloom.graph.deadline import seconds_left
from bioloom.records import Answer
from bioloom.serving import Services, create_app
from bioloom.serving.limits import Limits
from bioloom.serving.middleware.allowed_hosts import answers_to, names_for
from bioloom.serving.middleware.rate_limiter import RateLimiter
from bioloom.serving.middleware.timeout_middleware import answer_in_time
from toy_services import toy_services

TOKEN = "t" * 43
KEY = {"Authorization": f"Bearer {TOKEN}"}
QUESTION = {"question": "q"}


def services(answer: Callable[[], str] = lambda: "done") -> Services:
    def ask(question: str, **_: object) -> Answer:
        return Answer(question, answer(), False, 1.0, model="local")

    return toy_services(ask=ask)


def test_whoever_comes_too_often_is_told_when_to_come_again() -> None:
    client = TestClient(create_app(services(), token=TOKEN, limits=Limits(rate=0.5, burst=2)))
    answers = [client.post("/ask", json=QUESTION, headers=KEY) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].headers["content-type"] == "application/problem+json"
    assert 1 <= int(answers[2].headers["retry-after"]) <= 2
    assert client.get("/health").status_code == 200, "a watcher is counted apart"
    assert client.post("/ask", json=QUESTION).status_code == 401, "and so is who has no token"


def test_the_files_of_the_page_are_counted_apart() -> None:
    client = TestClient(create_app(services(), token=TOKEN, limits=Limits(rate=0.001, burst=2)))
    assert [client.get("/page/main.js").status_code for _ in range(21)] == [200] * 20 + [429]
    assert client.post("/ask", json=QUESTION, headers=KEY).status_code == 200


def test_a_caller_without_the_token_is_limited_as_well() -> None:
    client = TestClient(create_app(services(), token=TOKEN, limits=Limits(rate=0.5, burst=2)))
    statuses = [client.post("/ask", json=QUESTION).status_code for _ in range(3)]
    assert statuses == [401, 401, 429]
    assert client.post("/ask", json=QUESTION, headers=KEY).status_code == 200


@given(st.lists(st.floats(0, 10, allow_nan=False), max_size=60), st.integers(1, 5), st.floats(0.1, 10))
def test_no_window_lets_more_through_than_the_bucket_and_its_refill(
    gaps: list[float], burst: int, rate: float
) -> None:
    now = 0.0
    buckets = RateLimiter(rate, burst, clock=lambda: now)
    passed: list[float] = []
    for gap in gaps:
        now += gap
        if buckets.wait("a") == 0:
            passed.append(now)
    for first in range(len(passed)):
        for last in range(first, len(passed)):
            assert last - first + 1 <= burst + rate * (passed[last] - passed[first]) + 1e-6


def test_the_memory_of_callers_is_bounded() -> None:
    buckets = RateLimiter(1.0, 1, clock=lambda: 0.0, most=10)
    for caller in range(1000):
        buckets.wait(caller)
    assert len(buckets) == 10
    assert buckets.wait(999) > 0
    assert buckets.wait(0) == 0


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8642", True),
        ("localhost", True),
        ("LocalHost.:1", True),
        ("[::1]:8642", True),
        ("lab.example:443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost:80@evil.example", False),
        ("127.0.0.1:80:80", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_only_names_of_the_service_are_answered(host: str, known: bool) -> None:
    assert answers_to(host, names_for("0.0.0.0", ["lab.example"])) is known
    app = create_app(services(), token=TOKEN, hosts=names_for("127.0.0.1", ["lab.example"]))
    answer = TestClient(app).post("/ask", json=QUESTION, headers={**KEY, "Host": host})
    assert answer.status_code == (200 if known else 421)
    assert "evil" not in answer.text


def test_a_request_waits_in_line_for_a_place() -> None:
    started, release = threading.Event(), threading.Event()

    def slowly() -> str:
        started.set()
        assert release.wait(20)
        return "late"

    limits = Limits(at_once=1, waiting=1)
    with (
        TestClient(create_app(services(slowly), token=TOKEN, limits=limits)) as client,
        ThreadPoolExecutor(3) as pool,
    ):
        first = pool.submit(client.post, "/ask", json=QUESTION, headers=KEY)
        assert started.wait(20)
        others = [pool.submit(client.post, "/ask", json=QUESTION, headers=KEY) for _ in range(2)]
        while not any(other.done() for other in others):
            assert started.wait(20)
        release.set()
        assert first.result().status_code == 200
        assert sorted(other.result().status_code for other in others) == [200, 503]


def test_an_answer_that_takes_too_long_is_cut_and_keeps_its_place_until_its_work_ends() -> None:
    release = threading.Event()
    left: list[float | None] = []

    def endless() -> str:
        left.append(seconds_left())
        assert release.wait(20)
        return "too late"

    limits = Limits(at_once=1, waiting=0, seconds=1.5)
    with TestClient(create_app(services(endless), token=TOKEN, limits=limits)) as client:
        cut = client.post("/ask", json=QUESTION, headers=KEY)
        assert (cut.status_code, cut.headers["content-type"]) == (504, "application/problem+json")
        assert "1.5 s" in cut.json()["detail"]
        assert left[0] is not None
        assert left[0] <= 1.5, "its reads know the limit"
        assert client.post("/retrieve", json=QUESTION, headers=KEY).status_code == 503
        release.set()
        while (again := client.post("/retrieve", json=QUESTION, headers=KEY)).status_code == 503:
            assert again.headers["retry-after"]
        assert again.status_code == 200


@pytest.mark.parametrize(
    ("kind", "last"), [(b"text/event-stream", b"event: problem"), (b"application/json", None)]
)
def test_a_stream_that_takes_too_long_is_ended(kind: bytes, last: bytes | None) -> None:
    """Events end with a problem; any other body stays unfinished, so that nobody takes it for whole."""
    sent: list[Message] = []

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": b"event: text\n\n", "more_body": True})
        await asyncio.Event().wait()

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    done: list[bool] = []

    async def served() -> None:
        scope = {"type": "http"}
        await answer_in_time(app, scope, receive, send, seconds=0.05, done=lambda: done.append(True))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(served())
    assert done == [True]
    assert (sent[-1]["more_body"] is False) is (last is not None)
    if last is not None:
        assert sent[-1]["body"].startswith(last)
        assert b'"status": 504' in sent[-1]["body"]


def test_callers_that_send_no_body_hold_no_place() -> None:
    app = create_app(services(), token=TOKEN, limits=Limits(at_once=1, waiting=0, arriving=3, arrival=20))
    headers = [(b"authorization", KEY["Authorization"].encode()), (b"content-type", b"application/json")]

    async def call(body: bytes | None) -> int:
        scope = {"type": "http", "method": "POST", "path": "/ask", "raw_path": b"/ask", "query_string": b"",
                 "headers": headers}  # fmt: skip
        sent: list[Message] = []

        async def receive() -> Message:
            if body is None:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await app(scope, receive, send)
        return int(sent[0]["status"])

    async def both() -> tuple[int, int]:
        silent = [asyncio.create_task(call(None)) for _ in range(2)]
        await asyncio.sleep(0)
        answered = await call(b'{"question": "q"}')
        silent.append(asyncio.create_task(call(None)))
        await asyncio.sleep(0)
        refused = await call(b'{"question": "q"}')
        for task in silent:
            task.cancel()
        await asyncio.gather(*silent, return_exceptions=True)
        return answered, refused

    assert asyncio.run(both()) == (200, 503), "bodies on their way are bounded as well"


@pytest.mark.parametrize("wrong", ["http://lab.example/", "lab.example/path", "", "lab example"])
def test_an_address_is_no_host_name(wrong: str) -> None:
    with pytest.raises(UsageError, match="is no host name"):
        names_for("0.0.0.0", ["lab.example", wrong])
