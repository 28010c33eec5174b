"""Other people's graphs over TRAPI (BTE-RAG, SPEC T): asked together, put into words, ranked, kept."""

from bioloom.federation.confidence import leading_candidate, measured_confidence
from bioloom.federation.facts import Fact
from bioloom.federation.federated_query import FederatedResult, end_queries, query_endpoints
from bioloom.federation.kgx_export import write_kgx
from bioloom.federation.ranking import FederatedCandidate
from bioloom.federation.trapi_client import ASK_SECONDS, Federation, open_federation
from bioloom.federation.verbalization import one_line, plain_sentence, sentence
