"""Which sentence, and which part of it, answers a question: a small network that reads both together."""

from bioloom.reading.agreement import exact, overlap
from bioloom.reading.clauses import best_clause, clauses
from bioloom.reading.fingerprints import fingerprint
from bioloom.reading.found import ReadSpan, has_reader
from bioloom.reading.lexical import Lexical
from bioloom.reading.squad import Article, GoldSpan, SpanQuestion, read_squad

__all__ = [
    "Article",
    "GoldSpan",
    "Lexical",
    "ReadSpan",
    "SpanQuestion",
    "best_clause",
    "clauses",
    "exact",
    "fingerprint",
    "has_reader",
    "overlap",
    "read_squad",
]
