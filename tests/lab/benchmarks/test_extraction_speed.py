"""The bench of extraction counts what it measures."""

from pathlib import Path

from bioloom.extraction.triples.local import open_local_triples
from bioloom_lab.benchmarks.extraction_speed import ALONE, bench_abstracts, bench_documents, measure_extractor
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
    speed = measure_extractor(tiny, documents[:2], suite="triples", rounds=2)
    assert speed.mentions > 0
    assert len(speed.alone) == len(speed.costs) == 2
    told = speed.as_json()
    assert told["suite"] == "triples"
    assert told["metrics"][tiny.name]["documents/s"]["low"] == round(2 / max(c.wall for c in speed.costs), 3)
    assert told["metrics"].keys() == {tiny.name, ALONE}
    assert told["ratios"][f"{tiny.name} against {ALONE}"]["of rates"]["value"] > 0


def test_speed_and_memory_are_of_this_extractor() -> None:
    documents = bench_documents()[:3]
    extractor = ToyExtractor()
    speed = measure_extractor(extractor, documents, rounds=2)
    (found,) = (sum(len(d.mentions) for d in ToyExtractor().extract(documents)),)
    assert speed.mentions == found > 0
    assert speed.sentences == sum(len(d.sentences) for d in documents)
    assert len(extractor.asked) == 3  # one that warms up, two rounds
    assert speed.peak_memory >= speed.memory_before > 0
    told = speed.as_json()
    assert (told["n"], told["ratios"], len(speed.costs)) == (speed.sentences, {}, 2)
    assert "load average" in told["conditions"][-1]
