"""The write lease of a graph: one holder, kept alive by its heartbeat, fenced when it comes back too late."""

from __future__ import annotations

import socket
import time
from _thread import LockType
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event, current_thread
from threading import enumerate as enumerate_threads
from typing import Any

import neo4j
import pytest

from bioloom.errors import BioloomError, SourceError, WriteLocked
from bioloom.graph.connection import Graph
from bioloom.graph.schema import apply_schema
from bioloom.graph.statements import statement
from bioloom.graph.writing import write_lease
from bioloom.graph.writing.checkpoint import begin_load, list_checkpoints
from bioloom.graph.writing.write_lease import LeasedGraph, hold_lease
from bioloom.pipeline import load
from bioloom.records import LoadOptions, Place, SourceNode, SourceRecord
from bioloom.settings import Settings
from listed_loader import Listed

pytestmark = pytest.mark.integration

Home = Callable[[str], Settings]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return lambda name: Settings(home=tmp_path / name)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> float:
    """Let leases last so many seconds without a heartbeat."""
    monkeypatch.setattr(write_lease, "SECONDS", 1.5)
    return 1.5


def abandon(graph: Graph, settings: Settings) -> LeasedGraph:
    """Hold the lease as a process does that is gone or paused: no heartbeat, no release."""
    with hold_lease(graph, settings, "loading a.tsv") as held:
        pass
    with graph.session() as session:
        file = (settings.home / "write.lock").stat()
        session.run(
            "MATCH (l:Lease) SET l.epoch = $epoch, l.holder = $holder, l.lock = $lock, l.seconds = $seconds, "
            "l.purpose = 'loading a.tsv', l.renewed = datetime.realtime()",
            epoch=held.epoch,
            holder=f"{socket.gethostname()}:{settings.home}",
            lock=f"{file.st_dev}:{file.st_ino}",
            seconds=write_lease.SECONDS,
        ).consume()
    return held


def create(tx: neo4j.ManagedTransaction) -> None:
    tx.run("CREATE (:Document {id: 'd'})").consume()


def count(graph: Graph) -> int:
    with graph.session(read=True) as session:
        return int(session.run("MATCH (d:Document) RETURN count(d) AS n").single(strict=True)["n"])


