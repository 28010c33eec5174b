"""Shipped models: a missing or unfit one is told in one line, with the command that mends it."""

import hashlib
import json
from pathlib import Path

import pytest

from bioloom import resources
from bioloom.errors import MissingModelError, UnfitModelError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a model of one file into a place of our own."""
    monkeypatch.setattr(resources, "model_root", lambda: tmp_path)
    place = tmp_path / "reader"
    place.mkdir()
    (place / "model.onnx").write_bytes(b"12345")
    manifest = {"version": "1.0.0", "fits": ["0.1"], "files": {"model.onnx": {"bytes": 5, "sha256": ""}}}
    (place / resources.MANIFEST).write_text(json.dumps(manifest))
    return place


def test_an_installed_model_is_found(folder: Path) -> None:
    assert resources.has_weights("reader")
    assert resources.weights("reader") == folder


def test_a_missing_model_names_its_distribution(folder: Path) -> None:
    assert not resources.has_weights("protocol")
    with pytest.raises(MissingModelError, match="pip install bioloom-models-protocol"):
        resources.weights("protocol")


def test_a_model_of_another_release_is_refused(folder: Path) -> None:
    path = folder / resources.MANIFEST
    path.write_text(path.read_text().replace("0.1", "0.9"))
    with pytest.raises(UnfitModelError, match=r"does not fit bioloom .*bioloom-models-reader"):
        resources.weights("reader")


def test_an_incomplete_file_is_refused(folder: Path) -> None:
    (folder / "model.onnx").write_bytes(b"123")
    with pytest.raises(UnfitModelError, match=r"model\.onnx is missing or incomplete"):
        resources.weights("reader")


def test_a_damaged_file_is_named(folder: Path) -> None:
    path = folder / resources.MANIFEST
    digest = hashlib.sha256(b"12345").hexdigest()
    path.write_text(path.read_text().replace('"sha256": ""', f'"sha256": "{digest}"'))
    assert resources.damaged_weights("reader") == ()
    (folder / "model.onnx").write_bytes(b"54321")
    assert resources.damaged_weights("reader") == ("model.onnx",)
