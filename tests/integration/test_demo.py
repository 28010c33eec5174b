"""The demo: its commands run one after the other, and its questions get the answers that the README shows."""

from pathlib import Path

import pytest

from bioloom import resources
from bioloom.cli import demo
from bioloom.graph.connection import Endpoint, Graph

pytestmark = pytest.mark.integration

ANSWERS = (
    "45 sec – Transformation of competent E.coli cells with plasmid DNA",
    "-20 °C",
    "treats→ asthma",
    "celecoxib biolink:affects COX-2",
    "gartanin decreases the activity or abundance of p62",
    "polyostotic paget s disease of bone",
)


@pytest.fixture
def on_the_test_server(
    server: Endpoint, graph: Graph, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOLOOM_HOME", str(tmp_path))
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    run = demo._run
    own = ("up", "status")  # they are about the managed server
    monkeypatch.setattr(demo, "_run", lambda *words: None if words[0] in own else run(*words))


@pytest.mark.usefixtures("on_the_test_server")
def test_the_demo_gives_the_answers_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    demo.demo()
    shown = " ".join(capsys.readouterr().out.split())
    for answer in ANSWERS:
        assert answer in shown, answer
    assert "bioloom down" in shown


def test_without_models_the_demo_leaves_out_what_needs_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(demo, "_run", lambda *words: ran.append(words))
    monkeypatch.setattr(resources, "has_weights", lambda name: False)
    demo.demo()
    assert not [words for words in ran if "local" in words or words[0] == "standardize"]
    assert "pip install bioloom-models-protocol bioloom-models-triples" in capsys.readouterr().out
