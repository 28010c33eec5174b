"""Which learned weights fit what was found: those of steps, or those of publications."""

from dataclasses import replace

import pytest

from bioloom.retrieval.candidates import SentenceCandidate
from bioloom.retrieval.ranking import fitting_weights, ranking_weights

STEP = SentenceCandidate("a:1#s1", "a:1", 1, "Add.", "T", 3.0, 0.0, None, None, "", "", (), ())
PROSE = replace(STEP, id="a:2#s1", kind="article", bm25=5.0)


@pytest.mark.parametrize(
    ("found", "along", "wanted"),
    [
        ((STEP,), False, "rerank"),
        ((STEP,), True, "hops"),
        ((STEP, PROSE), True, "prose"),
        ((STEP, replace(PROSE, bm25=1.0)), False, "rerank"),
        ((replace(PROSE, cosine=0.4),), False, "prose with vectors"),
    ],
)
def test_most_of_what_was_found_decides(
    found: tuple[SentenceCandidate, ...], along: bool, wanted: str
) -> None:
    assert fitting_weights(found, along=along) == wanted
    assert any(ranking_weights(wanted))
