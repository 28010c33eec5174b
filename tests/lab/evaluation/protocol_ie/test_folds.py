"""Folds for cross-validation hold whole families of protocols."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom_lab.evaluation.protocol_ie.folds import write_folds

LINES = ("Spin the cells at four degrees for ten minutes.", "Wash the pellet twice with cold buffer again.")


def write(folder: Path, name: str, lines: tuple[str, ...]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text("\n".join((f"Title of {name}", *lines)) + "\n")
    (folder / f"{name}.ann").write_text("T1\tAction 0 5\tTitle\n")


def test_copies_share_a_fold_and_every_protocol_is_held_out_once(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        write(
            tmp_path / "one", name, LINES if name != "c" else ("Grow the other strain for two whole days.",)
        )
    write(tmp_path / "two", "d", ("Lyse the tissue of the leaf in the grinder.",))
    held = write_folds([tmp_path / "one", tmp_path / "two"], 2, tmp_path / "folds")
    assert held == [2, 2]
    there = [
        {file.stem for file in (tmp_path / "folds" / f"fold{at}" / "held").glob("*.ann")} for at in (0, 1)
    ]
    assert there[0] | there[1] == {"a", "b", "c", "d"}
    assert any({"a", "b"} <= each for each in there)
    learnt = {file.stem for file in (tmp_path / "folds" / "fold0" / "train").glob("*.txt")}
    assert learnt == there[1]
    with pytest.raises(UsageError, match="is there already"):
        write_folds([tmp_path / "one"], 2, tmp_path / "folds")


def test_two_protocols_of_one_name_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "one", "a", LINES)
    write(tmp_path / "two", "a", LINES)
    with pytest.raises(UsageError, match=r"two protocols are called a\.txt"):
        write_folds([tmp_path / "one", tmp_path / "two"], 2, tmp_path / "folds")
