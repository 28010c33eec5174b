"""Batches stay small enough for one transaction, whatever their records hold."""

import pytest

from bioloom.biolink import model
from bioloom.graph.pending_batch import DescribedIds, account, assume_written
from bioloom.pipeline.batch_builder import BatchBuilder, too_long_to_extract
from bioloom.records import AnnotatedDocument, Document, LoadOptions, Place, Sentence, SourceNode, Value


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
