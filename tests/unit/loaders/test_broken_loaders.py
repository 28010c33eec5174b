"""A loader of others that is broken is told and passed over; the others load."""

import logging
import os
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from bioloom.errors import UnknownFormatError, UsageError
from bioloom.loading import GROUP, loader_for, loaders


def install(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    found = [*entry_points(group=GROUP), EntryPoint(name, value, GROUP)]
    monkeypatch.setattr("bioloom.loading.entry_points", lambda group: found)


def test_a_loader_that_cannot_be_opened_is_told_once_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    before = set(loaders())
    install(monkeypatch, "gone", "package_that_is_gone:Loader")
    (tmp_path / "mix.txt").write_text("Mix.\n")
    assert set(loaders()) == before
    assert loader_for(tmp_path).name == loader_for(tmp_path, "text").name == "text"
    assert [record.message for record in caplog.records] == [
        "the loader gone (package_that_is_gone:Loader) cannot be opened: No module named "
        "'package_that_is_gone'; mend or uninstall its package"
    ]
    with pytest.raises(UnknownFormatError, match=r"the loader gone .* cannot be opened"):
        loader_for(tmp_path, "gone")


def test_a_loader_that_fails_to_recognise_a_source_is_told_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    install(monkeypatch, "raising", "listed_loader:Raising")
    (tmp_path / "mix.txt").write_text("Mix.\n")
    assert loader_for(tmp_path).name == "text"
    assert f"the loader raising failed on {tmp_path} (IsADirectoryError" in caplog.text


@pytest.mark.parametrize("name", [None, "text"])
def test_a_pipe_is_refused_before_it_is_read(tmp_path: Path, name: str | None) -> None:
    os.mkfifo(tmp_path / "f.txt")
    with pytest.raises(UsageError, match="is not a regular file"):
        loader_for(tmp_path / "f.txt", name)
