"""The page's files: open to all, nothing beside them, and free of what its policy forbids."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from bioloom import resources
from bioloom.graph.browser_palette import read_palette
from bioloom.records import Answer
from bioloom.serving import Services, create_app
from bioloom.serving.overview import ExampleQuestion, LoadedSource, Overview
from bioloom_lab.maintenance.browser_style import contrast
from toy_services import toy_services

PAGE = Path(__file__).parents[3] / "platform" / "bioloom" / "serving" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
KEY = {"Authorization": "Bearer " + "t" * 43}
SEEN = Overview(1, 2, 3, (LoadedSource("infores:wlp", 1, 0),), (ExampleQuestion("How long?", "A protocol"),))


def services() -> Services:
    return toy_services(
        ask=lambda question, **_: Answer(question, "yes", False, 1.0),
        standardize=lambda claims: (),
        overview=lambda: SEEN,
    )


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(services(), token="t" * 43)) as opened:
        yield opened


def test_the_page_needs_no_token_and_every_file_it_names_is_there(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    named = re.findall(r'(?:src|href)="(/page/[^"]+)"', page.text)
    assert {"/page/main.js", "/page/cytoscape.min.js", "/page/base.css"} <= set(named)
    for name in named:
        assert client.get(name).status_code == 200, name


def test_the_page_can_be_looked_for_without_its_content(client: TestClient) -> None:
    for path in ("/", "/page/main.js"):
        found = client.head(path)
        assert (found.status_code, found.content) == (200, b"")


def test_every_module_that_is_imported_is_there(client: TestClient) -> None:
    for script in SCRIPTS:
        for name in re.findall(r'from "\./([^"]+)"', script.read_text(encoding="utf-8")):
            found = client.get(f"/page/{name}")
            assert found.headers["content-type"] == "text/javascript; charset=utf-8", name


@pytest.mark.parametrize(
    "name", ["nothing.js", "..%2Fgate.py", "%2Fetc%2Fpasswd", "main.js%00", "", "x/main.js"]
)
def test_nothing_else_is_served(client: TestClient, name: str) -> None:
    found = client.get(f"/page/{name}")
    assert (found.status_code, found.headers["content-type"]) == (404, "application/problem+json")


def test_the_page_opens_no_other_door(client: TestClient) -> None:
    for path in ("/page", "/overview", "/pages/x", "//page/main.js"):
        assert client.get(path).status_code in {401, 404}, path
    assert client.post("/page/main.js").status_code == 405


def test_a_version_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/page/main.js")
    again = client.get("/page/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"


def test_scripts_of_others_are_the_files_of_their_packages(client: TestClient) -> None:
    scripts = list(resources.vendored_scripts())
    assert {script["file"] for script in scripts} == {path.name for path in (PAGE / "vendor").glob("*.js")}
    for script in scripts:
        sent = client.get(f"/page/{script['file']}").content
        assert hashlib.sha256(sent).hexdigest() == script["sha256"], script["file"]
        assert f"/{script['file']}" in (PAGE.parents[3] / "NOTICE").read_text("utf-8")
        assert b"Permission is hereby granted" in sent[:4000]  # its licence stands at its head


def test_the_drawing_library_finds_its_style_in_the_page() -> None:
    """Without an element of this id it would add a style to the page, which the policy forbids."""
    script = (PAGE / "vendor" / "cytoscape.min.js").read_text(encoding="utf-8")
    name = "__________cytoscape_stylesheet"
    assert name in script
    assert f'id="{name}"' in (PAGE / "index.html").read_text(encoding="utf-8")


def test_prefixes_lead_to_the_pages_of_others(client: TestClient) -> None:
    prefixes = client.get("/page/prefixes.json").json()
    assert prefixes["DOID"] == "http://purl.obolibrary.org/obo/DOID_"
    assert "bioloom" not in prefixes
    assert all(address.startswith(("http://", "https://")) for address in prefixes.values())


def test_the_colours_are_those_of_the_browser_style(client: TestClient) -> None:
    colours = client.get("/page/palette.json").json()
    assert {label: look.color for label, look in read_palette().items()}.items() <= colours.items()
    assert colours["biolink:Cell"] != colours["biolink:Gene"]
    assert colours["biolink:ComplexMolecularMixture"] == colours["biolink:ChemicalMixture"]


def test_no_script_or_style_stands_in_the_page() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_documents_can_only_become_text(script: Path) -> None:
    """No way of making markup or code out of text; elements are made in one file."""
    source = script.read_text(encoding="utf-8")
    markup = r"(inner|outer)HTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment"
    assert not re.search(rf"{markup}|\beval\(|new Function|setAttribute\(.style", source)
    assert "createElement" not in source or script.name == "element.js"
    assert not re.findall(r"https?://", source)


def test_the_overview_needs_the_token(client: TestClient) -> None:
    assert client.get("/overview").status_code == 401
    seen = client.get("/overview", headers=KEY).json()
    assert seen["documents"] == 1
    assert seen["sources"] == [{"id": "infores:wlp", "documents": 1, "statements": 0}]
    assert seen["examples"] == [{"question": "How long?", "about": "A protocol"}]


def colours(name: str) -> tuple[str, str]:
    """Read a colour of the style sheet for the light and for the dark theme."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", (PAGE / "base.css").read_text("utf-8"))
    assert found, name
    return found[1], found[2]


