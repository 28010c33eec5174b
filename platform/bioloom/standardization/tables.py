"""Reading the tab-separated tables of ontology/ that steer standardisation."""

from bioloom.resources import read_table

__all__ = ["read_table"]
