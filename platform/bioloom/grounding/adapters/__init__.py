"""Online services for names and identifiers, behind the Grounder's interface; none is asked by default."""

from bioloom.grounding.adapters.name_resolver import NameResolver
from bioloom.grounding.adapters.node_normalizer import NodeNormalizer, Normalised

__all__ = ["NameResolver", "NodeNormalizer", "Normalised"]
