"""Settings come from bioloom's own variables and no others."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bioloom
from bioloom.cli.environment_variables import OF_SETTINGS, unknown_variables
from bioloom.errors import UsageError
from bioloom.settings import Settings


def test_state_lies_where_bioloom_home_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOLOOM_HOME", str(tmp_path))
    monkeypatch.setenv("BIOLOOM_LLM_MODEL", "some-model")
    monkeypatch.setenv("NEO4J_URI", "bolt://db:7687")
    settings = Settings()
    assert (settings.home, settings.llm_model, settings.neo4j_uri) == (
        tmp_path,
        "some-model",
        "bolt://db:7687",
    )


def test_variables_that_others_set_are_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """HOME above all: the home folder of a user is not the place for a database."""
    monkeypatch.delenv("BIOLOOM_HOME")
    for name in ("HOME", "CACHE", "HEAP", "MAVEN", "LLM_URL"):
        monkeypatch.setenv(name, "/somewhere/else")
    settings = Settings()
    assert settings.home.name == "bioloom"
    assert settings.cache.name == "bioloom"
    assert (settings.heap, settings.maven, settings.llm_url) == (None, None, None)


def test_other_graphs_are_named_with_blanks_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().endpoints == ()
    monkeypatch.setenv("BIOLOOM_FEDERATION", " http://a  https://b/v1/query ")
    assert Settings().endpoints == ("http://a", "https://b/v1/query")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BIOLOOM_SERVE_CYPHER", "perhaps"),
        ("BIOLOOM_LLM_URL", "hidden"),
        ("BIOLOOM_MAVEN", "hidden"),
        ("NEO4J_URI", "bolt://neo4j:hidden@host:7687"),
        ("BIOLOOM_LLM_URL", "ftp://me:hidden@host/v1"),
        ("BIOLOOM_LLM_URL", "http://"),
        ("BIOLOOM_LLM_URL", "http://host:hidden/v1"),
        ("BIOLOOM_LLM_KEY", "hidden\n"),
        ("BIOLOOM_LLM_KEY", "hidden–key"),
        ("BIOLOOM_LLM_PRICE", "0.5"),
        ("BIOLOOM_LLM_PRICE", "0.15,0.6"),
        ("BIOLOOM_LLM_PRICE", "[1, -1]"),
        ("BIOLOOM_FEDERATION_TOKENS", "hidden"),
        ("BIOLOOM_FEDERATION_TOKENS", '["hidden"]'),
        ("BIOLOOM_FEDERATION_TOKENS", '{"a": ["hidden"]}'),
    ],
)
def test_a_value_that_cannot_be_used_is_one_line_with_the_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UsageError, match=f"^{name} [^\n]*unset it$") as caught:
        Settings()
    assert "hidden" not in str(caught.value), "a secret is not told"


@pytest.mark.parametrize("name", ["BIOLOOM_LLM_URL", "BIOLOOM_LLM_MODEL"])
def test_half_a_language_model_is_told(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "http://127.0.0.1:9/v1")
    with pytest.raises(UsageError, match=f"^{name} is set without BIOLOOM_LLM_"):
        Settings().lets_llm(None)
    assert not Settings().lets_llm(False)


def test_an_unknown_setting_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"^there is no setting 'hom'; did you mean home\?$"):
        Settings(hom="/x")
    assert Settings(NEO4J_URI="bolt://a", neo4j_user="b").neo4j_uri == "bolt://a"


@pytest.mark.parametrize("name", ["home", "cache"])
def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"BIOLOOM_{name.upper()}", "")
    assert getattr(Settings(), name).name == "bioloom"


@pytest.mark.parametrize(("words", "notes"), [(["--version"], 1), (["loaders", "--json"], 0)])
def test_a_variable_that_nothing_reads_is_told(words: list[str], notes: int) -> None:
    env = {**os.environ, "BIOLOOM_BOLTPORT": "1"}
    said = subprocess.run([sys.executable, "-m", "bioloom", *words], env=env, capture_output=True, text=True)
    told = said.stderr.count("BIOLOOM_BOLTPORT is read by nothing; did you mean BIOLOOM_BOLT_PORT?")
    assert (said.returncode, told) == (0, notes)


def test_every_variable_of_the_program_is_known() -> None:
    fields = Settings.model_fields.items()
    assert {*OF_SETTINGS} == {name.upper() for name, each in fields if each.validation_alias is None}
    root = Path(bioloom.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in root.rglob("*.py"))
    named = {*re.findall(r"BIOLOOM_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?!_)", code)} - {"BIOLOOM_HOEM"}
    assert not unknown_variables(dict.fromkeys(named, ""))
