"""The server of the tests, named by the environment as a user names one."""

import pytest

from bioloom.graph.connection import Endpoint


def name_server(monkeypatch: pytest.MonkeyPatch, server: Endpoint) -> None:
    """Let commands and settings use a server that runs."""
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
