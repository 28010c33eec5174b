"""Choices about steps: broken files, what counts say of a filling, our own questions, and what is learned."""

import json
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.evaluation.protocol_questions.suite import read_folders
from bioloom_lab.evaluation.step_choices.choice_features import FEATURES, fillings
from bioloom_lab.evaluation.step_choices.corpus_counts import PhraseCounts
from bioloom_lab.evaluation.step_choices.error_features import doubts
from bioloom_lab.evaluation.step_choices.evaluator import evaluate_choices, evaluate_judged, learn_steps
from bioloom_lab.evaluation.step_choices.generating import generate_choices, judged_steps
from bioloom_lab.evaluation.step_choices.gold import JudgedStep, StepChoice, read_items

FOLDER = Path(__file__).parents[4] / "loaders" / "demo" / "wlp"
CHOICE = {
    "question": "Rinse the moss with ____ ml brine.",
    "choices": ["5", "50"],
    "answer": "50",
    "type": "parameter",
}
STEP = {
    "corrupted_text": None,
    "corrected_text": "Dry the moss at 40 °C.",
    "is_correct": True,
    "context": {"purpose": "To dry the moss.", "next_step": None},
}


def write(path: Path, items: object) -> Path:
    path.write_text(json.dumps(items))
    return path


def test_a_blank_and_its_choices_are_read(tmp_path: Path) -> None:
    (found,) = read_items(write(tmp_path / "items.json", [CHOICE]))
    assert isinstance(found, StepChoice)
    assert (found.before, found.after, found.right) == ("Rinse the moss with ", " ml brine.", 1)
    assert found.filled(0) == "Rinse the moss with 5 ml brine."


def test_the_text_to_judge_is_the_one_that_was_shown(tmp_path: Path) -> None:
    made_wrong = {**STEP, "corrupted_text": "Dry the moss at 400 °C.", "is_correct": False}
    right, wrong = read_items(write(tmp_path / "items.json", [STEP, made_wrong]))
    assert isinstance(right, JudgedStep)
    assert isinstance(wrong, JudgedStep)
    assert (right.text, right.wrong, right.context) == (
        "Dry the moss at 40 °C.",
        False,
        ("To dry the moss.",),
    )
    assert (wrong.text, wrong.wrong) == ("Dry the moss at 400 °C.", True)


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ({}, "no list of questions"),
        ([CHOICE, {**CHOICE, "answer": "7"}], "item 2: answer '7' is none of the choices"),
        ([CHOICE, 3], "item 2: question must be a text"),
        ([{**CHOICE, "choices": "5 or 50"}], "item 1: choices must be a list"),
        ([STEP, {**STEP, "is_correct": "yes"}], "item 2: is_correct must be true or false"),
        ([STEP, {**STEP, "corrected_text": ""}], "item 2: corrected_text must be a text"),
    ],
)
def test_a_broken_item_is_named(tmp_path: Path, items: object, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        read_items(write(tmp_path / "items.json", items))


STEPS = [
    *["Rinse the moss with 50 ml brine.", "Rinse the leaves with 50 ml brine for 5 min."] * 4,
    *["Dry the moss at 40 °C overnight.", "Grind the moss in a mortar.", "Weigh 5 g of sand."] * 4,
    *[f"Label tube {number} and close it." for number in range(100, 130)],
]


def test_what_other_steps_say_tells_a_choice_from_another() -> None:
    rows = fillings(PhraseCounts.of(STEPS), "Rinse the ferns with ", " ml brine.", ["5", "50", "sand"])
    five, fifty, sand = (dict(zip(FEATURES, row, strict=True)) for row in rows)
    for name in ("after", "goes with the step", "in like steps", "in like steps, as here"):
        assert fifty[name] > max(five[name], sand[name]), name
    assert five["steps that hold it"] > sand["steps that hold it"] > 0


def test_unseen_words_and_an_empty_graph_are_no_error() -> None:
    assert len(fillings(PhraseCounts.of([]), "", "", ["…", "zzz"])) == 2
    assert doubts(PhraseCounts.of([]), [0.0] * len(FEATURES), "")["worst value"] == 0


def test_a_value_that_no_step_has_is_doubted() -> None:
    counts = PhraseCounts.of(STEPS)
    weights = [float(name in ("after", "in like steps, as here")) for name in FEATURES]
    usual, odd = (
        doubts(counts, weights, f"Rinse the moss with {value} ml brine.") for value in ("50", "500")
    )
    assert usual["worst value"] > 0 > odd["worst value"]


def test_own_questions_leave_out_what_is_annotated_and_repeat() -> None:
    documents = read_folders([FOLDER])[:9]
    made = generate_choices(documents, a_protocol=50, seed=1)
    assert made == generate_choices(documents, a_protocol=50, seed=1)
    texts = {sentence.text for each in documents for sentence in each.sentences}
    for one in made:
        assert one.filled(one.right) in texts
        assert len(set(one.choices)) == 5
    judged = judged_steps(made)
    assert [each.wrong for each in judged[:2]] == [False, True]
    assert {each.kind for each in made} >= {"reagent", "operation"}


def test_learned_weights_beat_chance_on_what_they_can_know() -> None:
    documents = read_folders([FOLDER])[:9]
    learned = learn_steps(documents, judging=True)
    assert learned.choices > 10 < learned.judged
    known = PhraseCounts.of(sentence.text for each in documents for sentence in each.sentences)
    seen = generate_choices(documents, a_protocol=4, seed=7)
    done: list[int] = []
    found = evaluate_choices(seen, known, learned, lambda at, of: done.append(at))
    assert found.rows["learned"]["accuracy"].value > 0.5 > found.rows["any choice"]["accuracy"].value
    assert len(done) == len(seen)
    judged = evaluate_judged(judged_steps(seen), known, learned, lambda at, of: None)
    assert judged.rows["always wrong"]["accuracy"].value == 0.5
    assert 0 <= judged.rows["learned"]["f1"].value <= 1


def test_the_middle_of_numbers_is_scored_only_where_all_are_numbers() -> None:
    counts, learned = PhraseCounts.of(STEPS), learn_steps(read_folders([FOLDER])[:6], judging=False)
    numbers = StepChoice("Add ", " ml.", ("1 ml", "2", "3"), 1, "parameter")
    words = StepChoice("Add ", " ml.", ("water", "2", "3"), 1, "parameter")
    found = evaluate_choices([numbers, words], counts, learned, lambda at, of: None)
    assert found.rows["middle value"]["accuracy"].value == pytest.approx((1 + 1 / 3) / 2)
