"""TRAPI knowledge provider: queries, the meta knowledge graph, export."""

from bioloom.exchange.trapi.bounds import Bounds
from bioloom.exchange.trapi.knowledge_graph_export import export_trapi
from bioloom.exchange.trapi.message_answering import SCHEMA_VERSION, answer_message
from bioloom.exchange.trapi.meta_knowledge_graph import MetaGraphCache, read_meta_graph

__all__ = ["SCHEMA_VERSION", "Bounds", "MetaGraphCache", "answer_message", "export_trapi", "read_meta_graph"]
