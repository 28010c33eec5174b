"""The wheel and the sdist carry the code, every Cypher file and every ontology file."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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


def test_the_sdist_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
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
