"""`bioloom ask` asks other graphs only when told to, and says how to name one."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.cli.commands import all_commands
from bioloom.errors import UsageError
from bioloom.serving import graph_services
from bioloom.settings import Settings
from bioloom_lab.cli import evaluate
from trapi_endpoint import serve

QUESTION = "Which gene matters most in how celecoxib treats arthritis?"


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    for name in ("retrieve", "ask"):
        all_commands()[name].add_to(made)
    return made


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--federate"], "BIOLOOM_FEDERATION"),
        (["--federate", "--url", "ftp://x"], "ftp://x is not the address"),
        (["--url", "http://127.0.0.1:9"], "belong to --federate"),
        (["--fresh"], "belong to --federate"),
    ],
)
def test_a_wrong_call_is_told_before_anything_is_opened(
    app: typer.Typer, arguments: list[str], words: str
) -> None:
    shown = CliRunner().invoke(app, ["ask", QUESTION, *arguments])
    assert isinstance(shown.exception, UsageError)
    assert words in str(shown.exception)


def test_the_suite_that_asks_others_is_the_one_about_mechanisms(tmp_path: Path) -> None:
    made = typer.Typer()
    evaluate.register(made)
    asking = ("--data", str(tmp_path / "x"), "--federate", "http://127.0.0.1:9")
    shown = CliRunner().invoke(made, ["eval", "answers", *asking])
    assert shown.exit_code == 2
    assert "No such option" in shown.output
    shown = CliRunner().invoke(made, ["eval", "mechanism", "--ablation", *asking])
    assert isinstance(shown.exception, UsageError)
    assert "--federate is measured without --ablation" in str(shown.exception)


def test_a_service_without_other_graphs_refuses_to_ask_them() -> None:
    services = graph_services(Settings(federation=""), uploads=False)
    with pytest.raises(UsageError, match="BIOLOOM_FEDERATION"):
        services.ask(QUESTION, k=8, llm=False, federate=True)
    services.close()


def test_a_service_asks_nobody_when_it_starts() -> None:
    with serve({"message": {}}) as other:
        graph_services(Settings(federation=other.url), uploads=False).close()
        assert not other.requests
