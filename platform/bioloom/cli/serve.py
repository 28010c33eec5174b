"""`bioloom serve` and `bioloom token`: the HTTP service on this machine."""

from __future__ import annotations

import ipaddress
import socket
from typing import Annotated

import typer
from rich.markup import escape

from bioloom.cli.console import notes, out
from bioloom.errors import BioloomError
from bioloom.settings import Settings

_GRACE = 10


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(serve)
    app.command()(token)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8642,
) -> None:
    """Answer questions over HTTP until stopped with Ctrl-C; callers need the token."""
    import uvicorn  # with FastAPI a third of a second, which no other command should wait

    from bioloom.serving import create_app, graph_services, read_token

    settings = Settings()
    secret = read_token(settings)
    listener = _listen(host, port)
    taken = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{taken}"
    notes.print(
        f"bioloom answers at [bold]{escape(address)}[/] (/ask, /retrieve, /standardize, /health)",
        soft_wrap=True,
    )
    if notes.is_terminal:  # a log must not hold the token
        notes.print(f"its page, for you alone: [bold]{escape(address)}/#token={secret}[/]", soft_wrap=True)
    else:
        notes.print(f"its page: [bold]{escape(address)}/[/]", soft_wrap=True)
    notes.print(
        "callers send the header Authorization: Bearer TOKEN; print it with: bioloom token", soft_wrap=True
    )
    if not _is_loopback(host):
        notes.print(
            f"[yellow]{escape(host)} can be reached from other machines; the token travels unencrypted, "
            "so put a proxy with TLS before it[/]",
            soft_wrap=True,
        )
    config = uvicorn.Config(
        create_app(graph_services(settings), token=secret),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=64 * 1024,
    )
    uvicorn.Server(config).run(sockets=[listener])


def token(
    renew: Annotated[bool, typer.Option("--renew", help="Replace the token by a new one first.")] = False,
) -> None:
    """Print the token that callers of the service need."""
    from bioloom.serving import read_token, renew_token

    settings = Settings()
    out.print(renew_token(settings) if renew else read_token(settings), markup=False)


def _listen(host: str, port: int) -> socket.socket:
    """Bind before anything starts, so that a taken port is one plain sentence."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)  # callers may connect from now on; they wait until the service is ready
    except OSError as error:
        raise BioloomError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; choose another with --port"
        ) from error
    return listener


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
