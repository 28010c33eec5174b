"""Other people's graphs over TRAPI (BTE-RAG, SPEC T): asked together, put into words, ranked, kept."""

from bioloom.federation.asking import Ends, Finding, Gathered, Plan, Statement, find, gather
from bioloom.federation.cache import Cache
from bioloom.federation.client import Federation, Reply
from bioloom.federation.facts import Fact, Thing
from bioloom.federation.keeping import write_kgx
from bioloom.federation.opening import open_federation
from bioloom.federation.ranking import Candidate
from bioloom.federation.wording import one_line, sentence

__all__ = [
    "Cache",
    "Candidate",
    "Ends",
    "Fact",
    "Federation",
    "Finding",
    "Gathered",
    "Plan",
    "Reply",
    "Statement",
    "Thing",
    "find",
    "gather",
    "one_line",
    "open_federation",
    "sentence",
    "write_kgx",
]
