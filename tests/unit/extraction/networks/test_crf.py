"""The chain of tags against all readings of short lines, counted one by one."""

from itertools import pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

from bioloom.extraction.networks.crf import Chain, Span

TAGS = 5  # O, and B and I of two types
LENGTHS = (1, 4, 3, 4, 2)


def allowed(tags: tuple[int, ...]) -> bool:
    """Whether every I follows B or I of its own type."""
    return all(
        tag == 0 or tag % 2 == 1 or (at > 0 and tags[at - 1] in (tag, tag - 1)) for at, tag in enumerate(tags)
    )


def spans_in(tags: tuple[int, ...]) -> set[tuple[int, int, int]]:
    """List the spans (first, last, type) that tags mark."""
    found = set()
    for at, tag in enumerate(tags):
        if tag % 2 == 1:
            last = at
            while last + 1 < len(tags) and tags[last + 1] == tag + 1:
                last += 1
            found.add((at, last, (tag - 1) // 2))
    return found


@pytest.fixture(params=range(4))
def drawn(
    request: pytest.FixtureRequest,
) -> tuple[Chain, NDArray[np.float32], list[float], NDArray[np.float32]]:
    random = np.random.default_rng(request.param)
    start = random.normal(size=TAGS).astype(np.float32)
    follows = random.normal(size=(TAGS, TAGS)).astype(np.float32)
    scores = (2 * random.normal(size=(sum(LENGTHS), TAGS))).astype(np.float32)
    return Chain(start, follows), scores, [float(each) for each in start], follows


def test_the_best_tags_and_their_spans_probabilities_are_exact(
    drawn: tuple[Chain, NDArray[np.float32], list[float], NDArray[np.float32]],
) -> None:
    chain, scores, start, follows = drawn
    found = chain.spans(scores, LENGTHS)
    best = chain.best(scores, LENGTHS)
    place = 0
    for line, length in enumerate(LENGTHS):
        weights = {}
        for tags in filter(allowed, product(range(TAGS), repeat=length)):
            total = start[tags[0]] + sum(float(scores[place + at, tag]) for at, tag in enumerate(tags))
            total += sum(float(follows[one, other]) for one, other in pairwise(tags))
            weights[tags] = np.exp(total)
        likeliest = max(weights, key=lambda tags: weights[tags])
        assert tuple(best[place : place + length]) == likeliest
        here = [span for span in found if span.line == line]
        assert {(span.first, span.last, span.kind) for span in here} == spans_in(likeliest)
        assert [span.first for span in here] == sorted(span.first for span in here)
        for span in here:
            key = (span.first, span.last, span.kind)
            share = sum(weight for tags, weight in weights.items() if key in spans_in(tags))
            assert span.probability == pytest.approx(share / sum(weights.values()), rel=1e-4)
        place += length


def test_inside_never_comes_without_a_beginning() -> None:
    chain = Chain(np.zeros(TAGS, np.float32), np.zeros((TAGS, TAGS), np.float32))
    scores = np.full((40, TAGS), -3, np.float32)
    scores[:, 2], scores[1::2, 4] = 5, 9  # everything speaks for I of one type or the other
    for lengths in ([40], [1] * 40, [7, 13, 20]):
        tags = chain.best(scores, lengths)
        place = 0
        for length in lengths:
            assert allowed(tuple(int(tag) for tag in tags[place : place + length]))
            place += length


def test_a_line_has_the_same_spans_in_any_company() -> None:
    random = np.random.default_rng(3)
    drawn = (random.normal(size=TAGS), random.normal(size=(TAGS, TAGS)))
    chain = Chain(*(each.astype(np.float32) for each in drawn))
    lines = [random.normal(size=(length, TAGS)).astype(np.float32) for length in (3, 9, 1, 30)]
    together = chain.spans(np.concatenate(lines), [len(line) for line in lines])
    for number, line in enumerate(lines):
        alone = [Span(number, *each) for each in map(_body, chain.spans(line, [len(line)]))]
        beside = [span for span in together if span.line == number]
        assert [_body(span)[:3] for span in alone] == [_body(span)[:3] for span in beside]
        assert np.allclose([s.probability for s in alone], [s.probability for s in beside])


def test_no_lines_give_no_spans() -> None:
    chain = Chain(np.zeros(TAGS, np.float32), np.zeros((TAGS, TAGS), np.float32))
    assert chain.spans(np.empty((0, TAGS), np.float32), []) == []


def _body(span: Span) -> tuple[int, int, int, float]:
    return span.first, span.last, span.kind, span.probability
