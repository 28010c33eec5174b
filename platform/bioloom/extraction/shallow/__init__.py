"""Models without a deep network: counted words and letters, regression on them, and nearest neighbours."""

from bioloom.extraction.shallow.grams import Grams, count_grams, join_grams, letter_grams, word_grams
from bioloom.extraction.shallow.labelled import Labelled, read_labelled
from bioloom.extraction.shallow.nearest import Neighbours, nearest, votes
from bioloom.extraction.shallow.softmax import Softmax, fit_softmax

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
