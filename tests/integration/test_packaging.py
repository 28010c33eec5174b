"""Distributions: wheel and sdist of bioloom, and one wheel a shipped model, below an index's limit."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from bioloom.resources import MANIFEST, MODELS, model_root
from bioloom_lab.maintenance.model_manifest import describe_files

ROOT = Path(__file__).parents[2]
LARGEST = 100_000_000
"""Bytes of a wheel that the package index takes without being asked."""

SAFELY = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
"""How an archive of our own is unpacked: the filter came with Python 3.11.4."""


def build(source: Path, kind: str, target: Path) -> Path:
    """Build one distribution of a source tree and give its file."""
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        f"--{kind}",
        "--outdir",
        str(target),
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def model_wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build the wheel of every shipped model."""
    target = tmp_path_factory.mktemp("models")
    return [build(model_root() / name, "wheel", target / name) for name in MODELS]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of the checkout."""
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def data_files(folder: str) -> set[str]:
    """List what lies in one data folder of the checkout, as git sees it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return {f"bioloom/{name}" for name in listed.stdout.splitlines() if (ROOT / name).exists()}


def test_the_wheel_carries_code_and_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"bioloom/py.typed", "bioloom_loaders/py.typed", "bioloom/cli/app.py"} <= names
    assert data_files("cypher") | data_files("ontology") <= names
    demo = {name.replace("loaders/", "") for name in data_files("loaders/demo") if not name.endswith(".py")}
    assert demo <= names
    assert "bioloom/demo/wlp/LICENSE" in demo
    page = "bioloom/serving/page"
    assert {f"{page}/index.html", f"{page}/vendor/cytoscape.min.js", f"{page}/vendor/packages.tsv"} <= names


def test_the_sdist_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, **SAFELY)  # type: ignore[arg-type]
    (unpacked,) = (path for path in tmp_path.iterdir() if path.name.startswith("bioloom-"))
    again = build(unpacked, "wheel", tmp_path / "again")
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


def test_data_is_read_from_the_wheel_itself(wheel: Path, tmp_path: Path) -> None:
    code = (
        "import bioloom.resources as r; "
        "assert '.whl' in r.__file__, r.__file__; "
        "print(r.text('cypher', 'retrieve/sentences.cypher')[:2], "
        "len(list(r.names('cypher', 'cookbook', '.cypher'))))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(wheel)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    prefix, count = result.stdout.split()
    assert prefix == "//"
    assert int(count) >= 12


def test_the_wheel_of_the_program_holds_no_model(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST // 10
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("bioloom/weights")]


def test_every_model_has_a_wheel_with_card_and_manifest(model_wheels: list[Path]) -> None:
    for name, built in zip(MODELS, model_wheels, strict=True):
        assert built.stat().st_size < LARGEST
        held = set(zipfile.ZipFile(built).namelist())
        assert {f"bioloom/weights/{name}/{file}" for file in ("MODEL_CARD.md", MANIFEST)} <= held


@pytest.mark.parametrize("name", MODELS)
def test_a_manifest_names_the_files_as_they_are(name: str) -> None:
    folder = model_root() / name
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["files"] == describe_files(folder), (
        "run: python -m bioloom_lab.maintenance.model_manifest"
    )


def test_installed_wheels_work_without_the_checkout(
    wheel: Path, model_wheels: list[Path], tmp_path: Path
) -> None:
    target = tmp_path / "site"
    install = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target")
    subprocess.run([*install, str(target), str(wheel), *map(str, model_wheels)], check=True, cwd=tmp_path)
    code = (
        "import bioloom.resources as r; from bioloom.extraction.opening import open_extractor; "
        "print(r.__file__, *(r.weights(name) for name in r.MODELS), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(target)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert all(line.startswith(str(target)) for line in done.stdout.splitlines())
