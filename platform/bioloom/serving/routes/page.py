"""Router of the web page at `/` and its static files, which need no token."""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from fastapi import APIRouter, Request
from starlette.responses import Response

from bioloom import resources
from bioloom.biolink.prefixes import prefix_map
from bioloom.graph.browser_palette import fills
from bioloom.serving.problem_details import problem

_FOLDER = "/page/"

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}
_FRONT = "index.html"


def page_routes() -> APIRouter:
    """Serve the page: its files, and as JSON the palette and the prefixes of identifiers."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/", methods=["GET", "HEAD"])
    def front(request: Request) -> Response:
        """Give the page."""
        return _send(request, _files()[_FRONT])

    @router.api_route(_FOLDER + "{name}", methods=["GET", "HEAD"])
    def file(request: Request, name: str) -> Response:
        """Give one file of the page, named by what there is and by nothing else."""
        found = _files().get(name)
        return _send(request, found) if found else problem(404, "the page has no such file")

    return router


@dataclass(frozen=True, slots=True)
class _File:
    """A static file: bytes, the same by gzip, media type and a weak entity tag of both.

    Only these are compressed: a response that holds what a caller chose beside what is secret must not be.
    """

    content: bytes
    packed: bytes
    media_type: str
    tag: str


@cache
def _files() -> Mapping[str, _File]:
    """Read all static files once; no other name can be asked for."""
    contents = dict(resources.page_files())
    contents["prefixes.json"] = json.dumps(_web_prefixes()).encode()
    contents["palette.json"] = json.dumps(fills()).encode()
    return {
        name: _File(
            content,
            gzip.compress(content, mtime=0),
            _TYPES[name.rpartition(".")[2]],
            f'W/"{hashlib.sha256(content).hexdigest()[:20]}"',
        )
        for name, content in contents.items()
    }


def _web_prefixes() -> dict[str, str]:
    """Give the prefixes of CURIEs that lead to pages of others, each with its address."""
    own = "https://w3id.org/bioloom/"
    return {
        prefix: iri
        for prefix, iri in prefix_map().items()
        if iri.startswith(("http://", "https://")) and not iri.startswith(own)
    }


def _send(request: Request, file: _File) -> Response:
    """Send a file, by gzip where the browser reads that, or 304 where it has this version."""
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            file.packed, media_type=file.media_type, headers=headers | {"Content-Encoding": "gzip"}
        )
    return Response(file.content, media_type=file.media_type, headers=headers)
