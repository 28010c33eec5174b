"""`bioloom serve`, `bioloom token` and `bioloom mcp`: the HTTP service, and the server for agents."""

from __future__ import annotations

import ipaddress
import logging
import os
import signal
import socket
from contextlib import suppress
from enum import StrEnum
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.markup import escape

from bioloom.cli.console import notes, out
from bioloom.cli.plan_warming import begin_warming
from bioloom.errors import BioloomError
from bioloom.extras import optional
from bioloom.graph import endpoint
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.serving import Services


LogFormat = Literal["text", "json"]
"""How the service writes its log."""


LogLevel = Literal["debug", "info", "warning", "error"]
"""How much it writes."""


class OpenPart(StrEnum):
    """What callers without the token may use; an enum, because Typer takes no list of literals."""

    trapi = "trapi"


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8642,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            envvar="BIOLOOM_ALLOW_HOST",
            help="Another name under which callers reach the service. Repeatable.",
        ),
    ] = None,
    rate: Annotated[
        float,
        typer.Option(
            min=0, envvar="BIOLOOM_RATE", help="Requests a second that a caller may make; 0: no limit."
        ),
    ] = 50.0,
    at_once: Annotated[
        int, typer.Option(min=1, max=1000, envvar="BIOLOOM_AT_ONCE", help="Requests at work at once.")
    ] = 8,
    time_limit: Annotated[
        float,
        typer.Option(min=1, max=3600, envvar="BIOLOOM_TIME_LIMIT", help="Seconds that a request may take."),
    ] = 150.0,
    grace: Annotated[
        int, typer.Option(min=0, max=3600, help="Seconds that running requests have when it is stopped.")
    ] = 30,
    log_format: Annotated[
        LogFormat, typer.Option(envvar="BIOLOOM_LOG_FORMAT", help="How the log on stderr is written.")
    ] = "text",
    log_level: Annotated[
        LogLevel,
        typer.Option(envvar="BIOLOOM_LOG_LEVEL", help="What is logged; from info on, every request."),
    ] = "warning",
    cypher: Annotated[
        bool, typer.Option("--cypher", help="Let callers run Cypher that only reads [BIOLOOM_SERVE_CYPHER].")
    ] = False,
    open_: Annotated[
        list[OpenPart] | None,
        typer.Option("--open", help="Open this to callers without the token, at 5 requests a second."),
    ] = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Take no documents in: the service only reads.")
    ] = False,
) -> None:
    """Answer questions over HTTP until stopped with Ctrl-C; callers need the token."""
    import uvicorn  # with FastAPI a third of a second, which no other command should wait

    from bioloom.serving import CurrentToken, create_app, graph_services, read_token
    from bioloom.serving.limits import Limits
    from bioloom.serving.middleware.allowed_hosts import names_for
    from bioloom.serving.middleware.connection_limits import BoundedProtocol
    from bioloom.serving.middleware.service_logs import write_logs
    from bioloom.serving.middleware.tracing import open_tracing
    from bioloom.serving.stopping_server import StoppingServer

    settings = Settings()
    secret = read_token(settings)
    log = write_logs(log_format, log_level, [secret, *_secrets(settings)])
    tracing = open_tracing(os.environ)
    listener = _listen(host, port)
    taken = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{taken}"
    if log_format == "json":
        logging.getLogger("bioloom").warning("listening", extra={"fields": {"address": address}})
    else:
        _greet(host, address, secret)
    services = graph_services(
        settings,
        cypher=cypher or settings.serve_cypher,
        uploads=not read_only,
        database_back=begin_warming,  # a Java that has just started plans a first question for seconds
    )
    Thread(target=_warm, args=(services,), daemon=True).start()
    app = create_app(
        services,
        token=CurrentToken(settings, log.cover),
        limits=Limits(rate=rate, at_once=at_once, seconds=time_limit, grace=grace),
        hosts=names_for(host, allow_host or ()),
        tracing=tracing,
        open_trapi=OpenPart.trapi in (open_ or ()),
    )
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=grace,
        timeout_keep_alive=int(BoundedProtocol.seconds),  # longer than callers keep an idle connection (5 s)
        http=BoundedProtocol,
        h11_max_incomplete_event_size=64 * 1024,
    )
    signal.signal(signal.SIGTERM, _leave)  # uvicorn finishes what runs, then sends the signal on to this
    StoppingServer(config, app.state.running, grace=grace).run(sockets=[listener])


def token(
    renew: Annotated[bool, typer.Option("--renew", help="Replace the token by a new one first.")] = False,
) -> None:
    """Print the token that callers of the service need."""
    from bioloom.serving import read_token, renew_token

    settings = Settings()
    out.print(renew_token(settings) if renew else read_token(settings), markup=False)


def _warm(services: Services) -> None:
    """Survey the graph and ask its examples: plans and caches are made before the first caller comes."""
    with suppress(BioloomError):  # a database that is down is told to whoever asks
        services.overview()


def _leave(*_: object) -> None:
    """Exit on a signal in the usual way, so that resources are released."""
    raise SystemExit(0)


def _greet(host: str, address: str, secret: str) -> None:
    notes.print(
        f"bioloom answers at [bold]{escape(address)}[/] (its endpoints: /openapi.json)", soft_wrap=True
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
            f"[yellow]{escape(host)} can be reached from other machines; the token travels unencrypted, so "
            "put a proxy with TLS before it, and name its name with --allow-host[/]",
            soft_wrap=True,
        )


def _secrets(settings: Settings) -> list[str]:
    """List the secrets that no log line may hold."""
    held = (settings.neo4j_password, settings.llm_key)
    found = [secret.get_secret_value() for secret in held if secret is not None]
    with suppress(BioloomError):
        found.append(endpoint(settings).password)
    return found


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything starts, so that a taken port is one plain sentence."""
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


def serve_agents(
    cypher: Annotated[
        bool, typer.Option("--cypher/--no-cypher", help="Let agents run read-only Cypher of their own.")
    ] = False,
    seconds: Annotated[
        float, typer.Option("--time-limit", min=1, max=3600, help="Seconds that one call may take.")
    ] = 60.0,
) -> None:
    """Offer ask, retrieve, query, standardize and explain to an agent over stdin and stdout (MCP)."""
    optional("mcp", "bioloom mcp", extra="mcp")
    from bioloom.serving.limits import Limits
    from bioloom.serving.mcp import agent_server
    from bioloom.serving.services import graph_services

    services = graph_services(Settings(), uploads=False)
    try:
        agent_server(services, limits=Limits(seconds=seconds), cypher=cypher).run()
    finally:
        services.close()
