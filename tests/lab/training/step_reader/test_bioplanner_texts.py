"""BioPlanner's protocols are read as a title and steps, without what its export leaves between them."""

import json
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.training.step_reader.bioplanner_texts import read_bioplanner


def test_steps_lose_their_numbers_and_the_fields_between_them(tmp_path: Path) -> None:
    steps = (
        "\nNone\n1. Add  5 ml of buffer. \nreagents\n600amount\n2) Spin.\nNOTES Keep it cold.\n1.5 ml tubes\n"
    )
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps({"id": "7", "title": " A wash ", "steps": steps}), encoding="utf-8")
    assert read_bioplanner(path) == {
        "bioplanner_7": ["A wash", "Add 5 ml of buffer.", "Spin.", "Keep it cold.", "1.5 ml tubes"]
    }


@pytest.mark.parametrize("line", ['{"id": "7"}', '{"id": "7", "title": null, "steps": ""}', "[]", "no JSON"])
def test_a_line_that_is_no_protocol_is_told_with_its_number(line: str, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"some\.jsonl:1: is no protocol"):
        read_bioplanner(path)
