"""Instruction data as files hold them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.readers.instruction import Instruction
from bioloom_lab.training.instruction.instruction_file import parse_instructions, write_instructions


def test_instruction_data_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = [Instruction("I\n", "d̄", "x", "t\nu"), Instruction("I", "", "x\u2028y", "")]
    write_instructions(tmp_path / "rows.jsonl", rows)
    assert list(parse_instructions(tmp_path / "rows.jsonl")) == rows


@pytest.mark.parametrize(
    "line", ["no", "[1]", '{"instruction": "a"}', '{"instruction":1,"example":"","input":"","output":""}']
)
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "rows.jsonl"
    write_instructions(file, [Instruction("I", "", "x", "t")])
    file.write_text(file.read_text(encoding="utf-8") + line, encoding="utf-8")
    with pytest.raises(SourceError, match=r"rows\.jsonl:2"):
        list(parse_instructions(file))
