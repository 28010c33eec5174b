"""A source that changed, in a real graph: what it holds no longer goes, and nothing else does."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from neo4j import ManagedTransaction

from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.writing import stale_records
from bioloom.pipeline import LoadReport, load
from bioloom.pipeline.withdrawals.withdrawal import count_planned, plan_withdrawal, withdraw
from bioloom.records import LoadOptions, Place, Reject, SourceEdge, SourceNode, SourceRecord, Value
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from listed_loader import Listed

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

PROVENANCE: dict[str, Value] = {
    "primary_knowledge_source": "infores:string",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}
UNREADABLE = Reject("BAD_JSON", "extract", "no JSON", Place("e.tsv", 9), {"line": "{"})


def gene(number: int, **properties: Value) -> SourceNode:
    name = str(properties.pop("name", f"gene {number}"))
    return SourceNode(f"HGNC:{number}", ("biolink:Gene",), Place("n.tsv", number), name, properties)


def edge(one: int, two: int, **properties: Value) -> SourceEdge:
    ends = f"HGNC:{one}", f"HGNC:{two}"
    return SourceEdge(ends[0], "biolink:affects", ends[1], Place("e.tsv", 1), PROVENANCE | properties)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def run(graph: Graph, settings: Settings, put: Put) -> Callable[..., LoadReport]:
    """Load records as the present content of one source; each call is another state of it."""
    states: dict[str, int] = {}

    def loading(*records: SourceRecord, name: str = "s", same: bool = False, **options: object) -> LoadReport:
        states[name] = states.get(name, 0) + (not same)
        source = put(f"{name}.tsv", str(states[name]))
        return load(source, graph, settings, format=Listed(records), rows=2, **options)  # type: ignore[arg-type]

    return loading


def held(graph: Graph) -> list[str]:
    """List the ids of the genes, and the ends of the edges."""
    with graph.session(read=True) as session:
        ids = session.run("MATCH (n:`biolink:Gene`) RETURN n.id ORDER BY n.id").value()
        ends = session.run("MATCH (s:`biolink:Gene`)-[e]->(o) RETURN s.id + ' ' + o.id AS ends ORDER BY ends")
        return [one.replace("HGNC:", "") for one in (*ids, *ends.value())]


def test_what_a_source_holds_no_longer_goes(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2), edge(2, 3))
    report = run(gene(1), gene(2), edge(1, 2))
    assert held(graph) == ["1", "2", "1 2"]
    assert report.counts.skips == {"unchanged": 3}
    assert report.as_json()["withdrawn"] == {"edges": 1, "entities": 1}
    assert run(gene(1), gene(2), edge(1, 2), same=True).as_json()["withdrawn"] == {}


def test_a_source_in_its_old_state_is_not_searched_for_what_went(
    graph: Graph, run: Callable[..., LoadReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(gene(1), gene(2), edge(1, 2))
    searched: list[Origin] = []

    def search(_graph: Graph, origin: Origin, *_: object, drop: bool) -> None:
        searched.append(origin)
        assert not drop

    monkeypatch.setattr(sys.modules["bioloom.pipeline.load"], "withdraw_stale_records", search)
    report = run(gene(1), gene(2), edge(1, 2), same=True, fresh=True)
    assert report.counts.skips == {"unchanged": 3}
    assert not searched
    run(gene(1), keep_stale=True)
    assert not searched
    run(gene(1), same=True, fresh=True)
    assert len(searched) == 1


def test_an_end_that_is_described_no_longer_is_missing(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), edge(1, 2))
    report = run(gene(1), edge(1, 2))
    assert report.counts.rejected == {"DANGLING_OBJECT": 1}
    assert held(graph) == ["1"]


def test_what_others_state_stays(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), edge(1, 2), name="one")
    run(gene(2), gene(3), edge(1, 2, publications=("PMID:1",)), edge(1, 3), name="two")
    report = run(gene(4), name="one")
    assert held(graph) == ["1", "2", "3", "4", "1 2", "1 3"]
    assert report.as_json()["withdrawn"] == {"shared": 2}
    assert report.as_json()["kept"] == {"entities": 1}
    assert "1 entities that it no longer describes stay" in report.notes[-1]
    run(gene(2), name="two")
    assert held(graph) == ["1", "2", "4"]
    assert run(gene(4), name="one", same=True).as_json()["withdrawn"] == {"entities": 1}
    assert held(graph) == ["2", "4"]


def test_stale_records_can_be_kept_and_withdrawn_later(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2))
    report = run(gene(1), keep_stale=True)
    assert held(graph) == ["1", "2"]
    assert "stays in the graph" in report.notes[0]
    again = run(gene(1), same=True)
    assert (again.status, again.as_json()["withdrawn"]) == ("already loaded", {"entities": 1})
    assert held(graph) == ["1"]


def test_a_part_of_a_source_withdraws_nothing(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), gene(3))
    assert run(gene(1), gene(3), limit=1).as_json()["withdrawn"] == {}
    assert held(graph) == ["1", "2", "3"]
    assert run(gene(1), gene(3), same=True).as_json()["withdrawn"] == {"entities": 1}
    assert held(graph) == ["1", "3"]


def test_what_could_not_be_read_is_not_withdrawn(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2))
    report = run(gene(1), gene(2), UNREADABLE)
    assert held(graph) == ["1", "2", "3", "1 2"]
    assert report.as_json()["kept"] == {"edges": 1, "entities": 1}
    assert "1 records of it were rejected" in report.notes[-1]
    assert run(gene(1), gene(2)).as_json()["withdrawn"] == {"edges": 1, "entities": 1}
    assert held(graph) == ["1", "2"]


def test_what_is_rejected_by_name_is_kept_and_all_else_goes(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2), edge(2, 1))
    broken = SourceNode("HGNC:3", ("biolink:Nothing",), Place("n.tsv", 3))
    report = run(gene(1), gene(4), broken, edge(1, 4, knowledge_level="none of these"))
    assert report.counts.rejected == {"BAD_KNOWLEDGE_LEVEL": 1, "UNKNOWN_CATEGORY": 1}
    assert held(graph) == ["1", "3", "4"]


def test_what_could_not_be_read_is_withdrawn_where_that_is_said(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2))
    run(gene(1), gene(2), UNREADABLE)
    assert "or withdraw all of it now: --drop-stale" in run(gene(1), gene(2), UNREADABLE).notes[-1]
    report = run(gene(1), gene(2), UNREADABLE, same=True, drop_stale=True)
    assert (report.withdrawn, report.kept) == ({"edges": 1, "entities": 1}, {})
    assert held(graph) == ["1", "2"]


def test_a_source_of_which_no_record_was_read_withdraws_nothing_even_then(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(gene(1))
    assert run(UNREADABLE, drop_stale=True).kept == {"entities": 1}
    assert run(drop_stale=True).kept == {"entities": 1}
    assert held(graph) == ["1"]


def test_what_a_file_that_breaks_off_held_is_not_withdrawn_even_then(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2))
    cut = Reject("BAD_COMPRESSION", "extract", "the file breaks off here", Place("n.tsv", 3))
    for options in ({"dry_run": True}, {}):
        report = run(gene(1), gene(2), cut, drop_stale=True, **options)
        assert (report.withdrawn, report.kept) == ({}, {"edges": 1, "entities": 1})
    assert "mend the files that break off" in report.notes[-1]
    assert held(graph) == ["1", "2", "3", "1 2"]


def test_a_dry_run_counts_what_is_to_be_withdrawn(graph: Graph, run: Callable[..., LoadReport]) -> None:
    first = (gene(1), gene(2), gene(3), gene(4), edge(1, 2), edge(1, 3), edge(4, 1, publications=("PMID:1",)))
    run(*first, name="other")
    run(*first, gene(5), gene(6), edge(5, 6), edge(1, 5))
    now = (gene(1, name="one"), gene(2), gene(5), edge(1, 2, publications=("PMID:2",)), edge(1, 5))
    preview = run(*now, UNREADABLE, dry_run=True, drop_stale=True)
    assert preview.withdrawn == {"edges": 1, "entities": 1, "shared": 4}
    assert "6" in held(graph)
    assert run(*now, UNREADABLE, drop_stale=True).withdrawn == preview.withdrawn
    assert "6" not in held(graph)


def test_a_dry_run_counts_nothing_that_stands_under_another_id(
    graph: Graph, settings: Settings, put: Put
) -> None:
    def loading(name: str, *rows: str, **options: object) -> LoadReport:
        put(
            f"{name}_nodes.tsv",
            "id\tcategory\nMESH:D1\tbiolink:SmallMolecule\nCHEBI:1\tbiolink:SmallMolecule\n",
        )
        stated = "\tinfores:x\tknowledge_assertion\tmanual_agent\n"
        head = "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\n"
        source = put(f"{name}_edges.tsv", head + "".join(row + stated for row in rows))
        return load(source, graph, settings, **options)  # type: ignore[arg-type]

    affects = [f"MESH:D1\tbiolink:affects\tHGNC:{number}" for number in range(1, 40)]
    load(put("g.tsv", "1"), graph, settings, format=Listed([gene(number) for number in range(1, 40)]))
    loading("same", "MESH:D1\tbiolink:same_as\tCHEBI:1")
    loading("x", *affects)
    with graph.session(read=True) as session:
        found = session.run("MATCH (s)-[:`biolink:affects`]->() RETURN DISTINCT s.id")
        assert found.value() == ["CHEBI:1"]
    preview = loading("x", *affects[1:], dry_run=True, drop_stale=True)
    assert preview.withdrawn == {"edges": 1}
    assert loading("x", *affects[1:]).withdrawn == {"edges": 1}


def test_an_empty_source_withdraws_nothing(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(gene(1))
    report = run()
    assert held(graph) == ["1"]
    assert "it holds no record at all now" in report.notes[-1]


def test_an_interrupted_withdrawal_goes_on(
    graph: Graph, run: Callable[..., LoadReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2), edge(2, 3))

    withdraw_page = stale_records._withdraw

    def fail(tx: ManagedTransaction, kind: stale_records.Kind, *rest: Any) -> Counter[str]:
        if kind == "entities":
            raise KeyboardInterrupt
        return withdraw_page(tx, kind, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(stale_records, "_withdraw", fail)
        with pytest.raises(BaseException, match="the same command goes on from there"):
            run(gene(1), gene(2), edge(1, 2))
    assert held(graph) == ["1", "2", "3", "1 2"]
    report = run(gene(1), gene(2), edge(1, 2), same=True)
    assert report.as_json()["withdrawn"] == {"entities": 1}
    assert held(graph) == ["1", "2", "1 2"]


def annotated(put: Put, name: str, thing: str) -> Path:
    end = 5 + len(thing)
    put(f"brat/{name}.ann", f"T1\tAction 0 4\tBoil\nT2\tReagent 5 {end}\t{thing}\nE1\tAction:T1 Acts-on:T2\n")
    return put(f"brat/{name}.txt", f"Boil {thing}\n").parent


def test_documents_that_vanished_go_and_unreadable_ones_stay(
    graph: Graph, settings: Settings, put: Put
) -> None:
    folder = annotated(put, "one", "water")
    for name, thing in (("two", "salt"), ("three", "rice")):
        annotated(put, name, thing)
    load(folder, graph, settings, format=BratLoader())
    alone = digest(graph)
    annotated(put, "four", "corn")
    load(folder, graph, settings, format=BratLoader())
    (folder / "four.txt").unlink()
    (folder / "four.ann").unlink()
    (folder / "three.txt").write_bytes(b"\x80\x81\x00\x00")
    report = load(folder, graph, settings, format=BratLoader())
    assert report.withdrawn == {"documents": 1, "sentences": 1, "mentions": 2, "edges": 1, "entities": 1}
    assert report.kept == {"documents": 1}
    assert digest(graph) == alone


def test_after_a_withdrawal_the_source_is_followed_too(graph: Graph, settings: Settings, put: Put) -> None:
    folder = annotated(put, "one", "water")
    alone = (load(folder, graph, settings, format=BratLoader()), digest(graph))[1]
    for name in ("two", "three"):
        annotated(put, name, "salt")
    load(folder, graph, settings, format=BratLoader())
    withdraw(graph, settings, plan_withdrawal(graph, "brat:two"))
    for name in ("two.txt", "two.ann", "three.txt", "three.ann"):
        (folder / name).unlink()
    report = load(folder, graph, settings, format=BratLoader())
    assert report.withdrawn["documents"] == 1
    assert digest(graph) == alone


def test_a_document_that_another_source_holds_too_stays(graph: Graph, settings: Settings, put: Put) -> None:
    folder = annotated(put, "one", "water")
    load(folder / "one.txt", graph, settings, format=BratLoader(), options=LoadOptions(corpus="brat"))
    alone = digest(graph)
    annotated(put, "two", "salt")
    load(folder, graph, settings, format=BratLoader(), options=LoadOptions(corpus="brat"))
    put("elsewhere/brat/two.txt", "Boil salt\n")
    other = put("elsewhere/brat/two.ann", (folder / "two.ann").read_text()).parent
    both = digest(graph)
    same = load(other, graph, settings, format=BratLoader())
    assert same.counts.written == 0
    (folder / "two.txt").unlink()
    (folder / "two.ann").unlink()
    report = load(folder, graph, settings, format=BratLoader(), options=LoadOptions(corpus="brat"))
    assert report.withdrawn == {"shared": 1}
    assert digest(graph) == both
    done = withdraw(graph, settings, plan_withdrawal(graph, None, load=same.load_id))
    assert done.deleted["documents"] == 1
    assert digest(graph) == alone


def test_withdrawing_a_source_leaves_what_its_loads_describe_for_others(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport]
) -> None:
    two = edge(3, 4, primary_knowledge_source="infores:two")
    both = run(gene(1), gene(2), gene(3), gene(4), gene(9), edge(1, 2), two, edge(1, 8))
    alone = run(gene(5), gene(6), gene(7), edge(5, 6), name="other")
    assert both.rejects_file is not None
    plan = plan_withdrawal(graph, "infores:string")
    planned = count_planned(graph, plan)
    assert (sorted(planned.first), planned.deleted["entities"]) == (["HGNC:5", "HGNC:6", "HGNC:7"], 3)
    done = withdraw(graph, settings, plan)
    assert dict(done.deleted) == dict(planned.deleted) == {"edges": 2, "entities": 3, "loads": 1}
    assert held(graph) == ["1", "2", "3", "4", "9", "3 4"]
    assert dict(done.rejects) == {both.rejects_file: 1}
    assert both.rejects_file.exists()
    assert alone.load_id in plan.loads
    withdraw(graph, settings, plan_withdrawal(graph, "infores:two"))
    assert held(graph) == []


@pytest.mark.parametrize("by_load", [False, True])
def test_what_only_a_deleted_edge_kept_goes_with_it(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport], by_load: bool
) -> None:
    one = run(gene(1), gene(2), edge(1, 2), name="one")
    two = run(gene(3), edge(1, 3, primary_knowledge_source="infores:two"), name="two")
    source = None if by_load else "infores:string"
    withdraw(graph, settings, plan_withdrawal(graph, source, load=one.load_id if by_load else None))
    assert held(graph) == ["1", "3", "1 3"]
    plan = plan_withdrawal(graph, None if by_load else "two", load=two.load_id if by_load else None)
    if not by_load:
        assert count_planned(graph, plan).deleted == {"edges": 1, "entities": 2, "loads": 1}
    withdraw(graph, settings, plan)
    assert held(graph) == []


def test_nodes_of_no_load_stay(graph: Graph, settings: Settings, run: Callable[..., LoadReport]) -> None:
    run(gene(1), gene(2), edge(1, 2))
    with graph.session() as session:
        session.run("CREATE (:`biolink:NamedThing`:`biolink:Gene` {id: 'HGNC:7'})").consume()
    withdraw(graph, settings, plan_withdrawal(graph, "string"))
    assert held(graph) == ["7"]


@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize("interrupted", [False, True])
def test_what_another_load_stated_too_outlives_its_withdrawal(
    graph: Graph,
    settings: Settings,
    run: Callable[..., LoadReport],
    put: Put,
    by_columns: bool,
    interrupted: bool,
) -> None:
    records = [gene(1), gene(2), gene(3), edge(1, 2), edge(2, 3)]
    everything = ["1", "2", "3", "1 2", "2 3"]

    def loading(name: str, **options: Any) -> LoadReport:
        if not by_columns:
            return run(*records, name=name, same=True, **options)
        return load(table(put, name), graph, settings, rows=2, **options)

    one = loading("one")
    two = loading("two")
    if interrupted:
        loading("one", fresh=True, limit=1)
    withdraw(graph, settings, plan_withdrawal(graph, None, load=two.load_id))
    assert held(graph) == everything
    for options in ({"fresh": True}, {}, {"fresh": True, "keep_stale": True}, {"fresh": True}):
        report = loading("one", **options)
        assert held(graph) == everything
        assert not report.withdrawn
    assert report.load_id == one.load_id


@pytest.mark.parametrize("keep_stale", [False, True])
def test_a_changed_source_withdraws_its_own_after_another_load_went(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport], keep_stale: bool
) -> None:
    run(gene(1), gene(2), gene(3), edge(1, 2), edge(2, 3), name="one")
    two = run(gene(1), gene(2), gene(3), edge(1, 2), edge(2, 3), name="two")
    changed = [gene(1, name="another"), gene(2), edge(1, 2)]
    run(*changed, name="one", **({"keep_stale": True} if keep_stale else {"limit": 1}))
    withdraw(graph, settings, plan_withdrawal(graph, None, load=two.load_id))
    assert held(graph) == ["1", "2", "3", "1 2", "2 3"]
    report = run(*changed, name="one", same=True)
    assert held(graph) == ["1", "2", "1 2"]
    assert report.as_json()["withdrawn"] == {"edges": 1, "entities": 1}
    assert not run(*changed, name="one", same=True, fresh=True).withdrawn
    assert held(graph) == ["1", "2", "1 2"]


def table(put: Put, name: str) -> Path:
    """Write the same records as a table, which is read by columns."""
    nodes = [f"HGNC:{number}\tgene {number}\tbiolink:Gene" for number in (1, 2, 3)]
    put(f"{name}/x_nodes.tsv", "\n".join(["id\tname\tcategory", *nodes, ""]))
    edges = [
        "\t".join([f"HGNC:{one}", "biolink:affects", f"HGNC:{one + 1}", *map(str, PROVENANCE.values())])
        for one in (1, 2)
    ]
    head = "\t".join(["subject", "predicate", "object", *PROVENANCE])
    return put(f"{name}/x_edges.tsv", "\n".join([head, *edges, ""])).parent
