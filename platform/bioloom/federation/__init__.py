"""Other people's graphs over TRAPI (BTE-RAG, SPEC T): asked together, put into words, ranked, kept."""

from bioloom.federation.asking import Finding, Plan, Statement, find
from bioloom.federation.cache import Cache
from bioloom.federation.client import Federation, Reply
from bioloom.federation.facts import Fact, Thing
from bioloom.federation.keeping import write_kgx

__all__ = [
    "Cache",
    "Fact",
    "Federation",
    "Finding",
    "Plan",
    "Reply",
    "Statement",
    "Thing",
    "find",
    "write_kgx",
]
