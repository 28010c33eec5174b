"""Exact search: as a plain sort finds it, ties by row, excluded rows never."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.embedding import Vectors
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.exact_search import Nearest, best


def units(count: int, seed: int, directions: int = 9) -> Vectors:
    """Draw unit vectors of few directions, so that many are equal."""
    draw = np.random.default_rng(seed)
    few = draw.normal(size=(directions, 4)).astype(np.float32)
    vectors: Vectors = few[draw.integers(0, directions, count)]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


@given(st.integers(1, 60), st.integers(1, 70), st.integers(0, 1000), st.data())
def test_what_is_found_is_what_sorting_gives(count: int, k: int, seed: int, data: st.DataObject) -> None:
    vectors, asked = units(count, seed), units(3, seed + 1)
    exclude = [data.draw(st.lists(st.integers(0, count - 1))) for _ in asked]
    rows, cosines = Nearest(vectors).nearest(asked, k, exclude)
    assert rows.shape == cosines.shape == (3, min(k, count))
    for at, vector in enumerate(asked):
        able = [row for row in range(count) if row not in exclude[at]]
        scores = {row: round(float(vectors[row] @ vector), 4) for row in able}
        wanted = sorted(able, key=lambda row: (-scores[row], row))[:k]
        found = [int(row) for row in rows[at] if row >= 0]
        assert len(found) == len(wanted)
        assert len(set(found)) == len(found)
        assert [scores[row] for row in found] == pytest.approx([scores[row] for row in wanted], abs=1.1e-4)
        assert np.isneginf(cosines[at, len(found) :]).all()


def test_equal_vectors_come_in_their_order_whatever_k() -> None:
    vectors = np.asarray([[0, 1], [1, 0]] * 20, np.float32)
    asked = np.asarray([[1, 0]], np.float32)
    for k in (1, 3, 20):
        assert Nearest(vectors).nearest(asked, k)[0][0].tolist() == list(range(1, 2 * k, 2))


def test_noise_below_the_fourth_decimal_does_not_decide() -> None:
    assert best([0.50001, 0.50003, 0.4], 2).tolist() == [0, 1]


def test_an_empty_index_finds_nothing() -> None:
    index = Nearest(np.empty((0, 2), np.float32))
    rows, _ = index.nearest(np.asarray([[1, 0]], np.float32), 3)
    assert rows.shape == (1, 0)
    assert len(index) == 0
    assert best([], 2).tolist() == []


def test_vectors_of_another_dimension_are_refused() -> None:
    with pytest.raises(UsageError, match=r"\(1, 3\) cannot be sought among those of \(2, 2\)"):
        Nearest(np.eye(2, dtype=np.float32)).nearest(np.ones((1, 3), np.float32), 1)
