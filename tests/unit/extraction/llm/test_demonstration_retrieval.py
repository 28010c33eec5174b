"""Which annotated sentences are shown with a question, and which never."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bioloom.embedding import Vectors
from bioloom.extraction.llm import open_prompted
from bioloom.extraction.llm.demonstration_retrieval import DemonstrationRetriever
from bioloom.extraction.llm.demonstrations import demonstrations_of
from bioloom.llm import Patience
from bioloom.records import AnnotatedDocument
from model_endpoint import Endpoint
from prompted_protocols import annotated, protocol, well

QUICK = Patience(total=5.0, call=5.0, first_wait=0.01, attempts=2)
STEPS = (
    "Add PBS to the cells and mix well.",
    "Wash cells with cold buffer three times now.",
    "Spin tubes at 500 g for ten minutes.",
)
BANK = [
    annotated("train:1", *STEPS),
    annotated("train:2", "Add EDTA.", "Dry plates.", "Freeze samples at once."),
]


class Counting:
    """Encodes texts by the letters in them, and counts what it was given."""

    name = "letters"
    dimension = 26

    def __init__(self) -> None:
        self.encoded: list[int] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded.append(len(texts))
        counts = np.array(
            [[text.lower().count(chr(97 + n)) for n in range(26)] for text in texts], np.float32
        )
        norms = np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-6)
        found: Vectors = (counts / norms).astype(np.float32)
        return found


def shown(bank: DemonstrationRetriever, document: AnnotatedDocument) -> list[list[str]]:
    return [[each.sentence for each in found] for found in bank.nearest(document, document.sentences)]


def test_the_nearest_sentence_stands_last() -> None:
    bank = DemonstrationRetriever(BANK, Counting(), 3)
    (found,) = shown(bank, protocol("x:1", "Add EDTA now."))
    assert len(found) == 3
    assert found[-1] == "Add EDTA."
    assert shown(bank, protocol("x:1", "Add EDTA now.")) == [found]


def test_no_example_comes_from_the_document_or_a_duplicate_of_it() -> None:
    bank = DemonstrationRetriever(BANK, Counting(), 20)
    same_id = protocol("train:1", "Add water.")
    same_text = protocol("copy:9", *STEPS)
    overlapping = protocol("copy:8", *STEPS[:2], "Then store the tubes in the dark room.", "And rest.")
    others = {"Add EDTA.", "Dry plates.", "Freeze samples at once."}
    for document in (same_id, same_text, overlapping):
        assert all(set(found) == others for found in shown(bank, document))
    stranger = protocol(
        "x:3", STEPS[0], "Centrifuge all of the tubes again today.", "Keep the pellet on ice there."
    )
    assert all(len(found) == 6 for found in shown(bank, stranger))


def test_a_duplicate_is_seen_however_it_is_spelled() -> None:
    bank = DemonstrationRetriever(BANK, Counting(), 20)
    spelled = protocol("copy:7", *(step.upper().replace(" ", "  ") for step in STEPS))
    assert not set(STEPS) & {each for found in shown(bank, spelled) for each in found}


def test_examples_hold_what_biopie_has_and_nothing_derived() -> None:
    first, *_ = demonstrations_of(BANK[1])
    assert first.entities == (("Add", "verb"), ("EDTA.", "chemical"))
    assert first.relations == ((1, "is_object_of", 0),)
    foreign = annotated("y:1", "Add EDTA.")
    foreign = AnnotatedDocument(foreign.document, foreign.sentences)
    assert list(demonstrations_of(foreign)) == []


def test_vectors_are_kept_for_the_same_sentences_and_encoder(tmp_path: Path) -> None:
    encoder = Counting()
    first = DemonstrationRetriever(BANK, encoder, 2, tmp_path)
    assert encoder.encoded == [6]
    again = DemonstrationRetriever(BANK, encoder, 2, tmp_path)
    assert encoder.encoded == [6]
    asked = protocol("x:1", "Add EDTA now.")
    assert shown(first, asked) == shown(again, asked)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"torn" * 1000)
    assert shown(DemonstrationRetriever(BANK, encoder, 2, tmp_path), asked) == shown(first, asked)
    DemonstrationRetriever(BANK[:1], encoder, 2, tmp_path)
    assert encoder.encoded[-1] == 3


def test_examples_are_shown_to_the_model_in_its_own_form(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.answer = well
    model = endpoint.settings.model_copy(update={"cache": tmp_path})
    extractor = open_prompted(model, demonstrations=BANK, shots=2, patience=QUICK)
    extractor.extract([protocol("x:1", "Add 1 ml PBS to the cells.")])
    entities, relations = (asked["messages"][1]["content"] for asked in endpoint.requests)
    assert entities.count("<example-") == relations.count("<example-") == 2
    assert (
        "Text: Add PBS to the cells and mix well.\nAnswer:\nAdd: verb\nPBS: chemical\n</example-" in entities
    )
    assert "Answer:\nhead: PBS tail: Add relation: is_object_of\n</example-" in relations
    assert extractor.name != open_prompted(model, patience=QUICK).name
