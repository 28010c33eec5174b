"""How a language model is asked, on the command line: against an endpoint, and what does not go together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from bioloom.cli.commands import all_commands
from bioloom.embedding import open_encoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import Kind, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.retrieval_augmentation.memory_folder import write_memory
from model_endpoint import Endpoint
from prompted_protocols import LINES, asked_about, jointly, well

Put = Callable[[str, str | bytes], Path]


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    for name in ("extract", "loaders", "load", "rejects", "validate"):
        all_commands()[name].add_to(made)
    return made


@pytest.fixture
def source(put: Put) -> Path:
    return put("lab/one.txt", "\n".join(LINES[:3]) + "\n")


@pytest.fixture
def demonstrations(put: Put) -> Path:
    put("shown/spin.txt", "Spin yeast twice\nKeep slurry\n")
    annotation = (
        "T1\tAction 0 4\tSpin\nT2\tReagent 5 10\tyeast\nT3\tAction 17 21\tKeep\nT4\tReagent 22 28\tslurry\n"
        "E1\tAction:T1 Acts-on:T2\nE2\tAction:T3 Acts-on:T4\n"
    )
    put("shown/plain.txt", "Nobody annotated this\n")
    return put("shown/spin.ann", annotation).parent


@pytest.fixture
def served(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Endpoint:
    """Set the endpoint as a user does."""
    for name, value in {
        "BIOLOOM_LLM_URL": str(endpoint.settings.llm_url),
        "BIOLOOM_LLM_MODEL": "tiny",
        "BIOLOOM_LLM_KEY": "k",
        "BIOLOOM_CACHE": str(tmp_path / "cache"),
    }.items():
        monkeypatch.setenv(name, value)
    endpoint.answer = well
    return endpoint


def run(app: typer.Typer, *command: str) -> dict[str, object]:
    done = CliRunner().invoke(app, [*command, "--json"])
    assert done.exit_code == 0, (done.output, done.exception)
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def questions(endpoint: Endpoint) -> dict[str, str]:
    """Give the last question about each sentence."""
    users = [asked["messages"][1]["content"] for asked in endpoint.requests]
    return {asked_about(user): user for user in users}


def test_a_model_is_asked_twice_a_sentence_or_jointly(
    app: typer.Typer, source: Path, served: Endpoint, tmp_path: Path
) -> None:
    extract = ("extract", str(source), "--engine", "llm", "-o")
    twice = run(app, *extract, str(tmp_path / "twice.jsonl"))
    assert str(twice["extractor"]).startswith("llm:tiny:pipeline@")
    assert len(served.requests) == 5  # "Wash." has one entity and no relations to ask for
    served.requests.clear()
    served.answer = jointly
    once = run(app, *extract, str(tmp_path / "once.jsonl"), "--mode", "joint", "--model", "adapter")
    assert str(once["extractor"]).startswith("llm:adapter:joint@")
    assert [asked["model"] for asked in served.requests] == ["adapter"] * 3
    assert (once["mentions"], once["relations"]) == (twice["mentions"], twice["relations"]) == (8, 4)


def test_as_many_demonstrations_as_wished_are_shown_in_biopies_terms(
    app: typer.Typer, source: Path, demonstrations: Path, served: Endpoint, tmp_path: Path
) -> None:
    served.answer = jointly
    extract = ("extract", str(source), "--engine", "llm", "--mode", "joint")
    names = set()
    for shots, shown in (("0", 0), ("1", 1), ("20", 2)):
        served.requests.clear()
        found = run(
            app, *extract, "-o", str(tmp_path / f"{shots}.jsonl"),
            "--demonstrations", str(demonstrations), "--shots", shots,
        )  # fmt: skip
        names.add(found["extractor"])
        assert found["mentions"] == 8
        asked = questions(served)
        assert sorted(asked) == sorted(LINES[:3])
        for question in asked.values():
            assert ("Spin yeast twice" in question) + ("Keep slurry" in question) == shown
            assert ("Spin: verb" in question) + ("Keep: verb" in question) == shown
            assert "Nobody" not in question
    assert len(names) == 3


def test_a_load_asks_as_it_is_told(
    app: typer.Typer, source: Path, demonstrations: Path, served: Endpoint
) -> None:
    served.answer = jointly
    found = run(
        app, "load", str(source), "--dry-run", "--extract", "llm", "--mode", "joint",
        "--demonstrations", str(demonstrations), "--shots", "2",
    )  # fmt: skip
    assert (found["extracted"], found["rejected"]) == (12, {})
    assert str(found["extractor"]).startswith("llm:tiny:joint@")
    assert all("Keep slurry" in question for question in questions(served).values())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("local", "--mode", "joint"), "they need {} llm"),
        (("local", "--shots", "0"), "they need {} llm"),
        (("local", "--memory", "git"), "they need {} llm"),
        (("local", "--triple-form", "P2"), "they need {} llm"),
        (("llm", "--memory", "No/Such"), "No/Such is no folder"),
        (("llm", "--shots", "3"), "--shots needs --demonstrations"),
        (("llm", "--demonstrations", "."), "--demonstrations needs --shots"),
        (
            ("llm", "--demonstrations", "no/such", "--shots", "3"),
            "no/such, the folder of demonstrations, does",
        ),
        (("llm", "--mode", "joint"), "set BIOLOOM_LLM_URL"),
    ],
)
@pytest.mark.parametrize(
    ("command", "option"), [(("extract", "-o", "never.jsonl"), "--engine"), (("load",), "--extract")]
)
def test_what_does_not_go_together_is_said(
    command: tuple[str, ...], option: str, options: tuple[str, ...], message: str, app: typer.Typer,
    source: Path,
) -> None:  # fmt: skip
    done = CliRunner().invoke(app, [*command, str(source), option, *options])
    assert isinstance(done.exception, UsageError), done.output
    assert message.format(option) in str(done.exception)
    assert not Path("never.jsonl").exists()


def test_a_load_that_extracts_nothing_asks_nobody(app: typer.Typer, source: Path) -> None:
    done = CliRunner().invoke(app, ["load", str(source), "--dry-run", "--mode", "joint"])
    assert isinstance(done.exception, UsageError)
    assert "they need --extract llm" in str(done.exception)


def test_protocols_without_annotation_demonstrate_nothing(
    app: typer.Typer, source: Path, served: Endpoint
) -> None:
    command = ["load", str(source), "--dry-run", "--extract", "llm", "--shots", "1", "--demonstrations"]
    done = CliRunner().invoke(app, [*command, str(source.parent)])
    assert isinstance(done.exception, UsageError)
    assert "holds no protocol that is annotated" in str(done.exception)
    assert served.requests == []


@pytest.mark.parametrize(
    ("kind", "scheme", "message"),
    [("pairs", "git", "holds pairs"), ("chunks", "wlp", "has the labels of wlp; publications are read in")],
)
def test_a_memory_that_publications_cannot_be_read_with_is_refused(
    kind: Kind, scheme: str, message: str, app: typer.Typer, source: Path, served: Endpoint, tmp_path: Path
) -> None:
    example = MemoryExample("oil heals skin.", "HEALS", (0, 3), (10, 14))
    memory = build_memory([example], open_encoder(), kind=kind, scheme=scheme)
    write_memory(memory, tmp_path / "memory")
    command = ["load", str(source), "--dry-run", "--extract", "llm", "--memory", str(tmp_path / "memory")]
    done = CliRunner().invoke(app, command)
    assert isinstance(done.exception, UsageError)
    assert message in str(done.exception)
    assert served.requests == []


def test_more_than_twenty_are_too_many(app: typer.Typer, source: Path, demonstrations: Path) -> None:
    command = ["load", str(source), "--extract", "llm", "--demonstrations", str(demonstrations)]
    done = CliRunner().invoke(app, [*command, "--shots", "21"])
    assert done.exit_code == 2
    assert "--shots" in done.output
