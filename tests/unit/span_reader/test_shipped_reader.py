"""The reader that comes along finds the part of a sentence that answers, and says how sure it is."""

from bioloom.resources import weights
from bioloom.span_reader import PassageSentence, has_reader
from bioloom_lab.training.span_reader.calibrated_reader import CalibratedReader

TEXTS = (
    "Hantaviruses are carried by rodents of several families.",
    "The median incubation period of the disease was 17 days (range 9 to 33 days).",
    "Serum samples were stored at -80 degrees until they were tested.",
)
SENTENCES = [PassageSentence(text, "a:1", "Hantaviruses", at) for at, text in enumerate(TEXTS)]


def test_the_shipped_reader_finds_the_sentence_and_its_part() -> None:
    assert has_reader()
    reader = CalibratedReader()
    best = reader.read("How long was the incubation period?", SENTENCES)[0]
    said = TEXTS[best.sentence][best.start : best.end]
    assert best.sentence == 1
    assert "17 days" in said
    assert len(said) < len(TEXTS[1])
    assert 0 < reader.confidence(best) < 1


def test_another_question_leads_to_another_sentence() -> None:
    best = CalibratedReader().read("Which animals carry hantaviruses?", SENTENCES)[0]
    assert best.sentence == 0
    assert "rodents" in TEXTS[0][best.start : best.end]


def test_every_network_of_the_shipped_reader_is_small() -> None:
    networks = [file.stat().st_size for file in weights("reader").rglob("*.onnx")]
    assert len(networks) == 2
    assert max(networks) < 30_000_000
