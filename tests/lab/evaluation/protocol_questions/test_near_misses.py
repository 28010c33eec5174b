"""Questions that a protocol does not answer, and those that it does and that must not count as such."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from bioloom_lab.evaluation.protocol_questions.generating import generate
from bioloom_lab.evaluation.protocol_questions.near_misses import NEAR_MISSES
from bioloom_lab.evaluation.protocol_questions.scoring import JudgedReading, near_misses_by_kind
from bioloom_lab.evaluation.protocol_questions.suite import read_folders
from bioloom_lab.evaluation.questions import GoldQuestion

Line = tuple[str, str, tuple[tuple[str, str, str], ...]]
"""A line, its action, and what hangs on that: relation, type and words."""

DRY: Line = ("Dry the leaves.", "Dry", (("Acts-on", "Reagent", "leaves"),))
WAIT: Line = ("Wait a little.", "Wait", ())


def write_protocol(folder: Path, title: str, *lines: Line) -> None:
    """Write a protocol as a pair of BRAT files; the title is its first line."""
    text, marks, number = f"{title}\n", [], 0
    for line, action, hanging in lines:
        named = {}
        for kind, words in (("Action", action), *((kind, words) for _, kind, words in hanging)):
            number += 1
            start = len(text) + line.index(words)
            named[words] = f"T{number}"
            marks.append(f"T{number}\t{kind} {start} {start + len(words)}\t{words}")
        for relation, _, words in hanging:
            number += 1
            marks.append(f"R{number}\t{relation} Arg1:{named[action]} Arg2:{named[words]}")
        text += f"{line}\n"
    name = title.lower().replace(" ", "_")
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    (folder / f"{name}.ann").write_text("\n".join(marks) + "\n", encoding="utf-8")


def near(folder: Path) -> dict[str, list[GoldQuestion]]:
    """Give the near misses of a folder by kind, over several draws."""
    found = defaultdict(list)
    for seed in range(8):
        for question in generate(read_folders([folder]), seed=seed):
            if question.kind in NEAR_MISSES:
                found[question.kind].append(question)
    return found


def test_a_device_that_no_line_around_states_is_asked_for(tmp_path: Path) -> None:
    write_protocol(tmp_path, "Herbarium Sheets", WAIT, WAIT, DRY, WAIT, WAIT)
    asked = near(tmp_path)["no device"]
    assert asked
    assert all("lea" in each.question and not each.gold and each.answer is None for each in asked)
    assert all("evice" in each.question or "equipment" in each.question for each in asked)


@pytest.mark.parametrize(
    "beside",
    [
        ("Take the tweezers.", "Take", (("Using", "Device", "tweezers"),)),
        ("Switch the oven on.", "Switch", ()),
        ("Press by hand.", "Press", ()),
    ],
)
def test_a_device_told_two_lines_away_is_no_near_miss(tmp_path: Path, beside: Line) -> None:
    write_protocol(tmp_path, "Herbarium Sheets", WAIT, beside, WAIT, DRY)
    assert not near(tmp_path)["no device"]


WASH: Line = ("Wash the slides.", "Wash", (("Acts-on", "Location", "slides"),))


def test_a_reagent_that_no_line_around_states_is_asked_for(tmp_path: Path) -> None:
    write_protocol(tmp_path, "Herbarium Sheets", WAIT, WAIT, WASH, WAIT)
    assert near(tmp_path)["no reagent"]


@pytest.mark.parametrize(
    ("step", "beside"),
    [
        (WASH, ("Take PBS.", "Take", (("Acts-on", "Reagent", "PBS"),))),
        (("Wash the slides in 1 l Q-water.", "Wash", (("Acts-on", "Location", "slides"),)), WAIT),
        (("Wash in the buffer.", "Wash", (("Acts-on", "Reagent", "buffer"),)), WAIT),
        (("Wash the reagents.", "Wash", (("Acts-on", "Reagent", "reagents"),)), WAIT),
    ],
)
def test_a_reagent_told_nearby_is_no_near_miss(tmp_path: Path, step: Line, beside: Line) -> None:
    write_protocol(tmp_path, "Herbarium Sheets", WAIT, beside, step, WAIT)
    assert not near(tmp_path)["no reagent"]


def sonicating(folder: Path, told: str) -> list[GoldQuestion]:
    hanging = (("Acts-on", "Reagent", "spores"), ("Setting", "Time", "5 min"))
    write_protocol(folder, "Moss Spores", ("Sonicate the spores for 5 min.", "Sonicate", hanging))
    shown: Line = (f"Take the spores{told}.", "Take", (("Acts-on", "Reagent", "spores"),))
    count: Line = ("Count the spores.", "Count", (("Acts-on", "Reagent", "spores"),))
    write_protocol(folder, "Fern Census", shown, count)
    return [each for each in near(folder)["never done"] if "Fern" in each.question]


def test_what_another_protocol_does_to_a_thing_is_asked_of_one_that_does_not(tmp_path: Path) -> None:
    asked = sonicating(tmp_path, "")
    assert asked
    assert all("sonicat" in each.question or "ultrasound" in each.question for each in asked)


def test_an_act_that_other_words_tell_is_no_near_miss(tmp_path: Path) -> None:
    assert not sonicating(tmp_path, " out of the ultrasonic bath")


def test_a_thing_that_the_protocol_calls_otherwise_is_not_of_elsewhere(tmp_path: Path) -> None:
    hanging = (("Acts-on", "Reagent", "EtOH"), ("Setting", "Time", "5 min"))
    write_protocol(tmp_path, "Moss Spores", ("Chill EtOH for 5 min.", "Chill", hanging))
    warm = (("Acts-on", "Reagent", "gelatin"), ("Setting", "Time", "9 min"))
    write_protocol(
        tmp_path, "Fern Census", ("Warm gelatin for 9 min.", "Warm", warm), ("Add ethanol.", "Add", ())
    )
    asked = [each.question for each in near(tmp_path)["elsewhere"]]
    assert any("gelatin" in each and "Moss" in each for each in asked)
    assert not any("Fern" in each for each in asked)


def test_near_misses_answered_are_counted_by_kind() -> None:
    judged = [
        JudgedReading("no value", False, 0.4, False),
        JudgedReading("no value", False, 0.1, False),
        JudgedReading("no device", False, 0.3, False),
        JudgedReading("fact", True, 0.9, True),
    ]
    assert near_misses_by_kind(judged, 0.3) == {"no device": 1.0, "no value": 0.5}
