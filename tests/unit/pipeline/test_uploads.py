"""Uploads on disk: private files, kept until they are loaded."""

from pathlib import Path

from bioloom.pipeline.uploads import file_original, take_original
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
