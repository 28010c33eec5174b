"""Reject files stay in step with the checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bioloom.errors import BioloomError, SourceError
from bioloom.pipeline.reject_file import (
    RejectFile,
    is_edited,
    read_rejects,
    summarise,
    write_line,
    write_rejects,
)
from bioloom.records import NumberedReject, Place, Reject


def rejected(position: int, message: str = "m") -> NumberedReject:
    return NumberedReject(
        position, Reject("BAD_ROW", "extract", message, Place("f", position), {"line": "x"})
    )


def positions(path: Path) -> list[int]:
    return [one.position for one in read_rejects(path)]


def test_a_batch_that_is_tried_again_is_written_once(tmp_path: Path) -> None:
    file = RejectFile(tmp_path / "new" / "r.jsonl", 0)
    file.append([rejected(1)])
    file.commit()
    file.append([rejected(2), rejected(3)])
    file.append([rejected(2), rejected(3)])
    assert positions(file.path) == [1, 2, 3]
    file.append([])
    assert positions(file.path) == [1]


def test_lines_beyond_the_checkpoint_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"".join(write_line(rejected(n)) for n in (1, 5, 9)) + b'{"position": 4, "cut o')
    assert positions(RejectFile(path, 5).path) == [1, 5]
    assert positions(RejectFile(path, 0).path) == []


def test_any_text_survives(tmp_path: Path) -> None:
    odd = rejected(1, 'µ "q" \\ \u2028 \n \ud800 👩‍🔬')
    path = tmp_path / "r.jsonl"
    path.write_bytes(write_line(odd))
    assert list(read_rejects(path)) == [odd]
    assert summarise(path).counts == {"BAD_ROW": 1}


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", '{"position": 1}', json.dumps({"position": "x"})])
def test_a_foreign_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(write_line(rejected(1)) + line.encode() + b"\n")
    with pytest.raises(SourceError, match=r"r\.jsonl:2: not a line of a reject file"):
        positions(path)


def test_a_home_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BioloomError, match="BIOLOOM_HOME"):
        RejectFile(tmp_path / "file" / "r.jsonl", 0)


def test_a_line_that_is_nested_without_end_is_told_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"[" * 100_000)
    with pytest.raises(SourceError, match=r"r\.jsonl:1: not a line of a reject file"):
        list(read_rejects(path))


def test_rejects_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "rejects"
    folder.mkdir(parents=True)
    file = RejectFile(folder / "r.jsonl", 0)
    file.append([rejected(1)])
    assert [path.stat().st_mode & 0o777 for path in (file.path, folder)] == [0o600, 0o700]
    write_rejects(file.path, [rejected(2)])
    assert file.path.stat().st_mode & 0o777 == 0o600
    RejectFile(tmp_path / "another home" / "rejects" / "r.jsonl", 0)
    assert (tmp_path / "another home").stat().st_mode & 0o777 == 0o700


def test_corrections_are_kept_when_a_load_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    file = RejectFile(path, 0)
    for number in (1, 2):
        file.append([rejected(number)])
        file.commit()
    assert RejectFile(path, 1).backup is None  # a load that goes on
    assert RejectFile(path, 0).backup is None  # as it was written
    for name in ("r.jsonl.bak", "r.jsonl.bak2"):
        file = RejectFile(path, 0)
        file.append([rejected(1)])
        file.commit()
        path.write_bytes(write_line(rejected(1, name)))
        file = RejectFile(path, 0)
        assert file.backup == tmp_path / name
        assert [one.reject.message for one in read_rejects(tmp_path / name)] == [name]
        assert not path.read_bytes()
    file.discard()
    assert {each.name for each in tmp_path.iterdir()} == {"r.jsonl.bak", "r.jsonl.bak2"}


def test_a_correction_outlives_a_load_that_goes_on_and_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    file = RejectFile(path, 0)
    file.append([rejected(1), rejected(2)])
    file.commit()
    write_rejects(path, [rejected(1)])
    assert not is_edited(path)  # a replay left one
    path.write_bytes(write_line(rejected(1, "corrected")))
    file = RejectFile(path, 1)
    file.append([rejected(2)])
    file.commit()
    assert is_edited(path)
    write_rejects(path, [rejected(1, "corrected")])
    assert is_edited(path)
    assert RejectFile(path, 0).backup is not None


def test_a_batch_that_was_not_committed_is_no_correction(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    file = RejectFile(path, 0)
    file.append([rejected(1)])
    file.commit()
    file.append([rejected(2)])
    file = RejectFile(path, 1)
    file.append([rejected(2)])
    file.commit()
    assert not is_edited(path)


@pytest.mark.parametrize("position", [0, 1, 2])
@pytest.mark.parametrize("committed", [0, 1])
def test_a_batch_that_failed_or_whose_commit_was_not_noted_is_no_correction(
    tmp_path: Path, committed: int, position: int
) -> None:
    path = tmp_path / "r.jsonl"
    file = RejectFile(path, 0)
    for _ in range(committed):
        file.append([rejected(1)])
        file.commit()
    file.append([rejected(committed + 1)])
    assert not is_edited(path)
    file = RejectFile(path, position)
    assert file.backup is None
    file.append([rejected(9)])
    file.commit()
    assert not is_edited(path)
    assert RejectFile(path, 0).backup is None


def test_a_batch_that_is_tried_again_with_other_rejects_is_no_correction(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    file = RejectFile(path, 0)
    file.append([rejected(1)])
    file.commit()
    for lines in ([rejected(2)], [], [rejected(3)]):
        file.append(lines)
        assert not is_edited(path)
    path.write_bytes(write_line(rejected(1, "corrected")))
    assert RejectFile(path, 0).backup is not None


def test_a_batch_of_which_the_hash_alone_was_written_is_no_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.jsonl"
    file = RejectFile(path, 0)
    file.append([rejected(1)])
    file.commit()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda *_: (_ for _ in ()).throw(OSError("no room")))
        with pytest.raises(BioloomError, match="no room"):
            file.append([rejected(2)])
    assert not is_edited(path)
    assert RejectFile(path, 0).backup is None


def test_a_file_of_an_earlier_version_is_not_called_changed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    for position in (0, 1):
        path.write_bytes(write_line(rejected(1)))
        assert not is_edited(path)
        assert RejectFile(path, position).backup is None
        path.with_name("r.jsonl.sum").unlink(missing_ok=True)
    assert [each.name for each in tmp_path.iterdir()] == ["r.jsonl"]
