"""The diversity operation and its caps (SPEC P11, P12)."""

from itertools import pairwise

import pytest

from bioloom.extraction.retrieval_augmentation.diversity import Caps, diversify, orderings, size
from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved

NEAREST = [Retrieved((("a whole sentence", "TREATS"),))]
ITEMS = tuple(Retrieved(((f"phrase {n}", f"LABEL{n}"),)) for n in range(1, 8))


def texts(documents: list[Retrieved]) -> list[str]:
    return [document.text for document in documents]


def test_two_phrases_give_the_five_documents_of_the_papers() -> None:
    documents, capped = diversify(NEAREST, ITEMS[:2])
    assert texts(documents) == [
        "a whole sentence = treats",
        "phrase 1 = label1",
        "phrase 2 = label2",
        "phrase 1 = label1 ; phrase 2 = label2",
        "phrase 2 = label2 ; phrase 1 = label1",
    ]
    assert not capped


@pytest.mark.parametrize("longest", [1, 2, 7])
@pytest.mark.parametrize("items", range(8))
def test_the_number_is_known_before_and_all_differ(items: int, longest: int) -> None:
    if size(items, longest) > 2000:
        return
    documents = orderings(ITEMS[:items], longest)
    assert len(documents) == len(set(documents)) == size(items, longest)
    assert all(len(one.parts) <= len(next_.parts) for one, next_ in pairwise(documents))


def test_the_numbers_of_the_specification() -> None:
    assert [1 + size(n, 2) for n in range(1, 8)] == [2, 5, 10, 17, 26, 37, 50]
    assert [1 + size(n, n) for n in range(1, 8)] == [2, 5, 16, 65, 326, 1957, 13700]


def test_without_diversity_each_phrase_stands_alone() -> None:
    documents, capped = diversify(NEAREST, ITEMS[:3], 1)
    assert documents == [*NEAREST, *ITEMS[:3]]
    assert not capped


def test_too_many_documents_fall_back_to_phrases_alone_then_are_cut() -> None:
    assert diversify(NEAREST, ITEMS[:3], caps=Caps(documents=10))[0] == [
        *NEAREST, *orderings(ITEMS[:3], 2),
    ]  # fmt: skip
    assert diversify(NEAREST, ITEMS[:3], caps=Caps(documents=9)) == ([*NEAREST, *ITEMS[:3]], True)
    assert diversify(NEAREST, ITEMS[:3], caps=Caps(documents=2)) == ([*NEAREST, ITEMS[0]], True)
    assert diversify(NEAREST, ITEMS[:7], 7, Caps(documents=100)) == ([*NEAREST, *ITEMS[:7]], True)


def test_a_budget_of_tokens_passes_over_what_does_not_fit() -> None:
    long = [Retrieved((("so many words that nothing else would fit here", "TREATS"),))]
    assert diversify(long, ITEMS[:3], 1, Caps(tokens=8)) == ([*ITEMS[:2]], True)


def test_without_anything_there_is_nothing() -> None:
    assert diversify([], []) == ([], False)
    assert diversify(NEAREST, []) == (NEAREST, False)
