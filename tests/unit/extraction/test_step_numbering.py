"""Which step bears which number: printed numbers, sub-steps, sections, and counting without numbers."""

from collections.abc import Callable

import pytest

from bioloom.extraction.step_numbering import number_steps
from bioloom.records import AnnotatedDocument

Sketch = Callable[..., AnnotatedDocument]


def labels(document: AnnotatedDocument) -> list[tuple[str, list[str]]]:
    texts = {sentence.id: sentence.text for sentence in document.sentences}
    return [(step.label, [texts[one] for one in step.sentences]) for step in number_steps(document).steps]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T\n1. Mix.\n2. Spin.", ["1", "2"]),
        ("T\n1) Mix.\r\n2) Spin.", ["1", "2"]),
        ("T\nStep 1: Mix.\nStep 2: Spin.", ["1", "2"]),
        ("T\n1. Prepare.\n1.1. Mix.\n1.2. Spin.\n2. Dry.", ["1", "1.1", "1.2", "2"]),
        ("T\n1. Prepare.\na. Mix.\nb. Spin.\n2. Dry.", ["1", "1a", "1b", "2"]),
        ("T\n1. Prepare.\n2. Mix.\n3a. Spin.\n3b. Dry.", ["1", "2", "3a", "3b"]),
        ("# T\n- **1.** Mix.\n- **2.** Spin.", ["1", "2"]),
    ],
)
def test_printed_numbers_are_the_numbers(sketch: Sketch, text: str, expected: list[str]) -> None:
    numbering = number_steps(sketch(text))
    assert numbering.printed
    assert [step.label for step in numbering.steps] == expected


def test_a_step_reaches_to_the_next_number(sketch: Sketch) -> None:
    made = sketch("T\nKeep cold.\n1. Mix. Wait for 5 min.\nNo number here.\n2. Spin.")
    assert labels(made) == [("1", ["Mix.", "Wait for 5 min.", "No number here."]), ("2", ["Spin."])]


def test_numbers_that_begin_anew_begin_a_section(sketch: Sketch) -> None:
    steps = number_steps(sketch("T\nDay 1\n1. Mix.\n2. Spin.\nDay 2\n1. Dry.\n2. Weigh.")).steps
    assert [(step.section, step.heading, step.label) for step in steps] == [
        (0, "Day 1", "1"),
        (0, "Day 1", "2"),
        (1, "Day 2", "1"),
        (1, "Day 2", "2"),
    ]


def test_without_numbers_lines_count_after_the_title(sketch: Sketch) -> None:
    made = sketch("T\nMaterials:\nMix. Wait.\nSpin.")
    assert not number_steps(made).printed
    assert labels(made) == [("1", ["Mix.", "Wait."]), ("2", ["Spin."])]


@pytest.mark.parametrize("text", ["T\n1.0 mL is added.\n1.5 mL is taken.", "T\n5. Mix.\n9. Spin.\n2. Dry."])
def test_amounts_and_stray_numbers_are_no_numbering(sketch: Sketch, text: str) -> None:
    assert not number_steps(sketch(text)).printed
