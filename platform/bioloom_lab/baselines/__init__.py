"""Models without a deep network: counted words and letters, regression on them, and nearest neighbours."""

from bioloom_lab.baselines.hashed_ngrams import Grams, count_grams, join_grams, letter_grams, word_grams
from bioloom_lab.baselines.labelled_texts import Labelled, read_labelled
from bioloom_lab.baselines.nearest_neighbours import Neighbours, nearest, votes
from bioloom_lab.baselines.softmax import Softmax, fit_softmax

__all__ = [
    "Grams",
    "Labelled",
    "Neighbours",
    "Softmax",
    "count_grams",
    "fit_softmax",
    "join_grams",
    "letter_grams",
    "nearest",
    "read_labelled",
    "votes",
    "word_grams",
]
