"""`bioloom browser`: Neo4j Browser connects, takes the guide and the style, and draws the graph."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bioloom import api, resources
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.cookbook.browser_guide import browser_guide
from bioloom.graph.guard.read_only_guard import read_rows
from bioloom.settings import Settings
from kept_graph import keep
from page_visitor import Page

pytestmark = pytest.mark.integration


class _Queries(HTMLParser):
    """Reader of what a guide runs."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found.append(data)


@pytest.fixture
def protocol(server: Endpoint, tmp_path: Path) -> Iterator[Graph]:
    """Give a graph of one protocol of the demo."""

    def load(graph: Graph) -> None:
        folder = tmp_path / "wlp"
        folder.mkdir()
        for file in (resources.demo_folder() / "wlp").glob("protocol_104.*"):
            shutil.copy(file, folder)
        api.load(graph, folder, settings=Settings(home=tmp_path))

    with connect(server) as graph:
        keep(graph, "one protocol", load)
        yield graph


@pytest.fixture
def link(server: Endpoint, server_home: Path, protocol: Graph) -> Iterator[str]:
    if os.environ.get("BIOLOOM_TEST_NEO4J"):
        pytest.skip("the Neo4j Browser of a server that is not managed is not known")
    environment = {**os.environ, "BIOLOOM_HOME": str(server_home), "COLUMNS": "60"}
    environment.pop("NEO4J_URI", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "bioloom", "browser", "--no-open"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "The guide is closed" in said


def test_every_query_of_the_guide_runs(protocol: Graph) -> None:
    reader = _Queries()
    reader.feed(browser_guide(protocol, "http://localhost:1/bioloom.grass"))
    style, *queries = reader.found
    assert style == ":style http://localhost:1/bioloom.grass"
    assert len(queries) > 10
    for query in queries:
        assert "$" not in query
        read_rows(protocol, query, {})


def test_only_neo4j_browser_may_read_the_guide(link: str) -> None:
    parts = urlsplit(link)
    guide = parse_qs(parts.query)["arg"][0]
    for answer in (httpx.get(guide), httpx.options(guide)):
        assert answer.headers["Access-Control-Allow-Origin"] == f"{parts.scheme}://{parts.netloc}"
    assert httpx.get(guide.replace("guide.html", "../secret")).status_code == 404


def test_the_browser_shows_the_guide(browser: webdriver.Chrome, link: str, server: Endpoint) -> None:
    page = Page(browser, link, "")
    page.size(1400, 900)
    browser.get(link)
    page.find("input[type=password]").send_keys(server.password + Keys.ENTER)
    page.until(lambda: "connected as user" in browser.page_source, "a connection")
    page.until(lambda: not page.all("input[type=password]"), "the form to go")
    page.find("[data-testid=editor-Run]").click()
    assert page.find(".runnable").text.startswith(":style http://localhost:")
    browser.find_element(By.XPATH, "//*[text()='Next']").click()
    page.until(lambda: page.find(".runnable").text.startswith("MATCH"), "a query")
    page.find(".runnable").click()
    page.until(lambda: "MATCH" in page.text(".monaco-editor .view-lines"), "the query in the editor")
    page.find("[data-testid=editor-Run]").click()
    page.until(lambda: page.all("svg .node"), "a picture")
