"""Bulk load: graph, counts and rejects of an ordinary load; broken off anywhere, nothing is half there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.digest import Digest, digest
from bioloom.graph.integrity_checks import find_faults
from bioloom.graph.server import start, stop
from bioloom.graph.statements import statement
from bioloom.graph.writing.checkpoint import list_checkpoints
from bioloom.pipeline import LoadReport, load, reading_process
from bioloom.pipeline import bulk_load as bulk_loading
from bioloom.pipeline.bulk_load import bulk_load
from bioloom.pipeline.reject_file import read_rejects
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.resources import demo_folder
from bioloom.settings import Settings
from kept_graph import keep

pytestmark = [pytest.mark.integration, pytest.mark.timeout(1800)]  # servers start, twice a load

DATA = Path(__file__).parents[1] / "data"
DEMO = [demo_folder() / name for name in ("biored", "wlp", "hetionet")]
NODES = [
    {"id": "HGNC:1", "category": "biolink:Gene", "name": 'a "quoted", name', "synonym": ["x,y", "new\nline"]},
    {"id": "HGNC:2", "category": "biolink:Gene", "name": "b", "score": 1e-05, "count": 7, "cured": True},
    {"id": "HGNC:3", "category": "biolink:Gene", "name": "ä€😀", "score": "high", "a:b": "colon", "note": ""},
    {"id": "HGNC:1", "category": "biolink:Protein", "name": "again", "xref": ["UniProtKB:P1"]},
    {"id": "nonsense", "category": "biolink:Gene"},
]
EDGE: dict[str, object] = {
    "predicate": "biolink:affects",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}
EDGES: list[dict[str, object]] = [
    {"subject": "HGNC:1", "object": "HGNC:2", "publications": ["PMID:1"]},
    {"subject": "HGNC:1", "object": "HGNC:2", "publications": ["PMID:2"], "note": "second record"},
    {"subject": "HGNC:1", "object": "HGNC:2", "publications": ["PMID:3"], "note": "another value"},
    {"subject": "HGNC:2", "object": "HGNC:3", "predicate": "biolink:has_phenotype"},
    {"subject": "HGNC:2", "object": "HGNC:9"},
    {"subject": "HGNC:2"},
]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Settings]:
    """Give a home with a server of its own."""
    settings = Settings(home=tmp_path / "bulk", neo4j_uri=None, heap="512m", pagecache="64m")
    start(settings)
    yield settings
    stop(settings)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Give tables that overlap, and statements on identity."""
    folder = tmp_path_factory.mktemp("sources")

    def put(name: str, content: str) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    rows = [{**EDGE, "primary_knowledge_source": "infores:x", **edge} for edge in EDGES]
    other = [
        {"id": "HGNC:2", "category": "biolink:Gene", "name": "beta", "score": 0.5, "same_as": ["NCBIGene:2"]},
        {"id": "NCBIGene:2", "category": "biolink:Gene", "name": "b"},
    ]
    one = put("one/x_nodes.jsonl", "".join(json.dumps(node) + "\n" for node in NODES)).parent
    put("one/x_edges.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    two = put("two/y_nodes.jsonl", "".join(json.dumps(node) + "\n" for node in other)).parent
    put("two/y_edges.jsonl", "".join(json.dumps(row | {"object": "NCBIGene:2"}) + "\n" for row in rows[:2]))
    annotated = "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nE1\tAction:T1 Acts-on:T2\n"
    documents = [put(f"{name}/lab/mix.ann", annotated).parent for name in ("three", "four")]
    for folder in documents:  # one document of two sources
        (folder / "mix.txt").write_text("Boil water\n")
    return [DATA / "kgx" / "graph_nodes_small.tsv", one, two, *documents]


@dataclass(frozen=True)
class Online:
    """Ordinary loads of the sources, and of those of the demo behind them: what bulk loads have to equal."""

    reports: list[LoadReport]
    digest: Digest
    with_demo: Digest


@pytest.fixture(scope="module")
def online(server: Endpoint, sources: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Online:
    settings = Settings(home=tmp_path_factory.mktemp("online"))
    with connect(server) as graph:
        keep(graph, "nothing")
        reports = [load(source, graph, settings) for source in sources]
        before = digest(graph)
        reports += [load(source, graph, settings) for source in DEMO]
        return Online(reports, before, digest(graph))


def outcome(reports: Sequence[LoadReport]) -> list[object]:
    """Give what reports say of the graph, and their rejects."""
    return [
        (
            report.status,
            report.counts,
            [(one.reject.code, one.reject.place.line, one.reject.record) for one in read_rejects(file)]
            if (file := report.rejects_file)
            else [],
        )
        for report in reports
    ]


def bulk(settings: Settings, sources: Sequence[Path]) -> tuple[list[LoadReport], Digest]:
    reports = bulk_load(sources, settings)
    with open_graph(settings) as graph:
        return reports, digest(graph)


def test_a_bulk_load_is_an_ordinary_load(
    online: Online, home: Settings, sources: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [*sources, *DEMO]
    expected = online.reports
    monkeypatch.setattr(reading_process, "LEAST", 1)  # a process apart reads the tables
    reports, found = bulk(home, sources)
    assert outcome(reports) == outcome(expected)
    assert reports[1].counts.rejected["CONFLICTING_VALUE"] == 1
    assert any("another value" in warning for warning in reports[2].counts.warnings)
    assert [report.notes for report in reports] == [report.notes for report in expected]
    assert found == online.with_demo
    again, unchanged = bulk(home, sources)
    assert [report.status for report in again] == ["already loaded"] * len(sources)
    with open_graph(home) as loaded:
        assert not find_faults(loaded, model())
        fresh = load(sources[1], loaded, home, fresh=True)
        assert (fresh.counts.edges, digest(loaded)) == (0, unchanged)
    with pytest.raises(UsageError, match="holds data"):
        bulk_load([sources[0], *sources[0].parent.glob("valid.json")], home)


def test_a_bulk_load_does_not_go_on_with_an_ordinary_one(
    home: Settings, sources: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_loading, "_MANY", 6)
    assert bulk_loading.suits_bulk(sources[1:2], home, None, None)
    assert not bulk_loading.suits_bulk(sources[1:2], home, None, limit=5)
    with open_graph(home) as graph:
        begun = load(sources[1], graph, home, limit=3)
    assert not bulk_loading.suits_bulk(sources[1:2], home, None, None)
    with pytest.raises(UsageError, match=f"leave --bulk away .* bioloom withdraw --load {begun.load_id}"):
        bulk_load(sources[1:3], home)
    with open_graph(home) as graph:
        withdraw(graph, home, plan_withdrawal(graph, None, load=begun.load_id))
    (report,) = bulk_load(sources[1:2], home, limit=3)
    assert report.counts.read == 3
    with pytest.raises(UsageError, match="begun to write"):  # the limit left records unread
        bulk_load(sources[1:2], home)
    with open_graph(home) as graph:
        assert load(sources[1], graph, home).resumed_from == 3
    (report,) = bulk_load(sources[1:2], home)
    assert report.status == "already loaded"
    (file,) = sources[1].glob("*_edges.jsonl")
    file.write_text(file.read_text() + "{}\n")
    with pytest.raises(UsageError, match="begun to write"):
        bulk_load(sources[1:2], home)


DYING = """
import os, sys
from bioloom.graph.server import paths, store_import
from bioloom.pipeline import bulk_load
from bioloom.settings import Settings

def die(*_, **__):
    os.kill(os.getpid(), 9)

where = {"before the import": (bulk_load, "import_tables"), "before the swap": (bulk_load, "swap_in"),
         "in the swap": (paths.shutil, "rmtree")}
module, name = where[sys.argv[1]]
if name == "rmtree":  # the first one empties the staging folder
    whole = paths.Home.adopt_staged
    def adopt(self):
        if self.staged_whole.exists():
            module.rmtree = die
        whole(self)
    paths.Home.adopt_staged = adopt
else:
    setattr(module, name, die)
bulk_load.bulk_load([paths.Path(name) for name in sys.argv[2:]], Settings())
"""


def test_a_bulk_load_that_is_killed_starts_anew_or_is_completed(
    home: Settings, sources: list[Path], online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("home", "heap", "pagecache"):
        monkeypatch.setenv(f"BIOLOOM_{name.upper()}", str(getattr(home, name)))
    for where in ("before the import", "before the swap", "in the swap"):
        with open_graph(home) as empty:
            assert digest(empty).nodes == 0
        killed = subprocess.run([sys.executable, "-c", DYING, where, *map(str, sources)], check=False)
        assert killed.returncode == -9
    start(home)
    with open_graph(home) as graph_now:
        whole = digest(graph_now)
        assert whole.nodes > 0
        assert {load.status for load in list_checkpoints(graph_now)} == {"stopped"}
    assert not (home.home / "neo4j" / "import").exists()
    reports, found = bulk(home, sources)
    assert [report.status for report in reports] == ["complete"] * len(sources)
    assert found == online.digest
    with open_graph(home) as graph_now, graph_now.session(read=True) as session:
        assert set(session.run(statement("write/unique_edge_types")).value()) == set(
            session.run(statement("write/edge_types")).value()
        )


def test_only_the_managed_server_takes_a_bulk_load(server: Endpoint, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, neo4j_uri=server.uri)
    with pytest.raises(UsageError, match="leave --bulk away"):
        bulk_load([tmp_path], settings)
