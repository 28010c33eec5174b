"""From the words of a source to Biolink: types, relations, quantities, with nothing lost on the way."""

from bioloom.standardization.documents import standardise
from bioloom.standardization.quantities import parse_quantity

__all__ = ["parse_quantity", "standardise"]
