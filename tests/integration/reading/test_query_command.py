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
    narrow = run.invoke(app, ["query", "--list"], env={"COLUMNS": "40"}).stdout
    assert all(row["query"] in narrow and row["purpose"] in narrow for row in rows)  # to be copied: unbroken


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
    assert "stopped after 2 rows; raise --limit" in result.stderr


@pytest.mark.parametrize(
    ("cypher", "told"),
    [
        ("MATCH (d:Documnt) RETURN d", ["line 1, column 10: nothing in the graph has the label Documnt",
                                        "did you mean Document (2 nodes)?"]),
        ("MATCH (d:Drug) RETURN d", ["the label Drug; did you mean", "biolink:SmallMolecule (3 nodes)"]),
        ("MATCH ()-[e:TREATS]->()\nRETURN e.negatd", ["line 1, column 13", "did you mean biolink:treats?",
                                                      "line 2, column 10", "did you mean negated?"]),
        ("MATCH (a:Document), (b:Sentence) RETURN a.id, b.id", ["cartesian product"]),
    ],
)  # fmt: skip
def test_unknown_names_are_told_with_the_nearest(cypher: str, told: list[str]) -> None:
    result = run.invoke(app, ["query", "--cypher", cypher])
    assert all(each in result.stderr for each in told), result.stderr
    machine = json.loads(run.invoke(app, ["query", "--cypher", cypher, "--format", "json"]).stdout)
    assert all(any(each in noted for noted in machine["notifications"]) for each in told)


def test_what_is_known_is_not_noted() -> None:
    result = run.invoke(app, ["query", "--cypher", "MATCH (d:Document) RETURN d.title"])
    assert "note:" not in result.stderr


@pytest.mark.parametrize(
    ("cypher", "told"),
    [
        ("MTCH (n) RETURN n", "MTCH: did you mean MATCH? (line 1, column 1: MTCH (n) RETURN n)"),
        ("MATCH (n)\nRETURN m", "(line 2, column 8: RETURN m)"),
        ("PROFILE MATCH (n) RETURN m", "(line 1, column 26: "),
        ("RETURN foo(1)", "Unknown function 'foo' (line 1, column 8: RETURN foo(1))"),
    ],
)
def test_a_fault_is_placed_in_the_text_that_was_typed(cypher: str, told: str) -> None:
    failed = run.invoke(app, ["query", "--cypher", cypher])
    assert told in str(failed.exception)
    assert "EXPLAIN" not in str(failed.exception)


def test_plans_are_drawn_with_rows_and_db_hits() -> None:
    cypher = "PROFILE MATCH (d:Document) WITH d, COUNT { (d)-->(:Sentence) } AS s RETURN d.id, s"
    profiled = json.loads(run.invoke(app, ["query", "--cypher", cypher, "--format", "json"]).stdout)
    assert profiled["columns"] == ["operator", "details", "estimated rows", "rows", "db hits"]
    rows = {row["operator"].strip("| "): row for row in profiled["rows"]}
    assert rows["+NodeByLabelScan"]["rows"] == 2
    assert sum(row["db hits"] for row in profiled["rows"]) > 2
    assert profiled["notifications"][-1].startswith("the query gave 2 rows in ")
    explained = run.invoke(app, ["query", "--cypher", "explain MATCH (d:Document) RETURN d.titel"])
    assert "+NodeByLabelScan" in explained.stdout
    assert "did you mean title?" in explained.stderr
    assert "db hits" not in explained.stdout


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
        (["query", "--cypher", "PROFILE CREATE (n)"], UsageError),
        (["query", "steps_of_protocol", "-p", "protocol=dna"], UsageError),
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
