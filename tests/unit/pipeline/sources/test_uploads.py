"""Uploads on disk: private files, kept until they are loaded."""

import errno
import io
import os
from pathlib import Path

import pytest

from bioloom.errors import BioloomError, StorageFull
from bioloom.pipeline.sources.uploads import file_original, keep_upload, take_original
from bioloom.serving.problem_details import problem_of
from bioloom.settings import Settings


def test_an_original_that_is_read_again_stays_private(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    original = settings.home / "originals" / "a.txt"
    original.parent.mkdir(parents=True)
    original.write_text("Notes\nAdd water.\n")
    original.chmod(0o644)
    copy = take_original(settings, original)
    assert (copy.read_bytes(), copy.stat().st_mode & 0o777) == (original.read_bytes(), 0o600)
    file_original(settings, copy)
    assert original.stat().st_mode & 0o777 == 0o600


class FullDisk(io.BytesIO):
    """A file that is sent while the disk has no room for it."""

    def __init__(self, code: int) -> None:
        super().__init__(b"Notes\n")
        self.code = code

    def read(self, *_: object) -> bytes:
        """Fail as a write to a full disk does."""
        raise OSError(self.code, os.strerror(self.code))


@pytest.mark.parametrize(
    ("code", "kind", "status"),
    [
        (errno.ENOSPC, StorageFull, 507),
        (errno.EDQUOT, StorageFull, 507),
        (errno.EIO, BioloomError, 500),
    ],
)
def test_a_disk_without_room_is_told_to_the_sender_and_to_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int, kind: type[BioloomError], status: int
) -> None:
    settings = Settings(home=tmp_path / "home")
    with pytest.raises(kind, match=f"{os.strerror(code)} in the folder uploads") as raised:
        keep_upload(settings, "a.txt", FullDisk(code))
    assert problem_of(raised.value) == (status, str(raised.value))
    assert str(tmp_path) not in str(raised.value)
    assert str(settings.home / "uploads") in caplog.text
    assert not list((settings.home / "uploads").iterdir())


def test_an_original_that_a_full_disk_cannot_copy_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    settings = Settings(home=tmp_path / "home")
    original = tmp_path / "a.txt"
    original.write_text("Notes\n")
    monkeypatch.setattr("bioloom.private_files.os.fsync", full)
    with pytest.raises(StorageFull, match="folder uploads"):
        take_original(settings, original)
    assert not list((settings.home / "uploads").iterdir())
