"""Batches stay small enough for one transaction, whatever their records hold."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bioloom.biolink import model
from bioloom.described_ids import DescribedIds
from bioloom.graph.writing.pending_batch import account, assume_written
from bioloom.pipeline.validation.batch_builder import BatchBuilder, too_long_to_extract
from bioloom.records import (
    AnnotatedDocument,
    Document,
    LoadOptions,
    Mention,
    Place,
    Relation,
    Sentence,
    SourceEdge,
    SourceNode,
    Value,
)
from bioloom_loaders.kgx import KgxLoader

PROVENANCE = {
    "primary_knowledge_source": "infores:lab",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}


def builder() -> BatchBuilder:
    return BatchBuilder(LoadOptions(), model())


def document(name: str, sentences: int) -> AnnotatedDocument:
    written = Document(name, "t", "Mix.", "protocol", "infores:t", Place(f"{name}.txt"))
    listed = tuple(Sentence(f"{name}#s{n}", name, n, "Mix.", 0, 4) for n in range(sentences))
    return AnnotatedDocument(written, listed)


def test_long_texts_fill_a_batch_sooner() -> None:
    short, long = builder(), builder()
    short.add(1, SourceNode("A:1", ("biolink:Gene",), Place("n", 1), properties={"description": "x"}))
    properties: dict[str, Value] = {"description": "x" * 10_000, "xref": ("y" * 10_000, "z"), "count": 3}
    long.add(1, SourceNode("A:1", ("biolink:Gene",), Place("n", 1), properties=properties))
    assert (short.rows, long.rows) == (1, 11)


def test_a_document_larger_than_a_transaction_is_rejected_and_counted() -> None:
    taken = builder()
    taken.add(1, document("c:large", 50_001))
    taken.add(2, document("c:small", 2))
    batch = taken.take_batch()
    accounted = account(batch, assume_written(batch, DescribedIds()))
    counts, rejected = accounted.counts, accounted.rejects
    assert [one.reject.code for one in rejected] == ["TOO_LARGE"]
    assert (counts.documents, counts.sentences, counts.skipped) == (1, 2, 50_001)


def test_a_document_that_cannot_fit_once_extracted_is_rejected_unread() -> None:
    large = document("c:large", 27_000)
    refusal = too_long_to_extract(large)
    assert "27,000 sentences" in refusal
    assert "split it" in refusal
    assert too_long_to_extract(document("c:fits", 10_000)) == ""
    taken = builder()
    taken.add(1, large, refusal=refusal)
    batch = taken.take_batch()
    accounted = account(batch, assume_written(batch, DescribedIds()))
    counts, rejected = accounted.counts, accounted.rejects
    assert [(one.reject.code, one.reject.message) for one in rejected] == [("TOO_LARGE", refusal)]
    assert (counts.documents, counts.skipped, counts.read) == (0, 27_000, 27_001)


@pytest.mark.parametrize("text", ["[" * 850_000, "[a" * 425_000, "a " * 425_000, "." * 850_000])
def test_a_document_of_more_words_than_an_extractor_reads_is_rejected_unread(text: str) -> None:
    whole = Document("c:signs", "Signs", text, "protocol", "infores:c", Place("signs.txt"))
    refusal = too_long_to_extract(AnnotatedDocument(whole, ()))
    assert "words and signs" in refusal
    assert "split it" in refusal


def test_a_long_text_of_usual_words_is_extracted() -> None:
    whole = Document("c:l", "L", "Add 5 ml of water. " * 50_000, "protocol", "infores:c", Place("l.txt"))
    assert too_long_to_extract(AnnotatedDocument(whole, ())) == ""


_TEXT = "Add 5 ml of PBS."
_FITTING = Sentence("mine:4#s0", "mine:4", 0, _TEXT, 0, 16)


def added(*records: Any) -> tuple[list[str], int]:
    """Give the reason codes of what a batch of these records rejects, and how many records it writes."""
    taken = builder()
    for position, record in enumerate(records, start=1):
        taken.add(position, record)
    batch = taken.take_batch()
    accounted = account(batch, assume_written(batch, DescribedIds()))
    accounted.counts.check()
    return [one.reject.code for one in accounted.rejects], accounted.counts.written


@pytest.mark.parametrize(
    ("of_document", "of_sentence", "code"),
    [
        ({}, {"text": "zzz", "start": 50, "end": 99}, "OFFSET_MISMATCH"),
        ({}, {"text": "", "start": -3, "end": -5}, "OFFSET_MISMATCH"),
        ({}, {"id": "x"}, "BAD_ID"),
        ({}, {"id": "other:1#s0"}, "BAD_ID"),
        ({}, {"document_id": "other:1"}, "BAD_ID"),
        ({"id": "abc"}, {}, "BAD_ID"),
        ({}, {"id": "mine:4#" + "s" * 1_000}, "BAD_ID"),
        ({"kind": "recipe"}, {}, "BAD_VALUE"),
        ({"text": " "}, {}, "EMPTY_DOCUMENT"),
        ({"place": None}, {}, "BAD_TYPE"),
        ({"primary_knowledge_source": "???"}, {}, "BAD_PRIMARY_SOURCE"),
        ({}, {"start": None}, "BAD_TYPE"),
    ],
)
def test_a_document_that_is_not_as_its_record_promises_is_rejected(
    of_document: dict[str, Any], of_sentence: dict[str, Any], code: str
) -> None:
    good = Document("mine:4", "t", _TEXT, "protocol", "infores:mine", Place("mine.txt"))
    record = AnnotatedDocument(replace(good, **of_document), (replace(_FITTING, **of_sentence),))
    assert added(record, AnnotatedDocument(good, (_FITTING,))) == ([code], 2)


@pytest.mark.parametrize("scheme", [None, "wlp", "biored"])
def test_a_mention_that_is_not_in_the_text_where_it_says_is_rejected(scheme: str | None) -> None:
    good = Mention("mine:4#T1", "mine:4#s0", "PBS", 12, 15, "Reagent")
    mentions = (
        good, replace(good, id="mine:4#T2", start=0, end=3), good, replace(good, id="other:1#T1"),
    )  # fmt: skip
    whole = Document("mine:4", "t", _TEXT, "protocol", "infores:mine", Place("mine.txt"))
    codes, written = added(AnnotatedDocument(whole, (_FITTING,), mentions, scheme=scheme))
    assert codes == ["OFFSET_MISMATCH", "DUPLICATE_ID", "BAD_ID"]
    assert written == 3


def test_a_document_with_a_type_that_no_index_takes_is_rejected() -> None:
    whole = Document("mine:4", "t", _TEXT, "protocol", "infores:mine", Place("mine.txt"))
    mention = Mention("mine:4#T1", "mine:4#s0", "PBS", 12, 15, "Reagent" * 3_000)
    record = AnnotatedDocument(whole, (_FITTING,), (mention,), scheme="wlp")
    assert added(record, AnnotatedDocument(whole, (_FITTING,))) == (["BAD_VALUE"], 2)


def test_the_source_of_a_document_becomes_an_infores_curie() -> None:
    taken = builder()
    mentions = tuple(
        Mention(f"mine:4#T{at}", "mine:4#s0", text, start, start + len(text), kind)
        for at, (text, start, kind) in enumerate([("Add", 0, "Action"), ("PBS", 12, "Reagent")])
    )
    acts = Relation("mine:4#T0", "Acts-on", "mine:4#T1", Place("mine.txt"))
    whole = Document("mine:4", "t", _TEXT, "protocol", "my lab", Place("mine.txt"))
    taken.add(1, AnnotatedDocument(whole, (_FITTING,), mentions, (acts,), "wlp"))
    (written,) = taken.take_batch().documents
    assert written.document.primary_knowledge_source == "infores:my-lab"
    assert written.document.properties["original_primary_knowledge_source"] == "my lab"
    assert {each.primary_knowledge_source for each in written.assertions} == {"infores:my-lab"}


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {"id": "A:1"},
        "A:1",
        SourceNode("A:1", "biolink:Gene", Place("n", 1)),  # type: ignore[arg-type]
        SourceNode("A:1", ("biolink:Gene",), Place("n", 1), properties={"x": {"y": 1}}),  # type: ignore[dict-item]
        SourceNode(None, ("biolink:Gene",), Place("n", 1)),  # type: ignore[arg-type]
        SourceNode("A:1", ("biolink:Gene",), None),  # type: ignore[arg-type]
        SourceEdge("A:1", "biolink:treats", 5, Place("e", 1)),  # type: ignore[arg-type]
    ],
)
def test_a_record_with_a_value_of_another_type_is_one_reject(wrong: object) -> None:
    assert added(wrong, SourceNode("A:2", ("biolink:Gene",), Place("n", 2))) == (["BAD_TYPE"], 1)


def test_of_rows_and_lines_of_one_id_the_first_comes_first(tmp_path: Path) -> None:
    first = {"id": "A:1", "category": ["biolink:Gene"], "name": "FIRST"}
    (tmp_path / "a_nodes.jsonl").write_text(json.dumps(first) + "\n")
    row = "\tbiolink:Gene\t"
    (tmp_path / "b_nodes.tsv").write_text(f"id\tcategory\tname\nA:2{row}x\nA:3{row}y\nA:1{row}SECOND\n")
    taken = builder()
    for position, record in enumerate(KgxLoader().rows(tmp_path, LoadOptions()), start=1):
        taken.add(position * 10, record)
    batch = taken.take_batch()
    assert [entity.name for entity in batch.entities if entity.id == "A:1"] == ["FIRST", "SECOND"]
    assert "A:1" not in [id_ for columns in batch.nodes for id_ in columns.texts("id")]


def test_of_edges_by_line_and_by_row_the_first_comes_first(tmp_path: Path) -> None:
    first = {"subject": "A:1", "predicate": "biolink:treats", "object": "A:2", **PROVENANCE}
    (tmp_path / "a_edges.jsonl").write_text(json.dumps(first) + "\n")
    ends = [("A:1", "A:3"), ("A:1", "A:4"), ("A:1", "A:2")]
    rows = ["\t".join((one, "biolink:treats", two, *PROVENANCE.values())) for one, two in ends]
    names = "\t".join(("subject", "predicate", "object", *PROVENANCE))
    (tmp_path / "b_edges.tsv").write_text("\n".join((names, *rows)) + "\n")
    taken = builder()
    for position, record in enumerate(KgxLoader().rows(tmp_path, LoadOptions()), start=1):
        taken.add(position * 10, record)
    batch = taken.take_batch()
    stated = [assertion.object for assertion in batch.assertions]
    assert stated.count("A:2") == 2
    laid_out = [id_ for columns in batch.edges for id_ in columns.texts("id")]
    assert not {assertion.id for assertion in batch.assertions if assertion.object == "A:2"} & {*laid_out}