@pytest.mark.parametrize(
    ("ink", "ground"),
    [(ink, ground) for ink in ("ink", "muted", "accent", "denied", "warn") for ground in ("ground", "raised")]
    + [("on-accent", "accent"), ("accent", "accent-soft"), ("muted", "accent-soft"), ("ink", "accent-soft")]
    + [
        ("warn", "warn-soft"),
        ("ink", "warn-soft"),
        ("denied", "denied-soft"),
        ("muted", "sunk"),
        ("ink", "sunk"),
    ],
)
def test_text_stands_out_in_both_themes(ink: str, ground: str) -> None:
    """WCAG 2 AA asks for 4.5 to 1."""
    for text, back in zip(colours(ink), colours(ground), strict=True):
        assert contrast(text, back) >= 4.5, (text, back)


def test_borders_of_fields_stand_out_in_both_themes() -> None:
    """WCAG 2 AA asks for 3 to 1 where a border is all that shows a field."""
    for line, back in zip(colours("line-strong"), colours("raised"), strict=True):
        assert contrast(line, back) >= 3.0


@pytest.mark.skipif(shutil.which("node") is None, reason="no node: functions of the page are not run")
def test_nothing_rests_on_what_a_refusal_cites() -> None:
    run = f"""
      import {{ nearest, restingOn }} from "{(PAGE / "answer.js").as_uri()}";
      const citations = [{{ id: 1, sentence_id: "a#s1" }}, {{ id: 2, sentence_id: null }}];
      const parts = [{{ abstained: false, citations: [2] }}, {{ abstained: true, citations: [1] }}];
      console.log(JSON.stringify([
        ...[{{ abstained: true }}, {{ abstained: false }}, {{ abstained: false, parts }}]
          .map((each) => [...restingOn({{ citations, ...each }})]),
        nearest(citations.slice(0, 1)), nearest(citations)]));"""
    done = subprocess.run(
        ["node", "--input-type=module"], input=run, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [
        *([], [1, 2], [2]),
        *("Nearest sentence, no answer", "Nearest statements, no answer"),
    ]


DOM = """
  globalThis.Node = class {
    constructor(tag, text) { Object.assign(this, { tag, text, children: [], style: { setProperty() {} } }); }
    append(...children) { this.children.push(...children); }
    setAttribute() {}
    addEventListener() {}
    get words() { return this.text ?? this.children.map((each) => each.words).join(""); }
  };
  globalThis.document = {
    createElement: (tag) => new Node(tag), createTextNode: (text) => new Node("", text),
  };
"""
"""As much of a browser's page as elements are made of."""


@pytest.mark.skipif(shutil.which("node") is None, reason="no node: functions of the page are not run")
def test_of_a_protocol_only_what_is_done_has_a_number() -> None:
    run = f"""
      {DOM}
      const {{ timeline }} = await import("{(PAGE / "timeline.js").as_uri()}");
      const sentences = ["Western blot", "Warning: hot.", "Boil it."]
        .map((text, at) => ({{ id: `s${{at}}`, number: at + 1, text, mentions: [], heading: false }}));
      const steps = [{{ sentence_id: "s2", number: 3, verbs: [] }}];
      const numbers = (found) => timeline({{ sentences, order: [], ...found }}).children
        .map((item) => item.children[0].words);
      console.log(JSON.stringify([numbers({{ steps }}), numbers({{ steps: [] }})]));"""
    done = subprocess.run(["node", "--input-type=module"], input=run, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert json.loads(done.stdout) == [["", "", "Step 3"], ["Sentence 1", "Sentence 2", "Sentence 3"]]
