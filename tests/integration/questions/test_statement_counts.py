"""Round trips and plans of questions on the demo graph: two statements a ranking at most, four an answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from neo4j import ManagedTransaction

from bioloom.answering import ask
from bioloom.cli.plan_warming import warm_plans
from bioloom.graph.connection import Endpoint, Graph
from bioloom.pipeline import load
from bioloom.question_parsing import parse_question
from bioloom.retrieval import METHODS, rank_assertions, retrieve
from bioloom.retrieval.methods import LearnedMethod
from bioloom.settings import Settings
from named_server import name_server

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
    "documents": "Which protocols use ethanol?",
    "no words": "???",
}
MOST = 4
OPEN_WORDS = {"drug of an unknown process", "metabolite"}
"""Questions with words beside names, relation and category: all assertions are looked through for them."""

Sent = list[tuple[str, dict[str, Any]]]
"""Statements with their parameters."""


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
        with graph.session() as session:  # plans of what was here before would be taken on
            session.run("CALL db.prepareForReplanning()").consume()
        yield graph


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Record text and parameters of every statement that is sent in a transaction."""
    found: Sent = []
    run = ManagedTransaction.run

    def recorded(work: ManagedTransaction, query: Any, *given: Any, **named: Any) -> Any:
        found.append((str(query), {**(given[0] if given and given[0] else {}), **named}))
        return run(work, query, *given, **named)

    monkeypatch.setattr(ManagedTransaction, "run", recorded)
    return found


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_answer_takes_four_statements_at_most(demo: Graph, sent: Sent, kind: str) -> None:
    assert ask(demo, Settings(), QUESTIONS[kind], llm=False).answer
    assert len(sent) <= MOST + (kind in OPEN_WORDS), [text.partition("\n")[0] for text, _ in sent]


def test_each_part_about_assertions_is_answered_or_named_for_one_statement_more(
    demo: Graph, sent: Sent
) -> None:
    question = "Which drugs treat asthma and which rockets are associated with Mars?"
    asthma, mars = ask(demo, Settings(), question, llm=False).parts
    assert "treats asthma" in asthma.answer
    assert mars.abstained
    assert "Mars" in mars.question
    assert len(sent) <= MOST + 2


@pytest.mark.parametrize("kind", ["value", "after", "assertions"])
def test_a_ranking_takes_one_statement_or_two(demo: Graph, sent: Sent, kind: str) -> None:
    for name in ("bm25", "fused", "hops"):
        sent.clear()
        retrieve(demo, QUESTIONS[kind], method=name)
        assert 1 <= len(sent) <= 1 + isinstance(METHODS[name], LearnedMethod)


@pytest.mark.parametrize("name", ["bm25", "fused", "hops"])
def test_rankings_share_their_plans_and_scan_no_label(demo: Graph, sent: Sent, name: str) -> None:
    for kind in ("value", "thing", "after"):
        retrieve(demo, QUESTIONS[kind], method=name)
    assert len({text for text, _ in sent}) == 1 + isinstance(METHODS[name], LearnedMethod)
    for text, parameters in {text: (text, given) for text, given in sent}.values():
        with demo.session(read=True) as session:
            plan = session.run(f"EXPLAIN {text}", parameters).consume().plan
        assert plan
        names = set(_operators(plan))
        assert not {each for each in names if "Scan" in each}, names
        assert {each for each in names if "Seek" in each or "ProcedureCall" in each}


def test_questions_of_every_length_share_their_plans(demo: Graph) -> None:
    questions = [
        "Which drugs treat asthma, rheumatoid arthritis or type 2 diabetes mellitus without a lower dose?",
        "Is the pellet, which was centrifuged at 12,000 x g for 10 min at 4 °C, washed with ethanol or not?",
        "asthma?",
    ]
    planned = []
    for asked in (questions[:1], questions):
        with demo.session() as session:
            session.run("CALL db.clearQueryCaches()").consume()
        for question in asked:
            retrieve(demo, question)
            rank_assertions(demo, parse_question(question))
        with demo.session() as session:
            planned.append(session.run("CALL db.clearQueryCaches()").single(strict=True)["value"])
    assert planned[0] == planned[1]


def test_a_warmed_server_has_planned_what_a_question_sends(
    server: Endpoint, demo: Graph, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    assert warm_plans(Settings()) > 0
    warmed = {text for text, _ in sent}
    sent.clear()
    for kind in ("value", "after", "whole protocol", "yes or no", "gene"):
        ask(demo, Settings(), QUESTIONS[kind], llm=False)
    assert sent
    assert {text for text, _ in sent} <= warmed


def _operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from _operators(child)
