"""What a reader makes of each document, and its answers averaged over several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bioloom.embedding.caching_encoder import CachingEncoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom_lab.document_scorer.caching_reader import RememberingReader
from bioloom_lab.document_scorer.document_choice import DocumentChooser
from bioloom_lab.document_scorer.document_utility import judge
from bioloom_lab.document_scorer.marginalization import average, likelihoods
from bioloom_lab.document_scorer.scorer import Scorer
from bioloom_lab.readers.instruction import LabelQuestion
from shown_reader import ShownReader
from word_encoder import WordEncoder

TREATS = Retrieved((("given for", "TREATS"),))
INHIBITS = Retrieved((("blocks", "INHIBITS"),))
SENTENCE = "aspirin and fever"
EXAMPLE = MemoryExample(SENTENCE, "TREATS", (0, 7), (12, 17))


def test_the_likelihood_of_the_gold_label_is_read_beside_each_document() -> None:
    reader = ShownReader()
    (found, empty) = judge(reader, [EXAMPLE, EXAMPLE], [[TREATS, INHIBITS], []])
    assert np.exp(found.likelihoods) == pytest.approx([4 / 8, 1 / 8])
    assert empty.likelihoods.shape == (0,)
    assert reader.asked == [
        LabelQuestion(SENTENCE, (0, 7), (12, 17), each.text) for each in (TREATS, INHIBITS)
    ]


def test_a_label_that_the_reader_does_not_know_is_named() -> None:
    with pytest.raises(UsageError, match="toy:shown@1 does not know CAUSES"):
        judge(ShownReader(), [MemoryExample(SENTENCE, "CAUSES")], [[TREATS]])


def test_the_ensemble_is_the_weighted_mean_of_probabilities() -> None:
    reader, scorer = ShownReader(), Scorer(WordEncoder("aspirin fever given blocks"), temperature=0.3)
    near = Retrieved((("fever", "TREATS"),))
    asked = [LabelQuestion(SENTENCE)]
    weights = scorer.probabilities(SENTENCE, [INHIBITS, near])
    column = reader.labels.index("TREATS")
    (one,) = likelihoods(reader, asked, [[INHIBITS, near]], scorer)
    assert np.exp(one[column]) == pytest.approx(4 / 8)
    (both,) = likelihoods(reader, asked, [[INHIBITS, near]], scorer, ensemble=2)
    assert np.exp(both[column]) == pytest.approx(weights[0] / 8 + weights[1] * 4 / 8)
    assert np.exp(both).sum() == pytest.approx(1.0)


def test_a_document_is_scored_as_it_is_and_read_as_it_is_shown() -> None:
    def show(document: Retrieved) -> Retrieved:
        return Retrieved(tuple((f"x {text} y", label) for text, label in document.parts))

    reader, encoder = ShownReader(), WordEncoder("aspirin fever given blocks")
    likelihoods(reader, [LabelQuestion(SENTENCE)], [[TREATS]], Scorer(encoder), show=show)
    judge(reader, [EXAMPLE], [[INHIBITS]], show=show)
    assert [each.document for each in reader.asked] == ["x given for y = treats", "x blocks y = inhibits"]
    assert TREATS.text in encoder.encoded


def test_what_has_no_documents_is_read_without() -> None:
    reader, scorer = ShownReader(), Scorer(WordEncoder("aspirin fever"))
    found = likelihoods(
        reader, [LabelQuestion(SENTENCE), LabelQuestion("x")], [[], [TREATS]], scorer, ensemble=3
    )
    assert np.exp(found[0]) == pytest.approx([1 / 5] * 5)
    assert [each.document for each in reader.asked] == [None, TREATS.text]
    assert likelihoods(reader, [], [], scorer).shape == (0, 5)


def test_an_average_with_a_weightless_document_is_the_other_one() -> None:
    rows = np.log([[0.2, 0.8], [0.9, 0.1]])
    assert np.exp(average(rows, np.array([0.0, 1.0]))) == pytest.approx([0.9, 0.1])


class Given:
    """Retrieves the same documents for every sentence but one."""

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> list[list[Retrieved]]:
        return [[] if sentence == "strange" else [INHIBITS, TREATS] for sentence in sentences]


def test_each_sentence_gets_the_text_of_its_best_document_as_it_is_shown() -> None:
    scorer = Scorer(WordEncoder("given blocks"))
    choosing = DocumentChooser(
        Given(), scorer, memory="m1", show=lambda document: Retrieved((("x", document.parts[0][1]),))
    )
    assert choosing.name == "cosine:m1"
    assert choosing.find(["is given", "strange", "blocks"]) == ["x = treats", None, "x = inhibits"]


def test_a_reader_and_an_encoder_are_asked_once() -> None:
    reader, encoder = ShownReader(), WordEncoder("aspirin fever")
    told: list[int] = []
    remembering = RememberingReader(reader, told.append)
    asked = [LabelQuestion("b"), LabelQuestion("a"), LabelQuestion("b"), LabelQuestion("b", document="d")]
    assert (remembering.likelihoods(asked) == ShownReader().likelihoods(asked)).all()
    assert (remembering.likelihoods(asked[::-1]) == ShownReader().likelihoods(asked[::-1])).all()
    assert len(reader.asked) == remembering.asked == 3
    assert told == [3]
    kept = CachingEncoder(encoder)
    assert (
        kept.encode(["aspirin", "fever", "aspirin"]) == encoder.encode(["aspirin", "fever", "aspirin"])
    ).all()
    kept.encode(["fever"])
    assert encoder.encoded[:2] == ["aspirin", "fever"]
    assert len(encoder.encoded) == 5  # two, and the three of the comparison
