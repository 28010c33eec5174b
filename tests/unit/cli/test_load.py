"""The write path on the command line, without a database."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.cli import load as load_commands
from bioloom.cli import load_view
from bioloom.cli.commands import all_commands
from bioloom.cli.console import notes
from bioloom.pipeline import bulk_load
from bioloom.pipeline.load_report import LoadReport
from bioloom.pipeline.reject_file import summarise, write_rejects
from bioloom.records import NumberedReject, Place, Reject, Skip
from bioloom.records.load_counts import Counts
from bioloom.settings import Settings
from model_endpoint import Endpoint

Put = Callable[[str, str | bytes], Path]

EDGES = "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\n"
STATED = "infores:x\tnot_provided\tnot_provided\n"


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    for name in ("loaders", "load", "rejects", "validate"):
        all_commands()[name].add_to(made)
    return made


@pytest.fixture
def source(put: Put) -> Path:
    put("x_nodes.tsv", "id\tcategory\tname\nA:1\tbiolink:Gene\t[red]one\x1b[31m\nbad[/]\tbiolink:Gene\ttwo\n")
    return put("x_edges.tsv", EDGES + "A:1\tbiolink:interacts_with\tA:1\t" + STATED)


def test_a_dry_run_counts_as_json(app: typer.Typer, source: Path) -> None:
    found = CliRunner().invoke(app, ["load", str(source), "--dry-run", "--json"])
    assert found.exit_code == 0, found.output
    report = json.loads(found.stdout)
    assert report["read"] == 3
    assert report["written"] == {"nodes": 1, "edges": 1, "documents": 0, "sentences": 0}
    assert (report["rejected"], report["skipped"], report["status"]) == ({"BAD_CURIE": 1}, 0, "dry run")


def test_strict_turns_rejects_into_exit_code_3(app: typer.Typer, source: Path) -> None:
    found = CliRunner().invoke(app, ["load", str(source), "--dry-run", "--strict"])
    assert found.exit_code == 3
    assert "BAD_CURIE" in found.stdout
    assert "\x1b" not in found.stdout


class Terminal(io.StringIO):
    """Standard input of somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "chosen", "told"),
    [(None, False, "note:"), ("\n", True, "in bulk, in less time?"), ("n\n", False, "in bulk")],
)
def test_a_large_first_load_is_offered_in_bulk(
    typed: str | None,
    chosen: bool,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bulk_load, "suits_bulk", lambda *_: True)
    if typed is not None:
        monkeypatch.setattr(sys, "stdin", Terminal(typed))
        monkeypatch.setattr(notes, "_force_terminal", True)
    assert load_commands._chooses_bulk([Path("big")], Settings(), None, None) is chosen
    assert told in capsys.readouterr().err


