"""Settings come from bioloom's own variables and no others."""

from pathlib import Path

import pytest

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
