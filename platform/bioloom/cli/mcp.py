"""`bioloom mcp`: Model Context Protocol server for agents."""

from collections.abc import Mapping
from typing import Annotated

import typer

from bioloom.extras import optional
from bioloom.graph.query_result import QueryResult
from bioloom.settings import Settings

_MOST_BYTES = 256 * 1024  # of rows: they go into an agent's context


def serve_agents(
    cypher: Annotated[
        bool, typer.Option("--cypher/--no-cypher", help="Let agents run read-only Cypher of their own.")
    ] = False,
    seconds: Annotated[
        float, typer.Option("--time-limit", min=1, max=3600, help="Seconds that one call may take.")
    ] = 60.0,
) -> None:
    """Offer ask, retrieve, query, standardize and explain to an agent over stdin and stdout (MCP)."""
    optional("mcp", "bioloom mcp", extra="mcp")
    from bioloom.serving.limits import Limits
    from bioloom.serving.mcp import agent_server
    from bioloom.serving.services import graph_services

    services = graph_services(Settings(), uploads=False)
    browsing = services.browsing
    assert browsing is not None

    def read(name: str | None, text: str | None, parameters: Mapping[str, object], limit: int) -> QueryResult:
        return browsing.query(name, text, parameters, limit=limit, most_bytes=_MOST_BYTES)

    try:
        agent_server(services, read, limits=Limits(seconds=seconds), cypher=cypher).run()
    finally:
        services.close()
