"""bioloom: wet-lab protocols and biomedical literature in one Biolink-aligned Neo4j graph."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("bioloom")
