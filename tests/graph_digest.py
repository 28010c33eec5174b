"""A hash of what the graph says, to compare two graphs: the product's own."""

from bioloom.graph.digest import digest

__all__ = ["digest"]
