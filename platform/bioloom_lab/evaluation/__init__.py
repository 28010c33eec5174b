"""Benchmarks as suites: our numbers, measured against the graph that is loaded."""

from bioloom_lab.evaluation.answers import AnswerScores, evaluate_answers
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.evaluation.retrieval import MethodScore, evaluate_retrieval
from bioloom_lab.evaluation.statistics import Estimate, estimate

__all__ = [
    "AnswerScores",
    "Estimate",
    "GoldQuestion",
    "MethodScore",
    "estimate",
    "evaluate_answers",
    "evaluate_retrieval",
    "read_questions",
]
