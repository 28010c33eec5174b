"""Which sentence, and which part of it, answers a question: a small network that reads both together."""

from bioloom.reading.agreement import exact, overlap
from bioloom.reading.clauses import best_clause, clauses
from bioloom.reading.lexical import Lexical
from bioloom.reading.reader import ReadSpan, SpanReader, has_reader, open_reader
from bioloom.reading.settings import fingerprint
from bioloom.reading.squad import Article, GoldSpan, SpanQuestion, read_squad

__all__ = [
    "Article",
    "GoldSpan",
    "Lexical",
    "ReadSpan",
    "SpanQuestion",
    "SpanReader",
    "best_clause",
    "clauses",
    "exact",
    "fingerprint",
    "has_reader",
    "open_reader",
    "overlap",
    "read_squad",
]
