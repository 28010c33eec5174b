"""`bioloom browser`: Neo4j Browser with the connection filled in, the style and a guide of queries."""

import webbrowser
from collections.abc import Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

import typer

from bioloom import resources
from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import safe
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.cookbook.browser_guide import browser_guide
from bioloom.graph.server import status
from bioloom.settings import Settings

HOST = "localhost"
"""Name under which Neo4j Browser takes guides and styles without being told of the host."""

GUIDE, STYLE = "/guide.html", "/bioloom.grass"


def browser(
    address: Annotated[
        str | None, typer.Option(help="Address of Neo4j Browser, where the server is not managed.")
    ] = None,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open it in your web browser.")] = True,
) -> None:
    """Open Neo4j Browser with a guide: pictures of the graph and the cookbook, to click on."""
    found = status(Settings())
    place = address or found.browser
    if place is None:
        raise UsageError(
            "this server's Neo4j Browser is not known: bioloom browser --address http://HOST:7474/browser/"
        )
    parts = urlsplit(place)
    pages = {STYLE: resources.text("cypher", "browser/bioloom.grass")}
    handler = partial(_Pages, pages, f"{parts.scheme}://{parts.netloc}")
    with ThreadingHTTPServer((HOST, 0), handler) as server:
        own = f"http://{HOST}:{server.server_port}"
        with open_graph(Settings()) as graph:
            pages[GUIDE] = browser_guide(graph, own + STYLE)
        bolt = (found.uri or "").replace("://", f"://{found.user}@", 1)
        filled = {"dbms": bolt, "db": Settings().neo4j_database, "cmd": "guide", "arg": own + GUIDE}
        link = f"{place}?{urlencode(filled)}"
        out.print(safe(link), soft_wrap=True)
        notes.print(
            "Connect (bioloom status --show-password), then run the :guide line. Ctrl-C ends the guide."
        )
        if show:
            webbrowser.open(link)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            notes.print("The guide is closed; Neo4j Browser goes on.")


class _Pages(BaseHTTPRequestHandler):
    """Handler of two pages, for scripts of Neo4j Browser's origin only."""

    def __init__(self, pages: Mapping[str, str], origin: str, *given: Any) -> None:
        self._pages, self._origin = pages, origin
        super().__init__(*given)

    def do_GET(self) -> None:
        """Send a page; Neo4j Browser asks first whether it may (OPTIONS)."""
        text = self._pages.get(self.path)
        body = (text or "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Access-Control-Allow-Origin", self._origin)
        self.send_header("Access-Control-Allow-Headers", "*")
        self.send_header("Content-Type", f"text/{'html' if self.path == GUIDE else 'plain'}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_OPTIONS = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal quiet."""
