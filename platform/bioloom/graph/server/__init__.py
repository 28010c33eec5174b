"""The managed Neo4j: downloaded once, run for this user, started and stopped on request."""

from bioloom.graph.server.lifecycle import running_endpoint, start, stop
from bioloom.graph.server.progress import OnServerProgress, ServerProgress
from bioloom.graph.server.status_report import ServerStatus, status
