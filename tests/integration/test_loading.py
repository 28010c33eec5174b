"""Loading into a real Neo4j: once, twice, changed, broken off; the graph is always the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from neo4j.exceptions import Neo4jError

from bioloom.errors import UsageError, WriteLocked
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from bioloom.graph.file_locks import write_lock
from bioloom.graph.schema import apply_schema, failed_indexes, migrations
from bioloom.graph.server.doctor import diagnose
from bioloom.graph.statements import statement
from bioloom.graph.writing.checkpoint import read_checkpoint
from bioloom.loading import ReadPlace
from bioloom.pipeline import LoadReport, load, replay
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import LoadOptions, Place, SourceEdge, SourceNode, SourceRecord, TableRows, Value
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from bioloom_loaders.kgx import KgxLoader
from listed_loader import Listed

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

EDGES = "MATCH ()-[e:`biolink:interacts_with`]->() RETURN count(e) AS n"
PROVENANCE: dict[str, Value] = {
    "primary_knowledge_source": "infores:string",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}


def gene(number: int, **properties: Value) -> SourceNode:
    name = str(properties.pop("name", f"gene {number}"))
    return SourceNode(f"HGNC:{number}", ("biolink:Gene",), Place("n.tsv", number), name, properties)


def edge(subject: int, object_: int, line: int = 1, **properties: Value) -> SourceEdge:
    return SourceEdge(
        f"HGNC:{subject}", "biolink:interacts_with", f"HGNC:{object_}", Place("e.tsv", line),
        PROVENANCE | properties,
    )  # fmt: skip


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def run(graph: Graph, settings: Settings, tmp_path: Path) -> Callable[..., LoadReport]:
    """Load records as the present content of one source; each state of the source has its own text."""

    def loading(
        *records: SourceRecord, rows: int = 3, state: str = "1", name: str = "s", fresh: bool = True
    ) -> LoadReport:
        source = tmp_path / f"{name}.tsv"
        source.write_text(state)
        return load(source, graph, settings, format=Listed(records), rows=rows, fresh=fresh)

    return loading


@pytest.fixture
def no_edge_constraints(graph: Graph) -> None:
    apply_schema(graph)
    with graph.session() as session:
        names = session.run(
            "SHOW CONSTRAINTS YIELD name, entityType WHERE entityType = 'RELATIONSHIP' RETURN name"
        ).value()
        for name in names:
            session.run(f"DROP CONSTRAINT `{name}`").consume()


def ask(graph: Graph, cypher: str) -> list[dict[str, object]]:
    with graph.session(read=True) as session:
        return session.run(cypher).data()


def test_a_second_load_changes_nothing(graph: Graph, run: Callable[..., LoadReport]) -> None:
    records = [*(gene(i) for i in range(8)), *(edge(i, (i + 1) % 8, i) for i in range(8))]
    first = run(*records)
    before = digest(graph)
    again = run(*records, rows=5)
    assert (first.counts.nodes, first.counts.edges) == (8, 8)
    assert (again.counts.written, again.counts.skips) == (0, {"unchanged": 16})
    assert digest(graph) == before
    at_once = run(*records, fresh=False)
    assert (at_once.status, at_once.counts.read, at_once.counts.skipped) == ("already loaded", 16, 16)


def test_another_knowledge_level_of_a_claim_is_told(graph: Graph, run: Callable[..., LoadReport]) -> None:
    predicted = edge(1, 2, knowledge_level="prediction")
    cited = edge(1, 2, knowledge_level="prediction", publications=("PMID:1",))
    report = run(gene(1), gene(2), edge(1, 2), predicted, cited, rows=9)
    said = "said before, with another knowledge level or agent type"
    assert (report.counts.edges, report.counts.skips) == (2, {said: 1})
    assert [count for name, count in report.counts.warnings.items() if "knowledge level" in name] == [2]
    assert ask(graph, "MATCH ()-[e]->() RETURN e.knowledge_level AS k") == [{"k": "not_provided"}]
    assert not run(gene(1), gene(2), edge(1, 2), predicted, cited).counts.warnings


def test_one_id_of_two_kinds_is_told(graph: Graph, run: Callable[..., LoadReport]) -> None:
    disease = SourceNode("HGNC:1", ("biolink:Disease",), Place("n.tsv", 2), "one")
    wider = SourceNode("HGNC:2", ("biolink:NamedThing",), Place("n.tsv", 3), "two", {"taxon": "t"})
    drug = SourceNode("DRUGBANK:1", ("biolink:Drug",), Place("n.tsv", 4), "three")
    small = SourceNode("DRUGBANK:1", ("biolink:SmallMolecule",), Place("n.tsv", 5), "four")
    report = run(gene(1), gene(2), disease, wider, drug, small, rows=9)
    assert report.counts.nodes == 6
    assert [count for name, count in report.counts.warnings.items() if "another kind" in name] == [1]
    assert not run(gene(1), gene(2), disease, wider, drug, small).counts.warnings


def test_a_changed_record_is_updated_once(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1, name="old", taxon="t"), gene(2), edge(1, 2, publications=("PMID:1",)))
    changed = [gene(1, name="new"), gene(2), edge(1, 2, publications=("PMID:2",))]
    assert run(*changed, state="2", fresh=False).counts.written == 2
    assert run(*changed, state="2").counts.written == 0
    assert ask(graph, "MATCH (n {id: 'HGNC:1'}) RETURN n.name AS name, n.taxon AS taxon") == [
        {"name": "new", "taxon": None}
    ]
    assert ask(graph, "MATCH ()-[e]->() RETURN e.publications AS p") == [{"p": ["PMID:2"]}]


def test_a_value_that_changes_back_is_written_back(graph: Graph, run: Callable[..., LoadReport]) -> None:
    for state, name in (("1", "a"), ("2", "b"), ("1", "a")):
        assert run(gene(1, name=name), state=state).counts.nodes == 1
    assert ask(graph, "MATCH (n:`biolink:Gene`) RETURN n.name AS name") == [{"name": "a"}]


def test_a_changed_category_changes_the_labels(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1))
    run(SourceNode("HGNC:1", ("biolink:Disease",), Place("n.tsv", 1), "x"), state="2")
    assert ask(graph, "MATCH (n) WHERE n:`biolink:Gene` RETURN n") == []
    assert len(ask(graph, "MATCH (n:`biolink:Disease`:`biolink:NamedThing`) RETURN n")) == 1


def test_two_sources_share_an_entity(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1, xref=("A:1",)), name="one")
    run(gene(1, name="other", xref=("B:1",), taxon="t"), name="two")
    before = digest(graph)
    assert run(gene(1, xref=("A:1",)), name="one").counts.written == 0
    assert run(gene(1, name="other", xref=("B:1",), taxon="t"), name="two").counts.written == 0
    assert digest(graph) == before
    found = ask(graph, "MATCH (n:`biolink:Gene`) RETURN n.name AS name, n.xref AS xref, n.taxon AS taxon")
    assert found == [{"name": "gene 1", "xref": ["A:1", "B:1"], "taxon": "t"}]


@pytest.mark.usefixtures("no_edge_constraints")
def test_an_entity_whose_name_is_a_synonym_too_is_unchanged_by_its_export(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    record = gene(1, name="patients", synonym=("patients",))
    run(record, name="source")
    before = digest(graph)
    run(record, name="export")
    assert digest(graph) == before


def test_edges_stated_twice_are_one_edge(graph: Graph, run: Callable[..., LoadReport]) -> None:
    again = edge(1, 2, 7, publications=("PMID:2",))
    first = [edge(1, 2, 1, publications=("PMID:1",)), edge(1, 2, 2, publications=("PMID:1",)), again]
    report = run(gene(1), gene(2), *first, gene(3), edge(1, 2, 9, publications=("PMID:1",)))
    assert ask(graph, EDGES) == [{"n": 1}]
    assert report.counts.skips == {"unchanged": 2}
    assert ask(graph, "MATCH ()-[e]->() RETURN e.publications AS p") == [{"p": ["PMID:1", "PMID:2"]}]
    before = digest(graph)
    assert run(gene(1), gene(2), *first).counts.written == 0
    assert digest(graph) == before


def test_distinct_claims_stay_apart(graph: Graph, run: Callable[..., LoadReport]) -> None:
    claims = [
        edge(1, 2),
        edge(1, 2, negated=True),
        edge(1, 2, primary_knowledge_source="infores:biogrid"),
        edge(1, 2, object_aspect_qualifier="activity"),
    ]
    assert run(gene(1), gene(2), *claims).counts.edges == 4
    assert ask(graph, EDGES) == [{"n": 4}]


@pytest.mark.usefixtures("no_edge_constraints")
def test_an_interrupted_first_load_does_not_duplicate(graph: Graph, run: Callable[..., LoadReport]) -> None:
    records = [gene(1), gene(2), edge(1, 2), edge(2, 1, 2)]
    run(*records)
    with graph.session() as session:  # as it stands when the load dies before its constraints are built
        session.run("DROP CONSTRAINT `edge_id biolink:interacts_with`").consume()
        session.run("MATCH ()-[e {object: 'HGNC:1'}]->() DELETE e").consume()
    report = run(*records)
    assert (report.counts.edges, report.counts.skipped) == (1, 3)
    assert ask(graph, EDGES) == [{"n": 2}]
    constrained = ask(graph, "SHOW CONSTRAINTS YIELD name WHERE name STARTS WITH 'edge_id' RETURN name")
    assert {"name": "edge_id biolink:interacts_with"} in constrained


def test_dangling_ends_are_rejected_and_replayed(
    graph: Graph, run: Callable[..., LoadReport], settings: Settings
) -> None:
    report = run(
        gene(1), edge(1, 2, 5), edge(3, 1, 6), SourceNode("oops", ("biolink:Gene",), Place("n.tsv", 9))
    )
    assert report.counts.rejected == {"BAD_CURIE": 1, "DANGLING_OBJECT": 1, "DANGLING_SUBJECT": 1}
    assert report.examples["DANGLING_OBJECT"].startswith("e.tsv:5 ")
    assert report.rejects_file is not None
    run(gene(2), name="more")
    told = replay(graph, settings, report.rejects_file)
    assert (told.edges, told.rejected) == (1, {"BAD_CURIE": 1, "DANGLING_SUBJECT": 1})
    assert len(report.rejects_file.read_text().splitlines()) == 2
    told = replay(graph, settings, report.rejects_file)
    assert (told.edges, told.unchanged) == (0, 0)
    stored = read_checkpoint(graph, report.load_id)
    assert stored is not None
    assert (stored.properties["read"], stored.properties["edges"]) == (4, 1)


def test_provenance_is_enforced_and_can_be_given(graph: Graph, settings: Settings, tmp_path: Path) -> None:
    source = tmp_path / "s.tsv"
    source.write_text("1")
    bare = SourceEdge("HGNC:1", "biolink:interacts_with", "HGNC:2", Place("e.tsv", 1))
    loader = Listed([gene(1), gene(2), bare])
    refused = load(source, graph, settings, format=loader)
    assert refused.counts.rejected == {"MISSING_PRIMARY_SOURCE": 1}
    given = LoadOptions(None, "infores:x", "not_provided", "not_provided")
    assert load(source, graph, settings, format=loader, options=given).counts.edges == 1


def test_a_limited_load_goes_on(graph: Graph, settings: Settings, tmp_path: Path) -> None:
    source = tmp_path / "s.tsv"
    source.write_text("1")
    loader = Listed([gene(i) for i in range(10)])
    part = load(source, graph, settings, format=loader, limit=4)
    assert (part.status, part.counts.nodes) == ("stopped", 4)
    rest = load(source, graph, settings, format=loader)
    assert (rest.status, rest.resumed_from, rest.counts.nodes) == ("complete", 4, 10)


class CountingLoader(KgxLoader):
    """KGX loader that counts the records that it reads."""

    read = 0

    def rows_from(self, source: Path, options: LoadOptions, place: ReadPlace) -> Iterator[SourceRecord]:
        for record in super().rows_from(source, options, place):
            self.read += len(record) if isinstance(record, TableRows) else 1
            yield record


def test_a_load_that_goes_on_does_not_read_what_is_committed(
    graph: Graph, settings: Settings, tmp_path: Path
) -> None:
    slots = ("infores:string", "not_provided", "not_provided")
    ends = ((f"HGNC:{at % 40}", f"HGNC:{(7 * at + 1) % 40}") for at in range(60))
    claims = ((one, "biolink:interacts_with", other, *slots) for one, other in ends)
    (tmp_path / "g_nodes.tsv").write_text(
        "id\tcategory\tname\n" + "".join(f"HGNC:{at}\tbiolink:Gene\tgene {at}\n" for at in range(40))
    )
    header = ("subject", "predicate", "object", "primary_knowledge_source", "knowledge_level", "agent_type")
    source = tmp_path / "g_edges.tsv"
    source.write_text("".join("\t".join(cells) + "\n" for cells in (header, *claims)))
    unbroken = load(source, graph, settings, rows=30)
    expected = digest(graph)
    withdraw(graph, settings, plan_withdrawal(graph, None, load=unbroken.load_id))
    for limit, passed in ((25, 0), (70, 25), (None, 70)):
        loader = CountingLoader()
        report = load(source, graph, settings, format=loader, rows=30, limit=limit)
        assert (report.resumed_from, loader.read) == (passed, (limit or 100) - passed)
    assert report.counts == unbroken.counts
    assert digest(graph) == expected


def test_an_internal_id_of_another_node_joins_nothing(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), gene(3))
    (found,) = ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN collect(id(n)) AS ids")
    first, second, _ = list(found["ids"])  # type: ignore[call-overload]
    claim = {"id": "x", "subject": "HGNC:1", "predicate": "biolink:interacts_with", "object": "HGNC:3"}
    with graph.session() as session:
        result = session.run(statement("write/create_assertions"), rows=[[first, second, claim]])
        assert result.single(strict=True)["created"] == 0
    assert ask(graph, EDGES) == [{"n": 0}]


def test_a_dry_run_needs_no_database(settings: Settings, tmp_path: Path) -> None:
    source = tmp_path / "s.tsv"
    source.write_text("1")
    bad = SourceNode("", ("biolink:Gene",), Place("n.tsv", 3))
    report = load(source, None, settings, format=Listed([gene(1), bad]), dry_run=True)
    assert (report.counts.nodes, report.counts.rejected) == (1, {"MISSING_ID": 1})
    assert report.rejects_file is not None
    assert report.rejects_file.parent.parent == settings.rejects
    assert list(settings.rejects.glob("*.jsonl")) == []  # which `bioloom rejects` lists


def test_a_dry_run_leaves_nothing_behind(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "s.tsv"
    source.write_text("1")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    for records in ([gene(1), SourceNode("", ("biolink:Gene",), Place("n.tsv", 3))], [gene(1)]):
        left = load(source, None, settings, format=Listed(records), dry_run=True).rejects_file
        assert list(temporary.iterdir()) == []
    assert left is None
    assert [each for each in settings.rejects.rglob("*") if each.is_file()] == []


def test_one_load_at_a_time(graph: Graph, run: Callable[..., LoadReport], settings: Settings) -> None:
    with write_lock(settings, "loading s.tsv"), pytest.raises(WriteLocked, match=r"loading s\.tsv"):
        run(gene(1))
    assert run(gene(1)).counts.nodes == 1


def test_odd_values_are_stored(graph: Graph, run: Callable[..., LoadReport]) -> None:
    odd = gene(1, name="µ 👩‍🔬 \ud800", big=2**70, mixed=("a", 1), xref=(), note="`x` 'y' $z \u2028")
    assert run(odd).counts.nodes == 1
    assert run(odd).counts.written == 0
    found = ask(graph, "MATCH (n:`biolink:Gene`) RETURN n.name AS name, n.big AS big, n.mixed AS mixed")
    assert found == [{"name": "µ 👩‍🔬 \ufffd", "big": str(2**70), "mixed": ["a", "1"]}]


PROTOCOL = "Boil water\nAdd salt to the water.\n"
ANNOTATION = (
    "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nT3\tAction 11 14\tAdd\nT4\tReagent 15 19\tsalt\n"
    "E1\tAction:T1 Acts-on:T2\nE2\tAction:T3 Acts-on:T4\n"
)


@pytest.fixture
def protocols(put: Put) -> Path:
    for name in ("one", "two"):
        put(f"wlp/{name}.txt", PROTOCOL if name == "one" else PROTOCOL.replace("salt", "rice"))
        put(f"wlp/{name}.ann", ANNOTATION if name == "one" else ANNOTATION.replace("salt", "rice"))
    return put("wlp/one.txt", PROTOCOL).parent


def test_documents_are_loaded_replaced_and_withdrawn(
    graph: Graph, settings: Settings, protocols: Path, put: Put
) -> None:
    first = load(protocols, graph, settings, format=BratLoader())
    assert (first.counts.documents, first.counts.sentences, first.counts.balanced) == (2, 4, True)
    before = digest(graph)
    assert load(protocols, graph, settings, format=BratLoader(), fresh=True).counts.written == 0
    assert digest(graph) == before

    put("wlp/two.txt", PROTOCOL.replace("salt", "corn"))
    put("wlp/two.ann", ANNOTATION.replace("salt", "corn"))
    changed = load(protocols, graph, settings, format=BratLoader())
    assert changed.counts.documents == 1
    names = {row["name"] for row in ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.name AS name")}
    assert {"water", "salt", "corn"} <= names
    assert "rice" not in names
    assert ask(graph, "MATCH (s:Sentence) RETURN count(s) AS n") == [{"n": 4}]

    ids = [str(row["id"]) for row in ask(graph, "MATCH (d:Document) RETURN d.id AS id ORDER BY id")]
    done = withdraw(graph, settings, plan_withdrawal(graph, ids[1]))
    assert (done.deleted["documents"], done.deleted["sentences"]) == (1, 2)
    names = {row["name"] for row in ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.name AS name")}
    assert "corn" not in names
    assert {"water", "salt"} <= names
    load(protocols, graph, settings, format=BratLoader())
    assert ask(graph, "MATCH (d:Document) RETURN count(d) AS n") == [{"n": 2}]


def test_a_source_is_withdrawn_with_what_only_it_supports(
    graph: Graph, run: Callable[..., LoadReport], settings: Settings
) -> None:
    run(gene(1), gene(2), edge(1, 2), name="string")
    run(gene(2), gene(3), edge(2, 3, primary_knowledge_source="infores:biogrid"), name="biogrid")
    done = withdraw(graph, settings, plan_withdrawal(graph, "string"))
    assert dict(done.deleted) == {"edges": 1, "entities": 1, "loads": 1}
    ids = ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.id AS id ORDER BY id")
    assert [row["id"] for row in ids] == ["HGNC:2", "HGNC:3"]
    with pytest.raises(UsageError, match="nothing-here"):
        plan_withdrawal(graph, "nothing-here")


KILLED = """
import os, signal, sys
from pathlib import Path
from bioloom.graph.connection import Endpoint, connect
from bioloom.pipeline import load
from bioloom.settings import Settings
from bioloom_loaders.kgx import KgxLoader

