"""Questions about articles: loaded without them, then asked of the graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.cli import evaluate, load
from bioloom.errors import BioloomError
from bioloom.evaluation.span_questions.gold import find_gold
from bioloom.evaluation.span_questions.ranking import rank_unseen
from bioloom.evaluation.span_questions.suite import evaluate_span_questions
from bioloom.graph.connection import Endpoint, Graph
from bioloom.reading import read_squad
from bioloom.retrieval import retrieve

pytestmark = pytest.mark.integration


@pytest.fixture
def sample(data: Path) -> Path:
    return data / "squad" / "sample.json"


@pytest.fixture
def run(graph: Graph, server: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> CliRunner:
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    monkeypatch.setenv("BIOLOOM_HOME", str(tmp_path))
    return CliRunner()


def test_loaded_articles_answer_their_questions(run: CliRunner, graph: Graph, sample: Path) -> None:
    app = typer.Typer()
    evaluate.register(app)
    load.register(app)
    assert run.invoke(app, ["load", str(sample), "--json"]).exit_code == 0
    shown = run.invoke(app, ["eval", "qa", "--data", str(sample), "--json"])
    assert shown.exit_code == 0, shown.output
    found = json.loads(shown.stdout)
    assert (found["suite"], found["n"], found["articles"]) == ("qa", 5, 2)
    assert found["metrics"]["bm25"]["hit@10"]["value"] == 1.0
    assert found["metrics"]["best sentence"]["f1, closed"]["value"] > 0
    assert found["published"][0]["f1, closed"] == 0.595

    loaded = find_gold(graph, read_squad(sample))
    places = {each.id: each for placed in loaded.sentences.values() for each in placed}
    for one in loaded.questions:
        texts = [places[each].text for each in one.gold]
        assert any(answer in text for answer in one.accepted for text in texts)
    best = retrieve(graph, "Why does mite fever spread?", method="prose", k=1)[0]
    assert "houses are damp" in best.text

    seen: list[int] = []
    whole, _ = rank_unseen(graph, loaded.questions, "prose", depth=3, step=lambda: seen.append(1))
    assert len(seen) == 2 * len(loaded.questions)
    assert all(len(each) == 3 for each in whole)


def test_articles_that_are_not_loaded_are_named(graph: Graph, sample: Path) -> None:
    with pytest.raises(BioloomError, match="bioloom load"):
        evaluate_span_questions(graph, read_squad(sample), method="bm25", methods=("bm25",))
