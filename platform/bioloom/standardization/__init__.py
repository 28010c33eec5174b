"""From the words of a source to Biolink: types, relations, quantities, with nothing lost on the way."""

from bioloom.standardization.documents import standardise
from bioloom.standardization.foreign import foreign_relation, is_foreign
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.relation_tables import PUBLICATION_SCHEMES

__all__ = ["PUBLICATION_SCHEMES", "foreign_relation", "is_foreign", "parse_quantity", "standardise"]