uri, user, password, home, source, death = sys.argv[1:]

def watch(progress):
    if progress.records >= int(death):
        os.kill(os.getpid(), signal.SIGKILL)

with connect(Endpoint(uri, user, password)) as graph:
    load(Path(source), graph, Settings(home=Path(home)), format=KgxLoader(), rows=150, on_progress=watch)
"""


@pytest.mark.usefixtures("no_edge_constraints")
def test_a_load_killed_at_any_moment_ends_as_an_unbroken_one(
    server: Endpoint, graph: Graph, put: Put, settings: Settings, tmp_path: Path
) -> None:
    nodes = "".join(f"HGNC:{i}\tbiolink:Gene\tgene {i}\n" for i in range(900))
    edges = "".join(
        f"HGNC:{i % 905}\tbiolink:{'interacts_with' if i % 3 else 'affects'}\tHGNC:{i * 7 % 900}\tinfores:x\t"
        f"not_provided\tnot_provided\tPMID:{i}\n"
        for i in range(1600)
    )
    head = "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\tpublications\n"
    put("big_nodes.tsv", "id\tcategory\tname\n" + nodes)
    source = put("big_edges.tsv", head + edges)
    unbroken = load(source, graph, Settings(home=tmp_path / "other"), format=KgxLoader())
    expected, counts = digest(graph), unbroken.counts
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        session.run("DROP CONSTRAINT `edge_id biolink:interacts_with`").consume()
    for death in (500, 1500, 2000):
        argv = [server.uri, server.user, server.password, str(settings.home), str(source), str(death)]
        died = subprocess.run([sys.executable, "-c", KILLED, *argv], capture_output=True, check=False)
        assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    resumed = load(source, graph, settings, format=KgxLoader(), rows=150)
    assert resumed.resumed_from > 1000
    assert digest(graph) == expected
    assert resumed.counts.rejected == counts.rejected
    assert resumed.counts.read == counts.read
    assert resumed.rejects_file is not None
    assert len(resumed.rejects_file.read_text().splitlines()) == sum(counts.rejected.values()) > 0


def test_two_clients_apply_the_schema_at_once(server: Endpoint, graph: Graph) -> None:
    with graph.session() as session:
        session.run("MATCH (m:Migration) DELETE m").consume()
        session.run("DROP INDEX sentence_text IF EXISTS").consume()
    program = (
        "import sys; from bioloom.graph.connection import Endpoint, connect; "
        "from bioloom.graph.schema import apply_schema\n"
        "with connect(Endpoint(*sys.argv[1:])) as graph: print(len(apply_schema(graph)))"
    )
    command = [sys.executable, "-c", program, server.uri, server.user, server.password]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ)) for _ in range(2)]
    applied = [int(process.communicate()[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert sum(applied) == len(ask(graph, "MATCH (m:Migration) RETURN m")) == len(migrations())
    assert apply_schema(graph) == ()
    states = ask(graph, "SHOW INDEXES YIELD name, state WHERE name = 'sentence_text' RETURN state")
    assert states == [{"state": "ONLINE"}]


def test_a_failed_index_is_told_and_made_again(
    graph: Graph, run: Callable[..., LoadReport], server: Endpoint, settings: Settings
) -> None:
    run(gene(1, xref=("X:1",)))
    with graph.session() as session:  # as an earlier release left it, which wrote such a value
        session.run("DROP INDEX entity_xrefs").consume()
        session.run("MATCH (n {id: 'HGNC:1'}) SET n.xref = ['X:1', $long]", long="y" * 40_000).consume()
        session.run(statement("schema/020_entity_xrefs")).consume()
        with pytest.raises(Neo4jError, match="immense term"):
            session.run("CALL db.awaitIndex('entity_xrefs', 60)").consume()
    assert failed_indexes(graph) == ("entity_xrefs",)
    named = Settings(
        home=settings.home, neo4j_uri=server.uri, neo4j_user=server.user, neo4j_password=server.password
    )
    (told,) = [check for check in diagnose(named) if check.outcome == "failed"]
    assert "entity_xrefs" in told.finding
    apply_schema(graph)
    assert failed_indexes(graph) == ("entity_xrefs",)
    with graph.session() as session:
        session.run("MATCH (n {id: 'HGNC:1'}) SET n.xref = ['X:1']").consume()
    report = run(gene(1, xref=("X:1",)), gene(2, xref=("X:2", "y" * 40_000)), gene(3), state="2")
    assert report.counts.rejected == {"BAD_CURIE": 1}
    found = ask(
        graph, "CALL db.index.fulltext.queryNodes('entity_xrefs', '\"X:1\"') YIELD node RETURN node.id AS id"
    )
    assert found == [{"id": "HGNC:1"}]
    assert failed_indexes(graph) == ()


def test_a_copied_reject_file_has_the_options_of_its_own_load(
    graph: Graph, settings: Settings, put: Put, tmp_path: Path
) -> None:
    header = "subject\tpredicate\tobject\tknowledge_level\tagent_type\n"

    def rejects(folder: str, genes: str, source: str) -> Path:
        """Load a folder whose edge lacks an end; give a copy of what was rejected."""
        put(f"{folder}/a_nodes.tsv", f"id\tcategory\n{genes}:1\tbiolink:Gene\n")
        edge = f"{genes}:1\tbiolink:interacts_with\t{genes}:2\tnot_provided\tnot_provided\n"
        put(f"{folder}/b_edges.tsv", header + edge)
        report = load(tmp_path / folder, graph, settings, options=LoadOptions(None, source))
        assert report.rejects_file is not None
        return report.rejects_file.rename(tmp_path / f"mended-{report.load_id}.jsonl")

    inner, one = rejects("kg2", "HGNC", "infores:lab-two"), rejects("kg", "NCBIGene", "infores:lab-one")
    put("more/c_nodes.tsv", "id\tcategory\nHGNC:2\tbiolink:Gene\nNCBIGene:2\tbiolink:Gene\n")
    load(tmp_path / "more", graph, settings)
    assert replay(graph, settings, inner).edges == 1
    sources = "MATCH ()-[e:`biolink:interacts_with`]->() RETURN e.primary_knowledge_source AS source"
    assert ask(graph, sources) == [{"source": "infores:lab-two"}]
    with graph.session() as session:  # as after a load of the same folder under other options
        session.run(
            "MATCH (l:Load) WHERE l.source ENDS WITH '/kg' CREATE (:Load {id: 'other', source: l.source, "
            "status: 'complete', options: '{\"primary_knowledge_source\": \"infores:other\"}'})"
        ).consume()
    with pytest.raises(UsageError, match="whose options differ"):
        replay(graph, settings, one)
    assert replay(graph, settings, one, LoadOptions(None, "infores:given")).edges == 1


@pytest.mark.parametrize("rows", [1, 2, 1000])
def test_the_first_record_of_a_node_stays_whatever_the_batch(
    graph: Graph, settings: Settings, put: Put, rows: int
) -> None:
    put("kg/a_nodes.jsonl", '{"id": "HGNC:1", "category": ["biolink:Gene"], "name": "FIRST"}\n')
    lines = "".join(f"HGNC:{n}\tbiolink:Gene\t{'SECOND' if n == 1 else n}\n" for n in (3, 2, 1))
    source = put("kg/b_nodes.tsv", f"id\tcategory\tname\n{lines}").parent
    load(source, graph, settings, rows=rows)
    named = "MATCH (n {id: 'HGNC:1'}) RETURN n.name AS name, n.synonym AS also"
    assert ask(graph, named) == [{"name": "FIRST", "also": ["SECOND"]}]
