"""The figures of `eval relate`, on cases whose ranks are known."""

from collections.abc import Sequence

import numpy as np
import pytest

from bioloom.embedding import Vectors
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.ranker import Ranking
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.evaluation.relate import PUBLISHED, Scored, chosen, evaluate_relate, likeness
from bioloom_lab.relate_cases.case import RelationCase


class Agonists:
    """Puts whatever speaks of agonists on one axis and all else on the other."""

    name = "agonists-00"
    dimension = 2

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = [(1, 0) if text.startswith("agonist of") else (0.6, 0.8) for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), 2)


def scored(phrase: str, key: str) -> Scored:
    return Scored(RelationCase("chemprot", "1", Claim("a", phrase, "b"), (key,)), frozenset({key}))


def test_ranks_become_figures() -> None:
    space = Space(vocabulary("chemprot"), Agonists())
    found = evaluate_relate(
        [scored("agonist of", "agonist"), scored("agonist of", "cofactor")], [space], None
    )
    assert found["a@1"].value == found["exact"].value == 0.5
    assert found["a@10"].value == 1.0
    assert 0.5 < found["mrr"].value < 0.8
    assert found["none"].value == 0.0


def test_a_key_beyond_k_counts_nothing() -> None:
    space = Space(vocabulary("chemprot"), Agonists())
    found = evaluate_relate([scored("agonist of", "cofactor")], [space], None, k=1)
    assert (found["a@10"].value, found["mrr"].value) == (0.0, 0.0)


@pytest.mark.parametrize(("none", "expected"), [(0.0, "treats"), (0.49, "treats"), (0.5, None), (1.0, None)])
def test_none_wins_from_one_half(none: float, expected: str | None) -> None:
    assert chosen(Ranking((("treats", (1 - none) / 2), ("causes", (1 - none) / 2)), none)) == expected
    assert chosen(Ranking((), 0.0)) is None


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ("biolink:treats", "biolink:treats", 1.0, 1.0),
        ("increases activity of", "increases expression of", 0.5, 0.9),
        ("increases activity of", "decreases activity of", 0.0, 0.0),
        ("decreases activity of", "activity decreased by", 0.0, 0.0),
        ("biolink:interacts_with", "biolink:physically_interacts_with", 0.5, 0.9),
        ("biolink:treats", "biolink:interacts_with", 0.0, 0.2),
    ],
)
def test_a_near_miss_gets_some_credit_in_both_directions(
    one: str, other: str, low: float, high: float
) -> None:
    words = vocabulary()
    credit = likeness(words.target(one), words.target(other))
    assert credit == likeness(words.target(other), words.target(one))
    assert low <= credit <= high


def test_the_published_figures_are_those_of_the_specification() -> None:
    assert max(row.get("a@1", 0) for row in PUBLISHED.values()) == 0.528
    assert max(row["exact"] for row in PUBLISHED.values()) == 0.520
    assert max(row.get("a@10", 0) for row in PUBLISHED.values()) == 0.940
