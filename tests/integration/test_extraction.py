"""Plain protocols through an extractor into a real Neo4j: provenance, counts, kills, answers."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bioloom.answering import ask as ask_question
from bioloom.biolink import model
from bioloom.errors import ModelUnavailable, UsageError
from bioloom.exchange.kgx import export_kgx
from bioloom.extraction.networks.document_batches import NetworkExtractor
from bioloom.extraction.opening import open_by_kind, open_extractor
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from bioloom.graph.integrity_checks import find_faults
from bioloom.pipeline import LoadReport, load, replay
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import AnnotatedDocument
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from bioloom_loaders.text import TextLoader
from kept_graph import keep
from toy_extractor import FailingExtractor, ToyExtractor

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

PROTOCOL = (
    "Lysis of {name} cells\n"
    "1. Add 5 ml of lysis buffer to the tube.\n"
    "2. Incubate at 37 °C for 10 min.\n"
    "3. Centrifuge for 5 min and keep the pellet.\n"
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def folder(put: Put) -> Path:
    for name in ("yeast", "liver"):
        put(f"lab/{name}.txt", PROTOCOL.format(name=name))
    return put("lab/README.txt", "No protocol.").parent


@pytest.fixture
def run(graph: Graph, settings: Settings, folder: Path) -> Callable[..., LoadReport]:
    def loading(extractor: ToyExtractor | None, *, fresh: bool = False) -> LoadReport:
        return load(folder, graph, settings, format=TextLoader(), extractor=extractor, fresh=fresh)

    return loading


def ask(graph: Graph, cypher: str) -> list[dict[str, object]]:
    with graph.session(read=True) as session:
        return session.run(cypher).data()


def mentions(graph: Graph) -> int:
    (row,) = ask(graph, "MATCH (m:Mention) RETURN count(m) AS n")
    return int(str(row["n"]))


def test_what_was_extracted_says_so(graph: Graph, run: Callable[..., LoadReport], tmp_path: Path) -> None:
    report = run(ToyExtractor())
    counts = report.counts
    assert report.as_json()["extractor"] == "toy:rules@1"
    assert (counts.documents, counts.sentences, counts.balanced) == (2, 8, True)
    assert counts.extracted == 26  # in each three actions, a reagent, four values, five relations
    assert counts.read == 2 + 8 + counts.extracted + 1  # and the README, skipped
    assert ask(graph, "MATCH (d:Document) RETURN DISTINCT d.extractor AS by") == [{"by": "toy:rules@1"}]
    assert ask(graph, "MATCH (m:Mention) RETURN DISTINCT m.confidence AS c") == [{"c": 0.75}]
    told = ask(
        graph,
        "MATCH (:Mention)-[e]->(:Mention) RETURN DISTINCT e.agent_type AS agent, e.knowledge_level AS level, "
        "e.extractor AS by, e.derived AS derived ORDER BY agent",
    )
    assert told == [
        {"agent": "automated_agent", "level": "logical_entailment", "by": None, "derived": True},
        {"agent": "text_mining_agent", "level": "not_provided", "by": "toy:rules@1", "derived": None},
    ]
    scores = "RETURN DISTINCT e.extraction_confidence_score AS s"
    assert ask(graph, "MATCH (:Mention)-[e {extractor: 'toy:rules@1'}]->() " + scores) == [{"s": 0.75}]
    assert find_faults(graph, model()) == ()
    export_kgx(graph, tmp_path / "out.jsonl", mentions=True)
    edges = [json.loads(line) for line in (tmp_path / "out_edges.jsonl").read_text().splitlines()]
    kept = [edge for edge in edges if edge.get("extractor") == "toy:rules@1"]
    assert len(kept) == 10
    assert {edge["extraction_confidence_score"] for edge in kept} == {0.75}


def test_values_steps_and_names_are_as_those_of_annotated_protocols(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(ToyExtractor())
    hot = "MATCH (m:Mention {si_unit: 'K'}) WHERE m.si_value > 310 RETURN DISTINCT m.name AS name"
    assert ask(graph, hot) == [{"name": "37 °C"}]
    order = (
        "MATCH (a:Mention)-[:`biolink:precedes`]->(b:Mention) WHERE a.document_id = 'lab:yeast' "
        "RETURN a.name AS one, b.name AS next ORDER BY a.start"
    )
    assert ask(graph, order) == [
        {"one": "Add", "next": "Incubate"},
        {"one": "Incubate", "next": "Centrifuge"},
    ]
    shared = "MATCH (n:`biolink:NamedThing` {name: 'lysis buffer'})<-[:DENOTES]-(m) RETURN count(m) AS n"
    assert ask(graph, shared) == [{"n": 2}]


def test_a_copy_of_a_corpus_costs_no_model_time(
    graph: Graph, tmp_path: Path, folder: Path, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(
        "lab/a.txt",
        "Gefitinib and EGFR\n\nBackground: We show that gefitinib inhibits EGFR in 12 patients.\n",
    )
    copy = Path(shutil.copytree(folder, tmp_path / "bench"))
    read: list[str] = []
    extract = NetworkExtractor.extract

    def noted(
        self: NetworkExtractor[Any, Any], documents: Sequence[AnnotatedDocument]
    ) -> list[AnnotatedDocument]:
        read.extend(document.document.id for document in documents)
        return extract(self, documents)

    monkeypatch.setattr(NetworkExtractor, "extract", noted)
    found = []
    for home, sources in (("a", [copy]), ("b", [folder, copy])):
        settings = Settings(home=tmp_path / home, cache=tmp_path / home / "cache")
        for source in sources:
            keep(graph, f"nothing for {home}")
            read.clear()
            load(source, graph, settings, extractor=open_by_kind("local", settings))
        found.append(digest(graph))
        assert bool(read) == (sources == [copy])
    assert found[0] == found[1]
    assert found[0].nodes > 20


def test_a_question_about_extracted_steps_is_answered_with_citations(
    graph: Graph, run: Callable[..., LoadReport], settings: Settings
) -> None:
    run(ToyExtractor())
    answer = ask_question(
        graph, settings, "At what temperature are yeast cells incubated for lysis?", llm=False
    )
    assert not answer.abstained
    assert "37" in answer.answer
    assert any("37 °C" in citation.text for citation in answer.citations)


def test_the_same_extractor_changes_nothing_and_another_replaces(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(ToyExtractor())
    before, count = digest(graph), mentions(graph)
    again = ToyExtractor()
    assert run(again).status == "already loaded"
    assert again.asked == []
    assert run(ToyExtractor(), fresh=True).counts.written == 0
    assert digest(graph) == before

    newer = run(ToyExtractor("toy:rules@2", confidence=0.9))
    assert newer.counts.documents == 2
    assert "toy:rules@1" in newer.notes[0]
    assert mentions(graph) == count
    assert ask(graph, "MATCH (d:Document) RETURN DISTINCT d.extractor AS by") == [{"by": "toy:rules@2"}]
    assert ask(graph, "MATCH ()-[e {extractor: 'toy:rules@1'}]->() RETURN e") == []

    assert run(ToyExtractor()).counts.documents == 2
    assert digest(graph) == before
    plain = run(None)
    assert (plain.counts.documents, mentions(graph), plain.counts.extracted) == (2, 0, 0)
    assert ask(graph, "MATCH (d:Document) WHERE d.extractor IS NOT NULL RETURN d") == []
    assert ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.name AS name") == []


def test_a_load_that_names_no_extractor_keeps_what_one_found(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport], folder: Path
) -> None:
    def bare(*, fresh: bool = False) -> LoadReport:
        return load(
            folder, graph, settings, format=TextLoader(), extractor=None, fresh=fresh, keep_extracted=True
        )

    assert bare().counts.extracted == 0, "nothing was extracted before"
    run(ToyExtractor())
    before = digest(graph)
    assert bare().status == "already loaded"
    with pytest.raises(UsageError, match=r"toy:rules@1.* --extract local .* --extract none"):
        bare(fresh=True)
    (folder / "yeast.txt").write_text("Spin the yeast.\nDiscard it.\n", encoding="utf-8")
    with pytest.raises(UsageError, match="would drop what was extracted"):
        bare()
    assert digest(graph) == before


def test_annotated_documents_pass_untouched(graph: Graph, settings: Settings, put: Put, folder: Path) -> None:
    put("lab/gold.txt", "Boil water\n")
    put("lab/gold.ann", "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nE1\tAction:T1 Acts-on:T2\n")
    load(folder, graph, settings, format=BratLoader(), extractor=ToyExtractor())
    gold = ask(
        graph,
        "MATCH (d:Document {id: 'lab:gold'})-[:HAS_SENTENCE]->()<-[:IN_SENTENCE]-(m) "
        "RETURN d.extractor AS by, m.confidence AS c, m.name AS name ORDER BY m.start",
    )
    assert gold == [{"by": None, "c": None, "name": "Boil"}, {"by": None, "c": None, "name": "water"}]
    agents = "MATCH ({document_id: 'lab:gold'})-[e]->(:Mention) RETURN e.agent_type AS a, e.extractor AS by"
    assert ask(graph, agents) == [{"a": "manual_agent", "by": None}]
    assert len(ask(graph, "MATCH (d:Document) WHERE d.extractor IS NOT NULL RETURN d")) == 2


def test_a_withdrawn_document_is_extracted_again(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport]
) -> None:
    run(ToyExtractor())
    before = digest(graph)
    withdraw(graph, settings, plan_withdrawal(graph, "lab:yeast"))
    assert ask(graph, "MATCH (m:Mention) RETURN DISTINCT m.document_id AS id") == [{"id": "lab:liver"}]
    assert run(ToyExtractor()).counts.documents == 1
    assert digest(graph) == before


@dataclass
class Shifting:
    """Finds what the toy finds, with the first mention of each document in the wrong place."""

    name: str = "shifting@1"
    scheme: str = "wlp"
    toy: ToyExtractor = field(default_factory=ToyExtractor)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        from dataclasses import replace

        found = []
        for document in self.toy.extract(documents):
            first, *rest = document.mentions
            moved = replace(first, start=first.start + 1, end=first.end + 1)
            found.append(replace(document, mentions=(moved, *rest), extractor=self.name))
        return found


def test_what_does_not_fit_the_text_is_rejected_with_its_place(
    graph: Graph, settings: Settings, folder: Path
) -> None:
    report = load(folder, graph, settings, format=TextLoader(), extractor=Shifting())
    assert report.counts.rejected == {"OFFSET_MISMATCH": 2, "UNKNOWN_MENTION": 2}
    assert report.counts.balanced
    assert "liver.txt" in report.examples["OFFSET_MISMATCH"]
    assert find_faults(graph, model()) == ()
    assert report.rejects_file is not None
    told = replay(graph, settings, report.rejects_file)
    assert (told.read, told.unreadable) == (4, 4)


def many(put: Put, count: int) -> Path:
    for number in range(count):
        put(f"many/p{number:03}.txt", PROTOCOL.format(name=f"kind {number}"))
    return put("many/p000.txt", PROTOCOL.format(name="kind 0")).parent


def test_a_model_that_goes_down_loses_nothing(graph: Graph, settings: Settings, put: Put) -> None:
    source = many(put, 40)
    with pytest.raises(ModelUnavailable, match="the same command goes on from there"):
        load(source, graph, settings, format=TextLoader(), extractor=FailingExtractor(32), rows=60)
    resumed = load(source, graph, settings, format=TextLoader(), extractor=ToyExtractor(), rows=60)
    assert 0 < resumed.resumed_from <= 32
    assert (resumed.counts.documents, resumed.counts.balanced) == (40, True)


def test_a_dry_run_extracts_and_counts(settings: Settings, folder: Path) -> None:
    report = load(folder, None, settings, format=TextLoader(), extractor=ToyExtractor(), dry_run=True)
    assert (report.counts.documents, report.counts.extracted, report.counts.balanced) == (2, 26, True)


KILLED = """
import os, signal, sys
from pathlib import Path
from bioloom.graph.connection import Endpoint, connect
from bioloom.pipeline import load
from bioloom.settings import Settings
from bioloom_loaders.text import TextLoader
from toy_extractor import FailingExtractor, ToyExtractor

