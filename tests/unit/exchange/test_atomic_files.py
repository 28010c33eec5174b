"""Files are whole or not there."""

import gzip
import os
import stat
from pathlib import Path

import pytest

from bioloom.errors import BioloomError, UsageError
from bioloom.exchange.atomic_files import replace_text, whole_files


def test_files_appear_together_at_the_end(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt.gz"
    with whole_files((one, two)) as (first, second):
        first.write("α\r\n")
        second.write("β\n")
        assert not one.exists()
    assert one.read_bytes() == "α\r\n".encode()
    assert gzip.decompress(two.read_bytes()).decode() == "β\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.txt", "two.txt.gz"]
    assert stat.S_IMODE(one.stat().st_mode) & 0o600 == 0o600


@pytest.mark.parametrize("fault", [ValueError("x"), KeyboardInterrupt()])
def test_a_fault_keeps_the_old_file_and_leaves_nothing(tmp_path: Path, fault: BaseException) -> None:
    path = tmp_path / "one.txt"
    path.write_text("old", encoding="utf-8")

    def interrupted() -> None:
        with whole_files((path,), force=True) as (stream,):
            stream.write("new")
            raise fault

    with pytest.raises(type(fault)):
        interrupted()
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_existing_files_and_folders_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    replace_text(path, "1")
    with pytest.raises(UsageError, match="--force"):
        replace_text(path, "2")
    replace_text(path, "2", force=True)
    assert path.read_text(encoding="utf-8") == "2"
    with pytest.raises(UsageError, match="folder"):
        replace_text(tmp_path, "3", force=True)
    with pytest.raises(UsageError, match="does not exist"):
        replace_text(tmp_path / "none" / "x", "3")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_a_plain_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BioloomError, match="cannot write"):
        replace_text(tmp_path / "x", "1")
    tmp_path.chmod(0o700)
