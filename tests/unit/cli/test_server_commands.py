"""The server's commands where no server runs, and where NEO4J_URI names another one."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.cli.plan_warming import warm_plans
from bioloom.errors import BioloomError
from bioloom.graph.file_locks import acquire
from bioloom.graph.server.distribution import Distribution
from bioloom.settings import Settings

NOWHERE = "bolt://127.0.0.1:9"


@pytest.fixture
def run() -> CliRunner:
    return CliRunner()


def test_status_of_nothing_says_so_and_makes_nothing(run: CliRunner, tmp_path: Path) -> None:
    result = run.invoke(app, ["status"])
    assert result.exit_code == 1
    assert "bioloom up" in result.stdout
    assert "password" not in result.stdout
    assert not (tmp_path / "home").exists()


def test_status_as_json(run: CliRunner) -> None:
    result = run.invoke(app, ["status", "--json"])
    assert result.exit_code == 1
    value = json.loads(result.stdout)
    assert value["running"] is False
    assert value["managed"] is True
    assert "password" not in value


def test_down_of_nothing_is_no_error(run: CliRunner, tmp_path: Path) -> None:
    assert run.invoke(app, ["down"]).exit_code == 0
    assert json.loads(run.invoke(app, ["down", "--json"]).stdout) == {"stopped": False}
    assert not (tmp_path / "home").exists()


def test_warming_nothing_is_no_error() -> None:
    assert warm_plans(Settings()) == 0


def test_doctor_of_nothing_fails_nothing(
    run: CliRunner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))
    result = run.invoke(app, ["doctor", "--json"])
    checks = {check["name"]: check for check in json.loads(result.stdout)}
    assert result.exit_code == 0
    assert checks["java"]["outcome"] == "ok"
    assert checks["files"]["hint"] == checks["server"]["hint"] == "run: bioloom up"
    assert not (tmp_path / "home").exists()


def test_doctor_tells_a_download_from_missing_and_damaged_files(
    run: CliRunner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))
    place = Distribution.of(Settings())
    place.jars.mkdir(parents=True)
    with (place.jars / place.pinned[0].name).open("wb") as file:
        file.truncate(place.pinned[0].size)

    def files() -> dict[str, str]:
        checks = json.loads(run.invoke(app, ["doctor", "--json"]).stdout)
        return next(check for check in checks if check["name"] == "files")

    found = files()
    assert (found["outcome"], found["hint"]) == ("warning", "bioloom up fetches them")
    held = acquire(place.lock)
    found = files()
    os.close(held)
    assert found["finding"] == f"Neo4j is being downloaded by process {os.getpid()}"


def test_doctor_finds_a_token_that_others_may_read(run: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "home" / "token"
    file.parent.mkdir()
    file.touch(0o644)
    checks = {check["name"]: check for check in json.loads(run.invoke(app, ["doctor", "--json"]).stdout)}
    assert checks["token"]["hint"] == f"chmod 600 {file}"


def test_doctor_finds_a_home_that_cannot_be_written(run: CliRunner, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    result = run.invoke(app, ["doctor", "--json"])
    failed = [check["name"] for check in json.loads(result.stdout) if check["outcome"] == "failed"]
    assert result.exit_code == 1
    assert failed == ["home"]


def test_doctor_finds_nonsense_for_memory(run: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIOLOOM_HEAP", "lots")
    result = run.invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert "BIOLOOM_HEAP is 'lots'" in result.stdout


class TestExistingServer:
    """With NEO4J_URI nothing is started, stopped or written."""

    @pytest.fixture(autouse=True)
    def _existing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NEO4J_URI", NOWHERE)
        monkeypatch.setenv("NEO4J_PASSWORD", "a-secret")

    def test_up_leaves_it_alone(self, run: CliRunner, tmp_path: Path) -> None:
        result = run.invoke(app, ["up"])
        assert result.exit_code == 1, "and nobody answers"
        assert "no server is started" in result.stderr
        assert NOWHERE in result.stdout
        assert "a-secret" not in result.output
        assert not (tmp_path / "home").exists()

    def test_down_leaves_it_alone(self, run: CliRunner) -> None:
        result = run.invoke(app, ["down"])
        assert result.exit_code == 0
        assert "not ours to stop" in result.stderr

    def test_status_says_that_it_does_not_answer(self, run: CliRunner) -> None:
        result = run.invoke(app, ["status", "--json"])
        assert result.exit_code == 1
        value = json.loads(result.stdout)
        assert value["managed"] is False
        assert NOWHERE in value["problem"]

    def test_doctor_says_that_it_does_not_answer(self, run: CliRunner) -> None:
        result = run.invoke(app, ["doctor"])
        assert result.exit_code == 1
        assert NOWHERE in result.stdout


@pytest.mark.usefixtures("no_backoff")
def test_up_without_network_is_one_plain_error(
    run: CliRunner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    monkeypatch.setenv("BIOLOOM_MAVEN", "http://127.0.0.1:9/nowhere")
    result = run.invoke(app, ["up"])
    assert isinstance(result.exception, BioloomError)
    assert "check the network" in str(result.exception)