uri, user, password, home, source, death = sys.argv[1:]

class Dying(ToyExtractor):
    def extract(self, documents):
        if sum(map(len, self.asked)) >= int(death):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().extract(documents)

with connect(Endpoint(uri, user, password)) as graph:
    load(Path(source), graph, Settings(home=Path(home)), format=TextLoader(), rows=60, extractor=Dying())
"""


def test_a_load_killed_while_it_extracts_ends_as_an_unbroken_one(
    server: Endpoint, graph: Graph, put: Put, settings: Settings, tmp_path: Path
) -> None:
    source = many(put, 80)
    whole = load(source, graph, settings, format=TextLoader(), extractor=ToyExtractor(), rows=60)
    expected = digest(graph)
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    for death in (48, 32):
        argv = [server.uri, server.user, server.password, str(settings.home), str(source), str(death)]
        path = {"PYTHONPATH": ":".join([str(Path(__file__).parents[1]), *sys.path])}
        died = subprocess.run(
            [sys.executable, "-c", KILLED, *argv], capture_output=True, check=False, env=path
        )
        assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    last = ToyExtractor()
    resumed = load(source, graph, settings, format=TextLoader(), extractor=last, rows=60)
    assert resumed.resumed_from > 0
    assert sum(map(len, last.asked)) < 80
    assert digest(graph) == expected
    assert resumed.counts == whole.counts


def test_plain_text_through_the_shipped_models_to_a_cited_answer(
    graph: Graph, settings: Settings, folder: Path
) -> None:
    extractor = open_extractor("local", settings)
    report = load(folder, graph, settings, format=TextLoader(), extractor=extractor)
    assert report.counts.extracted > 20
    assert find_faults(graph, model()) == ()
    answer = ask_question(
        graph, settings, "At what temperature are yeast cells incubated for lysis?", llm=False
    )
    assert not answer.abstained
    assert any("37 °C" in citation.text for citation in answer.citations)
