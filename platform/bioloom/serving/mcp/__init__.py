"""The graph for agents: tools of the Model Context Protocol over the same work as the HTTP service.

This folder needs the extra ``mcp``; nothing outside imports it before it is asked for.
"""

from bioloom.serving.mcp.server import agent_server

__all__ = ["agent_server"]
