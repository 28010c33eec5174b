"""The page's files: open to all, nothing beside them, and free of what its policy forbids."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from bioloom import resources
from bioloom.graph.browser_palette import read_palette
from bioloom.records import Answer
from bioloom.serving import Services, create_app
from bioloom.serving.graph_access.overview import ExampleQuestion, LoadedSource, Overview
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
    assert {"/page/main.js", "/page/base.css"} <= set(named)
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


def node(script: str) -> Any:
    """Run a script with the modules of the page; gives what it printed as JSON."""
    if shutil.which("node") is None:
        pytest.skip("no node: functions of the page are not run")
    done = subprocess.run(["node", "--input-type=module"], input=script, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def test_nothing_rests_on_what_a_refusal_cites() -> None:
    run = f"""
      import {{ nearest, restingOn }} from "{(PAGE / "answer.js").as_uri()}";
      const citations = [{{ id: 1, sentence_id: "a#s1" }}, {{ id: 2, sentence_id: null }}];
      const parts = [{{ abstained: false, citations: [2] }}, {{ abstained: true, citations: [1] }}];
      console.log(JSON.stringify([
        ...[{{ abstained: true }}, {{ abstained: false }}, {{ abstained: false, parts }}]
          .map((each) => [...restingOn({{ citations, ...each }})]),
        nearest(citations.slice(0, 1)), nearest(citations)]));"""
    assert node(run) == [
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


def test_of_a_protocol_only_what_is_done_has_a_number() -> None:
    run = f"""
      {DOM}
      const {{ timeline }} = await import("{(PAGE / "timeline.js").as_uri()}");
      const sentences = ["Western blot", "Warning: hot.", "Boil it."]
        .map((text, at) => ({{ id: `s${{at}}`, number: at + 1, text, mentions: [], heading: false }}));
      const duration = {{ seconds: 0, by_convention: [], not_counted: [] }};
      const steps = [{{ sentence_id: "s2", number: 3, verbs: [], duration }}];
      const numbers = (found) => timeline({{ sentences, order: [], ...found }}).children
        .map((item) => item.children[0].words);
      console.log(JSON.stringify([numbers({{ steps }}), numbers({{ steps: [] }})]));"""
    assert node(run) == [["", "", "Step 3"], ["Sentence 1", "Sentence 2", "Sentence 3"]]


def test_steps_have_the_numbers_that_the_text_prints() -> None:
    run = f"""
      const {{ shownNumbers, orderWords }} = await import("{(PAGE / "step-order.js").as_uri()}");
      const printed = [null, "1", "1", null, "2"];
      const sentences = printed.map((printed, at) => ({{ id: `s${{at}}`, number: at + 1, printed }}));
      const steps = [1, 2, 4].map((at) => ({{ sentence_id: `s${{at}}`, number: at + 1 }}));
      const shown = (found) => [...shownNumbers(found).values()];
      const none = new Set();
      const place = {{ branch: null, next: null, leads: new Set([2, 5]), after: none, instead: none }};
      console.log(JSON.stringify([
        shown({{ sentences, steps }}), shown({{ sentences: sentences.slice(0, 2), steps }}),
        orderWords(place, 1, new Map([[2, "1"], [5, "2"]])), orderWords(place, 1)]));"""
    assert node(run) == [
        [None, "1", None, None, "2"],
        [None, 2],
        ["leads to steps 1 and 2"],
        ["leads to steps 2 and 5"],
    ]


def test_a_sum_of_times_says_what_it_covers() -> None:
    run = f"""
      const {{ totalTime }} = await import("{(PAGE / "timeline.js").as_uri()}");
      const step = (number, seconds, by_convention, not_counted) =>
        ({{ sentence_id: `s${{number}}`, number, verbs: [],
          duration: {{ seconds, by_convention, not_counted }} }});
      const roles = ["step", "step", "optional"];
      const sentences = roles.map((role, at) => ({{ id: `s${{at + 1}}`, role }}));
      const told = (...steps) => totalTime({{ sentences, steps, order: [] }});
      console.log(JSON.stringify([
        told(step(1, 5400, [], [])),
        told(step(1, 43200, ["overnight"], []), step(2, 0, [], ["up to 6 h"]), step(3, 60, [], ["1 d"])),
        told(step(2, 0, [], ["every 15 min"])), told(step(1, 0, [], []))]));"""
    assert node(run) == [
        "The stated times add up to 1 h 30 min.",
        "The stated times add up to 12 h; overnight: by the least of the usual time; "
        "not counted (with the number of the sentence): up to 6 h (2); "
        "optional steps, alternatives and what runs meanwhile are left out.",
        "No stated time was added up; not counted (with the number of the sentence): every 15 min (2).",
        None,
    ]


BROWSER = """
  const kept = new Map([["bioloom-token", "t"]]);
  globalThis.sessionStorage = {
    getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const dialog = { showModal() { field.value = typed; queueMicrotask(() => dialog.onclose()); } };
  const field = { focus() {} };
  let typed = "right";
  globalThis.document = {
    getElementById: (id) => ({ token: dialog, "token-text": field })[id] ?? {},
  };
"""
"""A tab with a token, and a person who types one when asked."""


def test_a_service_that_goes_away_within_an_answer_is_told() -> None:
    run = f"""
      {BROWSER}
      const {{ ask, Problem, overview }} = await import("{(PAGE / "api.js").as_uri()}");
      const broken = (type, text) => new Response(new ReadableStream({{ pull(told) {{
        if (text) told.enqueue(new TextEncoder().encode(text));
        else told.error(new TypeError("network error"));
        text = "";
      }} }}), {{ headers: {{ "content-type": type }} }});
      const seen = [];
      const fails = async (work) => {{
        try {{ await work(); }} catch (error) {{ seen.push(error instanceof Problem, error.message); }}
      }};
      globalThis.fetch = async () => broken("text/event-stream", "event: evidence\\ndata: {{}}\\n\\n");
      await fails(async () => {{ for await (const {{ event }} of ask({{}})) seen.push(event); }});
      globalThis.fetch = async () => broken("application/json", "[1");
      await fails(overview);
      console.log(JSON.stringify(seen));"""
    away = [True, "The service does not answer. Is bioloom serve still running?"]
    assert node(run) == ["evidence", *away, *away]


def test_a_token_is_kept_without_what_came_with_it() -> None:
    run = f"""
      {BROWSER}
      kept.clear();
      typed = " t\\u200bo\\ufeffk ";
      const {{ token, takeFromAddress }} = await import("{(PAGE / "session.js").as_uri()}");
      const asked = [await token(), await token()];
      globalThis.location = {{ hash: "#token=a%E2%80%8Bb", pathname: "/", search: "" }};
      globalThis.history = {{ replaceState() {{}} }};
      takeFromAddress();
      console.log(JSON.stringify([...asked, await token()]));"""
    assert node(run) == ["tok", "tok", "ab"]


def test_an_upload_with_an_old_token_asks_for_one() -> None:
    run = f"""
      {BROWSER}
      const sent = [];
      globalThis.XMLHttpRequest = class {{
        upload = {{}};
        open() {{}}
        setRequestHeader(name, value) {{ this.value = value; }}
        send() {{
          sent.push(this.value);
          [this.status, this.response] = this.value.endsWith("right") ? [202, {{ job: "1" }}] : [401, {{}}];
          this.onload();
        }}
      }};
      const {{ upload }} = await import("{(PAGE / "api.js").as_uri()}");
      console.log(JSON.stringify([await upload(new Blob(["x"]), "none", () => {{}}), sent]));"""
    assert node(run) == [{"job": "1"}, ["Bearer t", "Bearer right"]]


def test_what_is_refused_or_lost_is_listed_and_told() -> None:
    """A file that the service does not take, and one whose job a restart of the service forgot."""
    run = f"""
      {BROWSER}
      globalThis.XMLHttpRequest = class {{
        upload = {{}};
        open() {{}}
        setRequestHeader() {{}}
        send() {{ [this.status, this.response] = [415, {{ detail: "no such format" }}]; this.onload(); }}
      }};
      const {{ look, onQueue, sendFiles }} = await import("{(PAGE / "upload-queue.js").as_uri()}");
      const told = [];
      let listed = [];
      onQueue(({{ over = [], sending, jobs }}) => {{
        told.push(...over.map(({{ label, status, error }}) => [label, status, error]));
        listed = [...sending, ...jobs].map(({{ label }}) => label);
      }});
      const jobs = [{{ id: "1", label: "long.txt", status: "running" }}];
      globalThis.fetch = async () => Response.json({{ items: jobs.splice(0), next: null }});
      await look();
      await look();
      await sendFiles([{{ name: "photo.png" }}].map((each) => Object.assign(new Blob(["x"]), each)), "none");
      console.log(JSON.stringify([told, listed]));"""
    told, listed = node(run)
    assert [each[:2] for each in told] == [["long.txt", "failed"], ["photo.png", "failed"]]
    assert "started anew" in told[0][2]
    assert told[1][2] == "no such format"
    assert listed == ["long.txt", "photo.png"]


def test_the_page_is_sent_by_gzip_to_those_who_read_it(client: TestClient) -> None:
    for name in ("/", "/page/main.js", "/page/prefixes.json"):
        plain = client.get(name, headers={"Accept-Encoding": "identity"})
        packed = client.get(name, headers={"Accept-Encoding": "br, gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in client.get("/overview", headers=KEY).headers


def test_what_draws_is_fetched_when_there_is_something_to_draw(client: TestClient) -> None:
    """It is larger than all else of the page: a first question must not wait for it."""
    assert "cytoscape.min.js" not in client.get("/").text
    assert client.get("/page/cytoscape.min.js").status_code == 200


def test_no_form_goes_anywhere_by_itself(client: TestClient) -> None:
    assert "form-action 'none'" in client.get("/").headers["content-security-policy"]
