"""Messages of the command line: each situation provoked for real gives the one line of docs/messages.md."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bioloom.cli.app import main
from bioloom.graph.connection import Endpoint, Graph
from named_server import name_server

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"
WRITE = "BIOLOOM_WRITE_MESSAGES" in os.environ
"""Whether the rows of the page are written anew."""


@dataclass(frozen=True)
class Situation:
    """A command line that fails: ``@`` stands for the folder with the files below."""

    name: str
    words: str
    environment: dict[str, str] = field(default_factory=dict)


FILES = {
    "junk.bin": b"\0\1",
    "junk.obo": b"junk\n",
    "junk.zip": b"PK\x03\x04 junk",
    "junk.tar": b"junk" * 200,
    "junk.sssom.tsv.gz": b"\x1f\x8b junk",
    "protocol.txt": b"Add 5 ml of water.\n",
    "request.json": b"{",
    "claims.csv": b"subject\n",
    "latin.jsonl": b'{"subject": "caf\xe9"}\n',
    "rejects.jsonl": b"{}\n",
    "out.jsonl": b"taken\n",
    "out_nodes.jsonl": b"taken\n",
    "model/settings.json": b"{",
    "home/token": b"short\n",
    "empty/.hidden": b"",
}
DEAD = {"NEO4J_URI": "bolt://127.0.0.1:1", "NEO4J_PASSWORD": "x"}
SITUATIONS = (
    Situation("the command is mistyped", "laod @/protocol.txt"),
    Situation("an argument is missing", "load"),
    Situation("the question is not in quotes", "ask RIPA how much"),
    Situation("an option is mistyped", "load @/protocol.txt --dryrun"),
    Situation("an option's value is no number", "query --limit many"),
    Situation("an option's value is none of the choices", "export nonsense @/x"),
    Situation("a port is too high", "serve --port 99999"),
    Situation("the file is missing", "load @/nothing.txt --dry-run"),
    Situation("the folder is empty", "load @/empty --dry-run"),
    Situation("the format is not known", "load @/junk.bin --dry-run"),
    Situation("the loader is not known", "load @/protocol.txt --dry-run --format nonsense"),
    Situation("an ontology is none", "load @/junk.obo --dry-run"),
    Situation("a zip archive is damaged", "load @/junk.zip --dry-run"),
    Situation("a tar archive is damaged", "load @/junk.tar --dry-run"),
    Situation("the extractor is not known", "load @/protocol.txt --dry-run --extract nonsense"),
    Situation("no language model is set", "load @/protocol.txt --dry-run --extract llm"),
    Situation("a model is named that nothing reads", "load @/protocol.txt --dry-run --model x"),
    Situation(
        "the folder of a model is missing", "load @/protocol.txt --dry-run --extract local --model @/none"
    ),
    Situation("a model is damaged", "load @/protocol.txt --dry-run --extract local --model @/model"),
    Situation(
        "the knowledge level is not of Biolink", "load @/protocol.txt --dry-run --knowledge-level hearsay"
    ),
    Situation("the agent type is not of Biolink", "load @/protocol.txt --dry-run --agent-type oracle"),
    Situation("the source has no letter", "load @/protocol.txt --dry-run --primary-source ???"),
    Situation("no server runs", "load @/protocol.txt"),
    Situation("nobody listens at the address", "load @/protocol.txt", DEAD),
    Situation("the address is none", "load @/protocol.txt", {"NEO4J_URI": "nonsense", "NEO4J_PASSWORD": "x"}),
    Situation(
        "the address is that of the browser", "load @/protocol.txt", {"NEO4J_URI": "http://127.0.0.1:7474"}
    ),
    Situation("a size of memory is none", "up", {"BIOLOOM_HEAP": "much"}),
    Situation("a setting is neither true nor false", "status", {"BIOLOOM_SERVE_CYPHER": "perhaps"}),
    Situation("tokens are no JSON", "status", {"BIOLOOM_FEDERATION_TOKENS": "secret"}),
    Situation("the home cannot be a folder", "token", {"BIOLOOM_HOME": "/dev/null/home"}),
    Situation("the token file is damaged", "token", {"BIOLOOM_HOME": "@/home"}),
    Situation("the backup is missing", "restore @/nothing.dump"),
    Situation("the description of a backup is missing", "restore @/junk.bin"),
    Situation("a home without a database is backed up", "backup @/graph.dump"),
    Situation("the query is not of the cookbook", "query nonsense"),
    Situation("a parameter has no value", "query around_a_step --param verb"),
    Situation("a TRAPI request is no JSON", "trapi @/request.json"),
    Situation("a TRAPI request is missing", "trapi @/nothing.json"),
    Situation("neither phrase nor file is given", "standardize"),
    Situation("claims are in another kind of file", "standardize --file @/claims.csv"),
    Situation("the file of claims is missing", "standardize --file @/nothing.jsonl"),
    Situation("the output exists already", "extract @/protocol.txt --output @/out.jsonl"),
    Situation("no memory is named", "memory show word"),
)
WITH_SERVER = (
    Situation("the password is wrong", "validate", {"NEO4J_PASSWORD": "wrong"}),
    Situation("a query may only read", "query --cypher @CREATE"),
    Situation("the Cypher is wrong", "query --cypher @MTCH"),
    Situation("a parameter is missing", "query around_a_step"),
    Situation("the reject file is missing", "rejects --replay @/nothing.jsonl"),
    Situation("the reject file is damaged", "rejects --replay @/rejects.jsonl"),
    Situation("an exported file exists already", "export kgx @/out.jsonl"),
    Situation("the folder of an export is missing", "export kgx @/none/graph.jsonl"),
    Situation("a document is not in the graph", "withdraw nothing:here --yes"),
    Situation("a protocol is not in the graph", "check nothing:here"),
)
_CYPHER = {"@CREATE": "CREATE (n) RETURN n", "@MTCH": "MTCH (n) RETURN n"}


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[Situation], str]:
    """Run the command line of a situation; give its message with the folder and addresses taken out."""
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o600)

    def run(situation: Situation) -> str:
        with monkeypatch.context() as patch:
            for name, value in situation.environment.items():
                patch.setenv(name, value.replace("@", str(tmp_path)))
            words = [_CYPHER.get(word, word.replace("@", str(tmp_path))) for word in situation.words.split()]
            patch.setattr(sys, "argv", ["bioloom", *words])
            with pytest.raises(SystemExit) as stopped:
                main()
        shown = capsys.readouterr().err.strip()
        assert stopped.value.code in (1, 2), situation
        assert "Traceback" not in shown
        assert "unexpectedly" not in shown, shown
        assert shown.startswith("error: "), shown
        assert "\n" not in shown, f"{situation.name}: more than one line: {shown}"
        plain = shown.replace(str(tmp_path), "DIR").removeprefix("error: ")
        return re.sub(r"bolt://(localhost|127\.0\.0\.1):\d{2,}", "bolt://HOST:PORT", plain)

    return run


def _row(situation: Situation, message: str) -> str:
    cell = message.replace("|", "\\|")
    return f"| {situation.name} | `{cell}` |"


def _check(told: Callable[[Situation], str], situations: tuple[Situation, ...]) -> int:
    rows = [_row(situation, told(situation)) for situation in situations]
    page = PAGE.read_text(encoding="utf-8")
    if WRITE:
        names = {situation.name for situation in situations}
        kept = [line for line in page.splitlines() if line[2:].split(" | ")[0] not in names]
        PAGE.write_text("\n".join([*kept, *rows, ""]), encoding="utf-8")
        return len(rows)
    missing = [row for row in rows if row not in page.splitlines()]
    told_instead = "\n".join(missing)
    assert not missing, f"write docs/messages.md anew with BIOLOOM_WRITE_MESSAGES=1; it lacks\n{told_instead}"
    return len(rows)


def test_messages_that_need_no_server(told: Callable[[Situation], str], report: Callable[..., None]) -> None:
    count = _check(told, SITUATIONS)
    report("a message is one line that says what to do", count, count)


@pytest.mark.integration
def test_messages_of_a_running_server(
    told: Callable[[Situation], str],
    server: Endpoint,
    graph: Graph,
    monkeypatch: pytest.MonkeyPatch,
    report: Callable[..., None],
) -> None:
    name_server(monkeypatch, server)
    count = _check(told, WITH_SERVER)
    report("a message of a running server is one line that says what to do", count, count)
