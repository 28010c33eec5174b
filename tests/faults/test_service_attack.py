"""A mixed attack and honest callers at once, against a service and a database of their own: nothing dies."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bioloom import load
from bioloom.errors import UsageError
from bioloom.graph.connection import connect
from bioloom.graph.server import start, stop
from bioloom.records import LoadOptions
from bioloom.settings import Settings
from bioloom_lab.benchmarks.service_attack import measure_attack

pytestmark = pytest.mark.integration

DATA = Path(__file__).parents[1] / "data"
MINUTES = float(os.environ.get("BIOLOOM_ATTACK_MINUTES", "30"))
_STATED = LoadOptions(None, "infores:chebi", "knowledge_assertion", "manual_agent")
EVERY = ("HTTP", "MCP", "CLI", "silence", "uploads", "giants", "broken")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Load a small graph into a managed database of its own."""
    settings = Settings(home=tmp_path_factory.mktemp("attacked"), neo4j_uri=None, llm_url=None)
    where = start(settings)
    try:
        with connect(where) as graph:
            load(graph, DATA / "kgx", options=_STATED, settings=settings)
            load(graph, DATA / "brat" / "wlp", settings=settings)
        yield settings
    finally:
        stop(settings)


@pytest.mark.skipif(os.environ.get("BIOLOOM_FAULTS") != "full", reason="half an hour: only by make faults")
def test_nothing_dies_and_the_honest_are_answered(attacked: Settings, report: Callable[..., None]) -> None:
    with pytest.raises(UsageError, match="no attacker is called by post; these are: HTTP, MCP"):
        measure_attack(attacked, minutes=0.1, clients=1, attackers=("by post",))
    found = measure_attack(
        attacked,
        minutes=MINUTES,
        clients=2,
        attackers=EVERY,
        questions=("How long is the plate incubated?", "What is the role of aspirin?"),
    )
    answers = found.quiet.answers + found.attacked.answers
    others = sum(found.quiet.others.values()) + sum(found.attacked.others.values())
    report(
        "a mixed attack ends nothing",
        answers,
        answers + others,
        deaths=len(found.deaths),
        minutes=round(found.minutes),
        p95_ms=[round(found.quiet.p95 * 1000), round(found.attacked.p95 * 1000)],
        service_mib=[found.memory["service"][0], found.memory["service"][-1]],
    )
    assert not found.deaths
    assert found.attacked.answers > 0
    assert not others, (found.quiet, found.attacked)
    assert set(found.got["statements by HTTP"]) <= {"200", "400", "503", "504"}
    assert not any(status.startswith("5") and status != "503" for status in found.got["broken requests"]), (
        found.got
    )
    assert found.memory["service"][-1] < 1000


def test_what_cannot_be_attacked_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="bioloom up"):
        measure_attack(Settings(home=tmp_path / "none"), minutes=0.1, clients=1)
