"""Standardization: types, relations and quantities of a source to Biolink, every record accounted for."""

from bioloom.standardization.document_standardization import standardize
from bioloom.standardization.quantities import parse_quantity
from bioloom.standardization.relation_tables import CLAIM_SCHEMES, foreign_relation, is_foreign

__all__ = ["CLAIM_SCHEMES", "foreign_relation", "is_foreign", "parse_quantity", "standardize"]
