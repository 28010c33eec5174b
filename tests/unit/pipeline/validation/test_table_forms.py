"""Rows of tables pass as the edges that they state would one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.biolink import model
from bioloom.graph.rows.edge_rows import EdgeRows
from bioloom.graph.rows.name_keys import keys_row
from bioloom.graph.rows.property_maps import assertion_of, assertion_row
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.record_columns import RecordColumns
from bioloom.graph.writing.entity_writer import describe
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.loading import TableLoader
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.pipeline.validation.record_validation import NO_OPTIONS
from bioloom.records import Assertion, LoadOptions, SourceRecord, TableRows
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
def tables(
    draw: st.DrawFn, cells: dict[str, tuple[str, ...]] = CELLS, always: Sequence[str] = ENDS
) -> list[list[str]]:
    """Draw a header and rows of which many share a form."""
    further = draw(st.lists(st.sampled_from(sorted(set(cells) - set(always))), unique=True, max_size=6))
    header = draw(st.permutations([*always, *further]))
    rows = draw(
        st.lists(
            st.tuples(*(st.sampled_from((*cells[name], cells[name][0], "")) for name in header)).map(list),
            min_size=1,
            max_size=4,
        )
    )
    others = [
        [
            draw(st.sampled_from(cells[name]))
            if cell and name in ("id", "note", "name", *ENDS[::2])
            else cell
            for name, cell in zip(header, row, strict=True)
        ]
        for row in chain(rows, rows)
    ]
    return [header, *rows, *others, *(row[: draw(st.integers(1, len(row)))] for row in rows)]


def batch_of(records: Sequence[SourceRecord], options: LoadOptions) -> PendingBatch:
    builder, position = BatchBuilder(options, BIOLINK), 0
    for record in records:
        position += len(record) if isinstance(record, TableRows) else 1
        builder.add(position, record)
    return builder.take_batch()


def laid_out(batch: PendingBatch) -> list[tuple[PropertyRow, str]]:
    """Give property maps and hashes of the edges, those of the batch's columns last."""
    rows = EdgeRows(BIOLINK.version).build(enumerate(batch.assertions))
    return [(row.properties, row.content) for row in rows] + columns_of(batch.edges)


def described(batch: PendingBatch) -> list[tuple[PropertyRow, str]]:
    """Give property maps and hashes of the nodes, those of the batch's columns last."""
    read = [(entity, describe(entity, BIOLINK)) for entity in batch.entities]
    rows = [(properties | keys_row(entity), content) for entity, (_, properties, content) in read]
    return rows + columns_of(batch.nodes)


def columns_of(listed: Sequence[RecordColumns]) -> list[tuple[PropertyRow, str]]:
    rows = ((columns.property_maps(), columns.contents) for columns in listed)
    return [pair for maps, contents in rows for pair in zip(maps, contents, strict=True)]


def batch_records(batch: PendingBatch) -> list[object]:
    return [relation for _, relation in batch.relations]


def numbers(batch: PendingBatch) -> list[int]:
    """Give the numbers of the records of the edges."""
    stated = (number for columns in batch.edges for number, _ in columns.stated())
    return [number for number, _ in batch.relations] + list(stated)


def check_rows(loader: TableLoader, source: Path, options: LoadOptions) -> PendingBatch:
    """Check that a loader's rows give the edges, nodes and rejects that its records give one by one."""
    found = batch_of(list(loader.rows(source, options)), options)
    alone = [batch_of([record], options) for record in loader.records(source, options)]
    assert [numbered.reject for numbered in found.rejects] == [
        numbered.reject for one in alone for numbered in one.rejects
    ]
    assert found.read == sum(one.read for one in alone)
    assert found.position == len(alone)
    each = [laid_out(one) for one in alone]
    order = numbers(found)
    assert sorted(order) == [at for at, rows in enumerate(each, start=1) if rows]
    assert laid_out(found) == [row for number in order for row in each[number - 1]]
    for columns in found.edges:
        for number, relation in columns.stated():
            assert [relation] == batch_records(alone[number - 1])
    nodes = {row[1]: row for one in alone for row in described(one)}
    assert {row[1]: row for row in described(found)} == nodes
    assert len(described(found)) == sum(len(one.entities) for one in alone)
    first: dict[object, int] = {}
    for columns in found.edges:  # what is written by columns, and so first, is the first with its id
        for id_, (number, _) in zip(columns.texts("id"), columns.stated(), strict=True):
            assert first.setdefault(id_, number) == number
    for number, claim in zip([number for number, _ in found.relations], found.assertions, strict=True):
        assert first.get(claim.id, 0) < number
    return found


NODE_CELLS = {
    "id": ("HGNC:1", "HGNC:2", "HGNC:3", "MONDO:1", " HGNC:4", "no curie", "biolink:Gene", "HGNC:ä"),
    "category": ("biolink:Gene", "biolink:Gene", "biolink:Disease", "biolink:Gene|Thing", "Thing", "Gene"),
    "name": ("TNF-α", "insulin", "type II diabetes", " blank ", "?", 'a "quoted" one', "x" * 8001),
    "synonym": ("one|two", "one", "insulin|insulin", "|", "TNF alpha| TNFA"),
    "xref": ("UMLS:1", "UMLS:1|UMLS:2"),
    "native_type": ("Gene", "Disease"),
    "description": ("50 %s", "naïve", " ", "back\\slash"),
    "in_taxon": ("NCBITaxon:9606", "a|b"),
    "has_count": ("3", "many"),
    "deprecated": ("true", "false", "maybe"),
    "normalised": ("own",),
    "negated": ("true", "perhaps"),
    "same_as": ("NCBIGene:1", "NCBIGene:1|NCBIGene:2"),
    "": ("unnamed",),
}


@settings(max_examples=200)
@given(tables(NODE_CELLS, ("id", "category")))
def test_a_row_passes_as_the_node_that_it_states(
    tmp_path_factory: pytest.TempPathFactory, drawn: list[list[str]]
) -> None:
    path = tmp_path_factory.mktemp("kgx") / "graph_nodes.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in drawn), encoding="utf-8")
    check_rows(KgxLoader(), path, NO_OPTIONS)


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
    assert len(found.assertions) == 3


def test_a_row_with_an_id_that_no_index_takes_is_rejected(tmp_path: Path) -> None:
    source = tmp_path / "n_nodes.tsv"
    rows = [f"HGNC:{n}\tbiolink:Gene\tX:{n}|X:{'y' * (n == 3) * 40_000}\tA:{n}" for n in range(1, 6)]
    source.write_text("\n".join(["id\tcategory\txref\tequivalent_identifiers", *rows, ""]))
    batch = check_rows(KgxLoader(), source, DECLARED)
    assert [(reject.position, reject.reject.code) for reject in batch.rejects] == [(3, "BAD_CURIE")]


def test_edges_of_hetionet_pass_as_they_would_one_by_one(data: Path) -> None:
    found = check_rows(HetionetLoader(), data / "hetionet", NO_OPTIONS)
    assert sum(map(len, found.edges)) > 20


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
    assert (len(batch.assertions), sum(map(len, batch.edges))) == (1, 2)
    assert [properties["publications"] for properties, _ in laid_out(batch)][1:] == [
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
