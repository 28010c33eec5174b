"""Model Context Protocol: the operations of the HTTP service as tools for agents.

This folder needs the extra ``mcp``; nothing outside imports it before it is asked for.
"""

from bioloom.serving.mcp.server import agent_server
