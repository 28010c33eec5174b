"""The public functions over a real Neo4j: load, retrieve, ask, query, standardize."""

from pathlib import Path

import pytest

from bioloom import ask, load, open_graph, query, retrieve, standardize
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.records import Claim
from bioloom.settings import Settings

pytestmark = pytest.mark.integration
WLP = Path(__file__).parents[2] / "loaders" / "demo" / "wlp"
QUESTION = "How long is the heat shock of competent E. coli cells?"


def test_a_notebook_needs_the_public_functions_only(
    server: Endpoint, graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_USER", server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    with open_graph() as opened:
        report = load(opened, WLP, limit=3)
        assert report.counts.documents == 3
        report = load(opened, WLP)
        assert not report.counts.rejected
        assert retrieve(opened, QUESTION, k=3)[0].text.startswith("Heat shock the cells")
        answer = ask(opened, QUESTION, llm=False, settings=Settings(llm_url=None))
        assert "45 sec" in answer.answer
        assert not answer.abstained
        steps = query(opened, "steps_of_protocol", parameters={"protocol": answer.citations[0].document_id})
        assert len(steps.rows) > 5
        counted = query(opened, cypher="MATCH (d:Document) RETURN count(d) AS n")
        assert counted.columns == ("n",)
        with pytest.raises(UsageError, match="either the name"):
            query(opened)
        with pytest.raises(UsageError):
            query(opened, cypher="MATCH (n) DETACH DELETE n")


def test_a_phrase_and_a_list_of_claims_are_standardized() -> None:
    (one,) = standardize("is inhibited by", subject="COX-2", object="celecoxib")
    assert one.predicate == "biolink:affects"
    assert one.swapped
    both = standardize([Claim("a", "potently inhibits", "b"), Claim("a", "was used to detect", "b")])
    assert [found.predicate for found in both] == ["biolink:affects", None]
