"""Rows of tables pass as the edges that they state would one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.biolink import model
from bioloom.graph.edge_rows import AssertionRow, EdgeRows
from bioloom.graph.pending_batch import PendingBatch
from bioloom.graph.property_maps import assertion_of, assertion_row
from bioloom.loading import TableLoader
from bioloom.pipeline.batch_builder import BatchBuilder
from bioloom.pipeline.record_validation import NO_OPTIONS
from bioloom.records import Assertion, LoadOptions, SourceRecord, TableEdge
from bioloom_loaders.hetionet import HetionetLoader
from bioloom_loaders.kgx import KgxLoader

BIOLINK = model()
DECLARED = LoadOptions(None, "infores:x", "not_provided", "not_provided")
CELLS = {
    "id": ("uuid:1", "uuid:2", " uuid:3 ", "e" * 32, "f" * 32),
    "subject": ("MONDO:1", "CHEBI:2", "HGNC:3", " HGNC:4", "no curie", "biolink:treats", "HGNC:ä"),
    "predicate": (
        "biolink:treats",
        "biolink:treats",
        "treats",
        "biolink:affected_by",
        "biolink:same_as",
        "foo",
    ),
    "object": ("MONDO:1", "HGNC:7", "CHEBI:9", "http://x", "HGNC:5 "),
    "primary_knowledge_source": ("infores:a", "A source", "infores:a|infores:b", "???"),
    "knowledge_source": ("infores:k", "infores:l", "infores:k|infores:l"),
    "aggregator_knowledge_source": ("infores:a", "One|infores:b", "|"),
    "knowledge_level": ("prediction", "prediction", "nonsense"),
    "agent_type": ("manual_agent", "manual_agent", "nonsense"),
    "negated": ("true", "False", "perhaps"),
    "object_aspect_qualifier": ("activity", "abundance", "nonsense"),
    "object_direction_qualifier": ("increased", "increased", "sideways"),
    "qualified_predicate": ("biolink:causes", "biolink:nothing"),
    "publications": ("PMID:1", "PMID:2|PMID:3", "PMID:1| PMID:1", " | ", "|"),
    "p_value": ("0.05", "1e-9", "small"),
    "has_count": ("3", "4.5"),
    "derived": ("true", "false", "maybe"),
    "support": ("{}",),
    "sources": ("[]",),
    "original_id": ("own:1", "own:2", "d" * 32),
    "original_subject": ("aspirin", "ibuprofen"),
    "original_predicate": ("cures", "heals"),
    "subject_form": ("raw", "cooked"),
    "biolink_version": ("1.0",),
    "record_hash": ("x",),
    "note": ("text", "50 %s", "naïve", 'a "quoted" one', '"whole"', "back\\slash", " blank ", "\x1f"),
    "": ("unnamed",),
}
ENDS = ("subject", "predicate", "object")


@st.composite
def tables(draw: st.DrawFn) -> list[list[str]]:
    """Draw a header and rows of which many share a form."""
    further = draw(st.lists(st.sampled_from(sorted(set(CELLS) - set(ENDS))), unique=True, max_size=6))
    header = draw(st.permutations([*ENDS, *further]))
    rows = draw(
        st.lists(
            st.tuples(*(st.sampled_from((*CELLS[name], CELLS[name][0], "")) for name in header)).map(list),
            min_size=1,
            max_size=4,
        )
    )
    others = [
        [
            draw(st.sampled_from(CELLS[name])) if cell and name in ("id", "note", *ENDS[::2]) else cell
            for name, cell in zip(header, row, strict=True)
        ]
        for row in chain(rows, rows)
    ]
    return [header, *rows, *others, *(row[: draw(st.integers(1, len(row)))] for row in rows)]


def batch_of(records: Sequence[SourceRecord], options: LoadOptions) -> PendingBatch:
    builder = BatchBuilder(options, BIOLINK)
    for position, record in enumerate(records, start=1):
        builder.add(position, record)
    return builder.take_batch()


def laid_out(batch: PendingBatch) -> list[AssertionRow]:
    return EdgeRows(BIOLINK.version).build(enumerate(batch.assertions))


def check_rows(loader: TableLoader, source: Path, options: LoadOptions) -> PendingBatch:
    """Check that a loader's rows give the edges and rejects that its records give one by one."""
    found = batch_of(list(loader.rows(source, options)), options)
    alone = [batch_of([record], options) for record in loader.records(source, options)]
    assert [numbered.reject for numbered in found.rejects] == [
        numbered.reject for one in alone for numbered in one.rejects
    ]
    assert found.read == sum(one.read for one in alone)
    rows = [replace(row, position=0) for row in laid_out(found)]
    assert rows == [row for one in alone for row in laid_out(one)]
    relations = [
        relation.record() if isinstance(relation, TableEdge) else relation for _, relation in found.relations
    ]
    assert relations == [relation for one in alone for _, relation in one.relations]
    return found


