"""The public functions over a real Neo4j: load, retrieve, ask, query, standardize."""

from pathlib import Path
from typing import Any

import pytest
from neo4j.exceptions import DriverError

from bioloom import ask, load, open_graph, query, retrieve, standardize
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.records import Claim
from bioloom.settings import Settings

pytestmark = pytest.mark.integration
ROOT = Path(__file__).parents[2]
WLP = ROOT / "loaders" / "demo" / "wlp"
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
        assert [entry.id for entry in opened.documents()] == sorted(entry.id for entry in opened.documents())
        assert len(list(opened.documents(kind="protocol"))) == report.counts.documents
        assert list(opened.documents(kind="article")) == []
        steps = query(opened, "steps_of_protocol", parameters={"protocol": answer.citations[0].document_id})
        assert len(steps.rows) > 5
        counted = query(opened, cypher="MATCH (d:Document) RETURN count(d) AS n")
        assert counted.columns == ("n",)
        with pytest.raises(UsageError, match="either the name"):
            query(opened)
        with pytest.raises(UsageError):
            query(opened, cypher="MATCH (n) DETACH DELETE n")


def test_a_load_without_an_extractor_keeps_what_was_extracted_unless_it_is_told_none(
    server: Endpoint, graph: Graph, tmp_path: Path
) -> None:
    source = tmp_path / "protocol.txt"
    source.write_text("Mix\n\n1. Add 5 ml of water.\n2. Incubate the tube at 37 °C for 10 min.\n")
    with open_graph(server.uri, user=server.user, password=server.password) as opened:

        def mentions() -> int:
            return len(opened.query(cypher="MATCH (m:Mention) RETURN m.id AS id").rows)

        opened.load(source, extract="local")
        found = mentions()
        assert found > 3
        opened.load(source)
        assert mentions() == found
        with pytest.raises(UsageError, match="reading it again without would drop"):
            opened.load(source, fresh=True)
        opened.load(source, extract="none")
        assert mentions() == 0


def test_an_answer_is_ranked_by_the_method_that_is_named(graph: Graph) -> None:
    with pytest.raises(UsageError, match="no retrieval method 'magic'"):
        ask(graph, QUESTION, llm=False, method="magic")


def test_the_page_about_python_runs(
    server: Endpoint, graph: Graph, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas")
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], names)
    assert "45 sec" in capsys.readouterr().out
    assert {"sentence", "step", "settings"} == set(names["frame"].columns)
    assert len(names["frame"]) > 5
    assert dict(names["verbs"].rows)["add"] > 3


def test_an_open_graph_has_the_functions_as_methods(server: Endpoint, graph: Graph) -> None:
    opened = open_graph(server.uri, user=server.user, password=server.password)
    with opened as same:
        assert same is opened
        same.load(ROOT / "tests" / "data" / "hetionet")
        known, unknown = same.ground(["Alcohol dependence", "wholly unknown thing"])
        assert known is not None
        assert known.entity_id == "DOID:0050741"
        assert unknown is None
        counted = same.query(cypher="MATCH (n:`biolink:Disease`) RETURN count(n) AS n")
        assert counted.rows[0][0]
        assert not same.retrieve("nothing at all of it", k=1)
        assert same.standardize("inhibits")[0].predicate == "biolink:affects"
        assert list(same.claims(predicates=["treats"]))
        assert not list(same.claims(predicates=["gene_product_of"], categories=["Gene"]))
        with pytest.raises(UsageError, match="did you mean biolink:treats"):
            same.claims(predicates=["treatz"])
        assert list(same.claims(sources="hetionet")) == list(same.claims(sources=["infores:hetionet"])) != []
        with pytest.raises(UsageError, match="no source 'infores:nope'"):
            same.claims(sources="infores:nope")
        with pytest.raises(UsageError, match="no document 'wlp:1'"):
            same.claims(documents=["wlp:1"])
        open_claims, open_documents = same.claims(), same.documents()
        next(open_claims)
    with pytest.raises(UsageError, match=r"ask: this graph was closed; open it again: open_graph\(\)"):
        opened.ask("Which drugs treat gout?")
    for left in (open_claims, open_documents):
        with pytest.raises(UsageError, match="this graph was closed"):
            next(left)
    with pytest.raises(DriverError):
        opened.driver.verify_connectivity()


def test_around_a_name_of_two_things_takes_the_one_that_is_spelled_so_and_warns(
    server: Endpoint, graph: Graph, tmp_path: Path
) -> None:
    stated = "infores:x\tnot_provided\tnot_provided"
    (tmp_path / "x_nodes.tsv").write_text(
        "id\tcategory\tname\nbioloom:gene.gartanin\tbiolink:Gene\tGartanin\n"
        "CHEBI:1\tbiolink:ChemicalEntity\tgartanin\nDOID:1\tbiolink:Disease\tgout\n"
    )
    (tmp_path / "x_edges.tsv").write_text(
        "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\n"
        f"bioloom:gene.gartanin\tbiolink:related_to\tDOID:1\t{stated}\n"
        f"CHEBI:1\tbiolink:treats\tDOID:1\t{stated}\n"
    )
    with open_graph(server.uri, user=server.user, password=server.password) as opened:
        opened.load(tmp_path)
        with pytest.warns(
            UserWarning, match=r"is taken for CHEBI:1, and is the name of bioloom:gene\.gartanin"
        ):
            found = opened.around("gartanin")
    assert {node.id for node in found.nodes} == {"CHEBI:1", "DOID:1"}


def test_a_phrase_and_a_list_of_claims_are_standardized() -> None:
    (one,) = standardize("is inhibited by", subject="COX-2", object="celecoxib")
    assert one.predicate == "biolink:affects"
    assert one.swapped
    both = standardize([Claim("a", "potently inhibits", "b"), Claim("a", "was used to detect", "b")])
    assert [found.predicate for found in both] == ["biolink:affects", None]
