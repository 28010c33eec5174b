"""The life of the service as a process: it finishes what it began, and tells no secret."""

import json
import signal
import threading
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
    environment = {
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.user,
        "NEO4J_PASSWORD": server.password,
        "BIOLOOM_LLM_URL": f"http://127.0.0.1:{endpoint.port}/v1",
        "BIOLOOM_LLM_MODEL": "tiny",
        "BIOLOOM_LLM_KEY": "key-of-the-model-0815",
        "BIOLOOM_LOG_FORMAT": "json",
        "BIOLOOM_LOG_LEVEL": "debug",
    }
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
