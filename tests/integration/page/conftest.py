"""One service over a small graph, and one Chromium, for all tests of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from bioloom.graph.connection import Endpoint, connect
from bioloom.serving import read_token
from bioloom.settings import Settings
from kept_graph import keep
from page_graph import write
from page_visitor import Page
from trapi_endpoint import Endpoint as Other
from trapi_endpoint import serve

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
ELSEWHERE = ("http", "ws", "ftp")
MISSING = "no Chromium: the page is not tested (install chromium and chromium-driver)"


@pytest.fixture(scope="module")
def outside() -> Iterator[Other]:
    """Serve the other graph that the service may ask; its `requests` are what left the machine."""
    with serve({"message": {}}) as other:
        yield other


@pytest.fixture(scope="module")
def origin(
    server: Endpoint, outside: Other, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """Serve the small graph as `bioloom serve` does; gives its address and its token."""
    with connect(server) as graph:
        keep(graph, "page", write)
    home = tmp_path_factory.mktemp("served")
    environment = {
        "BIOLOOM_HOME": str(home),
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.user,
        "NEO4J_PASSWORD": server.password,
        "BIOLOOM_FEDERATION": outside.url,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "bioloom.cli.app", "serve", "--port", "0"],
        env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found, line
        yield found[0], read_token(Settings(home=home))
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """Run one Chromium; where there is none the tests are left out, but never in CI."""
    if CHROMIUM is None or DRIVER is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def page(browser: webdriver.Chrome, origin: tuple[str, str]) -> Iterator[Page]:
    """Open the page wide and light; afterwards nothing may have left the origin or stand in the console."""
    opened = Page(browser, *origin)
    opened.size(1280, 900)
    opened.prefers(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    browser.get("about:blank")
    opened.requests(), opened.log("browser")  # what another file's test left
    opened.open()
    yield opened
    outside = [
        url for url in opened.requests() if url.startswith(ELSEWHERE) and not url.startswith(opened.origin)
    ]
    assert outside == []
    said_aloud = [
        entry["message"] for entry in opened.log("browser") if entry["level"] in {"SEVERE", "WARNING"}
    ]
    assert [line for line in said_aloud if not any(known in line for known in opened.expected)] == []
    assert opened.js("return window.hacked") is None
    opened.js("localStorage.clear(); sessionStorage.clear()")


@pytest.fixture
def note(tmp_path: Path) -> Path:
    """A small protocol of one's own."""
    path = tmp_path / "staining.txt"
    path.write_text(
        "Gel staining\n\nStain the gel for 25 min. Rinse the gel twice with distilled water.\n",
        encoding="utf-8",
    )
    return path
