"""Bridge to py2neo (2021.2.4, no longer maintained) for notebooks that still use it.

New code should use the official driver through `bioloom.graph.connection`. Against Neo4j 5.26 queries,
writes, matchers and subgraphs work; py2neo's calls for indexes and constraints do not (Neo4j 5 dropped
their syntax). Opening a connection leaves sockets that py2neo closes only at the end of the process.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.extras import optional
from bioloom.graph.connection import Endpoint
from bioloom.graph.statements import statement

if TYPE_CHECKING:
    import py2neo


def to_py2neo(where: Endpoint) -> py2neo.Graph:
    """Open the same server with py2neo and check that it answers."""
    py2neo = optional("py2neo", "the py2neo bridge", extra="py2neo")
    errors = optional("py2neo.errors", "the py2neo bridge", extra="py2neo")
    address = urlsplit(where.uri)
    profile = f"{address.scheme}://{address.netloc}"
    if where.server is not None:
        where.server.verify()
    credentials = (where.user, where.password) if where.password else None
    try:
        opened = py2neo.Graph(profile, name=where.database, auth=credentials)
        opened.run(statement("exchange/ping")).evaluate()
    except (errors.ConnectionUnavailable, errors.ConnectionBroken, errors.ServiceUnavailable) as error:
        raise DatabaseUnavailable(
            f"py2neo could not open {profile} ({error}): is the server up, are user and password right?"
        ) from error
    except errors.Neo4jError as error:
        raise BioloomError(f"{profile} refused py2neo: {error}") from error
    return opened


def read_subgraph(opened: py2neo.Graph, ids: Iterable[str]) -> py2neo.Subgraph:
    """Read the nodes with these ids and every relationship between them; unknown ids are left out.

    Nodes of the result are the same objects at the ends of its relationships.
    """
    import py2neo

    wanted = sorted(set(ids))
    nodes = {
        record["node"]["id"]: record["node"]
        for record in opened.run(statement("exchange/nodes_among"), ids=wanted)
    }
    edges = [
        py2neo.Relationship(nodes[row["start"]], row["type"], nodes[row["end"]], **row["properties"])
        for row in opened.run(statement("exchange/edges_among"), ids=wanted)
    ]
    return py2neo.Subgraph(nodes.values(), edges)
