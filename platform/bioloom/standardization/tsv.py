"""Reading the tab-separated tables of ontology/ that steer standardization."""

from bioloom.resources import read_table

__all__ = ["read_table"]
