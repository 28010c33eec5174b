"""Other people's graphs over TRAPI (BTE-RAG, SPEC T): asked together, put into words, ranked, kept."""

from bioloom.federation.endpoints import open_federation
from bioloom.federation.facts import Fact, Thing
from bioloom.federation.federated_query import Ends, Finding, Gathered, Plan, Statement, find, gather
from bioloom.federation.kgx_export import write_kgx
from bioloom.federation.ranking import Candidate
from bioloom.federation.response_cache import Cache
from bioloom.federation.trapi_client import Federation, Reply
from bioloom.federation.verbalization import one_line, sentence

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
