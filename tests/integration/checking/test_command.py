"""`bioloom check` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.checking import NOTICE, rules
from bioloom.cli.app import app
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, Graph
from named_server import name_server

pytestmark = pytest.mark.integration

run = CliRunner()


@pytest.fixture(autouse=True)
def _in_use(checked: Graph, server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    name_server(monkeypatch, server)


def test_findings_stand_below_their_step_with_the_notice() -> None:
    result = run.invoke(app, ["check", "twins:value_out_of_range-broken"], env={"COLUMNS": "200"})
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Protocol value_out_of_range-broken")
    assert lines[1] == "  sentence 2: Incubate the cells at 3700 °C for 5 min."
    assert "warning out of range: " in lines[2]
    assert "3700 °C (3973.15 K)" in lines[2]
    assert "1 finding (1 protocol, 13 rules)." in lines
    assert NOTICE in result.stdout.replace("\n", " ")


def test_json_carries_findings_and_the_notice() -> None:
    result = run.invoke(app, ["check", "twins:missing_parameter-broken", "--json"])
    told = json.loads(result.stdout)
    assert told["notice"] == NOTICE
    (protocol,) = told["protocols"]
    assert protocol["rules"] == [rule.name for rule in rules()]
    (finding,) = protocol["findings"]
    assert finding["message"] == "'Incubate' states no time, and nothing beside it does"
    assert finding["mentions"][0]["text"] == "Incubate"


def test_a_report_on_extracted_protocols_says_so(checked: Graph) -> None:
    name = "twins:missing_parameter-broken"
    mark = "MATCH (d:Document {id: $id}) SET d.extractor = $by"
    plain = run.invoke(app, ["check", name, "--json"]).stdout
    with checked.session() as session:
        session.run(mark, id=name, by="toy@1").consume()
    try:
        told = json.loads(run.invoke(app, ["check", name, "--json"]).stdout)
        shown = run.invoke(app, ["check", name], env={"COLUMNS": "200"}).stdout
    finally:
        with checked.session() as session:
            session.run(mark, id=name, by=None).consume()
    assert json.loads(plain)["protocols"][0]["extractor"] is None
    assert told["protocols"][0]["extractor"] == "toy@1"
    assert "1 of 1 annotated by a program (toy@1), not by hand" in shown


def test_strict_tells_by_the_exit_code() -> None:
    assert run.invoke(app, ["check", "twins:missing_parameter-mended", "--strict"]).exit_code == 0
    assert run.invoke(app, ["check", "twins:missing_parameter-broken", "--strict"]).exit_code == 3
    note = ["check", "twins:speed_without_force-broken", "--strict", "--severity"]
    assert run.invoke(app, [*note, "warning"]).exit_code == 0
    assert run.invoke(app, [*note, "note"]).exit_code == 3


def test_a_whole_corpus_is_checked() -> None:
    told = json.loads(run.invoke(app, ["check", "--corpus", "twins", "--json"]).stdout)
    assert sum(len(protocol["findings"]) for protocol in told["protocols"]) == len(rules()) - 1


def test_rules_are_listed() -> None:
    told = json.loads(run.invoke(app, ["check", "--list", "--json"]).stdout)
    assert {"rule", "severity", "purpose"} == set(told[0])
    assert len(told) == len(rules())


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["twins:missing_parameter-broken", "--corpus", "twins"],
        ["--corpus", "absent"],
        ["absent"],
    ],
)
def test_wrong_calls_are_refused(arguments: list[str]) -> None:
    assert isinstance(run.invoke(app, ["check", *arguments]).exception, UsageError)


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    result = run.invoke(app, ["check", "twins:missing_parameter-broken", "--rules", str(tmp_path)])
    assert isinstance(result.exception, UsageError)
