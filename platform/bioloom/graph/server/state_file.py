"""State file of the last start: a hint for finding the server again, never the only evidence."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from bioloom.graph.server.paths import write_atomically
from bioloom.graph.server.ports import Ports


@dataclass(frozen=True, slots=True)
class State:
    """Ports in use, the process that uses them (None once it was stopped), its host and its supervisor."""

    ports: Ports
    pid: int | None
    host: str
    supervisor: int | None = None


def write_state(path: Path, state: State) -> None:
    """Replace the state file atomically."""
    write_atomically(path, json.dumps(asdict(state)) + "\n")


def parse_state(text: str) -> State | None:
    """Read a state; None if it is damaged in any way.

    >>> parse_state('{"ports": {"bolt": 7687, "http": 7474}, "pid": 12, "host": "laptop"}').pid
    12
    >>> parse_state('{"ports": ')
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match value:
        case {
            "ports": {"bolt": int(bolt), "http": int(http)},
            "pid": int() | None as pid,
            "host": str(host),
        } if _is_port(bolt) and _is_port(http) and _is_process(pid):
            supervisor = value.get("supervisor")
            return State(Ports(bolt, http), pid, host, supervisor if _is_process(supervisor) else None)
        case _:
            return None


def read_state(path: Path) -> State | None:
    """Read the state file; None if there is none, or it is damaged or not to be read."""
    try:
        return parse_state(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def _is_process(number: object) -> bool:
    return number is None or (type(number) is int and 0 < number < 2**31)


def _is_port(number: int) -> bool:
    return not isinstance(number, bool) and 0 < number < 65536
