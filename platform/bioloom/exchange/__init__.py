"""Export: KGX, RDF, GraphML, TRAPI, and a bridge to py2neo."""

from bioloom.exchange.graphml import export_graphml
from bioloom.exchange.kgx import export_kgx
from bioloom.exchange.progress import ExportReport
from bioloom.exchange.py2neo_bridge import read_subgraph, to_py2neo
from bioloom.exchange.rdf import export_rdf

__all__ = ["ExportReport", "export_graphml", "export_kgx", "export_rdf", "read_subgraph", "to_py2neo"]
