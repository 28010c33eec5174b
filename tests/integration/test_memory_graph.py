"""Memories in a real graph: side by side, searched by their index, removed without a trace."""

from collections.abc import Iterator

import numpy as np
import pytest
from typer.testing import CliRunner

from bioloom.biolink import model
from bioloom.cli.app import app
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.digest import digest
from bioloom.graph.integrity_checks import find_faults
from bioloom.graph.write_lease import LeasedGraph
from bioloom.pipeline.memory_graph import (
    drop_memory,
    memories,
    read_memory_graph,
    search_memory,
    write_memory_graph,
)
from leased_graph import leased
from word_encoder import WordEncoder

pytestmark = pytest.mark.integration

ENCODER = WordEncoder("was activated by heals cures given to blood rats mice enzyme drug")
SAYS = {"STIMULATES": "was activated by", "TREATS": "heals cures", "ADMINISTERED_TO": "was given to"}


def memory(*sources: str) -> KeyValueMemory:
    examples = [
        MemoryExample("enzyme was activated by drug", "STIMULATES", (0, 6), (24, 28), "one"),
        MemoryExample("drug heals rats cures mice", "TREATS", (0, 4), (11, 15), "two"),
        MemoryExample("drug was given to blood", "ADMINISTERED_TO", None, None, "three"),
    ]
    chosen = [example for example in examples if example.source in sources]
    return build_memory(chosen, ENCODER, words=2, scheme="git", description=SAYS.__getitem__)


@pytest.fixture
def held(graph: Graph) -> Iterator[LeasedGraph]:
    with leased(graph) as one:
        yield one


def names(graph: Graph) -> list[str]:
    """Name the vector indexes of memories."""
    with graph.session(read=True) as session:
        rows = session.run("SHOW VECTOR INDEXES YIELD name WHERE name STARTS WITH 'memory_' RETURN name")
        return sorted(row["name"] for row in rows)


def test_two_memories_live_side_by_side_and_leave_nothing(held: LeasedGraph) -> None:
    before = digest(held)
    whole, part = memory("one", "two", "three"), memory("two")
    done: list[tuple[int, int]] = []
    settings = write_memory_graph(
        whole, held, "toy", opened_by="packaged", on_progress=lambda *at: done.append(at)
    )
    write_memory_graph(part, held, "toy-2")
    assert memories(held)["toy"] == settings
    assert (settings.opened_by, settings.keys, done[-1]) == ("packaged", 6, (9, 9))
    assert names(held) == ["memory_toy", "memory_toy-2"]

    vector = ENCODER.encode(["was activated by"])[0]
    exact = Retrieval(whole, ENCODER).nearest_keys("was activated by", 3)
    found = search_memory(held, "toy", vector, 3)
    assert [one.key for one in found] == [one.key for one in exact]
    assert [one.example for one in found] == [one.example for one in exact]
    assert [one.cosine for one in found] == pytest.approx([one.cosine for one in exact], abs=1e-3)
    assert {one.key.label for one in search_memory(held, "toy-2", vector, 9)} == {"TREATS"}

    back = read_memory_graph(held, "toy")
    assert (back.examples, back.keys) == (whole.examples, whole.keys)
    assert np.array_equal(back.key_vectors, whole.key_vectors)
    assert np.array_equal(back.sentence_vectors, whole.sentence_vectors)

    assert digest(held) == before
    assert not find_faults(held, model())
    assert drop_memory(held, "toy")
    assert not drop_memory(held, "toy")
    assert (list(memories(held)), names(held)) == (["toy-2"], ["memory_toy-2"])
    assert len(search_memory(held, "toy-2", vector, 9)) == 2
    assert drop_memory(held, "toy-2")
    with held.session(read=True) as session:
        count = "MATCH (n) WHERE n:Memory OR n:MemoryKey OR n:MemoryExample RETURN count(n) AS n"
        assert session.run(count).single(strict=True)["n"] == 0
    assert names(held) == []


def test_a_name_gets_another_memory_and_the_same_one_changes_nothing(held: LeasedGraph) -> None:
    write_memory_graph(memory("one"), held, "toy")
    done: list[tuple[int, int]] = []
    write_memory_graph(memory("one"), held, "toy", on_progress=lambda *at: done.append(at))
    assert not done
    write_memory_graph(memory("two", "three"), held, "toy")
    assert {example.source for example in read_memory_graph(held, "toy").examples} == {"two", "three"}
    assert drop_memory(held, "toy")


def test_what_is_not_there_or_not_whole_is_said(held: LeasedGraph) -> None:
    with pytest.raises(UsageError, match="no memory called 'git'; it has: none"):
        read_memory_graph(held, "git")
    with pytest.raises(UsageError, match="is no name of a memory"):
        write_memory_graph(memory("one"), held, "Git train")
    write_memory_graph(memory("one"), held, "toy")
    with held.session() as session:
        session.run("MATCH (m:Memory) SET m.complete = false").consume()
    with pytest.raises(UsageError, match="was not written to its end"):
        search_memory(held, "toy", ENCODER.encode(["a"])[0], 1)
    assert not memories(held)
    assert drop_memory(held, "toy")


def test_a_dry_run_counts_a_memory_and_drops_nothing(
    held: LeasedGraph, server: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("URI", server.uri), ("USERNAME", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"NEO4J_{name}", value)
    write_memory_graph(memory("one", "two", "three"), held, "toy")
    shown = CliRunner().invoke(app, ["memory", "drop", "toy", "--dry-run"])
    assert "Would drop toy: 3 examples, 6 keys." in shown.stdout
    assert list(memories(held)) == ["toy"]
    assert drop_memory(held, "toy")
