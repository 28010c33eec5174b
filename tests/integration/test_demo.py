"""The demo: its commands run one after the other, and its questions get the answers that the README shows."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom import resources
from bioloom.cli import demo
from bioloom.cli.app import app
from bioloom.graph.connection import Endpoint, connect

pytestmark = pytest.mark.integration

ANSWERS = (
    "45 sec – Transformation of competent E.coli cells with plasmid DNA",
    "-20 °C",
    "treats→ asthma",
    "celecoxib biolink:affects COX-2",
    "gartanin decreases the activity or abundance of p62",
    "Paget's disease of bone",
)


BLOCK = re.compile(r"```(\w+(?: \S+)?)\n(.*?)```", re.DOTALL)
TASKS = Path(__file__).parents[2] / "docs" / "tasks.md"
SHOWN_BY_TASKS = (
    "45 minutes – Agarose gel electrophoresis",
    "steps_at_temperature -p min_celsius=37 -p max_celsius=37 -p min_minutes=30",
    "what chemicals bind, such as in Hetionet",
    "significantly induced autophagy",
    "Cool → Incubate",
    "No faults of integrity",
    "MISSING_OBJECT",
)


@pytest.fixture(scope="module")
def environment(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Name the test server, emptied, and a home of its own."""
    with connect(server) as graph, graph.session() as session:
        session.run(
            "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"
        ).consume()
    return {
        "BIOLOOM_HOME": str(tmp_path_factory.mktemp("home")),
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.user,
        "NEO4J_PASSWORD": server.password,
    }


@pytest.fixture(scope="module")
def shown(environment: dict[str, str]) -> str:
    """Run the demo, but for what is about the managed server; give what it printed."""
    run = demo._run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "_run", lambda *words: None if words[0] in {"up", "status"} else run(*words))
        return " ".join(CliRunner().invoke(app, ["demo"], env=environment).stdout.split())


def test_the_demo_gives_the_answers_of_the_readme(shown: str) -> None:
    for answer in ANSWERS:
        assert answer in shown, answer
    assert "bioloom down" in shown


@pytest.mark.usefixtures("shown")
def test_the_ten_tasks_of_the_docs_work(
    environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Run the page of tasks from top to bottom in an empty folder: its files, its commands, its Python."""
    pytest.importorskip("pandas")
    pytest.importorskip("networkx")
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    printed: list[str] = []
    for kind, block in BLOCK.findall(TASKS.read_text(encoding="utf-8")):
        language, _, name = kind.partition(" ")
        if language == "text":
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(block, encoding="utf-8")
            continue
        if language == "python":
            exec(block, {})
            continue
        for command in block.splitlines():
            printed.append(_ran(command.removeprefix("$ "), environment))
    all_of_it = "\n".join((*printed, capsys.readouterr().out))
    for expected in SHOWN_BY_TASKS:
        assert expected in " ".join(all_of_it.split()), (expected, all_of_it)


def _ran(command: str, environment: dict[str, str]) -> str:
    """Run a command line: in this process where it is one command, else in a shell."""
    if not set(command) & set(">|$"):
        done = CliRunner().invoke(app, shlex.split(command)[1:], env=environment)
        assert done.exit_code == 0, (command, done.output, done.exception)
        return done.output
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-ec", command],
        env={**os.environ, **environment, "PATH": programs},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return ran.stdout + ran.stderr


def test_without_models_the_demo_leaves_out_what_needs_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(demo, "_run", lambda *words: ran.append(words))
    monkeypatch.setattr(resources, "has_weights", lambda name: False)
    demo.demo()
    assert not [words for words in ran if "local" in words or words[0] == "standardize"]
    assert "pip install bioloom-models-protocol bioloom-models-triples" in capsys.readouterr().out
