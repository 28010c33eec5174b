"""A small graph for many tests: written once, and again only when something else was written since."""

from collections.abc import Callable

from bioloom.graph.connection import Graph

_EMPTY = "MATCH (n) WHERE NOT n:Migration CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"
_KEPT: dict[str, frozenset[str]] = {}
"""The only content that is kept, by its name: the bookmark of the transaction that completed it."""


def keep(graph: Graph, name: str, write: Callable[[Graph], object] = lambda _: None) -> None:
    """Empty the graph but for its schema and fill it, unless nothing was written since it got this content.

    A name is of one content in one run, and each worker writes to a server of its own.
    """
    if _KEPT.get(name) == _bookmark(graph):
        return
    _KEPT.clear()
    with graph.session() as session:
        session.run(_EMPTY).consume()
    write(graph)
    _KEPT[name] = _bookmark(graph)


def _bookmark(graph: Graph) -> frozenset[str]:
    """Name the last transaction of the database that wrote anything, whoever ran it; reading makes none."""
    with graph.session(read=True) as session:
        session.run("RETURN 1").consume()
        return frozenset(session.last_bookmarks().raw_values)
