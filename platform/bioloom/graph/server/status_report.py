"""Status report of the server in use; changes nothing."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from neo4j.exceptions import Neo4jError

from bioloom.errors import BioloomError
from bioloom.graph.connection import Endpoint, connect, named_endpoint
from bioloom.graph.server.exit_log import unasked_exit
from bioloom.graph.server.lifecycle import running_server
from bioloom.graph.server.paths import Home
from bioloom.graph.server.readiness import account_of_absence, endpoint_of
from bioloom.graph.statements import statement
from bioloom.records.attributes import attributes
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Contents:
    """Version and counts of an answering server."""

    version: str
    nodes: int
    relationships: int


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The server in use; `running` means that it answers, `problem` says why it does not.

    The managed server's own fields are None for a server that NEO4J_URI names; `last_end` says when and why a
    server ended that nobody had asked to.
    """

    managed: bool
    running: bool
    uri: str | None = None
    user: str | None = None
    browser: str | None = None
    version: str | None = None
    nodes: int | None = None
    relationships: int | None = None
    pid: int | None = None
    bolt_port: int | None = None
    http_port: int | None = None
    home: Path | None = None
    log: Path | None = None
    password_file: Path | None = None
    data_bytes: int | None = None
    last_end: str | None = None
    problem: str | None = None


def status(settings: Settings) -> ServerStatus:
    """Report on the server in use: the managed one, or the one that NEO4J_URI names."""
    if where := named_endpoint(settings):
        return _asked(ServerStatus(managed=False, running=False), where)
    return _managed(Home.of(settings))


def look(where: Endpoint) -> tuple[Contents | None, str | None]:
    """Ask a server for its version and counts; on failure give None and the reason."""
    try:
        with connect(where) as graph, graph.session(read=True) as session:
            version = session.run(statement("server/version")).single(strict=True)["version"]
            nodes = session.run(statement("server/count_nodes")).single(strict=True)["count"]
            edges = session.run(statement("server/count_relationships")).single(strict=True)["count"]
    except (BioloomError, Neo4jError) as error:
        return None, str(error)
    return Contents(version, nodes, edges), None


def data_size(folder: Path) -> int:
    """Count the bytes that the files of a folder take on the disk."""
    total = 0
    for file in folder.rglob("*"):
        with suppress(FileNotFoundError):  # the server removed it meanwhile
            total += file.lstat().st_blocks * 512
    return total


def _managed(home: Home) -> ServerStatus:
    size = data_size(home.data)
    running = running_server(home)
    last = unasked_exit(home, running=running is not None)
    found = ServerStatus(
        managed=True,
        running=False,
        home=home.root,
        log=home.log,
        password_file=home.password,
        data_bytes=size,
        last_end=last.sentence() if last else None,
    )
    if running is None:
        return replace(found, problem=account_of_absence(home))
    found = replace(found, pid=running.pid, bolt_port=running.ports.bolt, http_port=running.ports.http)
    try:
        where = endpoint_of(home, running)
    except BioloomError as error:
        return replace(found, problem=str(error))
    return replace(_asked(found, where), browser=where.browser)


def _asked(found: ServerStatus, where: Endpoint) -> ServerStatus:
    """Add what a server says of itself, or why it does not answer."""
    contents, problem = look(where)
    found = replace(found, uri=where.uri, user=where.user, problem=problem)
    if contents is None:
        return found
    return replace(found, running=True, **attributes(contents, "version", "nodes", "relationships"))
