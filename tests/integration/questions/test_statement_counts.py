"""Round trips of questions on the demo graph: two statements a ranking at most, four an answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from neo4j import ManagedTransaction

from bioloom.answering import ask
from bioloom.graph.connection import Graph
from bioloom.pipeline import load
from bioloom.retrieval import METHODS, LearnedMethod, retrieve
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

DEMO = Path(__file__).parents[3] / "loaders" / "demo"
QUESTIONS = {
    "value": "At what temperature is the lysate incubated?",
    "thing": "Which buffer washes the column?",
    "after": "Which step comes after adding ethanol?",
    "thing after a step": "What is added after the ethanol?",
    "whole protocol": "List the steps of DNA extraction.",
    "yes or no": "Is the pellet washed with ethanol?",
    "yes or no of an assertion": "Does celecoxib treat rheumatoid arthritis?",
    "assertions": "Which drugs treat asthma?",
    "gene": "Which gene matters most in how celecoxib treats rheumatoid arthritis?",
    "gene of an unknown drug": "Which gene matters most in how zzyzxin treats asthma?",
    "drug of an unknown process": "Which drug treats asthma by acting on the left knee?",
    "metabolite": "Which metabolite does celecoxib lower in treating asthma?",
    "nothing found": "qqqq zzzz?",
    "no words": "???",
}
MOST = 4


@pytest.fixture(scope="module")
def demo(server: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """Load the demo's protocols, its graph of drugs and diseases, and its abstracts."""
    from bioloom.graph.connection import connect

    settings = Settings(home=tmp_path_factory.mktemp("home"))
    with connect(server) as graph:
        with graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        for name in ("wlp", "hetionet", "abstracts"):
            load(DEMO / name, graph, settings)
        yield graph


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the text of every statement that is sent in a transaction."""
    sent: list[str] = []
    run = ManagedTransaction.run

    def recorded(work: ManagedTransaction, query: Any, *given: Any, **named: Any) -> Any:
        sent.append(str(query))
        return run(work, query, *given, **named)

    monkeypatch.setattr(ManagedTransaction, "run", recorded)
    return sent


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_answer_takes_four_statements_at_most(demo: Graph, statements: list[str], kind: str) -> None:
    assert ask(demo, Settings(), QUESTIONS[kind], llm=False).answer
    assert len(statements) <= MOST, [text.partition("\n")[0] for text in statements]


@pytest.mark.parametrize("kind", ["value", "after", "assertions"])
def test_a_ranking_takes_one_statement_or_two(demo: Graph, statements: list[str], kind: str) -> None:
    for name in ("bm25", "fused", "hops"):
        statements.clear()
        retrieve(demo, QUESTIONS[kind], method=name)
        assert 1 <= len(statements) <= 1 + isinstance(METHODS[name], LearnedMethod)