def test_a_holder_that_is_paused_while_it_renews_is_taken_over(
    graph: Graph, home: Home, soon: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, resumed, fence = Event(), Event(), LeasedGraph.fence

    def paused(self: LeasedGraph, tx: neo4j.ManagedTransaction) -> None:
        fence(self, tx)
        if current_thread().name == "write lease" and not locked.is_set():
            locked.set()
            resumed.wait(30)

    monkeypatch.setattr(LeasedGraph, "fence", paused)
    with hold_lease(graph, home("a"), "loading a.tsv") as held:
        try:
            assert locked.wait(10)
            time.sleep(soon)
            with hold_lease(graph, home("b"), "loading b.tsv") as other:
                assert other.epoch == held.epoch + 1
        finally:
            resumed.set()


def test_another_home_is_refused_with_the_holders_name(graph: Graph, home: Home) -> None:
    held_by_a = hold_lease(graph, home("a"), "loading a.tsv")
    told = pytest.raises(WriteLocked, match=r"/a is loading a\.tsv .*\(if it died, \d\d seconds\)")
    with held_by_a, told, hold_lease(graph, home("b"), "loading b.tsv"):
        pass
    with hold_lease(graph, home("b"), "loading b.tsv"):
        pass


def test_a_load_without_its_lease_is_shown_as_stopped(graph: Graph, home: Home) -> None:
    with hold_lease(graph, home("a"), "loading a.tsv") as held:
        begin_load(held, "killed", {"status": "running", "fingerprint": "f", "position": 0})
        assert [load.status for load in list_checkpoints(graph)] == ["running"]
    (found,) = list_checkpoints(graph)
    assert found.status == "stopped"
    assert "run the same command again" in str(found.properties["reason"])


def test_a_long_stage_without_a_transaction_keeps_the_lease(graph: Graph, home: Home, soon: float) -> None:
    with hold_lease(graph, home("a"), "extracting") as held:
        time.sleep(2 * soon)
        with pytest.raises(WriteLocked), hold_lease(graph, home("b"), "loading"):
            pass
        held.write(create)
    assert count(graph) == 1


def test_an_error_releases_the_lease(graph: Graph, home: Home) -> None:
    with pytest.raises(ValueError, match="broken"), hold_lease(graph, home("a"), "loading"):
        raise ValueError("broken")
    with hold_lease(graph, home("b"), "loading"):
        pass


def test_no_renewal_outlives_the_lease(graph: Graph, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    renewed: list[int] = []

    def renew(leased: LeasedGraph, held: LockType) -> None:
        held.acquire()
        time.sleep(0.3)  # a renewal that is on its way when the lease ends
        leased.write(create)
        renewed.append(leased.epoch)

    monkeypatch.setattr(write_lease, "_renew", renew)
    with hold_lease(graph, home("a"), "loading") as held:
        pass
    assert renewed == [held.epoch]
    assert count(graph) == 1


def test_a_dead_holder_loses_its_lease_in_time_and_to_its_own_home_at_once(
    graph: Graph, home: Home, soon: float
) -> None:
    first = abandon(graph, home("a"))
    with pytest.raises(WriteLocked), hold_lease(graph, home("b"), "loading"):
        pass
    with hold_lease(graph, home("a"), "loading") as again:
        assert again.epoch > first.epoch
    abandon(graph, home("a"))
    time.sleep(1.5 * soon)
    with hold_lease(graph, home("b"), "loading") as other:
        assert other.epoch > again.epoch


@pytest.mark.usefixtures("soon")
def test_a_holder_that_comes_back_is_fenced(graph: Graph, home: Home) -> None:
    before = abandon(graph, home("a"))
    fenced = pytest.raises(WriteLocked, match="run the same command again")
    with hold_lease(graph, home("a"), "loading"), fenced:
        before.write(create)
    with pytest.raises(WriteLocked):  # nor when its successor is done
        before.write(create)
    assert count(graph) == 0


@pytest.mark.usefixtures("soon")
def test_an_open_transaction_of_a_former_holder_is_ended(graph: Graph, home: Home) -> None:
    before = abandon(graph, home("a"))

    def interrupted(tx: neo4j.ManagedTransaction) -> None:
        create(tx)  # the id is locked from here on
        with hold_lease(graph, home("a"), "loading") as after:
            after.write(create)
        tx.run("RETURN 1").consume()

    with pytest.raises(WriteLocked, match="took the graph over"):
        before.write(interrupted)
    assert count(graph) == 1


def test_an_open_change_of_the_schema_by_a_former_holder_is_ended(
    graph: Graph, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A constraint that is not committed locks its type: whoever writes such an edge waits, for ever."""
    before, run = abandon(graph, home("a")), neo4j.ManagedTransaction.run
    written: list[int] = []

    def paused(self: neo4j.ManagedTransaction, text: str, *args: Any, **kwargs: Any) -> neo4j.Result:
        result = run(self, text, *args, **kwargs)
        if text.startswith("CREATE CONSTRAINT `of a former holder`"):
            result.consume()
            with hold_lease(graph, home("a"), "loading") as after:
                create_edge = neo4j.unit_of_work(timeout=20)(
                    lambda tx: run(tx, "CREATE ()-[:paused {id: 'e'}]->()").consume()
                )
                with graph.session() as session:
                    session.execute_write(create_edge)
                written.append(after.epoch)
        return result

    monkeypatch.setattr(neo4j.ManagedTransaction, "run", paused)
    change = "CREATE CONSTRAINT `of a former holder` FOR ()-[e:paused]-() REQUIRE e.id IS UNIQUE"
    with pytest.raises(WriteLocked, match="took the graph over"):
        before.change_schema(change)
    assert len(written) == 1


def test_a_lock_on_the_lease_that_nobody_lets_go_is_told(
    graph: Graph, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that was paused while it took the lease keeps the lock and has no epoch yet."""
    with hold_lease(graph, home("first"), "loading a"):
        pass
    with graph.session() as session, session.begin_transaction() as paused, monkeypatch.context() as patch:
        patch.setattr(write_lease, "_PATIENCE", 0.5)  # a busy machine takes longer for a lease that is free
        paused.run(statement("lease/lock")).consume()
        refused = pytest.raises(WriteLocked, match="is writing to the graph and does not answer")
        with refused, hold_lease(graph, home("second"), "loading b"):
            raise AssertionError("the lease is locked")
        paused.rollback()
    with hold_lease(graph, home("second"), "loading b"):
        pass


def test_one_of_many_gets_the_lease(graph: Graph, home: Home) -> None:
    apply_schema(graph)
    most = 8
    at_once = Barrier(most)

    def attempt(number: int) -> int | None:
        settings = home(str(number))
        at_once.wait()
        try:
            with hold_lease(graph, settings, "loading") as held:
                held.write(lambda tx: tx.run("CREATE (:Document {id: $id})", id=str(held.epoch)).consume())
                at_once.wait(20)
                return held.epoch
        except WriteLocked:
            at_once.wait(20)
            return None

    with graph.session() as session:
        session.run("MATCH (l:Lease) DELETE l").consume()
    for taken in (1, 2, 3):
        with ThreadPoolExecutor(most) as pool:
            epochs = [epoch for epoch in pool.map(attempt, range(most)) if epoch is not None]
        assert len(epochs) == 1
        assert count(graph) == taken


class Failing(Listed):
    """A loader whose file breaks off."""

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        yield from super().records(source, options)
        raise SourceError("cannot be read further", str(source), 3)


def test_a_failed_load_says_why_and_blocks_nobody(graph: Graph, home: Home, tmp_path: Path) -> None:
    source = tmp_path / "s.tsv"
    source.write_text("1")
    genes = [SourceNode(f"HGNC:{i}", ("biolink:Gene",), Place("n.tsv", i), f"gene {i}") for i in range(4)]
    with pytest.raises(BioloomError, match="cannot be read further"):
        load(source, graph, home("a"), format=Failing(genes), rows=2)
    (stored,) = list_checkpoints(graph)
    assert stored.status == "failed"
    assert "cannot be read further" in str(stored.properties["reason"])
    report = load(source, graph, home("b"), format=Listed(genes), rows=2)
    assert (report.status, report.counts.nodes, report.resumed_from) == ("complete", 4, 4)
    (stored,) = list_checkpoints(graph)
    assert (stored.status, stored.properties.get("reason")) == ("complete", None)


def test_a_load_whose_process_is_gone_is_no_longer_running(graph: Graph, home: Home) -> None:
    apply_schema(graph)
    with graph.session() as session:
        session.run("CREATE (:Load {id: 'l', source: 's', status: 'running', position: 3})").consume()
    with hold_lease(graph, home("a"), "grounding names"):
        (stored,) = list_checkpoints(graph)
    assert (stored.status, stored.properties["reason"]) == ("stopped", "its process ended without a word")


def test_a_renewal_without_a_database_ends_with_its_holder(
    soon: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_lease, "_LAST", 0.5)
    with neo4j.GraphDatabase.driver("bolt://127.0.0.1:1") as driver:
        with write_lease._renewed(LeasedGraph(driver, "neo4j", 1)):
            time.sleep(soon / 2)  # a repeated try would go on for half a minute
        assert "write lease" not in {thread.name for thread in enumerate_threads()}
