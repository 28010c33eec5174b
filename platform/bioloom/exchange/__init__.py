"""Export: KGX, RDF, GraphML, CSV, SSSOM, BRAT, TRAPI, and a bridge to py2neo."""

from bioloom.exchange.brat import export_brat
from bioloom.exchange.csv_tables import export_csv
from bioloom.exchange.graphml import export_graphml
from bioloom.exchange.kgx import export_kgx
from bioloom.exchange.py2neo_bridge import read_subgraph, to_py2neo
from bioloom.exchange.rdf import export_rdf
from bioloom.exchange.sssom import export_sssom

__all__ = [
    "export_brat",
    "export_csv",
    "export_graphml",
    "export_kgx",
    "export_rdf",
    "export_sssom",
    "read_subgraph",
    "to_py2neo",
]
"""What documents name; other rooms use the rest."""
