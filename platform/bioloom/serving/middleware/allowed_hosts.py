"""Allowed host names, so that DNS rebinding cannot lead another site to the service.

A page on another site can point a name of its own at the loopback address (DNS rebinding) and then reads
answers as if they were its own. Its requests still carry its own name in the Host header.
"""

import ipaddress
from collections.abc import Iterable

from bioloom.errors import UsageError

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this machine to itself."""


def names_for(host: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Give the host names of a service that listens on `host`: loopback, the address itself, and `more`.

    >>> sorted(names_for("0.0.0.0", ["Lab.example."]))
    ['127.0.0.1', '::1', 'lab.example', 'localhost']

    UsageError for what no Host header can be, such as an address with its scheme.
    """
    more = tuple(more)
    for name in more:
        if not name or "/" in name or any(map(str.isspace, name)):
            raise UsageError(f"{name!r} is no host name: give it without http:// and without a path")
    stated = {_plain(name) for name in more}
    return LOOPBACK | stated | ({_plain(host)} if not _is_wildcard(host) else set())


def answers_to(header: str, names: frozenset[str]) -> bool:
    """Say whether a Host header names this service; the port is ignored.

    >>> answers_to("LOCALHOST:8642", LOOPBACK), answers_to("[::1]:80", LOOPBACK), answers_to("evil", LOOPBACK)
    (True, True, False)
    """
    if header.startswith("["):
        name, bracket, port = header[1:].partition("]")
        port = port.removeprefix(":") if bracket else "?"
    else:
        name, _, port = header.partition(":")
    return (port.isdigit() or not port) and _plain(name) in names


def _plain(name: str) -> str:
    return name.strip("[]").removesuffix(".").casefold()


def _is_wildcard(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return not host
