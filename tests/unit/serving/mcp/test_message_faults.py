"""Lines that are no message of the protocol are passed over, and the server goes on."""

import json
import os
import subprocess
import sys

SERVER = (
    "from bioloom.serving.mcp import agent_server; from toy_services import toy_services; "
    "agent_server(toy_services()).run()"
)
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
LINES = [
    "garbage",
    "",
    '[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]',
    '{"jsonrpc": "1.0", "id": 1, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}',
    json.dumps({"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": HELLO}),
]


def test_what_is_no_message_ends_nothing() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SERVER]
    told = subprocess.run(
        command, input="\n".join(LINES) + "\n", capture_output=True, text=True, env=environment, timeout=120
    )
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert [each["id"] for each in answers] == [7], told.stderr
