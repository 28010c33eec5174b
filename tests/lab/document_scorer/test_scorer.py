"""Choosing among retrieved documents: a softmax of cosines, mapped or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bioloom.errors import SourceError, UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved
from bioloom_lab.document_scorer.scorer import Maps, Scorer
from word_encoder import WordEncoder

WORDS = "aspirin fever lowers kinase binds"
SENTENCE = "Aspirin lowers fever"
NEAR = Retrieved((("lowers fever", "X1"),))
FAR = Retrieved((("aspirin binds kinase", "X2"),))
STRANGE = Retrieved((("zebra", "X3"),))


def swapping(encoder: WordEncoder, one: str, other: str) -> Maps:
    """Maps that leave sentences alone and exchange two words of documents."""
    axes = WORDS.split()
    document = np.eye(encoder.dimension, dtype=np.float32)
    document[[axes.index(one), axes.index(other)]] = document[[axes.index(other), axes.index(one)]]
    return Maps(np.eye(encoder.dimension, dtype=np.float32), document)


def test_probabilities_are_the_softmax_of_cosines() -> None:
    found = Scorer(WordEncoder(WORDS), temperature=0.5).probabilities(SENTENCE, [NEAR, FAR, STRANGE])
    cosines = np.array([2 / np.sqrt(2 * 3), 1 / 3, 0.0])
    expected = np.exp(cosines / 0.5) / np.exp(cosines / 0.5).sum()
    assert found == pytest.approx(expected, rel=1e-6)
    assert found.sum() == pytest.approx(1.0)


def test_a_low_temperature_chooses_and_a_high_one_does_not() -> None:
    encoder = WordEncoder(WORDS)
    documents = [FAR, NEAR, STRANGE]
    assert Scorer(encoder, temperature=1e-6).probabilities(SENTENCE, documents).tolist() == [0.0, 1.0, 0.0]
    uniform = Scorer(encoder, temperature=1e6).probabilities(SENTENCE, documents)
    assert uniform == pytest.approx([1 / 3] * 3, abs=1e-6)
    for outside in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(UsageError, match="temperature"):
            Scorer(encoder, temperature=outside)


def test_the_most_probable_document_is_chosen_and_the_first_of_equals() -> None:
    scorer = Scorer(WordEncoder(WORDS))
    again = Retrieved((("fever lowers", "X4"),))
    assert scorer.choose(SENTENCE, [FAR, NEAR, again]) is NEAR
    assert scorer.choose(SENTENCE, [again, NEAR]) is again
    assert scorer.choose(SENTENCE, []) is None
    assert scorer.probabilities(SENTENCE, []).shape == (0,)


def test_maps_change_the_choice() -> None:
    encoder = WordEncoder(WORDS)
    documents = [Retrieved((("fever", "X1"),)), Retrieved((("kinase", "X2"),))]
    assert Scorer(encoder).choose("fever", documents) is documents[0]
    assert Scorer(encoder, swapping(encoder, "fever", "kinase")).choose("fever", documents) is documents[1]


def test_maps_of_another_size_are_refused() -> None:
    with pytest.raises(UsageError, match=r"of shape \(5, 5\)"):
        Scorer(WordEncoder(WORDS), Maps.identity(4))


def test_a_text_is_encoded_once() -> None:
    encoder = WordEncoder(WORDS)
    Scorer(encoder).probabilities_of([SENTENCE, "kinase"], [[NEAR, FAR], [FAR, NEAR, NEAR]])
    assert encoder.encoded == [SENTENCE, "kinase", NEAR.text, FAR.text]


def test_a_saved_scorer_reads_back(tmp_path: Path) -> None:
    encoder = WordEncoder(WORDS)
    scorer = Scorer(encoder, swapping(encoder, "fever", "kinase"), temperature=0.2)
    folder = scorer.save(tmp_path / "scorer", loss="aligned", reader="toy", seed=3)
    again = Scorer.load(folder, encoder)
    assert again.name == scorer.name != Scorer(encoder).name
    assert again.temperature == 0.2
    documents = [NEAR, FAR, STRANGE]
    assert (again.probabilities(SENTENCE, documents) == scorer.probabilities(SENTENCE, documents)).all()


def test_plain_cosine_reads_back_as_the_same_choice(tmp_path: Path) -> None:
    encoder = WordEncoder(WORDS)
    again = Scorer.load(Scorer(encoder).save(tmp_path), encoder)
    expected = Scorer(encoder).probabilities(SENTENCE, [NEAR, FAR])
    assert again.probabilities(SENTENCE, [NEAR, FAR]) == pytest.approx(expected)


def test_a_scorer_of_other_vectors_is_refused(tmp_path: Path) -> None:
    Scorer(WordEncoder(WORDS)).save(tmp_path)
    with pytest.raises(UsageError, match="learnt on vectors of words"):
        Scorer.load(tmp_path, WordEncoder(WORDS, name="other"))
    with pytest.raises(UsageError, match="5 numbers"):
        Scorer.load(tmp_path, WordEncoder("fever"))


def test_broken_folders_are_named(tmp_path: Path) -> None:
    encoder = WordEncoder(WORDS)
    with pytest.raises(UsageError, match="is not the folder of a model"):
        Scorer.load(tmp_path / "nothing", encoder)
    folder = Scorer(encoder).save(tmp_path)
    (folder / "maps.npz").write_bytes(b"PK")
    with pytest.raises(SourceError, match=r"maps\.npz"):
        Scorer.load(folder, encoder)
    np.savez(folder / "maps.npz", sentence=np.eye(5, dtype=np.float32))
    with pytest.raises(SourceError, match="has no document"):
        Scorer.load(folder, encoder)
    (folder / "scorer.json").write_text('{"encoder": "words", "dimension": 5, "temperature": -1}')
    with pytest.raises(SourceError, match="temperature"):
        Scorer.load(folder, encoder)
