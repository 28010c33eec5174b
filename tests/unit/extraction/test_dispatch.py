"""Protocols and publications are read by different extractors."""

from __future__ import annotations

from abstracts import abstract
from bioloom.extraction.extractor import PROTOCOLS, PUBLICATIONS, ByKind, Extractor, kinds_read
from bioloom.extraction.prefetch import NOT_A_PUBLICATION, extract_ahead
from bioloom.records import AnnotatedDocument, Document, Place, Sentence
from toy_extractor import ToyExtractor
from toy_triples import ToyTriples


def protocol() -> AnnotatedDocument:
    text = "Add 5 ml water."
    document = Document("c:p", "p", text, "protocol", "infores:c", Place("p.txt"))
    return AnnotatedDocument(document, (Sentence("c:p#s0", "c:p", 0, text, 0, len(text)),))


def test_each_kind_has_its_extractor_opened_when_it_comes() -> None:
    opened: list[str] = []

    def opener(one: Extractor) -> Extractor:
        opened.append(one.name)
        return one

    both = ByKind(
        "both@1",
        "wlp",
        {PROTOCOLS: lambda: opener(ToyExtractor()), PUBLICATIONS: lambda: opener(ToyTriples())},
    )
    assert kinds_read(both) == {"protocol", "abstract", "article"}
    text = abstract("a", "Gefitinib inhibits EGFR.")
    (first,) = both.extract([protocol()])
    assert (first.extractor, opened) == ("toy:rules@1", ["toy:rules@1"])
    found = both.extract([text, protocol(), text])
    assert [one.scheme for one in found] == ["biored", "wlp", "biored"]
    assert opened == ["toy:rules@1", "toy:triples@1"]


def test_an_extractor_of_publications_leaves_protocols_alone() -> None:
    triples = ToyTriples()
    taken = list(extract_ahead([protocol(), abstract("a", "Gefitinib inhibits EGFR.")], triples))
    assert [one.warning for one in taken] == [NOT_A_PUBLICATION, ""]
    assert triples.asked == [("toy:a",)]
    assert kinds_read(ToyExtractor()) == PROTOCOLS
