"""Branches, notes and headings in the order of steps."""

from collections.abc import Callable

import pytest

from bioloom.extraction.sentence_roles import is_heading, role_of
from bioloom.extraction.step_order import BETWEEN_SENTENCES, INTO_BRANCH, PAST_BRANCH, derive_step_order
from bioloom.records import AnnotatedDocument

Sketch = Callable[..., AnnotatedDocument]


def order(document: AnnotatedDocument) -> list[tuple[str, str]]:
    return [(r.subject[2:], r.object[2:]) for r in derive_step_order(document)]


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("Optional: add dye.", "optional"),
        ("(OPTIONAL) Add dye.", "optional"),
        ("Add dye (optional).", "optional"),
        ("If needed, add dye.", "optional"),
        ("Add more dye if necessary.", "optional"),
        ("If the gel is clear, stain it.", "optional"),
        ("2. Optional: add dye.", "optional"),
        ("Alternatively, dry it.", "alternative"),
        ("(Alternatively, dry it.)", "alternative"),
        ("Otherwise, wait.", "alternative"),
        ("Meanwhile, fill the chamber.", "parallel"),
        ("During the incubation, trypsinize the cells.", "parallel"),
        ("For the negative control, use water.", "parallel"),
        ("Note: keep it cold.", "note"),
        ("Tips: work fast.", "note"),
        ("Note that it is toxic.", "note"),
        ("Note the volume.", "step"),
        ("Day 2", "heading"),
        ("Agarose Gel Electrophoresis", "heading"),
        ("Add dye.", "step"),
        ("Options are listed.", "step"),
        ("Place it in a separate tube.", "step"),
    ],
)
def test_a_line_has_a_role_by_its_first_words(sketch: Sketch, line: str, role: str) -> None:
    made = sketch("T\nMix.\nX. " + line) if line[0] == "2" else sketch("T\nMix.\n" + line)
    assert role_of(made.sentences[-1], made) == role


@pytest.mark.parametrize(
    "line", ["Mix the following:", "Add Tris to 5 ml", "Add EDTA", "Mix well.", "", "12", "Mix"]
)
def test_steps_are_no_headings(line: str) -> None:
    assert not is_heading(line)


@pytest.mark.parametrize(
    "line", ["Materials", "Reagents:", "# Notes", "Part II: Washing", "DAY 3 - Lysis", "Section B"]
)
def test_headings_are_headings(line: str) -> None:
    assert is_heading(line)


def test_an_optional_step_is_a_branch_that_the_sequence_goes_past(sketch: Sketch) -> None:
    made = sketch("T\n<Mix> it.\nOptional: <dye> it.\n<Spin> it.\n<Dry> it.")
    assert [(r.subject[2:], r.object[2:], r.confidence) for r in derive_step_order(made)] == [
        ("mix", "dye", INTO_BRANCH),
        ("mix", "spin", PAST_BRANCH),
        ("spin", "dry", BETWEEN_SENTENCES),
    ]


def test_an_alternative_follows_what_came_before_the_step_that_it_replaces(sketch: Sketch) -> None:
    made = sketch("T\n<Mix> it.\n<Heat> it.\nAlternatively, <incubate> it.\n<Spin> it.")
    assert order(made) == [("mix", "heat"), ("mix", "incubate"), ("heat", "spin")]


def test_what_is_done_meanwhile_follows_nothing(sketch: Sketch) -> None:
    made = sketch("T\n<Heat> it.\nMeanwhile, <fill> the box and <cool> it.\n<Spin> it.")
    assert order(made) == [("fill", "cool"), ("heat", "spin")]


def test_verbs_joined_by_or_are_no_sequence(sketch: Sketch) -> None:
    assert order(sketch("T\n<Vortex> or <invert> it, then <spin> it.")) == [("vortex", "spin")]
    stated = sketch("T\n<Vortex>/<invert> it.\n<Spin> it.", [("vortex", "or", "invert")])
    assert order(stated) == [("vortex", "spin")]


def test_notes_headings_conditions_and_denials_hold_no_steps(sketch: Sketch) -> None:
    made = sketch(
        "T\n<Mix> it.\nNote: <keep> it cold.\nSample <Wash>\n<Do not heat> it.\n"
        "If it was <frozen>, <warm> it.\n<Dry> it."
    )
    assert order(made) == [("mix", "warm"), ("mix", "dry")]
