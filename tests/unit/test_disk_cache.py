"""The disk cache: shared, torn, locked, not writable."""

from __future__ import annotations

import logging
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from bioloom.disk_cache import DiskCache, content_key


def write(file: Path, part: int) -> None:
    cache = DiskCache(file)
    for n in range(20):
        cache.keep([(content_key(f"{part}", f"{n}"), b"own"), (content_key("shared", f"{n}"), b"shared")])


def test_values_come_back_by_the_content_that_they_follow_from(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "new" / "a.sqlite")
    cache.keep([(content_key("a", "b"), b"1"), (content_key("ab"), b"2"), (content_key("a\ud800"), b"3")])
    cache.keep([(content_key("ab"), b"4")])
    asked = [content_key("a", "b"), content_key("ab"), content_key("b", "a"), content_key("a\ud800")]
    assert cache.find(asked) == {asked[0]: b"1", asked[1]: b"4", asked[3]: b"3"}
    assert cache.find([]) == {}


def test_several_processes_may_write_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with ProcessPoolExecutor(3) as processes:
        list(processes.map(write, [file] * 3, range(3)))
    keys = [content_key(part, f"{n}") for part in ("0", "1", "2", "shared") for n in range(20)]
    assert len(DiskCache(file).find(keys)) == 80


@pytest.mark.parametrize("content", [b"\0" * 8192, b"not a database at all" * 400])
def test_a_damaged_file_is_begun_again_with_a_notice(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "a.sqlite"
    file.write_bytes(content)
    cache = DiskCache(file)
    with caplog.at_level(logging.WARNING):
        assert cache.find([b"key"]) == {}
    assert "begun again" in caplog.text
    cache.keep([(b"key", b"value")])
    assert cache.find([b"key"]) == {b"key": b"value"}


def test_a_folder_that_cannot_be_used_is_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = DiskCache(tmp_path / "file" / "a.sqlite")
    with caplog.at_level(logging.WARNING):
        cache.keep([(b"key", b"value")])
        assert cache.find([b"key"]) == {}
    assert "cannot be used" in caplog.text


def test_what_is_kept_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "extraction" / "a.sqlite"
    DiskCache(file).keep([(b"key", b"value")])
    file.chmod(0o644)
    assert DiskCache(file).find([b"key"]) == {b"key": b"value"}
    modes = [path.stat().st_mode & 0o777 for path in (file, *file.parents[:2])]
    assert modes == [0o600, 0o700, 0o700]
