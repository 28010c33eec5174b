"""What a step leaves behind and where it is used: derived edges, up to an answer of the cookbook."""

from collections.abc import Iterator

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom.standardization import standardize
from leased_graph import leased

pytestmark = pytest.mark.integration

LINES = (
    ("Cells", ()),
    ("Spin the cells.", (("T1", "Spin", "verb"), ("T2", "cells", "cell"))),
    ("Wash the pellet.", (("T3", "Wash", "verb"), ("T4", "pellet", "cell"))),
    ("Dry the pellet.", (("T5", "Dry", "verb"), ("T6", "pellet", "cell"))),
    ("Weigh the product of step 1.", (("T7", "Weigh", "verb"),)),
    ("Repeat step 40.", (("T8", "Repeat", "verb"),)),
)
OBJECTS = (("T2", "T1"), ("T4", "T3"), ("T6", "T5"))


def protocol() -> AnnotatedDocument:
    """Lay out a protocol as an extractor gives it."""
    text, sentences, mentions = "", [], []
    for index, (line, marked) in enumerate(LINES):
        sentence = Sentence(f"lab:cells#s{index}", "lab:cells", index, line, len(text), len(text) + len(line))
        sentences.append(sentence)
        for name, word, kind in marked:
            start = len(text) + line.index(word)
            mentions.append(Mention(f"lab:cells#{name}", sentence.id, word, start, start + len(word), kind))
        text += line + "\n"
    place = Place("cells.txt")
    return AnnotatedDocument(
        Document("lab:cells", "Cells", text, "protocol", "infores:lab", place),
        tuple(sentences),
        tuple(mentions),
        tuple(Relation(f"lab:cells#{a}", "is_object_of", f"lab:cells#{b}", place) for a, b in OBJECTS),
        "biopie",
    )


@pytest.fixture(scope="module")
def cells(server: Endpoint) -> Iterator[Graph]:
    """Write the protocol, standardized, once a file."""
    with connect(server) as graph:
        with graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        with leased(graph) as held:
            Writer(held, model()).write(PendingBatch(documents=(standardize(protocol(), model()),)))
        yield graph


def rows(graph: Graph, sentence: str) -> list[tuple[object, ...]]:
    table = run_query(graph, "results_of_a_step", None, {"protocol": "lab:cells", "sentence": sentence})
    columns = ("step", "result", "derived", "confidence", "sentence", "used_by")
    return [tuple(row[table.columns.index(column)] for column in columns) for row in table.rows]


def test_the_pellet_of_a_spin_is_found_wherever_it_is_used(cells: Graph) -> None:
    assert rows(cells, "2") == [
        ("Spin", "pellet", True, 0.95, 3, "Wash"),
        ("Spin", "pellet", True, 0.95, 4, "Dry"),
        ("Spin", None, True, 0.5, 5, "Weigh"),
    ]


def test_a_step_that_leaves_nothing_has_no_rows(cells: Graph) -> None:
    assert rows(cells, "3") == []
    assert rows(cells, "99") == []


def test_references_without_a_step_are_named_on_the_document(cells: Graph) -> None:
    with cells.session() as session:
        found = session.run(
            "MATCH (d:Document {id: 'lab:cells'}) RETURN d.unresolved_step_references AS told"
        ).single()
    assert found is not None
    assert found["told"] == ["line 6: step 40 (no step 40)"]
