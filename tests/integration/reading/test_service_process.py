"""The life of the service as a process: it finishes what it began, and tells no secret."""

import json
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

import model_endpoint
from bioloom.graph.connection import Endpoint, Graph
from running_service import running_service

pytestmark = pytest.mark.integration


def lets_in(address: str) -> bool:
    """Say whether a new connection is taken."""
    try:
        httpx.get(f"{address.rstrip('/')}/health?probe=live", timeout=5)
    except httpx.HTTPError:
        return False
    return True


def with_model(server: Endpoint, endpoint: model_endpoint.Endpoint) -> dict[str, str]:
    """Name the database and the model to a service; its log is whole."""
    return {
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.user,
        "NEO4J_PASSWORD": server.password,
        "BIOLOOM_LLM_URL": f"http://127.0.0.1:{endpoint.port}/v1",
        "BIOLOOM_LLM_MODEL": "tiny",
        "BIOLOOM_LLM_KEY": "key-of-the-model-0815",
        "BIOLOOM_LOG_FORMAT": "json",
        "BIOLOOM_LOG_LEVEL": "debug",
    }


def test_a_running_answer_is_finished_before_the_service_stops(
    server: Endpoint, small_graph: Graph, tmp_path: Path, endpoint: model_endpoint.Endpoint
) -> None:
    """The model answers only after SIGTERM; meanwhile nobody new is let in. The log stays free of secrets."""
    asked, release = threading.Event(), threading.Event()

    def slowly(_: str) -> str:
        asked.set()
        assert release.wait(60)
        return "The lysate is incubated at 56 °C [1]."

    endpoint.answer = slowly
    environment = with_model(server, endpoint)
    question = {"question": "At what temperature is the lysate incubated for 2 h?", "llm": True}
    with (
        running_service(tmp_path / "served", environment) as service,
        ThreadPoolExecutor(1) as pool,
    ):
        elsewhere = service.client.get("/health", headers={"Host": "evil.example"})
        assert elsewhere.status_code == 421
        well = service.client.get("/health?probe=live", headers={"X-Request-ID": "mine"})
        assert "server" not in well.headers
        assert "frame-ancestors 'none'" in well.headers["content-security-policy"]
        answer = pool.submit(service.client.post, "/ask", json=question)
        assert asked.wait(60)
        service.process.send_signal(signal.SIGTERM)
        while lets_in(str(service.client.base_url)):  # until the door closes; the answer is not ready
            assert service.process.poll() is None
        assert service.process.poll() is None
        release.set()
        assert answer.result().status_code == 200
        assert "56 °C" in answer.result().json()["answer"]
        assert service.process.wait(60) in {0, -signal.SIGTERM}
    told = [json.loads(line) for line in service.said]
    assert told[0]["event"] == "listening"
    served = {each.get("route"): each for each in told if each["event"] == "request"}
    assert served["/ask"]["status"] == 200
    assert any(each.get("request") == "mine" for each in told)
    text = "".join(service.said)
    for secret in (service.token, server.password, "key-of-the-model-0815"):
        assert secret not in text
    assert "lysate" not in text


def test_a_model_that_hangs_holds_up_neither_others_nor_the_stop(
    server: Endpoint, small_graph: Graph, tmp_path: Path, endpoint: model_endpoint.Endpoint
) -> None:
    """Half of the places wait for it; who leaves frees one; the grace period ends what is left, untraced."""
    asked, release = threading.Semaphore(0), threading.Event()

    def never(_: str) -> str:
        asked.release()
        release.wait(60)
        return "too late"

    endpoint.answer = never
    question = {"question": "At what temperature is the lysate incubated for 2 h?", "llm": True}
    streamed = {"Accept": "text/event-stream"}
    try:
        with (
            running_service(tmp_path / "served", with_model(server, endpoint), "--grace", "6") as service,
            ThreadPoolExecutor(4) as pool,
        ):
            post = service.client.post
            waiting = [pool.submit(post, "/ask", json=question) for _ in range(2)]
            waiting.append(pool.submit(post, "/ask", json=question, headers=streamed))
            for _ in waiting:
                assert asked.acquire(timeout=60)
            with pytest.raises(httpx.ReadTimeout):
                post("/ask", json=question, timeout=2)
            assert asked.acquire(timeout=60), "the fourth place, whose caller has left"

            def post_until_let_in() -> httpx.Response:  # the service notices only by and by that one has left
                while "busy with 4" in (answer := post("/ask", json=question)).text:
                    time.sleep(0.1)
                return answer

            waiting.append(pool.submit(post_until_let_in))
            assert asked.acquire(timeout=50), "is taken anew"
            busy = post("/ask", json=question, timeout=20).json()
            assert "busy with 4 other requests" in busy["model_error"]
            assert "56 °C" in busy["answer"]
            assert service.client.get("/documents", timeout=20).status_code == 200
            service.process.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            answers = [each.result() for each in waiting]
            assert service.process.wait(60) in {0, -signal.SIGTERM}
            assert time.monotonic() - begun < 12
    finally:
        release.set()
    assert {answer.status_code for answer in answers} == {200}
    for answer in answers:
        assert "the service stops" in answer.text
        assert re.search(r"56 (°|\\u00b0)C", answer.text), answer.text
    text = "".join(service.said)
    assert "Traceback" not in text
    assert "Exception in ASGI" not in text
    assert not [line for line in map(json.loads, service.said) if line["level"] == "error"]
