"""From the words of a source to Biolink: types, relations, quantities, with nothing lost on the way."""

from bioloom.standardization.document_standardization import standardize
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.relation_tables import PUBLICATION_SCHEMES, foreign_relation, is_foreign

__all__ = ["PUBLICATION_SCHEMES", "foreign_relation", "is_foreign", "parse_quantity", "standardize"]
