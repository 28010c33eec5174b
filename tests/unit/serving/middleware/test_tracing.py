"""Traces: off unless a collector is named, and then of requests, without what was asked."""

import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from fastapi.testclient import TestClient
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from bioloom.errors import MissingExtraError
from bioloom.records import Answer
from bioloom.serving import create_app
from bioloom.serving.middleware.tracing import open_tracing
from toy_services import toy_services

TOKEN = "t" * 43
ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
SERVICES = toy_services(ask=lambda question, **_: Answer(question, "answer 4711", False, 1.0, model="local"))


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ExportTraceServiceRequest]]:
    """Run a collector that keeps what it is sent, and name it in the environment."""
    received: list[ExportTraceServiceRequest] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    monkeypatch.setenv(ENDPOINT, f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    yield received
    server.shutdown()
    server.server_close()
    thread.join()


def test_requests_are_traced_without_what_they_ask(
    collector: list[ExportTraceServiceRequest],
) -> None:
    import os

    tracing = open_tracing(os.environ)
    assert tracing is not None
    with TestClient(create_app(SERVICES, token=TOKEN, tracing=tracing)) as client:
        client.post(
            "/ask",
            json={"question": "secret question"},
            headers={"Authorization": f"Bearer {TOKEN}", "X-Request-ID": "mine"},
        )
    spans: list[Span] = [
        span
        for request in collector
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    (served,) = [span for span in spans if span.kind == Span.SpanKind.SPAN_KIND_SERVER]
    told = {pair.key: pair.value for pair in served.attributes}
    assert told["http.route"].string_value == "/ask"
    assert told["http.response.status_code"].int_value == 200
    assert told["bioloom.request_id"].string_value == "mine"
    everything = str(collector)
    assert "bioloom" in everything
    for hidden in ("secret question", "answer 4711", TOKEN):
        assert hidden not in everything


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {ENDPOINT: ""},
        {ENDPOINT: "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"},
        {ENDPOINT: "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"},
    ],
)
def test_nothing_is_traced_unless_a_collector_is_named(environment: dict[str, str]) -> None:
    assert open_tracing(environment) is None


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("opentelemetry.sdk")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk", None)
    with pytest.raises(MissingExtraError, match=r"\(extra telemetry\); .*: pip install opentelemetry-sdk"):
        open_tracing({ENDPOINT: "http://127.0.0.1:1"})
