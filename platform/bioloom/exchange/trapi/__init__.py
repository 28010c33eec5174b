"""TRAPI knowledge provider: queries, the meta knowledge graph, export."""

from bioloom.exchange.trapi.knowledge_graph_export import export_trapi
from bioloom.exchange.trapi.limits import MOST_IDS
from bioloom.exchange.trapi.message_answering import SCHEMA_VERSION, answer_message
from bioloom.exchange.trapi.meta_knowledge_graph import MetaGraphCache, read_meta_graph
from bioloom.exchange.trapi.query_graph import Bounds
from bioloom.exchange.trapi.request_parsing import read_request
from bioloom.exchange.trapi.workflow import OPERATIONS, OURSELVES
