"""Fitting a scorer to a reader: it learns which documents help, and the reader stays as it was."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch")

from bioloom.errors import UsageError  # noqa: E402
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved  # noqa: E402
from bioloom_lab.document_scorer.document_utility import JudgedDocuments, judge  # noqa: E402
from bioloom_lab.document_scorer.losses import LOSSES, torch_loss  # noqa: E402
from bioloom_lab.document_scorer.scorer import Scorer, softmax  # noqa: E402
from bioloom_lab.document_scorer.scorer_training import ScorerSchedule, fit_scorer  # noqa: E402
from bioloom_lab.readers.instruction import LabelQuestion  # noqa: E402
from word_encoder import WordEncoder  # noqa: E402

WORDS = "drug patients quells heals enzyme given lasted"
HELPFUL = {"INHIBITS": "enzyme", "TREATS": "given"}
CUES = {"INHIBITS": "quells", "TREATS": "heals"}
SCHEDULE = ScorerSchedule(rounds=60, rate=0.02, patience=60, rank=7)


class BagReader:
    """A network over the words of a document, as in P(label | document): what it is shown decides."""

    name = "toy:bag@1"
    labels: tuple[str, ...] = ("INHIBITS", "TREATS")

    def __init__(self) -> None:
        self.network = torch.nn.Linear(len(WORDS.split()), 2)
        with torch.no_grad():
            self.network.weight.zero_()
            self.network.bias.zero_()
            for row, label in enumerate(self.labels):
                self.network.weight[row, WORDS.split().index(HELPFUL[label])] = 4.0

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        given = torch.from_numpy(WordEncoder(WORDS).encode([each.document or "" for each in asked]))
        found = torch.log_softmax(self.network(given), 1).detach().numpy()
        return np.asarray(found, np.float64)


def example(label: str, number: int) -> tuple[MemoryExample, list[Retrieved]]:
    """A sentence that shares its words with the documents that do not help."""
    sentence = f"drug {CUES[label]} patients {number}"
    documents = [Retrieved((("drug patients", "other"),))]
    documents += [Retrieved(((word, "other"),)) for word in HELPFUL.values()]
    return MemoryExample(sentence, label), documents


def judged(reader: BagReader, numbers: range) -> list[JudgedDocuments]:
    examples, documents = zip(
        *(example(label, number) for number in numbers for label in reader.labels), strict=True
    )
    return judge(reader, examples, documents)


@pytest.mark.parametrize("loss", ["aligned", "kl", "replug"])
def test_the_scorer_learns_the_helpful_document_where_the_cosine_is_wrong(loss: str) -> None:
    reader, encoder = BagReader(), WordEncoder(WORDS)
    fitted = fit_scorer(judged(reader, range(12)), encoder, loss, seed=1, schedule=SCHEDULE)
    assert fitted.losses[-1] < fitted.losses[0]
    assert fitted.kept > 0
    for label in reader.labels:
        given, documents = example(label, 99)
        first = Scorer(encoder).choose(given.sentence, documents)
        chosen = fitted.scorer.choose(given.sentence, documents)
        assert first is documents[0]
        assert chosen is not None
        assert HELPFUL[label] in chosen.text


def test_the_published_loss_falls_and_need_not_choose_better() -> None:
    encoder = WordEncoder(WORDS)
    fitted = fit_scorer(judged(BagReader(), range(12)), encoder, "published", seed=1, schedule=SCHEDULE)
    assert min(fitted.losses) < fitted.losses[0]
    assert fitted.chosen[fitted.kept] == max(fitted.chosen)


def test_the_reader_is_not_touched() -> None:
    reader = BagReader()
    before = {name: weight.clone() for name, weight in reader.network.state_dict().items()}
    fit_scorer(judged(reader, range(6)), WordEncoder(WORDS), "kl", schedule=SCHEDULE)
    after = reader.network.state_dict()
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_the_same_seed_gives_the_same_scorer_and_another_seed_another() -> None:
    given = judged(BagReader(), range(6))
    names = [
        fit_scorer(given, WordEncoder(WORDS), "kl", seed=seed, schedule=SCHEDULE).scorer.name
        for seed in (1, 1, 2)
    ]
    assert names[0] == names[1] != names[2]


def test_likelihoods_that_do_not_differ_leave_the_cosine() -> None:
    given = [
        JudgedDocuments(each.sentence, each.documents, np.zeros(len(each.documents)))
        for each in judged(BagReader(), range(6))
    ]
    fitted = fit_scorer(given, WordEncoder(WORDS), "kl", schedule=SCHEDULE)
    assert fitted.kept == 0
    documents = given[0].documents
    expected = Scorer(WordEncoder(WORDS)).probabilities(given[0].sentence, documents)
    assert fitted.scorer.probabilities(given[0].sentence, documents) == pytest.approx(expected, abs=1e-6)


def test_what_cannot_be_learnt_from_is_said() -> None:
    with pytest.raises(UsageError, match="there is no loss best"):
        fit_scorer(judged(BagReader(), range(2)), WordEncoder(WORDS), "best")
    with pytest.raises(UsageError, match="two sentences"):
        fit_scorer(judged(BagReader(), range(2))[:1], WordEncoder(WORDS), "kl")


@pytest.mark.parametrize("name", sorted(LOSSES))
def test_what_is_learnt_from_is_the_formula(name: str) -> None:
    draws = np.random.default_rng(0)
    sizes = (4, 1, 3)
    similar = [draws.uniform(-1, 1, size) for size in sizes]
    likely = [np.log(draws.uniform(0.01, 1, size)) for size in sizes]
    chosen = [softmax(each, 0.2) for each in similar]
    expected = np.mean([LOSSES[name](one, other) for one, other in zip(chosen, likely, strict=True)])
    padded = np.full((2, 3, 4), 7.0)  # what stands where there is no document must not matter
    there = np.zeros((3, 4), bool)
    for row, size in enumerate(sizes):
        padded[0, row, :size], padded[1, row, :size] = similar[row], likely[row]
        there[row, :size] = True
    given = torch.tensor(padded, requires_grad=True)
    found = torch_loss(torch, name, given[0], given[1], torch.from_numpy(there), 0.2)
    found.backward()
    assert float(found.detach()) == pytest.approx(expected)
    assert torch.isfinite(given.grad).all()
    assert not given.grad[0][~torch.from_numpy(there)].any()
