"""Protocols and publications through a language model into a real Neo4j, from the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.biolink import model
from bioloom.cli import memory as memories
from bioloom.cli.commands import all_commands
from bioloom.graph.connection import Endpoint as Server
from bioloom.graph.connection import Graph
from bioloom.graph.integrity_checks import find_faults
from model_endpoint import Endpoint
from prompted_protocols import LINES, asked_about, jointly, well

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]


@pytest.fixture
def load(
    server: Server,
    graph: Graph,
    endpoint: Endpoint,
    put: Put,
    own_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., dict[str, object]]:
    source = put("lab/one.txt", "\n".join(LINES[:3]) + "\n")
    settings = {
        "NEO4J_URI": server.uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
        "BIOLOOM_LLM_URL": str(endpoint.settings.llm_url),
        "BIOLOOM_LLM_MODEL": "tiny",
        "BIOLOOM_LLM_KEY": "k",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    app = typer.Typer()
    for name in ("loaders", "load", "rejects", "validate"):
        all_commands()[name].add_to(app)
    memories.register(app)

    def run(*options: str, source: Path = source, command: str = "load") -> dict[str, object]:
        endpoint.requests.clear()
        way = ["--extract", "llm"] if command == "load" else []
        done = CliRunner().invoke(app, [*command.split(), str(source), *way, *options, "--json"])
        assert done.exit_code == 0, (done.output, done.exception)
        told = json.loads(done.stdout)
        assert isinstance(told, dict)
        return told

    return run


def mentions(graph: Graph) -> list[str]:
    with graph.session(read=True) as session:
        found = session.run("MATCH (m:Mention) RETURN m.name AS name ORDER BY m.start").data()
    return [str(row["name"]) for row in found]


def test_a_sentence_that_failed_is_asked_about_again_by_a_fresh_load(
    load: Callable[..., dict[str, object]], graph: Graph, endpoint: Endpoint
) -> None:
    endpoint.answer = lambda user: 400 if asked_about(user) == "Wash." else well(user)
    assert load()["rejected"] == {"MODEL_FAILED": 1}
    assert len(mentions(graph)) == 7
    endpoint.answer = well
    assert load()["status"] == "already loaded"
    assert endpoint.requests == []
    assert load("--fresh")["rejected"] == {}
    assert [asked_about(asked["messages"][1]["content"]) for asked in endpoint.requests] == ["Wash."]
    assert mentions(graph)[-1] == "Wash"
    assert find_faults(graph, model()) == ()


def test_another_way_of_asking_replaces_what_was_extracted(
    load: Callable[..., dict[str, object]], graph: Graph, endpoint: Endpoint, put: Put
) -> None:
    put("shown/spin.txt", "Spin yeast twice\n")
    shown = put("shown/spin.ann", "T1\tAction 0 4\tSpin\n").parent
    endpoint.answer = well
    load()
    before = mentions(graph)
    endpoint.answer = jointly
    found = load("--mode", "joint", "--demonstrations", str(shown), "--shots", "5")
    assert len(endpoint.requests) == 3
    assert all("Spin yeast twice" in asked["messages"][1]["content"] for asked in endpoint.requests)
    assert str(found["extractor"]).startswith("llm:tiny:joint@")
    assert mentions(graph) == before
    with graph.session(read=True) as session:
        by = session.run("MATCH (d:Document) RETURN d.extractor AS by").data()
    assert by == [{"by": str(found["extractor"]).split("+")[0]}]


ABSTRACTS = (
    "pmid\ttitle\tabstract\n"
    "90000011\tAspirin.\tAspirin eased the headache of most volunteers. Nothing else was seen.\n"
    "90000012\tColchicine.\tColchicine blocks tubulin. Zinc eased nothing.\n"
)
LABELLED = json.dumps(
    {
        "PREDICATE": "TREATS",
        "SUBJECT_TEXT": "drug",
        "OBJECT_TEXT": "pain",
        "SENTENCE": "in rats the new  drug  eased  pain .",
    }
)
ANSWERS = {
    "Aspirin eased the headache of most volunteers.": "[Aspirin, TREATS, headache]\n"
    "[ibuprofen, TREATS, headache]",
    "Colchicine blocks tubulin.": "Sure!\n```\n1. [colchicine, inhibits, tubulin]\n```",
    "Zinc eased nothing.": "I would rather not say.",
}


def answer(user: str) -> str:
    """Answer about the sentence, which is the last of the data."""
    return ANSWERS.get(re.findall(r"<data-[0-9a-f]+>\n(.*)\n</data-", user)[-1], "None")


def claims(graph: Graph) -> list[dict[str, object]]:
    query = """
    MATCH (s:`biolink:NamedThing`)-[e]->(o:`biolink:NamedThing`) WHERE e.document_ids IS NOT NULL
    RETURN s.name AS subject, type(e) AS predicate, o.name AS object, e.extractor AS extractor,
           e.supporting_text AS text, e.publications AS publications, e.agent_type AS agent
    ORDER BY subject"""
    with graph.session(read=True) as session:
        return [dict(row) for row in session.run(query)]


def test_publications_become_claims_beside_what_a_memory_retrieves(
    load: Callable[..., dict[str, object]],
    graph: Graph,
    endpoint: Endpoint,
    put: Put,
    tmp_path: Path,
) -> None:
    endpoint.answer = answer
    memory = str(tmp_path / "memory")
    load("--format", "git", "-o", memory, source=put("train/train.jsonl", LABELLED), command="memory build")
    source = put("notes/abstracts.tsv", ABSTRACTS)
    report = load("--memory", memory, source=source)
    assert report["rejected"] == {"BAD_TRIPLET": 1, "MODEL_BAD_ANSWER": 1, "NOT_IN_SENTENCE": 1}
    found = claims(graph)
    assert [(each["subject"], each["predicate"], each["object"]) for each in found] == [
        ("Aspirin", "biolink:treats_or_applied_or_studied_to_treat", "headache"),
        ("Colchicine", "biolink:affects", "tubulin"),
    ]
    assert found[0]["text"] == ["Aspirin eased the headache of most volunteers."]
    assert found[0]["publications"] == ["PMID:90000011"]
    (name,) = {name for each in found for name in each["extractor"]}  # type: ignore[attr-defined]
    assert re.fullmatch(r"llm:tiny:triples-P1-chunks@[0-9a-f]{8}", name)
    assert {each["agent"] for each in found} == {"text_mining_agent"}
    asked = [request["messages"][-1]["content"] for request in endpoint.requests]
    assert any("eased pain" in user.split("Extract the triples")[0] for user in asked)
    assert find_faults(graph, model()) == ()
    with Path(str(report["rejects_file"])).open() as lines:
        rejects = [json.loads(line) for line in lines]
    assert {each["code"]: each["record"]["sentence"] for each in rejects} == {
        "BAD_TRIPLET": "Colchicine blocks tubulin.",
        "MODEL_BAD_ANSWER": "Zinc eased nothing.",
        "NOT_IN_SENTENCE": "Aspirin eased the headache of most volunteers.",
    }
    assert load("--memory", memory, source=source)["status"] == "already loaded"
    assert load("--memory", memory, "--fresh", source=source)["written"] == {
        "nodes": 0, "edges": 0, "documents": 0, "sentences": 0,
    }  # fmt: skip
    assert len(endpoint.requests) == 2  # the sentence without an answer, once more after its first bad one


SCHEME = """\
name: antibiotics
classes:
  Drug: {description: A substance that stops microbes., class_uri: "biolink:Drug"}
  Species: {description: A kind of microbe., class_uri: "biolink:OrganismTaxon"}