@settings(max_examples=300)
@given(tables(), st.booleans())
def test_a_row_passes_as_the_edge_that_it_states(
    tmp_path_factory: pytest.TempPathFactory, drawn: list[list[str]], declared: bool
) -> None:
    path = tmp_path_factory.mktemp("kgx") / "graph_edges.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in drawn), encoding="utf-8")
    check_rows(KgxLoader(), path, DECLARED if declared else NO_OPTIONS)


def test_rows_with_a_list_of_nothing_are_read_one_by_one(tmp_path: Path) -> None:
    table = tmp_path / "graph_edges.tsv"
    slots = "subject predicate object primary_knowledge_source knowledge_level agent_type"
    cells = "biolink:affects MONDO:1 infores:a prediction manual_agent"
    rows = [f"HGNC:{n} {cells} |" for n in range(3)]
    text = "\n".join((f"{slots} aggregator_knowledge_source", *rows))
    table.write_text(text.replace(" ", "\t") + "\n", encoding="utf-8")
    found = check_rows(KgxLoader(), table, NO_OPTIONS)
    assert {type(claim) for claim in found.assertions} == {Assertion}


def test_edges_of_hetionet_pass_as_they_would_one_by_one(data: Path) -> None:
    found = check_rows(HetionetLoader(), data / "hetionet", NO_OPTIONS)
    claims = Counter(type(claim) for claim in found.assertions)
    assert claims[AssertionRow] > 20


@pytest.mark.parametrize("predicate", ["biolink:affects", "biolink:affected_by"])
def test_the_second_row_of_a_form_is_not_read(tmp_path: Path, predicate: str) -> None:
    table = tmp_path / "graph_edges.tsv"
    table.write_text(
        "id\tsubject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\tpublications\n"
        + "".join(
            f"uuid:{n}\tHGNC:{n}\t{predicate}\tMONDO:{n}\tinfores:a\tprediction\tmanual_agent\tPMID:{n}|PMID:1\n"
            for n in range(2, 5)
        ),
        encoding="utf-8",
    )
    batch = batch_of(list(KgxLoader().rows(table, NO_OPTIONS)), NO_OPTIONS)
    assert [type(claim) for claim in batch.assertions] == [Assertion, AssertionRow, AssertionRow]
    assert [row.properties["publications"] for row in laid_out(batch)][1:] == [
        ["PMID:3", "PMID:1"],
        ["PMID:4", "PMID:1"],
    ]


def test_the_claim_of_an_edge_is_read_from_its_properties() -> None:
    claim = Assertion(
        "CHEBI:1", "biolink:affects", "HGNC:2", "infores:a", "prediction", "manual_agent", negated=True,
        qualifiers={"qualified_predicate": "biolink:causes", "object_aspect_qualifier": "activity"},
        properties={"publications": ("PMID:1",), "original_id": "uuid:1", "p_value": 0.5},
    )  # fmt: skip
    assert assertion_of(assertion_row(claim, "4.4.6")) == claim
