"""The server as most graphs leave it: with the constraints that the usual relationship types get once.

Neo4j forgets all its plans whenever a constraint is made, and planning is most of what these tests cost it.
A test about types that are new drops their constraints first.
"""

import pytest

from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.schema import apply_schema
from edge_constraints import guard_types

USUAL = tuple(
    f"biolink:{name}"
    for name in (
        *("acts_upstream_of", "actively_involved_in", "affects", "ameliorates_condition", "associated_with"),
        *("causes", "coexists_with", "consumes", "correlated_with", "directly_physically_interacts_with"),
        *("disease_has_location", "expressed_in", "gene_associated_with_condition", "has_attribute"),
        *("has_output", "has_part", "has_participant", "has_phenotype", "has_side_effect", "interacts_with"),
        *("negatively_correlated_with", "occurs_together_in_literature_with", "part_of"),
        *("physically_interacts_with", "precedes", "predisposes_to_condition", "produces", "regulates"),
        *("related_to", "same_as", "similar_to", "subclass_of", "treats"),
        *("treats_or_applied_or_studied_to_treat",),
    )
)


@pytest.fixture(scope="session")
def server(server: Endpoint) -> Endpoint:
    """Give the server of the run its schema and the usual constraints, all at once."""
    with connect(server) as graph:
        apply_schema(graph)
        guard_types(graph, USUAL)
    return server
