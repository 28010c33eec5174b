"""`bioloom mcp` as a process of its own over the real graph, spoken to by the protocol's own client."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

from bioloom.graph.connection import Endpoint, Graph

pytestmark = pytest.mark.integration

COMMAND = ["-m", "bioloom.cli.app", "mcp"]


def talk(
    environment: dict[str, str], *calls: tuple[str, dict[str, Any]], options: tuple[str, ...] = ()
) -> list[CallToolResult]:
    """Start the command as an agent's host does, and call its tools."""
    started = StdioServerParameters(command=sys.executable, args=[*COMMAND, *options], env=environment)

    async def conversation() -> list[CallToolResult]:
        async with Client(stdio_client(started)) as client:
            assert client.server_info is not None
            assert client.server_info.name == "bioloom"
            return [await client.call_tool(name, given) for name, given in calls]

    return anyio.run(conversation)


def test_agents_ask_and_query_the_graph_and_cannot_write(
    server: Endpoint, small_graph: Graph, tmp_path: Path
) -> None:
    environment = {
        "BIOLOOM_HOME": str(tmp_path),
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.user,
        "NEO4J_PASSWORD": server.password,
    }
    question = {"question": "At what temperature is the lysate incubated for 2 h?"}
    strange, found, answer, steps, counted, written, large = talk(
        environment,
        ("ask", {**question, "filters": {"documents": ["lab:dn"]}}),
        ("retrieve", question),
        ("ask", question),
        ("query", {"name": "steps_of_protocol", "parameters": {"protocol": "lab:dna"}}),
        ("query", {"cypher": "MATCH (d:Document) RETURN count(d) AS documents"}),
        ("query", {"cypher": "CREATE (n:Left) RETURN n"}),
        ("query", {"cypher": "UNWIND range(1, 100) AS n RETURN n, [x IN range(1, 5000) | x] AS l"}),
        options=("--cypher",),
    )
    assert strange.is_error
    assert "no document 'lab:dn'; did you mean lab:dna?" in str(strange.content[0])
    assert found.structured_content["results"][0]["sentence_id"] == "lab:dna#s0"
    assert "56 °C" in answer.structured_content["answer"]
    assert len(steps.structured_content["rows"]) == 3
    assert counted.structured_content["rows"] == [[2]]
    assert written.is_error
    assert isinstance(written.content[0], TextContent)
    assert "only queries that read" in written.content[0].text
    assert large.structured_content["truncated"]
    assert len(str(large.structured_content)) < 300_000
    with small_graph.session(read=True) as session:
        assert session.run("MATCH (n:Left) RETURN count(n) AS n").single(strict=True)["n"] == 0


def test_nothing_but_the_protocol_goes_to_stdout(tmp_path: Path) -> None:
    """A graph that is down is an error of the call, and the command ends with its input.

    Without --cypher statements of an agent are refused, whether the graph is there or not.
    """
    environment = {"BIOLOOM_HOME": str(tmp_path), "NEO4J_URI": "bolt://127.0.0.1:1"}
    refused, closed = talk(environment, ("ask", {"question": "q"}), ("query", {"cypher": "RETURN 1"}))
    assert closed.is_error
    assert "--cypher" in str(closed.content[0])
    assert refused.is_error
    assert isinstance(refused.content[0], TextContent)
    assert "correct NEO4J_URI" in refused.content[0].text
    ended = subprocess.run(
        [sys.executable, *COMMAND], input="", capture_output=True, text=True, timeout=120, check=True
    )
    assert ended.stdout == ""
