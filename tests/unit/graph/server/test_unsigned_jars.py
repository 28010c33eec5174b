"""Copies of signed jars: what Java verifies is gone, all else is there, and the server runs from them."""

import os
import zipfile
from pathlib import Path

import pytest

from bioloom.graph.server.distribution import Distribution, install
from bioloom.graph.server.java_runtime import archive_of, class_path
from bioloom.settings import Settings

_MAIN = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"
_DIGESTS = b"Name: org/A.class\r\nSHA-256-Digest: eA==\r\n\r\n"


@pytest.fixture
def distribution(tmp_path: Path) -> Distribution:
    made = Distribution(tmp_path / "cache", ())
    made.jars.mkdir(parents=True)
    with zipfile.ZipFile(made.jars / "signed.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", _MAIN + _DIGESTS)
        for name in ("META-INF/LAB.SF", "META-INF/lab.rsa", "META-INF/services/org.A", "org/A.class"):
            jar.writestr(name, name)
    with zipfile.ZipFile(made.jars / "plain.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", _MAIN)
    (made.jars / "odd.jar").write_bytes(b"no archive")
    return made


def test_signed_jars_are_copied_without_what_is_verified(distribution: Distribution) -> None:
    before = archive_of(distribution)
    for _ in range(2):
        install(distribution, Settings())
    assert [file.name for file in distribution.unsigned.iterdir()] == ["signed.jar"]
    with zipfile.ZipFile(distribution.unsigned / "signed.jar") as copy:
        assert copy.namelist() == ["META-INF/MANIFEST.MF", "META-INF/services/org.A", "org/A.class"]
        assert copy.read("META-INF/MANIFEST.MF") == _MAIN
        assert copy.read("org/A.class") == b"org/A.class"
    expected = [distribution.jars / "odd.jar", distribution.jars / "plain.jar"]
    expected.append(distribution.unsigned / "signed.jar")
    assert class_path(distribution).split(os.pathsep) == list(map(str, expected))
    assert archive_of(distribution) != before, "an archive of classes holds for one class path"


def test_what_broke_off_is_made_anew(distribution: Distribution) -> None:
    partial = distribution.folder / "unsigned.new"
    partial.mkdir()
    (partial / "signed.jar").write_bytes(b"half")
    assert str(partial) not in class_path(distribution)
    install(distribution, Settings())
    assert zipfile.is_zipfile(distribution.unsigned / "signed.jar")
    assert not partial.exists()


def test_a_cache_that_cannot_be_written_does_without(distribution: Distribution) -> None:
    (distribution.folder / "unsigned").write_text("a file in the way")
    install(distribution, Settings())
    assert class_path(distribution).split(os.pathsep)[-1] == str(distribution.jars / "signed.jar")
