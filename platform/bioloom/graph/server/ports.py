"""Port selection on the loopback address."""

import socket
from dataclasses import dataclass

from bioloom.errors import ServerError
from bioloom.settings import Settings

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Ports:
    """Ports of the server: Bolt for drivers, HTTP for Neo4j Browser."""

    bolt: int
    http: int


def preferred_ports(settings: Settings) -> Ports:
    """Give the ports that the settings prefer."""
    return Ports(settings.bolt_port, settings.http_port)


def choose_ports(preferred: Ports, reach: int = 500) -> Ports:
    """Take the preferred ports, or for each that is taken the next free one above it."""
    bolt = _free_from(preferred.bolt, reach, avoid=None)
    return Ports(bolt, _free_from(preferred.http, reach, avoid=bolt))


def is_free(port: int) -> bool:
    """Say whether a server could listen there: no connection is accepted, and binding succeeds."""
    if answers(port):
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Say whether connections are accepted there."""
    try:
        with socket.create_connection((HOST, port), timeout=1):
            return True
    except OSError:
        return False


def _free_from(first: int, reach: int, avoid: int | None) -> int:
    last = min(first + reach, 65536)
    for port in range(first, last):
        if port != avoid and is_free(port):
            return port
    raise ServerError(
        f"no port is free on {HOST} from {first} to {last - 1}; end a program that listens there"
    )
