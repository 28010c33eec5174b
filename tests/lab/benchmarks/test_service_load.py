"""The load test against a small service of our own over a real socket."""

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.errors import BioloomError, DatabaseUnavailable, UsageError
from bioloom.records import Answer
from bioloom.serving import create_app
from bioloom.serving.graph_access.overview import ExampleQuestion, Overview
from bioloom.serving.limits import Limits
from bioloom_lab.benchmarks.service_load import measure_service
from toy_services import toy_services

TOKEN = "t" * 43


@contextmanager
def served(
    limits: Limits, *, fails: bool = False, examples: tuple[ExampleQuestion, ...] = ()
) -> Iterator[str]:
    """Serve in a thread; with `fails` every third question after the first two fails."""
    number = itertools.count()

    def ask(question: str, **_: object) -> Answer:
        if fails and next(number) % 3 == 2:
            raise DatabaseUnavailable("gone")
        return Answer(question, "answer", False, 1.0, model="local")

    services = toy_services(ask=ask, overview=lambda: Overview(0, 0, 0, (), examples))
    config = uvicorn.Config(
        create_app(services, token=TOKEN, limits=limits), port=0, log_config=None, server_header=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def test_a_crowd_is_counted_by_status_and_timed_by_path() -> None:
    with served(Limits(rate=0)) as address:
        found = measure_service(address, TOKEN, clients=4, seconds=0.3, questions=["one", "two"])
    assert set(found.statuses) == {200}
    assert set(found.waits) == {"/ask", "/retrieve", "all"}
    assert found.errors == 0
    assert found.throughput > 0
    everything = found.waits["all"]
    assert 0 < everything.p50 <= everything.p95 <= everything.p99 <= everything.longest
    assert found.memory is not None


def test_who_is_told_to_come_later_is_no_error_and_a_fault_is() -> None:
    with served(Limits(rate=1, burst=8), fails=True) as address:
        found = measure_service(address, TOKEN, clients=6, seconds=0.3, questions=["one"])
    assert found.statuses[429] > 0
    assert found.errors == found.statuses.get(503, 0) > 0


def test_the_service_offers_the_questions_and_the_command_shows_a_table() -> None:
    with served(Limits(rate=0), examples=(ExampleQuestion("What is loaded?", "all"),)) as address:
        shown = CliRunner().invoke(
            app,
            ["bench", "serve", "--url", address, "--clients", "2", "--seconds", "0.2", "--token", TOKEN],
        )
    assert shown.exit_code == 0, shown.output
    assert "errors other than 429" in shown.output
    assert "MiB after" in shown.output


def test_what_hinders_is_told() -> None:
    with served(Limits(rate=0)) as address:
        with pytest.raises(UsageError, match="offers no questions"):
            measure_service(address, TOKEN, clients=1, seconds=0.1)
        with pytest.raises(UsageError, match="--token"):
            measure_service(address, "wrong", clients=1, seconds=0.1)
    with pytest.raises(BioloomError, match="bioloom serve"):
        measure_service("http://127.0.0.1:1", TOKEN, clients=1, seconds=0.1)
