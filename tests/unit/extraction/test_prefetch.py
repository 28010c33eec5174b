"""Extraction as a stage: batches across documents, a batch ahead, the same wherever a run goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from bioloom.errors import BioloomError
from bioloom.extraction.output_validation import check_extraction
from bioloom.extraction.prefetch import DOCUMENTS, NOT_A_PROTOCOL, RECORDS, extract_ahead
from bioloom.records import (
    AnnotatedDocument,
    Document,
    Mention,
    Place,
    Relation,
    Sentence,
    SourceNode,
    SourceRecord,
)
from toy_extractor import ToyExtractor


def plain(name: str, text: str = "Add 5 ml water.", kind: str = "protocol") -> AnnotatedDocument:
    document = Document(f"c:{name}", name, text, kind, "infores:c", Place(f"{name}.txt"))
    sentence = Sentence(f"c:{name}#s0", f"c:{name}", 0, text, 0, len(text))
    return AnnotatedDocument(document, (sentence,), agent_type="not_provided")


def node(number: int) -> SourceNode:
    return SourceNode(f"A:{number}", ("biolink:Gene",), Place("n", number))


def test_records_keep_their_order_and_documents_are_read_in_batches() -> None:
    records: list[SourceRecord] = [node(1), *(plain(str(n)) for n in range(40)), node(2)]
    extractor = ToyExtractor()
    taken = list(extract_ahead(records, extractor))
    assert [one.position for one in taken] == list(range(1, 43))
    assert [len(batch) for batch in extractor.asked] == [DOCUMENTS, DOCUMENTS, 40 - 2 * DOCUMENTS]
    assert (taken[0].record, taken[-1].record) == (node(1), node(2))
    assert {one.extracted for one in taken[1:-1]} == {5}  # three mentions, two relations
    assert taken[0].extracted == 0


def test_annotated_documents_and_other_kinds_pass_untouched() -> None:
    annotated = replace(plain("a"), scheme="wlp", mentions=(Mention("m", "c:a#s0", "Add", 0, 3, "Action"),))
    empty = replace(plain("e"), scheme="wlp")
    abstract = plain("b", kind="abstract")
    extractor = ToyExtractor()
    taken = list(extract_ahead([annotated, empty, abstract, plain("p")], extractor))
    assert [one.record for one in taken[:3]] == [annotated, empty, abstract]
    assert [one.warning for one in taken] == ["", "", NOT_A_PROTOCOL, ""]
    assert extractor.asked == [("c:p",)]


def test_refused_documents_are_not_extracted_from() -> None:
    extractor = ToyExtractor()

    def refuse(document: AnnotatedDocument) -> str:
        return "too long" if document.document.id == "c:1" else ""

    records = [plain(str(n)) for n in range(3)]
    taken = list(extract_ahead(records, extractor, refuse=refuse))
    assert [one.refusal for one in taken] == ["", "too long", ""]
    assert taken[1].record == records[1]
    assert (taken[1].warning, extractor.asked) == ("", [("c:0", "c:2")])


def test_long_texts_fill_a_batch_sooner() -> None:
    extractor = ToyExtractor()
    long = "Add 5 ml water. " * 3000
    list(extract_ahead([plain(str(n), long) for n in range(4)], extractor))
    assert [len(batch) for batch in extractor.asked] == [2, 2]


def test_many_records_without_documents_do_not_pile_up() -> None:
    read = 0

    def records() -> Iterator[SourceRecord]:
        nonlocal read
        for number in range(3 * RECORDS):
            read += 1
            yield node(number)

    next(extract_ahead(records(), ToyExtractor()))
    assert read <= 2 * RECORDS


@pytest.mark.parametrize("done", [1, 15, 16, 17, 39])
def test_a_run_that_goes_on_cuts_the_same_batches(done: int) -> None:
    records = [plain(str(n)) for n in range(40)]
    whole, rest = ToyExtractor(), ToyExtractor()
    expected = list(extract_ahead(records, whole))
    found = list(extract_ahead(records, rest, lambda position, _: position <= done))
    assert found[done:] == expected[done:]
    assert [one.record for one in found[:done]] == records[:done]
    assert rest.asked == whole.asked[done // DOCUMENTS :]


@dataclass
class Waiting:
    """Extracts from a batch only after the batch before it was taken, or else fails."""

    name: str = "waiting@1"
    scheme: str = "wlp"
    may_go: threading.Event = field(default_factory=threading.Event)
    toy: ToyExtractor = field(default_factory=ToyExtractor)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        if self.toy.asked:
            assert self.may_go.wait(30)
        return self.toy.extract(documents)


def test_the_next_batch_is_extracted_while_one_is_taken() -> None:
    extractor = Waiting()
    stream = extract_ahead([plain(str(n)) for n in range(2 * DOCUMENTS)], extractor)
    for _ in range(DOCUMENTS):
        next(stream)  # would stand still if the second batch had to be ready first
    extractor.may_go.set()
    assert len(list(stream)) == DOCUMENTS


def test_someone_who_waits_is_told() -> None:
    extractor = Waiting()
    told: list[bool] = []

    def on_wait() -> None:
        told.append(True)
        extractor.may_go.set()

    records = [plain(str(n)) for n in range(2 * DOCUMENTS)]
    assert len(list(extract_ahead(records, extractor, on_wait=on_wait))) == 2 * DOCUMENTS
    assert told


@dataclass
class Losing:
    """Gives back fewer documents than it was given."""

    name: str = "losing@1"
    scheme: str = "wlp"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        return list(documents[1:])


def test_an_extractor_that_loses_a_document_is_a_fault() -> None:
    with pytest.raises(BioloomError, match="losing@1"):
        list(extract_ahead([plain("1"), plain("2")], Losing()))


def test_what_does_not_fit_the_text_is_rejected() -> None:
    text = "Add 5 ml water."
    good = Mention("c:1#t1", "c:1#s0", "Add", 0, 3, "Action", confidence=0.123456)
    document = replace(
        plain("1", text),
        mentions=(
            good,
            replace(good, id="c:1#t2", text="water"),
            replace(good, id="c:1#t5", text="add"),
            replace(good, id="c:1#t3", start=10, end=99),
            replace(good, id="c:1#t4", sentence_id="c:1#s9"),
            good,
        ),
        relations=(
            Relation("c:1#t1", "Acts-on", "c:1#t2", Place("1.txt"), confidence=0.5),
            Relation("c:1#t1", "Or", "c:1#t1", Place("1.txt"), confidence=0.55556),
        ),
        scheme="wlp",
    )
    checked = check_extraction(document)
    assert [mention.confidence for mention in checked.mentions] == [0.1235]
    assert [relation.confidence for relation in checked.relations] == [0.5556]
    assert [reject.code for reject in checked.rejects] == [
        "OFFSET_MISMATCH", "NAME_NOT_IN_TEXT", "BAD_OFFSETS", "BAD_OFFSETS", "DUPLICATE_ID",
        "UNKNOWN_MENTION",
    ]  # fmt: skip
    before = len(document.mentions) + len(document.relations)
    assert before == len(checked.mentions) + len(checked.relations) + len(checked.rejects)


@dataclass
class AheadExtractor:
    """Reads batches at once, later ones first: a batch waits until the next `ahead` - 1 have been read."""

    ahead: int = 3
    name: str = "toy:rules@1"
    scheme: str = "wlp"
    begun: list[str] = field(default_factory=list)
    together: threading.Barrier = field(default_factory=lambda: threading.Barrier(3, timeout=20))

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        self.begun.append(documents[0].document.id)
        self.together.wait()
        return ToyExtractor().extract(documents)


def test_an_extractor_that_reads_ahead_is_given_several_batches_and_changes_nothing() -> None:
    records = [plain(f"{n:03}") for n in range(6 * DOCUMENTS)]
    extractor = AheadExtractor()
    taken = list(extract_ahead(records, extractor))
    assert taken == list(extract_ahead(records, ToyExtractor()))
    assert sorted(extractor.begun[:3]) == ["c:000", "c:016", "c:032"]
