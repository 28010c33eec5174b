"""The bench of extraction counts what it measures."""

from pathlib import Path

from bioloom.extraction.triples.local import open_local_triples
from bioloom_lab.benchmarks.extraction_speed import bench_abstracts, bench_documents, measure_extractor
from toy_extractor import ToyExtractor


def test_the_sample_is_real_protocols_with_exact_offsets() -> None:
    documents = bench_documents()
    assert (len(documents), sum(len(d.sentences) for d in documents)) == (38, 782)
    for document in documents:
        for sentence in document.sentences:
            assert document.document.text[sentence.start : sentence.end] == sentence.text
            assert not sentence.text.startswith("#")


def test_abstracts_are_measured_with_their_titles() -> None:
    documents = bench_abstracts()
    assert len(documents) == 20
    for document in documents:
        assert document.sentences[0].text == document.document.title
        for sentence in document.sentences:
            assert document.document.text[sentence.start : sentence.end] == sentence.text
    tiny = open_local_triples(Path(__file__).parents[2] / "data" / "triple_model", threads=1)
    speed = measure_extractor(tiny, documents[:2], rounds=1)
    assert speed.mentions > 0
    assert speed.as_json()["documents_per_second"] == round(2 / speed.seconds, 2)


def test_speed_and_memory_are_of_this_extractor() -> None:
    documents = bench_documents()[:3]
    extractor = ToyExtractor()
    speed = measure_extractor(extractor, documents, rounds=2)
    (found,) = (sum(len(d.mentions) for d in ToyExtractor().extract(documents)),)
    assert speed.mentions == found > 0
    assert speed.sentences == sum(len(d.sentences) for d in documents)
    assert len(extractor.asked) == 3  # one to warm up, two rounds
    assert speed.peak_memory >= speed.memory_before > 0
    assert speed.as_json()["sentences_per_second"] == round(speed.per_second, 1)
