"""`bioloom query`, `style` and `export` as people call them."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.errors import UnknownQueryError, UsageError

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("use_server")]

run = CliRunner()


def test_the_cookbook_is_listed() -> None:
    result = run.invoke(app, ["query", "--list", "--format", "json"])
    rows = json.loads(result.stdout)["rows"]
    assert len(rows) >= 12
    assert {"query", "parameters", "purpose"} == set(rows[0])


def test_a_recipe_as_csv_is_safe_for_spreadsheets() -> None:
    result = run.invoke(app, ["query", "protocols_using_reagent", "-p", "reagent=EtOH", "--format", "csv"])
    rows = list(csv.reader(io.StringIO(result.stdout)))
    assert rows[0] == ["protocol", "title", "mentions", "amounts", "first_sentence"]
    assert [row[1] for row in rows[1:]] == ["DNA extraction", "'=RNA extraction"]
    assert [row[3] for row in rows[1:]] == ['["70%"]', "[]"]


def test_a_recipe_as_a_table() -> None:
    result = run.invoke(app, ["query", "centrifugations_by_force"], env={"COLUMNS": "200"})
    assert "12,000 × g" in result.stdout


def test_free_cypher_takes_json_parameters() -> None:
    arguments = ["query", "--cypher", "RETURN $n + 1 AS n, $t AS t, $l AS l", "--format", "json"]
    result = run.invoke(app, [*arguments, "-p", "n=41", "-p", "t=a=b", "-p", 'l=["x"]'])
    assert json.loads(result.stdout)["rows"] == [{"n": 42, "t": "a=b", "l": ["x"]}]


def test_rows_that_are_left_out_are_told() -> None:
    result = run.invoke(app, ["query", "--cypher", "UNWIND range(1, 9) AS n RETURN n", "--limit", "2"])
    assert "stopped after 2 rows" in result.stderr


def test_the_cypher_of_a_recipe_can_be_shown() -> None:
    shown = run.invoke(app, ["query", "steps_of_protocol", "--show"]).stdout
    assert shown.startswith("// The steps of one protocol")
    assert "[:HAS_SENTENCE]" in shown


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["query"], UsageError),
        (["query", "x", "--cypher", "RETURN 1"], UsageError),
        (["query", "nothing_like_it"], UnknownQueryError),
        (["query", "steps_of_protocol"], UsageError),
        (["query", "steps_of_protocol", "-p", "protocol"], UsageError),
        (["query", "steps_of_protocol", "-p", "protocol=a", "-p", "protocol=b"], UsageError),
        (["query", "--cypher", "CREATE (n)"], UsageError),
    ],
)
def test_wrong_calls(arguments: list[str], error: type[UsageError]) -> None:
    assert isinstance(run.invoke(app, arguments).exception, error)


def test_the_style_is_printed_or_written(folder: Path) -> None:
    printed = run.invoke(app, ["style"]).stdout
    assert run.invoke(app, ["style", "-o", str(folder / "a.grass")]).exit_code == 0
    assert (folder / "a.grass").read_text(encoding="utf-8") == printed
    assert isinstance(run.invoke(app, ["style", "-o", str(folder / "a.grass")]).exception, UsageError)


def test_an_export_says_what_it_wrote(folder: Path) -> None:
    result = run.invoke(app, ["export", "rdf", str(folder / "g.nt"), "--json"])
    assert json.loads(result.stdout) == {"files": [str(folder / "g.nt")], "nodes": 8, "edges": 7}
    again = run.invoke(app, ["export", "rdf", str(folder / "g.nt")])
    assert isinstance(again.exception, UsageError)
    assert run.invoke(app, ["export", "rdf", str(folder / "g.nt"), "--force"]).exit_code == 0
