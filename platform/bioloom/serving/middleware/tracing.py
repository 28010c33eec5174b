"""OpenTelemetry traces of requests; off where the usual variables are not set."""

import os
from collections.abc import Mapping
from typing import Any

from bioloom import __version__
from bioloom.extras import optional

_WHERE = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")

OFF: Mapping[str, Any] = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""What FastAPI is told where nothing is traced."""


class Tracing:
    """Spans of requests and their parts, exported over OTLP (HTTP) in the background.

    They hold method, route, status and the id of the request; never a question, an answer or a header.
    """

    def __init__(self) -> None:
        feature = f"tracing ({' or '.join(_WHERE)} is set)"
        sdk = optional("opentelemetry.sdk.trace", feature, extra="telemetry")
        export = optional("opentelemetry.sdk.trace.export", feature, extra="telemetry")
        otlp = optional("opentelemetry.exporter.otlp.proto.http.trace_exporter", feature, extra="telemetry")
        resource = optional("opentelemetry.sdk.resources", feature, extra="telemetry").Resource
        named = os.environ.get("OTEL_SERVICE_NAME") or "bioloom"
        self._provider = sdk.TracerProvider(
            resource=resource.create({"service.name": named, "service.version": __version__}),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))

    @property
    def told(self) -> dict[str, Any]:
        """What FastAPI is told, which makes the spans."""
        return {**OFF, "tracing": True, "tracer_provider": self._provider}

    def close(self) -> None:
        """Flush and stop."""
        self._provider.shutdown()


def open_tracing(environment: Mapping[str, str]) -> Tracing | None:
    """Open tracing if the environment names a collector; MissingExtraError if its packages are missing.

    >>> open_tracing({}) is None
    True
    """
    refused = environment.get("OTEL_SDK_DISABLED", "").casefold() == "true"
    unwanted = environment.get("OTEL_TRACES_EXPORTER", "").casefold() == "none"
    named = any(environment.get(name) for name in _WHERE)
    return Tracing() if named and not refused and not unwanted else None
