"""`bioloom load pmid:… pmcid:…`: fetched once, kept with its date, loaded as its XML is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.errors import BioloomError, UsageError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.pipeline.sources import publication_fetch
from bioloom.pipeline.sources.publication_fetch import fetch_publications
from bioloom.settings import Settings

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("no_backoff")]

run = CliRunner()
ABSTRACT = """<?xml version="1.0"?><PubmedArticleSet><PubmedArticle>
<MedlineCitation><PMID>{number}</PMID><Article><ArticleTitle>Boiling of water.</ArticleTitle><Abstract>
<AbstractText>Water boils at 100 °C.</AbstractText></Abstract>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"""
ARTICLE = """<pmc-articleset><article><front><article-meta>
<article-id pub-id-type="pmcid">PMC{number}</article-id>
<title-group><article-title>Freezing of water</article-title></title-group>
<permissions><license><license-p>CC BY 4.0</license-p></license></permissions>
<abstract><p>Water freezes at 0 °C.</p></abstract></article-meta></front></article></pmc-articleset>"""


class Ncbi:
    """A small E-utilities: what it was asked, and how often it says that it is asked too much."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.busy = 0
        self.port = 0


@pytest.fixture
def ncbi(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ncbi]:
    state = Ncbi()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
            state.asked[f"{asked['db']} {asked['id']}"] += 1
            body = (ABSTRACT if asked["db"] == "pubmed" else ARTICLE).format(number=asked["id"])
            if asked["id"] == "404":
                body = "<PubmedArticleSet></PubmedArticleSet>"
            status, state.busy = (429, state.busy - 1) if state.busy else (200, 0)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body.encode())))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    monkeypatch.setattr(publication_fetch, "_PAUSE", 0)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        state.port = server.server_port
        monkeypatch.setenv("BIOLOOM_EUTILS", f"http://127.0.0.1:{server.server_port}/eutils")
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield state
        server.shutdown()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_publications_are_loaded_by_number(
    graph: Graph, server: Endpoint, ncbi: Ncbi, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"NEO4J_URI": server.uri, "NEO4J_USERNAME": server.user, "BIOLOOM_HOME": str(home),
                        "NEO4J_PASSWORD": server.password}.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    words = ["load", "pmid:27491646", "PMCID:PMC12", "pmid:404", "--json"]
    done = run.invoke(app, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["written"]["documents"] == 2, done.stdout
    assert "NCBI does not hold PMID404" in done.stderr
    with graph.session() as session:
        texts = session.run("MATCH (s:Sentence) RETURN s.text ORDER BY s.text").value()
    assert {"Water boils at 100 °C.", "Water freezes at 0 °C."} <= set(texts)
    run.invoke(app, words)
    assert ncbi.asked == {"pubmed 27491646": 1, "pmc 12": 1, "pubmed 404": 2}


def test_when_it_came_is_kept_and_a_busy_database_is_asked_again(ncbi: Ncbi, home: Path) -> None:
    ncbi.busy = 1
    fetched = fetch_publications(["pmid:0007", "PMID:7"], Settings(home=home))
    assert sorted(path.name for path in fetched.folder.iterdir()) == [".retrieved.jsonl", "PMID7.xml"]
    row = json.loads((fetched.folder / ".retrieved.jsonl").read_text())
    assert (row["file"], row["from"]) == ("PMID7.xml", f"http://127.0.0.1:{ncbi.port}/eutils")
    assert len(row["retrieved_on"]) == len("2026-01-31")
    assert ncbi.asked == {"pubmed 7": 2}


@pytest.mark.parametrize("name", ["pmid:", "pmid:PMC7", "pmcid:seven", "pmid:7/../8"])
def test_a_name_of_another_form_is_told(name: str, home: Path) -> None:
    with pytest.raises(UsageError, match="write pmid:27491646 or pmcid:PMC3531190"):
        fetch_publications([name], Settings(home=home))


def test_none_found_is_an_error(ncbi: Ncbi, home: Path) -> None:
    with pytest.raises(UsageError, match="no publication with the number PMID404"):
        fetch_publications(["pmid:404"], Settings(home=home))


def test_without_a_network_it_is_one_line(home: Path) -> None:
    settings = Settings(home=home, eutils="http://127.0.0.1:9/eutils")
    with pytest.raises(
        BioloomError, match=r"cannot fetch pubmed 7 from http://127.0.0.1:9.*check the network"
    ) as told:
        fetch_publications(["pmid:7"], settings)
    assert "\n" not in str(told.value)
