"""Intervals over articles are wider than over questions, where questions of one article are alike."""

from bioloom_lab.evaluation.statistics import clustered, estimate


def test_questions_of_one_article_count_together() -> None:
    values = [1.0] * 20 + [0.0] * 20
    clusters = ["a"] * 20 + ["b"] * 20
    over_articles, over_questions = clustered(values, clusters), estimate(values)
    assert over_articles.value == over_questions.value == 0.5
    assert (over_articles.low, over_articles.high) == (0.0, 1.0)
    assert over_questions.low > 0.3
