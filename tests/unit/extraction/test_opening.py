"""An extractor is opened by the name of its engine."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.extraction.opening import open_by_kind, open_extractor
from bioloom.settings import Settings


def test_none_is_no_extractor() -> None:
    assert open_extractor("none", Settings()) is None


def test_documents_of_every_kind_are_read_by_what_is_named() -> None:
    assert open_by_kind("none", Settings()) is None
    with pytest.raises(UsageError, match="choose from: none, local, llm"):
        open_by_kind("oracle", Settings())


@pytest.mark.parametrize(
    ("engine", "model", "message"),
    [
        ("oracle", None, "choose from: none, local, llm"),
        ("llm", None, "BIOLOOM_LLM_URL"),
        ("local", "no/such/folder", "no/such/folder"),
    ],
)
def test_what_cannot_be_opened_is_told_plainly(engine: str, model: str | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        open_extractor(engine, Settings(), model=model)


def test_a_model_that_is_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_text("x")
    with pytest.raises(UsageError, match="no folder"):
        open_extractor("local", Settings(), model=str(file))
