"""The text of neo4j.conf."""

from bioloom.graph.server.memory import Memory
from bioloom.graph.server.ports import HOST, Ports


def render_configuration(ports: Ports, memory: Memory) -> str:
    """Write the configuration of a private server: loopback only, password needed, nothing sent home.

    The two internal settings let an idle server stop in a third of a second instead of ten.
    """
    return "\n".join(
        [
            "# Written anew by every `bioloom up`: changes made here are lost.",
            "# Memory: set BIOLOOM_HEAP and BIOLOOM_PAGECACHE.",
            f"server.default_listen_address={HOST}",
            f"server.bolt.listen_address={HOST}:{ports.bolt}",
            f"server.bolt.advertised_address={HOST}:{ports.bolt}",
            f"server.http.listen_address={HOST}:{ports.http}",
            f"server.http.advertised_address={HOST}:{ports.http}",
            "server.https.enabled=false",
            "dbms.security.auth_enabled=true",
            "dbms.usage_report.enabled=false",
            "client.allow_telemetry=false",
            f"server.memory.heap.initial_size={min(memory.heap, 256)}m",
            f"server.memory.heap.max_size={memory.heap}m",
            f"server.memory.pagecache.size={memory.pagecache}m",
            "db.tx_log.rotation.size=64m",
            "db.tx_log.rotation.retention_policy=256M size",
            "internal.dbms.bolt.netty_server_shutdown_quiet_period=0",
            "internal.server.bolt.thread_pool_shutdown_wait_time=0s",
            "",
        ]
    )