def test_only_large_sources_of_one_format_suit_a_bulk_load(source: Path, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", neo4j_uri=None)
    for sources in ([source.parent], [tmp_path / "nothing"]):
        assert not bulk_load.suits_bulk(sources, settings, None, None)


def test_loaders_are_listed(app: typer.Typer) -> None:
    found = CliRunner().invoke(app, ["loaders", "--json"])
    assert {"brat", "kgx", "text"} <= {one["name"] for one in json.loads(found.stdout)}


def test_plain_protocols_hint_at_what_would_find_their_steps(app: typer.Typer, put: Put) -> None:
    text = put("lab/wash.txt", "Washing\n1. Add 5 ml of water.\n")
    found = CliRunner().invoke(app, ["load", str(text), "--dry-run", "--json"])
    _, note = json.loads(found.stdout)["notes"]
    assert "1 protocol has no annotation" in note
    assert "--extract local" in note


def test_plain_texts_are_counted_by_the_kind_that_they_were_read_as(app: typer.Typer, put: Put) -> None:
    put(
        "lab/trial.txt", "A trial\nWe treated 40 patients. Pain fell (P = 0.01). We conclude that it works.\n"
    )
    folder = put("lab/wash.txt", "Washing\n1. Add 5 ml of water.\n").parent
    report = json.loads(CliRunner().invoke(app, ["load", str(folder), "--dry-run", "--json"]).stdout)
    assert report["kinds"] == {"abstract": 1, "protocol": 1}
    assert report["notes"][0] == (
        "read as 1 protocol and 1 publication, as the sentences of each text tell; "
        "--format protocols or --format abstracts decides otherwise"
    )
    read = json.loads(
        CliRunner().invoke(app, ["load", str(folder), "--dry-run", "--json", "--format", "abstracts"]).stdout
    )
    assert (read["kinds"], len(read["notes"])) == ({"abstract": 2}, 1)


def test_annotated_protocols_bring_no_hint(app: typer.Typer, put: Put) -> None:
    put("lab/wash.txt", "Washing\n1. Add 5 ml of water.\n")
    annotated = put("lab/wash.ann", "T1\tAction 11 14\tAdd\n").parent
    found = CliRunner().invoke(app, ["load", str(annotated), "--dry-run", "--json"])
    assert json.loads(found.stdout)["notes"] == []


def test_a_dry_run_does_not_count_edges_as_written_whose_ends_are_not_in_the_source(
    app: typer.Typer, put: Put
) -> None:
    put("y_nodes.tsv", "id\tcategory\nA:1\tbiolink:Gene\nA:2\tbiolink:Gene\n")
    edges = "".join(f"A:1\tbiolink:interacts_with\tA:{i}\t{STATED}" for i in (1, 2, 3))
    source = put("y_edges.tsv", EDGES + edges)
    found = CliRunner().invoke(app, ["load", str(source), "--dry-run", "--json"])
    report = json.loads(found.stdout)
    assert report["written"]["edges"] == 2
    ((reason, count),) = report["skip_reasons"].items()
    assert (reason, count) == ("written if the graph has its ends, which the source does not describe", 1)


def test_mended_rejects_are_replayed_where_a_replay_can_read_them(tmp_path: Path) -> None:
    place = Place("x.tsv", 3)
    node = NumberedReject(1, Reject("BAD_CURIE", "validate", "bad", place, {"kind": "node", "id": "bad"}))
    empty = NumberedReject(2, Reject("EMPTY_DOCUMENT", "extract", "no text", Place("x.txt")))

    def told(*rejected: NumberedReject) -> str:
        file = tmp_path / "r.jsonl"
        write_rejects(file, rejected)
        return load_view.remedy(Path("r.jsonl"), summarise(file))

    assert told(node) == "bioloom rejects --replay r.jsonl"
    assert told(empty) == (
        "load the source again, with --fresh if an extractor rejected them: "
        "only its loader can read such records"
    )
    assert told(node, empty).startswith("bioloom rejects --replay r.jsonl; load the source again")


def test_a_load_of_rejects_alone_is_not_called_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    for rejected, title in ({"NOT_TEXT": 2}, "Nothing loaded: s.txt"), ({"NOT_TEXT": 1}, "Loaded: s.txt"):
        counts = Counts(read=2, documents=2 - sum(rejected.values()), rejected=rejected)
        load_view.print_report(LoadReport("l", "s.txt", "text", "complete", counts, 0.1))
        assert capsys.readouterr().out.splitlines()[0] == title
    left_out = (Skip("OTHER_FORMAT", Place("a.pdf"), remedy="load it by itself"),)
    counts = Counts(read=2, rejected={"BAD_CURIE": 1}, skips={"OTHER_FORMAT": 1})
    load_view.print_report(LoadReport("l", "s", "kgx", "complete", counts, 0.1, left_out=left_out))
    assert capsys.readouterr().out.splitlines()[0] == "Nothing loaded: s"


@pytest.mark.parametrize("columns", ["60", "80"])
def test_help_leaves_room_for_words_in_a_narrow_terminal(columns: str) -> None:
    command = [sys.executable, "-m", "bioloom.cli.app", "load", "--help"]
    environment = os.environ | {"COLUMNS": columns, "TERMINAL_WIDTH": columns}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    lines = [line.strip(" │") for line in done.stdout.splitlines()]
    assert max(map(len, done.stdout.splitlines())) <= int(columns)
    assert sum(len(line.split()) == 1 for line in lines) < len(lines) / 4


def test_several_sources_are_loaded_one_after_the_other(app: typer.Typer, source: Path, put: Put) -> None:
    other = put("y_nodes.tsv", "id\tcategory\nB:1\tbiolink:Gene\n")
    found = CliRunner().invoke(app, ["load", str(source), str(other), "--dry-run", "--json"])
    assert found.exit_code == 0, found.output
    assert [report["read"] for report in json.loads(found.stdout)] == [3, 1]
    shown = CliRunner().invoke(app, ["load", str(other), str(source), "--dry-run", "--strict"])
    assert shown.exit_code == 3, "a reject in any of them counts"
    assert shown.stdout.count("Dry run, nothing written") == 2


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(("option", "told"), [([], True), (["--no-llm"], False)])
def test_a_language_model_that_is_set_chooses_predicates_and_is_announced(
    app: typer.Typer,
    put: Put,
    endpoint: Endpoint,
    monkeypatch: pytest.MonkeyPatch,
    option: list[str],
    told: bool,
) -> None:
    endpoint.replies = ['{"mapped_predicate": "affects", "negated": "False", "swap": "False"}']
    monkeypatch.setenv("BIOLOOM_LLM_URL", f"http://127.0.0.1:{endpoint.port}/v1")
    monkeypatch.setenv("BIOLOOM_LLM_MODEL", "tiny")
    claim = {"subject": "haloperidol", "relationship": "turns up the making of", "object": "prolactin",
             "abstract": "Haloperidol turns up the making of prolactin."}  # fmt: skip
    source = put("claims.jsonl", json.dumps(claim) + "\n")
    words = ["load", str(source), "--dry-run", "--primary-source", "infores:x", *option]
    found = CliRunner().invoke(app, words)
    assert found.exit_code in (0, 1), found.output  # 1 where the only claim is rejected
    assert ("The language model tiny chooses the predicates" in found.stderr) is told
    assert bool(endpoint.requests) is told


def test_a_language_model_that_is_not_set_cannot_choose(app: typer.Typer, source: Path) -> None:
    found = CliRunner().invoke(app, ["load", str(source), "--dry-run", "--llm"])
    assert "no language model is set" in str(found.exception)


def test_files_that_are_left_out_are_named_with_what_to_do(app: typer.Typer, put: Put) -> None:
    for number in range(6):
        put(f"lab/{number}.doc", "old")
    folder = str(put("lab/wash.txt", "Washing\n1. Add 5 ml of water.\n").parent)
    shown = CliRunner().invoke(app, ["load", folder, "--dry-run"]).stdout
    assert f"{folder}/0.doc (OTHER_FORMAT): save it as .docx" in shown
    assert "Left out: 1 more files; --json names all" in shown
    report = json.loads(CliRunner().invoke(app, ["load", folder, "--dry-run", "--json"]).stdout)
    assert report["left_out"][5] == {
        "file": f"{folder}/5.doc",
        "reason": "OTHER_FORMAT",
        "remedy": "save it as .docx",
    }


def test_a_folder_of_tables_and_texts_is_loaded_by_several_loaders(app: typer.Typer, put: Put) -> None:
    put("lab/wash.txt", "Washing\n1. Add 5 ml of water.\n")
    put("lab/old.doc", "old")
    folder = str(put("lab/x_nodes.csv", "id;category\nA:1;biolink:Gene\n").parent)
    shown = CliRunner().invoke(app, ["load", folder, "--dry-run"])
    assert (shown.exit_code, f"{folder} as text: 1 file" in shown.stderr) == (0, True)
    tables, texts = json.loads(CliRunner().invoke(app, ["load", folder, "--dry-run", "--json"]).stdout)
    assert (tables["format"], tables["written"]["nodes"]) == ("kgx", 1)
    assert (texts["format"], texts["written"]["documents"]) == ("text", 1)
    for report in (tables, texts):
        assert [left["file"] for left in report["left_out"]] == [f"{folder}/old.doc"]


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("x_nodes.tsv", "Identifier\tkind\nA:1\tx\n", ()),
        ("x_nodes.tsv", "", ()),
        ("x_nodes.tsv", "id\tcategory\n", ()),
        ("p.txt", "\x00\x01\x02\x03" * 99, ()),
        ("a.pdf", "%PDF-1.4 broken", ()),
        ("plain.tsv", "a\tb\n1\t2\n", ("--format", "kgx")),
        ("plain.tsv", "a\tb\n1\t2\n", ("--format", "brat")),
    ],
)
def test_a_source_of_which_nothing_is_read_fails(
    app: typer.Typer, put: Put, name: str, text: str, options: tuple[str, ...]
) -> None:
    found = CliRunner().invoke(app, ["load", str(put(name, text)), "--dry-run", *options])
    assert found.exit_code == 1, found.output


def test_a_table_of_another_name_is_loaded_by_its_format(app: typer.Typer, put: Put) -> None:
    plain = put("plain.tsv", "id\tcategory\nA:1\tbiolink:Gene\n")
    found = CliRunner().invoke(app, ["load", str(plain), "--dry-run", "--format", "kgx", "--json"])
    assert (found.exit_code, json.loads(found.stdout)["written"]["nodes"]) == (0, 1)
