"""The suite of text classification: draws, copies of training texts among the scored, any reader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bioloom.embedding import open_encoder
from bioloom.errors import SourceError, UsageError
from bioloom_lab.baselines.labelled_texts import LabelledText, read_labelled
from bioloom_lab.evaluation.classification import draw, evaluate_classes, measures, score_reader
from bioloom_lab.evaluation.vector_cache import StoredEncoder
from bioloom_lab.readers.instruction import LabelQuestion

SIZES = (30, 6, 20)


class CausedReader:
    """Says 1 where a sentence has the word caused."""

    name = "caused"
    labels: tuple[str, ...] = ("1", "0")

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        return np.log([[0.9, 0.1] if "caused" in each.sentence else [0.1, 0.9] for each in asked])


def test_a_draw_has_disjoint_parts_and_knows_copies() -> None:
    texts = ["a", "b", "c", "a", "b", "c", "d", "e"]
    drawn = draw(texts, range(8), (4, 1, 3), seed=2)
    rows = [*drawn.train, *drawn.dev, *drawn.test]
    assert len({*rows}) == 8
    learned = {texts[at] for at in (*drawn.train, *drawn.dev)}
    assert [texts[at] in learned for at in drawn.test] == [at not in drawn.cleaned for at in drawn.test]
    assert draw(texts, range(8), (4, 1, 3), seed=2).train.tolist() == drawn.train.tolist()


def test_all_conditions_and_methods_are_scored(data: Path) -> None:
    rows = read_labelled(data / "links" / "sentences.jsonl")
    report = evaluate_classes(rows, open_encoder(str(data / "encoder")), data="ADE", sizes=SIZES)
    assert (report.n, report.texts, report.labels) == (90, 60, {"0": 45, "1": 45})
    looked_up = report.rows["copies looked up, else the commonest"]
    assert looked_up.keys() == {"as drawn", "without copies", "distinct texts"}
    assert looked_up["as drawn"]["accuracy"][0] > looked_up["distinct texts"]["accuracy"][0]
    commonest = report.rows["the commonest class"]
    assert looked_up["distinct texts"] == commonest["distinct texts"]
    assert report.rows["regression on words"]["distinct texts"]["accuracy"][0] > 0.9
    assert all(share > 0 for share in report.copies.values())
    assert report.published["BERT"] == {"accuracy": 0.96}


def test_too_few_distinct_texts_are_refused(data: Path) -> None:
    rows = read_labelled(data / "links" / "sentences.jsonl")
    with pytest.raises(UsageError, match="60 distinct texts"):
        evaluate_classes(rows, open_encoder(str(data / "encoder")), sizes=(50, 10, 10))


def test_measures_by_hand() -> None:
    found = measures(np.array([1, 1, 0, 0]), np.array([1, 0, 0, 0]), ["0", "1"])
    assert found == pytest.approx({"accuracy": 0.75, "macro f1": (0.8 + 2 / 3) / 2, "f1 of 1": 2 / 3})


def test_any_reader_can_be_scored(data: Path) -> None:
    assert score_reader(CausedReader(), read_labelled(data / "links" / "sentences.jsonl"))["accuracy"] == 1
    assert score_reader(CausedReader(), [LabelledText("It caused joy.", "0")])["accuracy"] == 0


@pytest.mark.parametrize("content", ["", "[]\n", '{"text": "a"}\n', '{"text": 1, "label": 0}\n', "{\n"])
def test_files_that_hold_no_labelled_text_are_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "train.jsonl").write_text(content)
    with pytest.raises(SourceError, match=r"train\.jsonl"):
        read_labelled(tmp_path / "train.jsonl")


def test_vectors_of_many_texts_are_kept(data: Path, tmp_path: Path) -> None:
    encoder = open_encoder(str(data / "encoder"))
    texts = [f"drug {number}" for number in range(1_000)]
    stored = StoredEncoder(encoder, tmp_path / "kept")
    first = stored.encode(texts)
    assert np.allclose(first, encoder.encode(texts), atol=2e-3)
    (file,) = (tmp_path / "kept").iterdir()
    assert np.array_equal(stored.encode(texts), first)
    file.write_bytes(b"broken")
    assert np.array_equal(stored.encode(texts), first)
    stored.encode(texts[:5])
    assert [*(tmp_path / "kept").iterdir()] == [file]
