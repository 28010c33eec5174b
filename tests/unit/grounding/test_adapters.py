"""Online services for names, played by a small server that answers in their documented forms."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bioloom.errors import ServiceUnavailable, UsageError
from bioloom.grounding.adapters import NameResolver, NodeNormalizer
from bioloom.grounding.adapters.json_service import Service
from bioloom.records import Naming

WATER = {
    "id": {"identifier": "CHEBI:15377", "label": "Water"},
    "equivalent_identifiers": [
        {"identifier": "CHEBI:15377", "label": "water"},
        {"identifier": "MESH:D014867", "label": "Water"},
    ],
    "type": ["biolink:SmallMolecule", "biolink:MolecularEntity", "biolink:ChemicalEntity"],
    "information_content": 47.7,
}
TNF = {
    "curie": "NCBIGene:7124",
    "label": "TNF",
    "highlighting": {},
    "synonyms": ["TNF-alpha", "tumor necrosis factor"],
    "taxa": ["NCBITaxon:9606"],
    "types": ["biolink:Gene", "biolink:GeneOrGeneProduct"],
    "score": 310.4,
    "clique_identifier_count": 9,
}
TNFAIP = TNF | {"curie": "NCBIGene:7128", "label": "TNFAIP3", "synonyms": ["TNF alpha induced protein 3"]}
DRUG = TNF | {"curie": "CHEBI:1", "label": "TNF", "types": ["biolink:Drug"]}


class Online:
    """What the server is to answer, in turn (an int: a status), and what it was asked."""

    def __init__(self) -> None:
        self.replies: list[Any] = []
        self.asked: list[tuple[str, Any]] = []
        self.url = ""


@pytest.fixture
def online() -> Iterator[Online]:
    state = Online()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            self._reply(parts.path, parse_qs(parts.query))

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            self._reply(self.path, json.loads(self.rfile.read(length)))

        def _reply(self, path: str, asked: Any) -> None:
            state.asked.append((path, asked))
            reply = state.replies.pop(0)
            status = reply if isinstance(reply, int) else 200
            body = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/"
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


def service(online: Online, folder: Path, *, offline: bool = False) -> Service:
    return Service(online.url, folder / "answers", timeout=5, attempts=3, wait=0.01, offline=offline)


def test_the_node_normalizer_gives_one_id_for_equivalent_ones(online: Online, tmp_path: Path) -> None:
    online.replies = [{"MESH:D014867": WATER, "X:1": None}]
    found = NodeNormalizer(service(online, tmp_path)).normalise(["X:1", "MESH:D014867", "X:1"])
    assert list(found) == ["MESH:D014867"]
    assert found["MESH:D014867"].id == "CHEBI:15377"
    assert found["MESH:D014867"].equivalent == ("CHEBI:15377", "MESH:D014867")
    assert found["MESH:D014867"].categories[0] == "biolink:SmallMolecule"
    assert online.asked == [("/get_normalized_nodes", {"curies": ["MESH:D014867", "X:1"], "conflate": True})]


def test_the_name_resolver_grounds_what_says_the_same_name(online: Online, tmp_path: Path) -> None:
    online.replies = [[TNFAIP, DRUG, TNF]]
    resolver = NameResolver(service(online, tmp_path))
    (found,) = resolver.ground([Naming("TNF-α", ("biolink:Gene",))])
    assert found is not None
    assert (found.entity_id, found.name, found.method) == ("NCBIGene:7124", "TNF", "name resolver")
    path, query = online.asked[0]
    assert path == "/lookup"
    assert query["string"] == ["TNF-α"]
    assert query["biolink_type"] == ["Gene"]


def test_what_is_only_alike_is_a_candidate(online: Online, tmp_path: Path) -> None:
    online.replies = [[TNFAIP], []]
    resolver = NameResolver(service(online, tmp_path))
    assert resolver.ground([Naming("TNF")]) == (None,)
    assert [one.entity_id for one in resolver.candidates(Naming("TNF"))] == ["NCBIGene:7128"]
    assert resolver.ground([Naming("buffer"), Naming("")]) == (None, None)
    assert resolver.ground([Naming("nothing like it")]) == (None,)


def test_an_answer_is_kept_and_serves_offline(online: Online, tmp_path: Path) -> None:
    online.replies = [[TNF]]
    assert NameResolver(service(online, tmp_path)).candidates(Naming("TNF"))
    assert NameResolver(service(online, tmp_path, offline=True)).candidates(Naming("TNF"))
    assert len(online.asked) == 1
    with pytest.raises(ServiceUnavailable, match="offline"):
        NameResolver(service(online, tmp_path, offline=True)).candidates(Naming("IL2"))


def test_a_kept_answer_that_was_cut_short_is_asked_for_again(online: Online, tmp_path: Path) -> None:
    online.replies = [[TNF], [TNF]]
    NameResolver(service(online, tmp_path)).candidates(Naming("TNF"))
    (kept,) = (tmp_path / "answers").iterdir()
    kept.write_text(kept.read_text()[:20])
    assert NameResolver(service(online, tmp_path)).candidates(Naming("TNF"))
    assert len(online.asked) == 2


def test_a_busy_service_is_asked_again_and_a_refusal_is_not(online: Online, tmp_path: Path) -> None:
    online.replies = [503, 429, [TNF]]
    assert NameResolver(service(online, tmp_path)).candidates(Naming("TNF"))
    online.replies = [404]
    with pytest.raises(ServiceUnavailable, match="answered 404"):
        NameResolver(service(online, tmp_path)).candidates(Naming("IL2"))
    assert len(online.asked) == 4


@pytest.mark.parametrize("reply", [b"<html>", {"a": 1}, [{"label": "TNF"}], [{"curie": 7}], [[]]])
def test_another_form_than_agreed_is_said_so(online: Online, tmp_path: Path, reply: Any) -> None:
    online.replies = [reply]
    with pytest.raises(ServiceUnavailable):
        NameResolver(service(online, tmp_path)).candidates(Naming("TNF"))


@pytest.mark.parametrize("reply", [[], {"X:1": {}}, {"X:1": {"id": {"identifier": 1}}}, {"X:1": []}])
def test_a_broken_node_is_said_so(online: Online, tmp_path: Path, reply: Any) -> None:
    online.replies = [reply]
    with pytest.raises(ServiceUnavailable):
        NodeNormalizer(service(online, tmp_path)).normalise(["X:1"])


def test_a_service_that_is_not_there_is_named(tmp_path: Path) -> None:
    gone = Service("http://127.0.0.1:9/", tmp_path, timeout=1, attempts=2, wait=0.01)
    with pytest.raises(ServiceUnavailable, match=r"http://127\.0\.0\.1:9 does not answer"):
        NodeNormalizer(gone).normalise(["X:1"])
    with pytest.raises(UsageError, match="not the address"):
        Service("localhost", tmp_path)
