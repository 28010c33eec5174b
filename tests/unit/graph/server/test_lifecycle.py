"""The configuration file: private, and complete."""

from bioloom.graph.server.lifecycle import render_configuration
from bioloom.graph.server.memory_sizing import ServerMemory
from bioloom.graph.server.ports import Ports


def _rendered(memory: ServerMemory) -> dict[str, str]:
    lines = render_configuration(Ports(7700, 7500), memory).splitlines()
    pairs = [line.split("=", 1) for line in lines if not line.startswith("#")]
    assert len(pairs) == len({name for name, _ in pairs}), "Neo4j refuses a setting given twice"
    return dict(pairs)


def test_listens_on_loopback_only_and_asks_for_the_password() -> None:
    values = _rendered(ServerMemory(1024, 512))
    addresses = [value for name, value in values.items() if name.endswith("address")]
    assert addresses
    assert all(address.startswith("127.0.0.1") for address in addresses)
    assert values["dbms.security.auth_enabled"] == "true"
    assert values["server.https.enabled"] == "false"


def test_advertises_the_ports_it_listens_on() -> None:
    values = _rendered(ServerMemory(1024, 512))
    assert (
        values["server.bolt.listen_address"] == values["server.bolt.advertised_address"] == "127.0.0.1:7700"
    )
    assert (
        values["server.http.listen_address"] == values["server.http.advertised_address"] == "127.0.0.1:7500"
    )


def test_sends_nothing_home() -> None:
    values = _rendered(ServerMemory(1024, 512))
    assert values["dbms.usage_report.enabled"] == "false"
    assert values["client.allow_telemetry"] == "false"


def test_the_heap_never_begins_larger_than_it_may_grow() -> None:
    values = _rendered(ServerMemory(heap=100, pagecache=64))
    assert values["server.memory.heap.initial_size"] == values["server.memory.heap.max_size"] == "100m"
