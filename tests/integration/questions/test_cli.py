"""The commands retrieve, ask and eval against a real Neo4j."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.cli.commands import all_commands
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.retrieval.document_views import read_document
from bioloom_lab.cli import evaluate
from named_server import name_server

pytestmark = pytest.mark.integration


@pytest.fixture
def run(woven: Graph, server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    name_server(monkeypatch, server)
    return CliRunner()


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    for name in ("retrieve", "ask"):
        all_commands()[name].add_to(made)
    evaluate.register(made)
    return made


def test_retrieve_json_is_the_contract(run: CliRunner, app: typer.Typer) -> None:
    shown = run.invoke(app, ["retrieve", "EDTA stops the reaction", "--json", "-k", "2", "--method", "fused"])
    assert shown.exit_code == 0
    first = json.loads(shown.stdout)["results"][0]
    assert {"rank", "score", "bm25", "graph_matches", "sentence_id", "document_id", "text", "edges"} <= set(
        first
    )
    assert first["edges"]


def test_ask_in_words_shows_marks_titles_and_tree(run: CliRunner, app: typer.Typer) -> None:
    shown = run.invoke(app, ["ask", "Which reagent stops the Klenow reaction?", "--no-llm"]).stdout
    assert "[1] Stop reaction by adding EDTA" in shown
    assert "Large (Klenow) Fragment Blunting · toy:klenow, sentence 4" in shown
    assert "use_reagent→ EDTA" in shown


def test_ask_ranks_by_the_method_that_is_named(run: CliRunner, app: typer.Typer) -> None:
    asked = ["ask", "Which reagent stops the Klenow reaction?", "--no-llm", "--method"]
    assert "Stop reaction by adding EDTA" in run.invoke(app, [*asked, "fused"]).stdout
    refused = run.invoke(app, [*asked, "vector"])
    assert "have no vectors yet" in str(refused.exception)


def test_a_step_has_one_number_wherever_it_is_shown(run: CliRunner, app: typer.Typer, woven: Graph) -> None:
    heat, question = "Heat for 20 minutes at 75°C.", "How long is the Klenow reaction heated at 75 °C?"
    asked = [["ask", question, "--no-llm"], ["retrieve", question]]
    assert all("toy:klenow, sentence 5" in run.invoke(app, each).stdout for each in asked)
    told = [json.loads(run.invoke(app, [*each, "--json"]).stdout) for each in asked]
    cited = told[0]["citations"] + told[1]["results"]
    numbers = {each["sentence_number"] for each in cited if each["text"] == heat}
    steps = run_query(woven, "steps_of_protocol", None, {"protocol": "toy:klenow"}).to_dicts()
    numbers |= {each["sentence"] for each in steps if each["text"] == heat}
    view = read_document(woven, "toy:klenow")
    assert view is not None
    numbers |= {each.number for each in view.sentences if each.text == heat}
    assert numbers == {5}


@pytest.mark.parametrize("command", [["ask", "--no-llm"], ["retrieve"]], ids=["ask", "retrieve"])
@pytest.mark.parametrize(
    ("filters", "told"),
    [
        (["--document", "toy:klenov"], "no document 'toy:klenov'; did you mean toy:klenow?"),
        (["--document", "tyo:klenow"], "no document 'tyo:klenow'; did you mean toy:klenow?"),
        (["--document", "42"], "no document '42'; it has, for example, toy:"),
        (["--source", "toi"], "no source 'toi'; did you mean infores:toy?"),
        (["--source", "infores:42"], "no source 'infores:42'; it has infores:"),
    ],
)
def test_a_mistyped_filter_names_the_nearest(
    run: CliRunner, app: typer.Typer, command: list[str], filters: list[str], told: str
) -> None:
    """Also where the rest of the question would find something."""
    refused = run.invoke(app, [*command, "Which reagent stops the Klenow reaction?", *filters])
    assert isinstance(refused.exception, UsageError)
    assert told in str(refused.exception)


def test_documents_cannot_act_on_the_terminal(run: CliRunner, app: typer.Typer) -> None:
    shown = run.invoke(app, ["retrieve", "rinse the slides twice"]).stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[bold]notes[/bold]" in shown


def test_nothing_found_is_no_failure(run: CliRunner, app: typer.Typer) -> None:
    shown = run.invoke(app, ["retrieve", "zzzz", "--json"])
    assert (shown.exit_code, json.loads(shown.stdout)) == (0, {"results": [], "assertions": []})


def test_a_cut_question_is_noted_beside_the_json(run: CliRunner, app: typer.Typer) -> None:
    shown = run.invoke(app, ["retrieve", "EDTA " * 3_000, "--json"])
    assert json.loads(shown.stdout)["results"][0]["sentence_id"] == "toy:klenow#s3"
    assert "2,000 characters" in shown.stderr
    answer = json.loads(run.invoke(app, ["ask", "EDTA " * 3_000, "--json"]).stdout)
    assert answer["notes"] == ["only the first 2,000 characters of the question were searched"]


def test_eval_measures_or_says_what_is_missing(run: CliRunner, app: typer.Typer, tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text('{"question": "What stops the reaction?", "gold": ["toy:klenow#s3"]}\n', encoding="utf-8")
    found = json.loads(run.invoke(app, ["eval", "retrieval", "--data", str(file), "--json"]).stdout)
    assert found["n"] == 1
    assert found["metrics"]["fused"]["hit@1"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    answers = json.loads(run.invoke(app, ["eval", "answers", "--data", str(file), "--json"]).stdout)
    assert answers["metrics"]["ask"]["right_of_answered"]["value"] == 1.0
    (tmp_path / "none.txt").write_text("Nothing.", encoding="utf-8")
    asked = ["eval", "rules", "--data", str(file), "--corpus", str(tmp_path), "--most", "1", "--json"]
    rules = {each["rule"]: each for each in json.loads(run.invoke(app, asked).stdout)["rules"]}
    assert rules["answering.pipeline.ask"]["fires"] == 0
    assert any(each["worse"] for each in rules.values())
    file.write_text('{"question": "x", "gold": ["wlp:none#s1"]}\n', encoding="utf-8")
    failed = run.invoke(app, ["eval", "retrieval", "--data", str(file)])
    assert "load the corpus" in str(failed.exception)
