"""Prometheus metrics of the service, in a registry of its own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import prometheus_client as prometheus
from prometheus_client.exposition import choose_encoder

from bioloom import __version__
from bioloom.records import Answer
from bioloom.serving.jobs.load_queue import Status
from bioloom.serving.services import Services

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 150.0)

NO_ROUTE = "none"
"""The route of a request that led to no endpoint, or was refused at the door."""


class Metrics:
    """Counters and histograms; labels have few values, whatever callers send."""

    def __init__(self) -> None:
        registry = self._registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=registry)
        prometheus.PlatformCollector(registry=registry)
        prometheus.GCCollector(registry=registry)
        build = prometheus.Info("bioloom_build", "Which bioloom this is.", registry=registry)
        build.info({"version": __version__})
        self._requests = prometheus.Counter(
            "bioloom_requests",
            "Requests by method, route template and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        self._seconds = prometheus.Histogram(
            "bioloom_request_seconds",
            "Seconds from the first byte of a request to the last of its answer.",
            ("route",),
            buckets=_SECONDS,
            registry=registry,
        )
        self.in_flight = prometheus.Gauge(
            "bioloom_requests_in_flight", "Requests that are not answered yet.", registry=registry
        )
        self._refused = prometheus.Counter(
            "bioloom_refused", "Requests refused at the door.", ("reason",), registry=registry
        )
        self._answers = prometheus.Counter(
            "bioloom_answers",
            "Questions answered and abstained from, by who read the evidence.",
            ("outcome", "reader"),
            registry=registry,
        )
        self._database = prometheus.Gauge(
            "bioloom_database_up", "Whether the database answers: 1 or 0.", registry=registry
        )
        self._jobs = prometheus.Gauge(
            "bioloom_jobs",
            "Files that were sent for loading and are remembered, by what became of them.",
            ("status",),
            registry=registry,
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request with the status of its answer, 0 if it got none."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self, reason: str) -> None:
        """Count a request that the access middleware refused."""
        self._refused.labels(reason).inc()

    def asked(self, answer: Answer) -> None:
        """Count one answer or abstention."""
        fell_back = answer.model.startswith("local (")
        reader = "local" if answer.model == "local" else "fallback" if fell_back else "model"
        self._answers.labels("abstained" if answer.abstained else "answered", reader).inc()

    def page(self, accepted: str, *, database: bool, jobs: Sequence[Status] = ()) -> tuple[bytes, str]:
        """Write all metrics in the format that the scraper accepts; gives text and content type."""
        self._database.set(database)
        for status in get_args(Status):
            self._jobs.labels(status).set(jobs.count(status))
        encode, kind = choose_encoder(accepted)
        return encode(self._registry), kind


def counted(services: Services, metrics: Metrics) -> Services:
    """Wrap services so that their answers are counted."""

    def ask(question: str, **given: Any) -> Answer:
        answer = services.ask(question, **given)
        metrics.asked(answer)
        return answer

    return replace(services, ask=ask)
