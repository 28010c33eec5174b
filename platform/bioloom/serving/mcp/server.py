"""Model Context Protocol server: one tool for each operation, resources and prompts beside them."""

from typing import Annotated
from urllib.parse import quote

from mcp.server import MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, ToolAnnotations
from pydantic import Field

from bioloom.errors import UsageError
from bioloom.graph.cookbook.recipes import recipes
from bioloom.llm import prompt
from bioloom.resources import package
from bioloom.serving.limits import NAME_LENGTH, QUESTION_LENGTH, Limits
from bioloom.serving.mcp.bounded_work import BoundedWork
from bioloom.serving.mcp.checked_server import CheckedServer
from bioloom.serving.mcp.graph_resources import CONVENTIONS, add_resources, find_document
from bioloom.serving.mcp.tools import Tools
from bioloom.serving.services import Services

_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def agent_server(
    services: Services, *, limits: Limits | None = None, cypher: bool = False
) -> MCPServer[None]:
    """Build the server; `cypher` opens its query tool to statements of the agent's own."""
    work = BoundedWork(limits or Limits())
    tools = Tools(services, work, cypher=cypher)
    server = CheckedServer(
        [
            Tool.from_function(tools.ask, title="Ask the graph", annotations=_READS),
            Tool.from_function(tools.retrieve, title="Find sentences", annotations=_READS),
            Tool.from_function(
                tools.query, title="Query the graph", description=_described(cypher), annotations=_READS
            ),
            Tool.from_function(tools.standardize, title="Standardize relations", annotations=_READS),
            Tool.from_function(tools.explain, title="Explain an edge", annotations=_READS),
        ],
        instructions=package("bioloom", "serving/mcp/prompts/instructions.md").strip(),
    )
    add_resources(server, services, work)
    _add_prompts(server, services, work)
    return server


def _add_prompts(server: MCPServer[None], services: Services, work: BoundedWork) -> None:
    @server.prompt(title="Answer a question from the graph")
    def protocol_question(
        question: Annotated[str, Field(max_length=QUESTION_LENGTH, description="what you want to know")],
    ) -> str:
        """Answer a question with sentence ids behind each statement, or say that the graph does not know."""
        return _filled("protocol_question", question=question)

    @server.prompt(title="Review a protocol")
    async def protocol_review(
        document: Annotated[
            str, Field(max_length=NAME_LENGTH, description="id of a document, wlp:protocol_1")
        ],
    ) -> str:
        """List the steps of a protocol with their settings, and what a reader at the bench would miss."""
        try:
            await work.run(lambda: find_document(services.browsing, document, most=1))
        except UsageError as error:
            raise MCPError(INVALID_PARAMS, services.said(error)) from error
        return _filled("protocol_review", document=document, address=quote(document, safe=""))


def _filled(name: str, **values: str) -> str:
    return "\n\n".join(prompt(f"serving/mcp/prompts/{name}.md").fill(**values))


def _described(cypher: bool) -> str:
    own = (
        "Or give `cypher`: one statement that only reads; values go as $parameters; write the bounds of "
        f"range() as numbers. {CONVENTIONS}"
        if cypher
        else "Cypher of your own is not open here."
    )
    listed = "\n".join(f"- {entry.name}({entry.signature}): {entry.purpose}" for entry in recipes())
    return (
        "Run one query over the graph and get `columns`, `rows` and whether they were `truncated`. Give the "
        f"`name` of a query of the cookbook and its `parameters`. {own}\n\nThe cookbook:\n{listed}"
    )
