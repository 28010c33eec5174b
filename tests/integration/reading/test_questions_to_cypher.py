"""`bioloom query --ask`: a model's Cypher is guarded and mended; without a model, the nearest queries."""

import json

import pytest
from typer.testing import CliRunner

from bioloom.answering.query_suggestions import suggest_queries
from bioloom.answering.question_to_cypher import ROUNDS, query_by_question
from bioloom.cli.app import app
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from model_endpoint import serve

pytestmark = pytest.mark.integration

run = CliRunner()
GOOD = "MATCH (m:Mention) WHERE m.normalised = 'ethanol' RETURN count(m) AS mentions"


@pytest.mark.parametrize(
    ("question", "command"),
    [
        ("Which steps are above 37 °C for more than half an hour, i.e. 30 minutes?",
         "bioloom query incubations_above -p min_celsius=37 -p min_minutes=30"),
        ("Which steps are at 4 °C for at least 2 h?",
         "bioloom query steps_at_temperature -p min_celsius=4 -p max_celsius=4 -p min_minutes=120"),
        ("Which steps have a temperature below 4 °C?", "bioloom query steps_at_temperature -p max_celsius=4"),
        ("What is spun at more than 10000 x g?", "bioloom query centrifugations_by_force -p min_g=10000"),
        ("Which drugs are there for gout?", "bioloom query drugs_for_disease -p disease=gout"),
        ("What are the steps of lab:dna?", "bioloom query steps_of_protocol -p protocol=lab:dna"),
        ("Which protocols need EtOH?", "bioloom query protocols_using_reagent -p reagent=EtOH"),
        ("What is done before and after a step that they centrifuge?",
         "bioloom query around_a_step -p verb=centrifuge"),
    ],
)  # fmt: skip
def test_the_nearest_query_is_filled_in(small_graph: Graph, question: str, command: str) -> None:
    assert command in [each.command for each in suggest_queries(small_graph, question)]


def test_what_the_question_does_not_give_is_an_example(small_graph: Graph) -> None:
    (first, *_) = suggest_queries(small_graph, "Which side effects do drugs have?")
    assert (first.recipe.name, first.examples) == ("side_effects_of_drug", ("drug",))
    assert suggest_queries(small_graph, "zzz qqq") == ()


@pytest.mark.usefixtures("use_server")
def test_commands_are_never_broken_and_json_has_them() -> None:
    words = ["query", "--ask", "Which steps are above 37 °C for more than 30 minutes?"]
    shown = run.invoke(app, words, env={"COLUMNS": "40"})
    assert "bioloom query incubations_above -p min_celsius=37 -p min_minutes=30\n" in shown.stdout
    rows = json.loads(run.invoke(app, [*words, "--format", "json"]).stdout)["rows"]
    assert shown.stdout.startswith(rows[0]["command"])


def test_the_model_sees_schema_entities_and_examples(small_graph: Graph) -> None:
    with serve() as endpoint:
        endpoint.replies = [json.dumps({"cypher": GOOD})]
        written = query_by_question(small_graph, endpoint.settings, "Which drugs are there for gout?")
    assert written.rows.columns == ("mentions",)
    assert (written.cypher, written.mended) == (GOOD, ())
    told = endpoint.requests[0]["messages"][-1]["content"]
    assert "(:`biolink:SmallMolecule`)-[:`biolink:treats`]->(:`biolink:Disease`)" in told
    assert "gout: DOID:13189 (gout)" in told
    assert 'disease.id IN ["DOID:13189"]' in told


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        ("CREATE (n:Mention) RETURN n", "this one writes"),
        ("MATCH (m:Mention RETURN m", "Invalid input"),
        ("MATCH (m:Mentions) RETURN m.id AS id", "did you mean Mention"),
    ],
)
def test_what_is_refused_or_unknown_goes_back_to_the_model(small_graph: Graph, bad: str, fault: str) -> None:
    with serve() as endpoint:
        endpoint.replies = [json.dumps({"cypher": bad}), json.dumps({"cypher": GOOD})]
        written = query_by_question(small_graph, endpoint.settings, "How often is ethanol mentioned?")
        assert written.cypher == GOOD
        assert len(written.mended) == 1
        assert fault in endpoint.requests[1]["messages"][-1]["content"]


def test_it_ends_after_two_mended_statements(small_graph: Graph) -> None:
    with serve() as endpoint:
        endpoint.replies = [json.dumps({"cypher": "MATCH (n) DETACH DELETE n"})]
        with pytest.raises(UsageError, match=r"no query of the model could be used.*DELETE"):
            query_by_question(small_graph, endpoint.settings, "Delete everything, please")
    assert len(endpoint.requests) == ROUNDS


def test_the_command_shows_the_cypher(use_server: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve() as endpoint:
        endpoint.replies = [json.dumps({"cypher": GOOD})]
        monkeypatch.setenv("BIOLOOM_LLM_URL", f"http://127.0.0.1:{endpoint.port}/v1")
        monkeypatch.setenv("BIOLOOM_LLM_MODEL", "tiny")
        shown = run.invoke(app, ["query", "--ask", "How often is ethanol mentioned?", "--format", "csv"])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines()[0] == "mentions"
    assert GOOD in " ".join(shown.stderr.split())


def test_without_a_model_in_reach_the_nearest_queries_are_shown(
    use_server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["query", "--ask", "Which steps are above 37 °C for more than 30 minutes?"]
    with serve() as endpoint:
        endpoint.replies = [401]
        monkeypatch.setenv("BIOLOOM_LLM_URL", f"http://127.0.0.1:{endpoint.port}/v1")
        monkeypatch.setenv("BIOLOOM_LLM_MODEL", "tiny")
        shown = run.invoke(app, words)
        unasked = run.invoke(app, [*words, "--no-llm"])
    assert "bioloom query incubations_above" in shown.stdout
    assert "refused the key" in " ".join(shown.stderr.split())
    assert (unasked.stdout, len(endpoint.requests)) == (shown.stdout, 1)


@pytest.mark.usefixtures("use_server")
def test_ask_stands_alone() -> None:
    result = run.invoke(app, ["query", "graph_counts", "--ask", "How many?"])
    assert isinstance(result.exception, UsageError)
