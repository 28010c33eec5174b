"""Argument checks of the tools: unknown names are refused, and a fault is told in one line."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult
from pydantic import ValidationError

from bioloom import __version__
from bioloom.serving.problem_details import UNFORESEEN

_MOST_FAULTS = 5
_LONGEST_NAME = 80

Schema = Mapping[str, Any]


class CheckedServer(MCPServer[None]):
    """Server whose tools take the arguments of their schema and no others."""

    def __init__(self, tools: Sequence[Tool], *, instructions: str) -> None:
        for tool in tools:
            tool.parameters["additionalProperties"] = False
        self._schemas: dict[str, Schema] = {tool.name: tool.parameters for tool in tools}
        super().__init__(
            "bioloom",
            title="bioloom",
            version=__version__,
            instructions=instructions,
            log_level="WARNING",
            subscriptions=False,
            tools=list(tools),
        )

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Check the names of a call, run it, and say in words what was wrong with it."""
        schema = self._schemas.get(name)
        if schema is None:
            raise ToolError(
                f"there is no tool {name[:_LONGEST_NAME]!r}; these are: {', '.join(self._schemas)}"
            )
        unknown = next((each for each in arguments if each not in schema["properties"]), None)
        if unknown is not None:
            raise ToolError(_unknown((unknown,), schema))
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError as error:
            raise UnexpectedToolError(UNFORESEEN) from error.__cause__
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(_faults(cause, schema)) from cause
            raise ToolError(str(cause or error)) from cause

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[None, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Fill in a prompt; invalid parameters are told with what is missing."""
        known = {each.name: each.arguments or [] for each in await self.list_prompts()}
        if name not in known:
            told = f"there is no prompt {name[:_LONGEST_NAME]!r}; these are: {', '.join(known)}"
            raise MCPError(INVALID_PARAMS, told)
        lacking = [each for each in known[name] if each.required and each.name not in (arguments or {})]
        if lacking:
            needed = ", ".join(f"{each.name} ({each.description})" for each in lacking)
            raise MCPError(INVALID_PARAMS, f"the prompt {name} needs the argument {needed}")
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            raise MCPError(INVALID_PARAMS, f"the arguments of the prompt {name} do not fit it") from error


def _faults(error: ValidationError, schema: Schema) -> str:
    """Describe what is wrong with arguments in one line, without repeating their values."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    told = [
        _unknown(fault["loc"], schema)
        if fault["type"] == "extra_forbidden"
        else f"{_path(fault['loc'])}: {fault['msg']}"
        for fault in found[:_MOST_FAULTS]
    ]
    return " ".join("; ".join(told).split())


def _unknown(place: Sequence[str | int], schema: Schema) -> str:
    """Name an argument that does not exist, and those that do beside it."""
    inner: Schema = schema
    for part in place[:-1]:
        inner = _resolved(inner, schema)
        inner = inner["items"] if isinstance(part, int) else inner["properties"][part]
    known = ", ".join(_resolved(inner, schema)["properties"]) or "none"
    return f"{_path(place)}: there is no such argument; these are: {known}"


def _resolved(part: Schema, schema: Schema) -> Schema:
    """Follow the reference of a part of a schema, also behind ``or null``."""
    for choice in part.get("anyOf", (part,)):
        if "$ref" in choice:
            found: Schema = schema["$defs"][choice["$ref"].rpartition("/")[2]]
            return found
        if {"properties", "items"} & choice.keys():
            return dict(choice)
    return part


def _path(place: Sequence[str | int]) -> str:
    return ".".join(str(part)[:_LONGEST_NAME] for part in place)
