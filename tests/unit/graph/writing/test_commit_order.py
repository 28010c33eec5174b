"""Commit order: which batches overlap, the order of their commits, what a failure does to the next."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from bioloom.errors import BioloomError
from bioloom.graph.writing import commit_order
from bioloom.graph.writing.commit_order import AccessSet, CommitConflict, CommitTicket, WriteQueue
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.records import Assertion, Entity

WAIT = 20.0


def claim(subject: str, object_: str, predicate: str = "biolink:affects") -> Assertion:
    return Assertion(subject, predicate, object_, "infores:ctd", "knowledge_assertion", "manual_agent")


def edges(*pairs: tuple[str, str]) -> AccessSet | None:
    return AccessSet.of(PendingBatch(assertions=[claim(*pair) for pair in pairs]))


def nodes(*ids: str) -> AccessSet | None:
    return AccessSet.of(PendingBatch(entities=[Entity(id_, "x", ("biolink:Gene",)) for id_ in ids]))


def test_a_scope_is_of_nodes_and_edges() -> None:
    one = edges(("A:1", "B:1"))
    assert one is not None
    assert one.reads == {"A:1", "B:1"}
    assert one.writes == {claim("A:1", "B:1").id}


@pytest.mark.parametrize(
    "batch",
    [
        PendingBatch(assertions=[claim("A:1", "A:2", "biolink:same_as")]),
        PendingBatch(named=[Entity("A:1", "x", ("biolink:Gene",))]),
        PendingBatch(
            entities=[Entity("A:1", "x", ("biolink:Gene",), properties={"equivalent_identifiers": ("B:1",)})]
        ),
    ],
    ids=["statement of identity", "named by claims", "equivalent ids"],
)
def test_what_decides_about_other_entities_has_no_scope(batch: PendingBatch) -> None:
    assert AccessSet.of(batch) is None


@pytest.mark.parametrize(
    ("before", "after", "conflicts"),
    [
        (edges(("A:1", "B:1")), edges(("A:1", "B:2")), False),
        (edges(("A:1", "B:1")), edges(("A:1", "B:1")), True),
        (nodes("A:1"), nodes("A:2"), False),
        (nodes("A:1"), nodes("A:1", "A:2"), True),
        (nodes("A:1"), edges(("A:1", "B:1")), True),
        (edges(("A:1", "B:1")), nodes("A:1"), False),
    ],
    ids=["an end in common", "one edge", "two nodes", "one node", "its end", "a node after its edge"],
)
def test_batches_conflict_with_what_the_one_before_makes(
    before: AccessSet, after: AccessSet, conflicts: bool
) -> None:
    assert after.conflicts_with(before) is conflicts


def run(ticket: CommitTicket, transaction: Callable[[], None]) -> None:
    """Run a transaction as the writer does."""
    try:
        transaction()
    except CommitConflict:
        ticket.wait_for_commit()
        transaction()


def take_turn(
    ticket: CommitTicket,
    access: AccessSet | None,
    said: list[str],
    name: str,
    commit: Callable[[], None] = lambda: None,
) -> None:
    def transaction() -> None:
        ticket.start_try()
        said.append(f"{name} writes")
        ticket.end_statements()
        said.append(f"{name} commits")
        commit()

    with ticket:
        ticket.begin(access)
        run(ticket, transaction)


def test_a_batch_is_written_while_the_one_before_commits_and_commits_after_it() -> None:
    said: list[str] = []
    wrote = Event()

    class Noting(list[str]):
        def append(self, line: str) -> None:
            said.append(line)
            if line == "second writes":
                wrote.set()

    first = CommitTicket()
    second = CommitTicket(first)
    noting = Noting()
    with ThreadPoolExecutor(2) as threads:
        threads.submit(
            take_turn, first, edges(("A:1", "B:1")), noting, "first", lambda: wait_for(wrote, "the second")
        )
        threads.submit(take_turn, second, edges(("A:1", "B:2")), noting, "second").result(WAIT)
    assert said == ["first writes", "first commits", "second writes", "second commits"]


def wait_for(event: Event, what: str) -> None:
    assert event.wait(WAIT), f"{what} never came"


def test_a_batch_that_depends_on_the_one_before_begins_after_its_commit() -> None:
    said: list[str] = []
    first = CommitTicket()
    second = CommitTicket(first)
    let = Event()
    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(take_turn, first, nodes("A:1"), said, "first", lambda: wait_for(let, "leave"))
        other = threads.submit(take_turn, second, edges(("A:1", "B:1")), said, "second")
        first._written.wait(WAIT)
        assert "second writes" not in said
        let.set()
        one.result(WAIT)
        other.result(WAIT)
    assert said == ["first writes", "first commits", "second writes", "second commits"]


def test_what_follows_a_batch_that_failed_is_not_committed() -> None:
    said: list[str] = []

    def fail() -> None:
        raise ValueError("disk full")

    first = CommitTicket()
    second = CommitTicket(first)
    third = CommitTicket(second)
    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(take_turn, first, edges(("A:1", "B:1")), said, "first", fail)
        others = [threads.submit(take_turn, ticket, None, said, "other") for ticket in (second, third)]
        with pytest.raises(ValueError, match="disk full"):
            one.result(WAIT)
        for other in others:
            with pytest.raises(BioloomError, match="the batch before failed"):
                other.result(WAIT)
    assert said == ["first writes", "first commits"]


@pytest.mark.parametrize("held_up", ["tried again", "slow"])
def test_a_batch_gives_way_to_one_that_it_may_hold_up(held_up: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second holds locks in its open transaction, which the commit of the first may need."""
    if held_up == "slow":
        monkeypatch.setattr(commit_order, "_PATIENCE", 0.05)
    said: list[str] = []
    first = CommitTicket()
    second = CommitTicket(first)
    waits, gone = Event(), Event()

    def commit_first() -> None:
        wait_for(waits, "the second")
        if held_up == "tried again":
            first.start_try()  # as the driver does after a transient error
        wait_for(gone, "the rollback of the second")
        said.append("first committed")

    def write_second() -> None:
        second.start_try()
        waits.set()
        try:
            second.end_statements()
        except BaseException:
            said.append("second rolls back")
            gone.set()
            raise
        said.append("second commits")

    def take_second() -> None:
        with second:
            second.begin(edges(("A:1", "B:2")))
            run(second, write_second)

    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(take_turn, first, edges(("A:1", "B:1")), [], "first", commit_first)
        other = threads.submit(take_second)
        one.result(WAIT)
        other.result(WAIT)
    assert said == ["second rolls back", "first committed", "second commits"]


def test_a_batch_that_fails_before_its_turn_begins_lets_the_next_go_on() -> None:
    def lacks_memory(*, ticket: CommitTicket) -> None:
        raise MemoryError

    def waits(*, ticket: CommitTicket) -> None:
        with ticket:
            ticket.begin(None)

    def put_all() -> None:
        with WriteQueue() as queue:
            for write in (lacks_memory, waits, waits):
                queue.put(write)

    with pytest.raises(MemoryError):
        put_all()
