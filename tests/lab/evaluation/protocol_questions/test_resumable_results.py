"""What was found is kept line by line, and made once."""

from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.evaluation.protocol_questions.fitting import keep


def test_a_run_that_broke_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, made = tmp_path / "found/kept.jsonl", list[int]()

    def make(at: int) -> int:
        if at == 2 and len(made) == 2:
            made.append(-1)
            raise KeyboardInterrupt
        made.append(at)
        return at * at

    with pytest.raises(KeyboardInterrupt):
        keep(file, ["a", "b", "c"], make)
    with file.open("a") as out:
        out.write('["c", 9')  # cut off while it was written
    assert keep(file, ["a", "b", "c"], make) == [0, 1, 4]
    assert made == [0, 1, -1, 2]
    assert keep(file, ["c", "a"], make) == [4, 0]


def test_a_file_of_something_else_is_named(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text("question\n")
    with pytest.raises(SourceError, match=r"kept\.jsonl"):
        keep(file, ["a"], lambda at: at)
