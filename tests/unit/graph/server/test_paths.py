"""The folder of one home, and what is said when it cannot be written."""

import errno
import os
import stat
from pathlib import Path

import pytest

from bioloom.errors import ServerError
from bioloom.graph.server.paths import Home, write_atomically, writing
from bioloom.settings import Settings


def test_only_its_owner_may_look_into_it(tmp_path: Path) -> None:
    home = Home.of(Settings(home=tmp_path / "a home with blanks ä"))
    home.create()
    home.create()
    assert stat.S_IMODE(home.root.stat().st_mode) == 0o700
    assert not home.initialised


def test_two_names_of_one_folder_are_one_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.chdir(tmp_path)
    assert Home.of(Settings(home=tmp_path / "link")) == Home.of(Settings(home=Path("real")))


def test_a_file_in_its_place_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match=r"cannot write .*file.*BIOLOOM_HOME") as caught:
        Home.of(Settings(home=tmp_path / "file")).create()
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that refuses to write")
def test_a_place_that_cannot_be_written_is_one_line() -> None:
    with pytest.raises(ServerError, match=r"cannot write /proc/.*BIOLOOM_HOME"):
        Home.of(Settings(home=Path("/proc/bioloom"))).create()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_one_line() -> None:
    with pytest.raises(ServerError, match="No space left on device"), writing(Path("/dev/full")):
        Path("/dev/full").write_text("x")


def full(_: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_interrupted_writing_leaves_the_old_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "password"
    write_atomically(path, "old")
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(ServerError, match="cannot write"):
            write_atomically(path, "new")
    assert path.read_text() == "old"
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert [file.name for file in tmp_path.iterdir()] == ["password"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
