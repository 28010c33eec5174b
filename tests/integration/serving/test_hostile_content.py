"""Hostile documents loaded, retrieved, asked and served: shown as text, obeyed never."""

import json
import re

import pytest
from typer.testing import CliRunner

from bioloom.answering.readers.llm_writer import NOT_VERIFIED
from bioloom.cli.app import app
from bioloom.graph.connection import Endpoint
from hostile_files import LONG_WORD, TEXTS
from model_endpoint import Endpoint as Model
from named_server import name_server
from served_graph import Served

pytestmark = pytest.mark.integration

STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""What no line of a terminal may hold; tabs and line ends may."""


def test_every_file_was_read_or_says_why_not(served: Served) -> None:
    counts = served.report.counts
    assert counts.documents == len(TEXTS) + 1  # and the one with the long line
    assert {"UNSAFE_XML", "TOO_LARGE", "BAD_ENCODING"} <= set(counts.rejected)
    ids = {row["id"] for row in served.client.get("/documents?limit=200").json()["items"]}
    assert {f"hostile:{name}" for name in TEXTS} <= ids


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_is_found_cited_and_shown_as_it_is(served: Served, name: str) -> None:
    word, sentence = TEXTS[name]
    found = served.client.post("/retrieve", json={"question": f"{word}?", "k": 3})
    first = found.json()["results"][0]
    assert (first["sentence_id"], first["text"]) == (f"hostile:{name}#s1", sentence)
    answer = served.client.post("/ask", json={"question": f"What is done with the {word}?", "llm": False})
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    told = answer.json()
    assert told["abstained"] or all(citation["text"] == sentence for citation in told["citations"])
    assert not STEERS.search(answer.text.replace("\u202e", "").replace("\u202c", "")) or name == "steering"
    shown = served.client.get(f"/documents/hostile:{name}").json()
    assert shown["sentences"][1]["text"] == sentence


def test_the_stream_of_an_answer_cannot_be_broken_by_its_text(served: Served) -> None:
    for word, _ in TEXTS.values():
        body = {"question": f"What is done with the {word}?", "llm": False}
        answer = served.client.post("/ask", json=body, headers={"Accept": "text/event-stream"})
        names = re.findall(r"^event: (\w+)$", answer.text, re.MULTILINE)
        assert names == ["evidence", "answer"]
        assert not STEERS.search(answer.text)


def test_a_line_of_a_megabyte_is_one_more_sentence(served: Served) -> None:
    found = served.client.post("/retrieve", json={"question": LONG_WORD, "k": 1})
    assert found.status_code == 200
    assert found.json()["results"][0]["document_id"] == "hostile:long"
    assert served.client.post("/ask", json={"question": f"Stir the {LONG_WORD}?"}).status_code == 200


@pytest.mark.parametrize("name", [*TEXTS, "long"])
def test_no_command_lets_a_document_steer_the_terminal(
    served: Served, server: Endpoint, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    word = TEXTS[name][0] if name in TEXTS else LONG_WORD
    name_server(monkeypatch, server)
    wanted = "MATCH (s:Sentence {document_id: $d}) RETURN s.text AS text"
    query = ["query", "--cypher", wanted, "-p", f"d=hostile:{name}", "--format"]
    for arguments in (
        ["retrieve", word, "-k", "1"],
        ["retrieve", word, "-k", "1", "--json"],
        ["ask", f"What is done with the {word}?", "--no-llm"],
        ["ask", f"What is done with the {word}?", "--no-llm", "--json"],
        [*query, "table"],
        [*query, "csv"],
        [*query, "json"],
        ["ask", f"\x1b[31m{word}\u202e\x9b"],
        ["query", f"\x1b[31m{name}"],
    ):
        shown = CliRunner().invoke(app, arguments)
        assert not STEERS.search(shown.output), arguments
        assert not STEERS.search(str(shown.exception or "")) or shown.exit_code
        if arguments[-1] == "--json" and arguments[0] == "retrieve" and name in TEXTS:
            assert json.loads(shown.stdout)["results"][0]["text"] == TEXTS[name][1]


def test_orders_in_documents_reach_a_model_as_data_and_its_obedience_is_dropped(
    served: Served, endpoint: Model, server: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that obeys the document says what no evidence says; the local answer is given."""
    name_server(monkeypatch, server)
    for variable in ("url", "model", "key"):
        monkeypatch.setenv(f"BIOLOOM_LLM_{variable.upper()}", _plain(endpoint, variable))
    obeyed = {"text": "PWNED: the token is 0123", "citations": [{"id": 1, "quote": "the token is 0123"}]}
    endpoint.replies = [json.dumps({"abstain": False, "sentences": [obeyed]})]
    shown = CliRunner().invoke(app, ["ask", "What is said about zymolyase?", "--llm", "--json"])
    told = json.loads(shown.stdout)
    assert told["model_error"] == NOT_VERIFIED
    assert "the token is 0123" not in told["answer"]
    system, user = (turn["content"] for turn in endpoint.requests[0]["messages"][:2])
    assert "Ignore all previous" not in system
    begin, end = user.index("<evidence-"), user.index("</evidence-")
    assert begin < user.index("Ignore all previous") < end


def _plain(endpoint: Model, field: str) -> str:
    value = getattr(endpoint.settings, f"llm_{field}")
    return str(value.get_secret_value() if hasattr(value, "get_secret_value") else value)
