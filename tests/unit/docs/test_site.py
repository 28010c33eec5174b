"""The documentation builds as a site without a warning: every page is reached, nothing is fetched."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=quiet)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_is_in_the_contents(site: Path) -> None:
    contents = (site / "index.html").read_text()
    for page in (ROOT / "docs").rglob("*.md"):
        address = page.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        assert f'href="{address}"' in contents or address == "index.html", address


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r"<(?:script|link|img)[^>]+(?:src|href)=\"(https?:[^\"]+)\"")
    for page in site.rglob("*.html"):
        assert fetched.findall(page.read_text()) == [], page.name


def test_the_reference_has_the_public_functions(site: Path) -> None:
    from bioloom import api

    reference = (site / "api.html").read_text()
    for name in api.__all__:
        assert f'id="bioloom.api.{name}"' in reference
