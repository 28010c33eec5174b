"""The extractor that other tests use keeps the contract of extractors."""

from bioloom.biolink import model
from bioloom.extraction.extractor import Extractor
from bioloom.records import AnnotatedDocument, Document, Place, Sentence
from bioloom.standardization import standardize
from toy_extractor import ToyExtractor

TEXT = "Toy\n1. Add 5 ml of lysis buffer to the tube.\n2. Incubate at 37 °C for 10 min.\nNo step here."


def plain() -> AnnotatedDocument:
    document = Document("c:toy", "Toy", TEXT, "protocol", "infores:c", Place("toy.txt"))
    sentences = []
    start = 0
    for index, line in enumerate(TEXT.split("\n")):
        sentences.append(Sentence(f"c:toy#s{index}", "c:toy", index, line, start, start + len(line)))
        start += len(line) + 1
    return AnnotatedDocument(document, tuple(sentences), agent_type="not_provided")


def test_mentions_are_exact_and_relations_join_them() -> None:
    extractor: Extractor = ToyExtractor()
    (found,) = extractor.extract([plain()])
    assert [(m.native_type, m.text) for m in found.mentions] == [
        ("Action", "Add"), ("Amount", "5 ml"), ("Reagent", "lysis buffer"),
        ("Action", "Incubate"), ("Temperature", "37 °C"), ("Time", "10 min"),
    ]  # fmt: skip
    assert all(TEXT[m.start : m.end] == m.text for m in found.mentions)
    named = {mention.id: mention.text for mention in found.mentions}
    assert [(named[r.subject], r.predicate, named[r.object]) for r in found.relations] == [
        ("Add", "Acts-on", "lysis buffer"), ("lysis buffer", "Measure", "5 ml"),
        ("Incubate", "Setting", "37 °C"), ("Incubate", "Setting", "10 min"),
    ]  # fmt: skip
    assert (found.scheme, found.agent_type, found.extractor) == ("wlp", "text_mining_agent", "toy:rules@1")
    assert extractor.extract([found]) == [found]


def test_what_it_finds_can_be_standardized() -> None:
    (found,) = ToyExtractor().extract([plain()])
    standard = standardize(found, model())
    assert {mention.native_type for mention in standard.mentions} >= {"verb", "time", "temperature"}
    assert not standard.rejects