slots:
  affects: {description: The drug changes it., domain: Drug}
  given with: {description: Both at once., domain: Drug, range: Drug, slot_uri: "biolink:coexists_with"}
"""
FOUND = """\
Ampicillin: Drug
sulbactam: Drug
E. coli: Species
head: Ampicillin tail: E. coli relation: affects
head: Ampicillin tail: sulbactam relation: given with"""


def test_a_scheme_file_of_the_users_own_gives_mapped_claims(
    load: Callable[..., dict[str, object]], graph: Graph, endpoint: Endpoint, put: Put
) -> None:
    own = put("own/antibiotics.yaml", SCHEME)
    source = put("mixed/one.txt", "Notes on strains\nAmpicillin and sulbactam stop E. coli.\n")
    endpoint.answer = lambda user: FOUND if "stop E. coli" in asked_about(user) else "NONE"
    report = load("--scheme-file", str(own), source=source)
    assert report["rejected"] == {}
    query = """
    MATCH (s:`biolink:Drug`)-[e]->(o:`biolink:NamedThing`) WHERE e.document_ids IS NOT NULL
    RETURN s.name AS subject, type(e) AS predicate, o.name AS object, e.predicate_mapped_by AS by,
           e.annotated_predicate AS said, labels(o) AS labels ORDER BY predicate"""
    with graph.session(read=True) as session:
        affects, given = (dict(row) for row in session.run(query))
    assert (affects["subject"], affects["predicate"], affects["object"]) == (
        "Ampicillin",
        "biolink:affects",
        "E. coli",
    )
    assert "biolink:OrganismTaxon" in affects["labels"]
    assert (given["predicate"], given["said"]) == ("biolink:coexists_with", "given with")
    assert given["by"] == "biolink"
    assert find_faults(graph, model()) == ()
    assert load("--scheme-file", str(own), source=source)["status"] == "already loaded"
