"""Question -> ranked sentences with their subgraphs, and assertions of the entities it names."""

from bioloom.retrieval.assertions import retrieve_assertions
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS, Method
from bioloom.retrieval.sentences import retrieve
from bioloom.retrieval.wording import Wording, word

__all__ = ["DEFAULT_METHOD", "METHODS", "Method", "Wording", "retrieve", "retrieve_assertions", "word"]
