"""Batches stay small enough for one transaction, whatever their records hold."""

from bioloom.biolink import model
from bioloom.pipeline.intake import Intake
from bioloom.records import AnnotatedDocument, Document, LoadOptions, Place, Sentence, SourceNode, Value
from bioloom.standardization import standardise


def intake() -> Intake:
    return Intake(LoadOptions(), model(), standardise)


def document(name: str, sentences: int) -> AnnotatedDocument:
    written = Document(name, "t", "Mix.", "protocol", "infores:t", Place(f"{name}.txt"))
    listed = tuple(Sentence(f"{name}#s{n}", name, n, "Mix.", 0, 4) for n in range(sentences))
    return AnnotatedDocument(written, listed)


def test_long_texts_fill_a_batch_sooner() -> None:
    short, long = intake(), intake()
    short.take(1, SourceNode("A:1", ("biolink:Gene",), Place("n", 1), properties={"description": "x"}))
    properties: dict[str, Value] = {"description": "x" * 10_000, "xref": ("y" * 10_000, "z"), "count": 3}
    long.take(1, SourceNode("A:1", ("biolink:Gene",), Place("n", 1), properties=properties))
    assert (short.gathered.rows, long.gathered.rows) == (1, 11)


def test_a_document_larger_than_a_transaction_is_rejected_and_counted() -> None:
    taken = intake()
    taken.take(1, document("c:large", 50_001))
    taken.take(2, document("c:small", 2))
    counts, rejected = taken.gathered.account(taken.gathered.as_if_written())
    assert [one.reject.code for one in rejected] == ["TOO_LARGE"]
    assert (counts.documents, counts.sentences, counts.skipped) == (1, 2, 50_001)
