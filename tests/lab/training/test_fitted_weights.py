"""Weights are learned from cases, and nothing else."""

from bioloom.resources import text as read_text
from bioloom_lab.evaluation.protocol_questions.fitting import filled_table
from bioloom_lab.training.confidence import ReadingCase, fit_confidence
from bioloom_lab.training.ranking import RankedCase, fit_ranking


def test_the_feature_that_tells_gets_the_weight() -> None:
    cases = [
        RankedCase(((1.0, 0.2), (0.0, 0.9), (0.1, 0.5)), (True, False, False)),
        RankedCase(((0.1, 0.9), (0.9, 0.1)), (False, True)),
        RankedCase(((0.5, 0.5),), (False,)),  # teaches nothing: no gold
    ]
    first, second = fit_ranking(cases)
    assert first > 1 > second
    assert fit_ranking(cases) == (first, second)
    assert fit_ranking(cases, left_out=[0])[0] == 0
    assert fit_ranking(cases[2:]) == ()


def test_belief_follows_how_often_it_was_right() -> None:
    found, empty = {"always": 1.0, "found": 1.0}, {"always": 1.0, "found": 0.0}
    cases = [ReadingCase((empty, found), (False, True))] * 20 + [ReadingCase((empty,), (False,))] * 20
    weights = fit_confidence(cases)
    assert weights["found"] > 3
    assert weights["always"] < -1
    assert weights["always"] + weights["found"] > 0
    kept = fit_confidence(cases, near={"always": -1.0}, only=["found"])
    assert abs(kept["always"] + 1) < 0.01
    assert kept["found"] > 3
    unsure = fit_confidence([*cases, *[ReadingCase((found,), (False,), weight=5.0)] * 20])
    assert unsure["always"] + unsure["found"] < 0


def test_a_table_keeps_its_words_and_gets_the_fitted_weights() -> None:
    filled = filled_table("retrieval/ranking.tsv", {"bm25": {"rerank": 1.234, "hops": -2.0}})
    lines = filled.splitlines()
    assert lines[0].startswith("# How much each feature")
    assert "bm25\t1.23\t-2.00\tBM25 of the sentence, beside the best candidate's" in lines
    assert len(lines) == len(read_text("ontology", "retrieval/ranking.tsv").splitlines())
