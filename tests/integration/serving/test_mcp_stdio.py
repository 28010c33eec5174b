"""`bioloom mcp` as a host starts it: a process of its own, spoken to over stdin and stdout."""

import json
import os
import sys
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, TextContent, TextResourceContents

from bioloom.graph.connection import Endpoint
from bioloom.serving.models.response_models import ExplanationOut
from bioloom_lab.benchmarks.attack_statements import STATEMENTS
from served_graph import Served

pytestmark = pytest.mark.integration


def talk(
    served: Served, server: Endpoint, *calls: tuple[str, dict[str, Any]], options: tuple[str, ...] = ()
) -> tuple[list[CallToolResult], str]:
    """Start the command, call tools and read the first page of documents."""
    started = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bioloom.cli.app", "mcp", *options],
        env={
            **os.environ,
            "BIOLOOM_HOME": str(served.settings.home),
            "NEO4J_URI": server.uri,
            "NEO4J_USERNAME": server.user,
            "NEO4J_PASSWORD": server.password,
        },
    )

    async def conversation() -> tuple[list[CallToolResult], str]:
        async with Client(stdio_client(started)) as client:
            results = [await client.call_tool(name, given) for name, given in calls]
            [page] = (await client.read_resource("bioloom://documents")).contents
            assert isinstance(page, TextResourceContents)
            return results, page.text

    return anyio.run(conversation)


def told(result: CallToolResult) -> str:
    return " ".join(block.text for block in result.content if isinstance(block, TextContent))


def test_a_host_asks_queries_and_reads_documents(served: Served, server: Endpoint) -> None:
    claim = {"subject": "Haloperidol", "object": "Prolactin", "relationship": "increases levels of"}
    (answer, found, rows, mapped, refused), documents = talk(
        served,
        server,
        ("ask", {"question": "At what temperature is the lysate heated?"}),
        ("retrieve", {"question": "heat the lysate", "k": 3}),
        ("query", {"name": "graph_counts"}),
        ("standardize", {"claims": [claim]}),
        ("query", {"cypher": "RETURN 1"}),
    )
    assert "42" in answer.structured_content["answer"]
    assert answer.structured_content["citations"]
    assert found.structured_content["results"][0]["sentence_id"]
    assert rows.structured_content["rows"]
    assert mapped.structured_content["results"][0]["top_choice"]["predicate"] == "biolink:affects"
    assert refused.is_error
    assert "start bioloom mcp --cypher" in told(refused)
    assert "lab:gentle" in [each["id"] for each in json.loads(documents)["items"]]


def test_an_edge_is_explained_to_agents_and_callers_alike(served: Served, server: Endpoint) -> None:
    any_edge = (
        "MATCH ()-[e]->() WHERE e.sentence_id IS NOT NULL AND NOT coalesce(e.derived, false) RETURN e.id"
    )
    edge = served.client.post("/cypher", json={"query": any_edge, "limit": 1}).json()["rows"][0][0]
    (agents, unknown), _ = talk(served, server, ("explain", {"edge": edge}), ("explain", {"edge": "absent"}))
    found = served.client.get(f"/explain/{edge}")
    assert found.json() == agents.structured_content
    assert ExplanationOut.model_validate(found.json()).sentences
    (load,) = found.json()["loads"]
    assert load["place"]["line"]
    assert "/" not in load["source"] + load["place"]["file"] + found.json()["sentences"][0]["file"]
    assert "has no edge 'absent'" in told(unknown)
    assert served.client.get("/explain/absent").status_code == 404


def test_no_statement_of_an_agent_ends_the_database_or_fills_its_context(
    served: Served, server: Endpoint
) -> None:
    statements = sorted(STATEMENTS, key=lambda each: each.outcome)  # those that are stopped come last
    calls = [("query", {"cypher": each.cypher, "limit": 1000}) for each in statements]
    results, documents = talk(served, server, *calls, options=("--cypher", "--time-limit", "5"))
    for statement, result in zip(statements, results, strict=True):
        assert len(told(result)) < 300 * 1024, statement
        if statement.outcome == "cut":  # a first row that is too large by itself is refused
            assert result.structured_content is None or result.structured_content["truncated"], statement
        elif statement.outcome == "refused":
            assert result.is_error, statement
    assert json.loads(documents)["items"]
