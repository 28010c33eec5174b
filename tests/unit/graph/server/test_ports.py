"""Free ports, and the next free ones."""

import socket
from collections.abc import Iterator

import pytest

from bioloom.errors import ServerError
from bioloom.graph.server.ports import Ports, answers, choose_ports, is_free


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_a_listening_port_is_taken(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    assert answers(port)
    assert not is_free(port)


def test_a_bound_port_that_does_not_listen_is_taken() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        assert not is_free(bound.getsockname()[1])


def test_a_listener_on_all_addresses_takes_the_port() -> None:
    with socket.create_server(("0.0.0.0", 0)) as server:
        assert not is_free(server.getsockname()[1])


def test_goes_on_above_a_taken_port(listener: socket.socket) -> None:
    taken = listener.getsockname()[1]
    ports = choose_ports(Ports(taken, taken), reach=65536)
    assert taken < ports.bolt < ports.http


def test_says_so_when_none_is_free(listener: socket.socket) -> None:
    taken = listener.getsockname()[1]
    with pytest.raises(ServerError, match=str(taken)):
        choose_ports(Ports(taken, taken), reach=1)


def test_never_passes_the_last_port() -> None:
    ports = choose_ports(Ports(65535, 65534))
    assert (ports.bolt, ports.http) == (65535, 65534)
