"""Digest of a real graph: equal for equal content, whatever brought it; of a source, of a load."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.biolink import model
from bioloom.cli.app import app
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from bioloom.graph.integrity_checks import find_faults
from bioloom.pipeline import load
from bioloom.pipeline.withdrawals.withdrawal import count_planned, plan_withdrawal, withdraw
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from bioloom_loaders.kgx import KgxLoader

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

HEAD = "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\n"


def table(put: Put, name: str, genes: range, source: str) -> Path:
    put(
        f"{name}_nodes.tsv",
        "id\tcategory\tname\n" + "".join(f"HGNC:{i}\tbiolink:Gene\tg{i}\n" for i in genes),
    )
    rows = (
        f"HGNC:{i}\tbiolink:affects\tHGNC:{i + 1}\t{source}\tnot_provided\tnot_provided\n" for i in genes[:-1]
    )
    return put(f"{name}_edges.tsv", HEAD + "".join(rows))


def emptied(graph: Graph) -> None:
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()


def test_order_number_and_paths_of_loads_do_not_show(graph: Graph, put: Put, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    protocols = put("brat/one.txt", "Boil water\n").parent
    put("brat/one.ann", "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nE1\tAction:T1 Acts-on:T2\n")
    one, two = (
        table(put, name, genes, f"infores:{name}") for name, genes in (("x", range(9)), ("y", range(5, 14)))
    )
    loads = [load(one, graph, settings, format=KgxLoader()), load(two, graph, settings, format=KgxLoader())]
    loads.append(load(protocols, graph, settings, format=BratLoader()))
    whole, of_y, of_load = (
        digest(graph),
        digest(graph, source="infores:y"),
        digest(graph, load=loads[1].load_id),
    )
    assert whole.nodes > of_load.nodes > of_y.nodes == 0
    assert of_y.edges == of_load.edges == 8
    assert digest(graph, load=loads[2].load_id).nodes == 4
    emptied(graph)
    moved = put("elsewhere/y_edges.tsv", two.read_text())
    put("elsewhere/y_nodes.tsv", (tmp_path / "y_nodes.tsv").read_text())
    load(protocols.rename(tmp_path / "elsewhere" / "brat"), graph, settings, format=BratLoader())
    again = load(moved, graph, settings, format=KgxLoader(), rows=3)
    load(one, graph, settings, format=KgxLoader())
    load(one, graph, settings, format=KgxLoader(), fresh=True)
    with graph.session() as session:
        session.run("MATCH (s:Sentence) SET s.embedding = [0.5], s.embedded_by = 'x'").consume()
    assert again.load_id != loads[1].load_id
    assert digest(graph) == whole
    assert digest(graph, source="infores:y") == of_y
    assert digest(graph, load=again.load_id) == of_load
    with graph.session() as session:
        session.run("MATCH (:Mention)-[e:DENOTES]->() WITH e LIMIT 1 DELETE e").consume()
    assert digest(graph) != whole


def test_the_command_names_what_is_not_there(
    graph: Graph, server: Endpoint, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("URI", server.uri), ("USERNAME", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"NEO4J_{name}", value)
    loaded = load(
        table(put, "x", range(9), "infores:x"), graph, Settings(home=tmp_path / "h"), format=KgxLoader()
    )
    run = CliRunner().invoke
    found = [json.loads(run(app, ["digest", *of, "--json"]).stdout) for of in ([], ["--source", "x"])]
    assert [one["edges"] for one in found] == [8, 8]
    assert found[0]["digest"] == digest(graph).value
    shown = run(app, ["digest", "--load", loaded.load_id]).stdout
    assert shown.startswith(digest(graph, load=loaded.load_id).value)
    wrong = run(app, ["digest", "--load", "nothing"])
    assert wrong.exit_code != 0
    assert "no load 'nothing'" in str(wrong.exception)


def test_a_withdrawn_document_whose_file_is_there_comes_back_and_is_named(
    graph: Graph, server: Endpoint, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("URI", server.uri), ("USERNAME", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"NEO4J_{name}", value)
    settings, run = Settings(home=tmp_path / "h"), CliRunner().invoke
    texts = [put(f"lab/{name}.txt", f"Title\n\n1. Add {name}.\n") for name in ("salt", "water")]
    first = load(texts[0].parent, graph, settings)
    assert not [note for note in first.notes if "withdrawn" in note]
    wrong = run(app, ["withdraw", "salt", "--yes"])
    assert "did you mean lab:salt?" in str(wrong.exception)
    planned = json.loads(run(app, ["withdraw", "lab:salt", "--dry-run", "--json"]).stdout)
    assert planned["held_by"] == [str(texts[0])]
    done = run(app, ["withdraw", "lab:salt", "--yes"])
    assert f"{texts[0]} holds it still: its next load brings it back" in done.stderr
    again = load(texts[0].parent, graph, settings)
    [told] = [note for note in again.notes if note.startswith("withdrawn before, and back")]
    assert "still holds them: lab:salt; take" in told
    shown = run(app, ["loads"]).stdout
    assert (
        shown.index("held:")
        < shown.index(" 2 documents")
        < shown.index("last run:")
        < shown.index(" 1 documents")
    )
    listed = json.loads(run(app, ["loads", "--json"]).stdout)
    assert [(one["documents_in_graph"], one["written"]["documents"]) for one in listed["loads"]] == [(2, 1)]
    texts[0].unlink()
    assert run(app, ["withdraw", "lab:salt", "--yes"]).exit_code == 0
    assert not [note for note in load(texts[0].parent, graph, settings).notes if "and back" in note]


def test_loads_are_listed_counted_and_withdrawn(
    graph: Graph, server: Endpoint, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("URI", server.uri), ("USERNAME", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"NEO4J_{name}", value)
    settings = Settings(home=tmp_path / "h")
    load(table(put, "x", range(9), "infores:x"), graph, settings, format=KgxLoader())
    before = digest(graph)
    second = load(table(put, "y", range(5, 14), "infores:y"), graph, settings, format=KgxLoader())
    run = CliRunner().invoke
    listed = json.loads(run(app, ["loads", "--json"]).stdout)
    newest = listed["loads"][0]
    assert (newest["load_id"], newest["status"], newest["read"]) == (second.load_id, "complete", 17)
    assert listed["sources"]["infores:y"] == {"documents": 0, "edges": 8}
    shown = run(app, ["loads"]).stdout
    assert "infores:x" in shown
    assert newest["load_id"] in shown, "whole, for withdraw --load, in a narrow terminal too"
    counted = json.loads(run(app, ["withdraw", "--load", second.load_id, "--dry-run", "--json"]).stdout)
    assert counted["deleted"] == {"edges": 8, "entities": 5, "shared": 4, "loads": 1}
    assert sorted(counted["first_entities"], key=lambda id_: int(id_[5:])) == [
        f"HGNC:{number}" for number in range(9, 14)
    ]
    assert digest(graph) != before
    unasked = run(app, ["withdraw", "--load", second.load_id, "--json"])
    assert isinstance(unasked.exception, UsageError)
    assert "add --yes" in str(unasked.exception)
    done = json.loads(run(app, ["withdraw", "--load", second.load_id, "--yes", "--json"]).stdout)
    assert done["deleted"] == counted["deleted"]
    assert digest(graph) == before
    counted = json.loads(run(app, ["withdraw", "x", "--dry-run", "--json"]).stdout)
    assert counted["deleted"] == {"edges": 8, "entities": 9, "loads": 1}
    assert run(app, ["withdraw", "--dry-run"]).exit_code != 0


def test_a_document_is_counted_without_being_deleted(graph: Graph, put: Put, tmp_path: Path) -> None:
    put("brat/one.ann", "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nE1\tAction:T1 Acts-on:T2\n")
    folder = put("brat/one.txt", "Boil water\n").parent
    settings = Settings(home=tmp_path / "h")
    loaded = load(folder, graph, settings, format=BratLoader())
    before = digest(graph)
    plan = plan_withdrawal(graph, "brat:one")
    counted = count_planned(graph, plan).deleted
    assert digest(graph) == before
    of_load = dict(count_planned(graph, plan_withdrawal(graph, None, load=loaded.load_id)).deleted)
    of_document = {"documents": 1, "sentences": 1, "mentions": 2, "edges": 1}
    assert of_load == of_document | {"loads": 1}
    assert counted == of_document | {"entities": 1} == withdraw(graph, settings, plan).deleted


class ReadAtOnce:
    """The loader of KGX with every edge read, as other loaders give theirs."""

    def __init__(self) -> None:
        loader = KgxLoader()
        self.name, self.description = loader.name, loader.description
        self.recognises, self.records = loader.recognises, loader.records


def test_rows_that_were_not_read_make_the_same_graph_and_the_same_rejects(
    graph: Graph, put: Put, tmp_path: Path
) -> None:
    nodes = [
        f"{prefix}:{i}\tbiolink:{category}\t{category}{i}\t"
        + ("CHEBI:1|DRUGBANK:1" if prefix == "CHEBI" and i == 1 else "")
        for i in range(1, 5)
        for prefix, category in (
            ("CHEBI", "SmallMolecule"),
            ("DRUGBANK", "SmallMolecule"),
            ("HGNC", "Gene"),
            ("MONDO", "Disease"),
        )
    ]
    put("x_nodes.tsv", "\n".join(["id\tcategory\tname\tequivalent_identifiers", *nodes, ""]))
    stated = "infores:x\tprediction\tmanual_agent"
    kinds = (
        ("CHEBI", "biolink:treats", "MONDO"),
        ("HGNC", "biolink:affected_by", "DRUGBANK"),
        ("HGNC", "participates_in", "MONDO"),
    )
    edges = [
        f"uuid:{i}{j}{n}\t{subject}:{i}\t{predicate}\t{object_}:{j}\t{stated}\tPMID:{i}|PMID:{j}\t0.{i}"
        for i in range(1, 6)  # the fifth has no node
        for j in range(1, 5)
        for n, (subject, predicate, object_) in enumerate(kinds)
    ]
    edges[7], edges[9] = edges[7].replace("0.", "no number "), edges[9].replace("prediction", "")
    edges.append(edges[0].replace("\t0.1", "\t0.1\ttoo many"))
    head = "id\tsubject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type"
    source = put("x_edges.tsv", "\n".join([f"{head}\tpublications\tp_value", *edges, ""]))
    found = []
    for name, loader in (("rows", KgxLoader()), ("read", ReadAtOnce())):
        settings = Settings(home=tmp_path / name)
        reports = [
            load(source, graph, settings, format=loader, rows=9, fresh=fresh) for fresh in (False, True)
        ]
        rejects = [report.rejects_file.read_text() for report in reports if report.rejects_file]
        found.append((digest(graph), rejects, [report.counts for report in reports]))
        emptied(graph)
    assert found[0] == found[1]
    first, again = found[0][2]
    assert first.rejected.keys() >= {"BAD_ROW", "BAD_VALUE", "MISSING_KNOWLEDGE_LEVEL", "DANGLING_SUBJECT"}
    assert first.edges > 40
    assert again.edges == 0


def test_memories_that_an_earlier_version_kept_in_the_graph_do_not_show(graph: Graph) -> None:
    before = digest(graph)
    with graph.session() as session:
        session.run("CREATE (:Memory {name: 'git'})").consume()
        session.run(
            "CREATE (:MemoryKey:`memory:git`)-[:FROM_EXAMPLE]->(:MemoryExample:`example:git`)"
        ).consume()
    assert digest(graph) == before
    assert find_faults(graph, model()) == ()
