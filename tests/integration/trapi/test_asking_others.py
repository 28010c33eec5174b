"""Questions answered from the local graph and other graphs together, over HTTP and from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from fastapi.testclient import TestClient
from pydantic import SecretStr
from typer.testing import CliRunner

from bioloom.answering import ask
from bioloom.cli.commands import all_commands
from bioloom.errors import ServiceUnavailable
from bioloom.federation import Federation
from bioloom.graph.connection import Endpoint, Graph
from bioloom.retrieval import Filters
from bioloom.serving import create_app, graph_services
from bioloom.settings import Settings
from bioloom_lab.evaluation.mechanism.federated_evaluator import measure_federated
from bioloom_lab.evaluation.mechanism.gene_questions import read_gene_questions
from model_endpoint import Endpoint as Model
from named_server import name_server
from trapi_endpoint import serve

pytestmark = pytest.mark.integration

TOKEN = "t" * 43
KNOWN = "Which gene matters most in how celecoxib treats rheumatoid arthritis?"
NEW = "Which gene matters most in how dexamethasone treats asthma?"
DEXAMETHASONE, ASTHMA, RECEPTOR = "DRUGBANK:DB01234", "DOID:2841", "NCBIGene:2908"


def reply(subject: str, predicate: str, object_: str) -> dict[str, Any]:
    source = {"resource_id": "infores:ctd", "resource_role": "primary_knowledge_source"}
    edge = {"subject": subject, "predicate": predicate, "object": object_, "sources": [source]}
    nodes = {RECEPTOR: {"name": "NR3C1", "categories": ["biolink:Gene"]}}
    return {"message": {"knowledge_graph": {"nodes": nodes, "edges": {"e": edge}}}}


ACTS = reply(DEXAMETHASONE, "biolink:affects", RECEPTOR)
OF_DISEASE = reply(RECEPTOR, "biolink:associated_with", ASTHMA)


def test_our_own_endpoint_stands_behind_a_local_answer(demo_graph: Graph, address: str) -> None:
    others = Federation([address], tokens={address: TOKEN})
    alone = ask(demo_graph, Settings(), KNOWN)
    answer = ask(demo_graph, Settings(), KNOWN, federation=others)
    fetched = [citation for citation in answer.citations if citation.endpoint]
    assert fetched
    assert all(one.endpoint == f"{address}/query" and one.retrieved_on for one in fetched)
    assert {"infores:drugcentral", "infores:ctd", "infores:gwas-catalog"} >= {one.source for one in fetched}
    assert any("PTGS2" in one.text for one in fetched)
    assert (answer.notes, answer.abstained) == ((), False)
    assert set(answer.timings) == {"retrieval", "reading", "total", "fetching"}
    if not alone.abstained:
        assert answer.answer.startswith(alone.answer.partition("[1]")[0])
        assert answer.confidence == alone.confidence


def test_others_answer_what_the_graph_cannot(demo_graph: Graph) -> None:
    assert ask(demo_graph, Settings(), NEW).abstained
    with serve(ACTS, OF_DISEASE) as other:
        answer = ask(demo_graph, Settings(), NEW, federation=Federation([other.url]))
        sent = json.dumps(other.requests)
    assert answer.answer.startswith("NR3C1: ")
    assert [citation.source for citation in answer.citations] == ["infores:ctd", "infores:ctd"]
    assert (DEXAMETHASONE in sent, ASTHMA in sent) == (True, True)
    assert "dexamethasone" not in sent.lower()


@pytest.mark.parametrize(
    ("question", "filters", "words"),
    [
        ("Which gene matters most in how zzyzxin treats asthma?", Filters(), "no public id for 'zzyzxin'"),
        ("Which gene matters most in how zzyzxin treats qqqq?", Filters(), "'zzyzxin' and 'qqqq'"),
        ("What treats asthma?", Filters(), "only questions for the gene"),
        (NEW, Filters(("hetionet",)), "filters"),
    ],
)
def test_where_nothing_can_be_asked_a_note_says_why(
    demo_graph: Graph, question: str, filters: Filters, words: str
) -> None:
    with serve(ACTS) as other:
        answer = ask(demo_graph, Settings(), question, federation=Federation([other.url]), filters=filters)
        assert not other.requests
    assert words in " ".join(answer.notes)


def test_a_disease_that_the_graph_does_not_know_leaves_the_drug_to_be_asked_about(demo_graph: Graph) -> None:
    with serve(ACTS) as other:
        answer = ask(
            demo_graph,
            Settings(),
            "Which gene matters most in how dexamethasone treats qqqq?",
            federation=Federation([other.url]),
        )
        assert len(other.requests) == 1
    assert "about one end only: the graph has no public id for 'qqqq'" in answer.notes[0]
    assert answer.answer.startswith("NR3C1: ")
    assert answer.answer.endswith("Nothing cited here speaks of: qqqq.")


def test_an_end_may_be_written_as_a_curie(demo_graph: Graph) -> None:
    question = f"Which gene matters most in how {DEXAMETHASONE} treats MONDO:0004979?"
    with serve(ACTS, reply(RECEPTOR, "biolink:associated_with", "MONDO:0004979")) as other:
        answer = ask(demo_graph, Settings(), question, federation=Federation([other.url]))
    assert answer.answer.startswith("NR3C1: ")


def test_a_language_model_gets_the_fetched_statements(demo_graph: Graph, endpoint: Model) -> None:
    settings = endpoint.settings
    quote = f"{DEXAMETHASONE} affects NR3C1"
    cited = [{"id": 1, "quote": quote}]
    endpoint.replies[:] = [json.dumps({"sentences": [{"text": "NR3C1.", "citations": cited}]})]
    with serve(ACTS, OF_DISEASE) as other:
        answer = ask(demo_graph, settings, NEW, federation=Federation([other.url]))
    assert (answer.model, answer.answer) == ("tiny", "NR3C1. [1]")
    assert answer.citations[0].endpoint == f"{other.url}/query"


@pytest.fixture
def run(demo_graph: Graph, server: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> CliRunner:
    name_server(monkeypatch, server)
    monkeypatch.setenv("BIOLOOM_CACHE", str(tmp_path / "cache"))
    return CliRunner()


def test_without_the_option_nothing_leaves_the_machine(
    run: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = typer.Typer()
    for name in ("retrieve", "ask"):
        all_commands()[name].add_to(app)
    with serve(ACTS, OF_DISEASE) as other:
        monkeypatch.setenv("BIOLOOM_FEDERATION", other.url)
        assert run.invoke(app, ["ask", NEW, "--no-llm"]).exit_code == 0
        assert not other.requests
        shown = run.invoke(app, ["ask", NEW, "--no-llm", "--federate"])
        assert len(other.requests) == 2
        assert "NR3C1: " in shown.stdout
        assert other.url in shown.stdout
        monkeypatch.delenv("BIOLOOM_FEDERATION")
        kept = run.invoke(app, ["ask", NEW, "--no-llm", "--federate", "--url", other.url, "--json"])
        assert len(other.requests) == 2, "what was asked before comes from the cache"
    assert {one["endpoint"] for one in json.loads(kept.stdout)["citations"]} == {f"{other.url}/query"}


@pytest.mark.parametrize("streamed", [False, True])
def test_a_service_asks_others_where_it_was_started_with_some_and_the_caller_says_so(
    demo_graph: Graph, server: Endpoint, tmp_path: Path, streamed: bool
) -> None:
    key = {"Authorization": f"Bearer {TOKEN}"}
    if streamed:
        key["Accept"] = "text/event-stream"
    with serve(ACTS, OF_DISEASE) as other:
        told = Settings(
            home=tmp_path,
            cache=tmp_path / "cache",
            neo4j_uri=server.uri,
            neo4j_user=server.user,
            neo4j_password=SecretStr(server.password),
            federation=other.url,
        )
        app = create_app(graph_services(told, uploads=False), token=TOKEN)
        with TestClient(app) as client:
            alone = client.post("/ask", json={"question": NEW}, headers=key)
            assert (alone.status_code, other.requests) == (200, [])
            asked = client.post("/ask", json={"question": NEW, "federate": True}, headers=key)
        assert len(other.requests) == 2
    assert asked.status_code == 200
    assert f"{other.url}/query" in asked.text
    assert "NR3C1: " in asked.text


def test_a_service_says_beforehand_what_would_go_out_and_sends_nothing_for_that(
    demo_graph: Graph, server: Endpoint, tmp_path: Path
) -> None:
    key = {"Authorization": f"Bearer {TOKEN}"}
    with serve(ACTS, OF_DISEASE) as other:
        told = Settings(
            home=tmp_path,
            cache=tmp_path / "cache",
            neo4j_uri=server.uri,
            neo4j_user=server.user,
            neo4j_password=SecretStr(server.password),
            federation=other.url.replace("://", "://user:secret@"),
        )
        with TestClient(create_app(graph_services(told, uploads=False), token=TOKEN), headers=key) as client:
            planned = client.post("/federation", json={"question": NEW}).json()
            idle = client.post("/federation", json={"question": "What treats asthma?"}).json()
            assert other.requests == []
            client.post("/ask", json={"question": NEW, "federate": True})
            assert client.get("/federation").json() == {"endpoints": planned["endpoints"]}
        assert planned["endpoints"] == [f"{other.url}/query"]
        assert [each["name"] for each in planned["ends"]] == ["dexamethasone", "asthma"]
        assert "secret" not in str(planned)
        assert planned["queries"] == other.requests
    assert (idle["queries"], "only questions for the gene" in idle["note"]) == ([], True)


def test_a_service_without_others_answers_400(demo_graph: Graph, tmp_path: Path) -> None:
    app = create_app(graph_services(Settings(home=tmp_path), uploads=False), token=TOKEN)
    with TestClient(app) as client:
        refused = client.post(
            "/ask",
            json={"question": NEW, "federate": True},
            headers={"Authorization": f"Bearer {TOKEN}"},
        )
    assert refused.status_code == 400
    assert "BIOLOOM_FEDERATION" in refused.json()["detail"]


GENE_QUESTIONS = (
    "id,drug,Drug_MeshID,disease,protein,drug_name,disease_name,protein_name,"
    "protein_gene_symbol,question,count\n"
    "['1'],DB:DB00482,MESH:D000068579,DOID:7148,['UniProt:P35354'],celecoxib,rheumatoid arthritis,['x'],"
    "['PTGS2'],Which gene matters most in how Drug celecoxib treats or impacts the Disease "
    "rheumatoid arthritis?,1\n"
    "['2'],DB:DB99999,,DOID:99999,['UniProt:P35354'],zzyzxin,qqqq,['x'],['PTGS2'],"
    "Which gene matters most in how Drug zzyzxin treats or impacts the Disease qqqq?,1\n"
)


def test_the_suite_asks_an_endpoint_in_place_of_the_graphs_edges(
    demo_graph: Graph, address: str, tmp_path: Path
) -> None:
    (tmp_path / "gene.csv").write_text(GENE_QUESTIONS)
    questions = read_gene_questions(tmp_path / "gene.csv")
    found = measure_federated(
        demo_graph, questions, lambda cache: Federation([address], cache=cache, tokens={address: TOKEN})
    )
    assert set(found.rows) == {
        "separate, given ids", "intersect, given ids", "two-hops, given ids", "intersect, from words"
    }  # fmt: skip
    assert {row["top1"].value for row in found.rows.values()} == {0.5}
    ways = found.reached["intersect, given ids"]
    assert {way: (each.asked, each.right) for way, each in ways.items()} == {"both ends": (1, 1)}
    assert found.known["first end known, from words"].value == 0.5


def test_an_endpoint_that_fails_is_not_scored_as_one_that_knows_nothing(
    demo_graph: Graph, tmp_path: Path
) -> None:
    (tmp_path / "gene.csv").write_text(GENE_QUESTIONS)
    with serve(404) as broken, pytest.raises(ServiceUnavailable, match="404"):
        measure_federated(
            demo_graph,
            read_gene_questions(tmp_path / "gene.csv"),
            lambda cache: Federation([broken.url], cache=cache),
        )
