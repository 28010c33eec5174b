"""Uniqueness constraints on the ids of edges, which the first load that writes a relationship type makes."""

from collections.abc import Iterable

from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement


def guard_types(graph: Graph, types: Iterable[str]) -> None:
    """Make the constraints of relationship types in one transaction."""
    with graph.session() as session, session.begin_transaction() as together:
        for type_ in types:
            made = statement("write/unique_edge_ids", constraint=f"edge_id {type_}", type=type_)
            together.run(made).consume()
        together.commit()


def unguard_types(graph: Graph, types: Iterable[str]) -> None:
    """Drop the constraints of relationship types, as if no load had written them yet."""
    with graph.session() as session, session.begin_transaction() as together:
        for type_ in types:
            together.run(f"DROP CONSTRAINT `edge_id {type_}` IF EXISTS").consume()
        together.commit()
