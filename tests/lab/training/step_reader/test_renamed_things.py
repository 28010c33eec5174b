"""Things of an example get other names everywhere alike, and its answers stay where they are."""

import random

from bioloom.records import AnnotatedDocument, Document, Mention, Place
from bioloom_lab.training.step_reader.asked_steps import AskedSteps
from bioloom_lab.training.step_reader.renamed_things import ThingNames

NAMES = (("buffer", "Reagent"), ("rotor", "Device"), ("flask", "Location"), ("5 min", "Time"))


def _document() -> AnnotatedDocument:
    text = " ".join(name for name, _ in NAMES)
    mentions = tuple(
        Mention(f"T{at}", "s", name, text.index(name), text.index(name) + len(name), kind)
        for at, (name, kind) in enumerate(NAMES)
    )
    document = Document("d", "T", text, "protocol", "infores:none", Place("d.txt"))
    return AnnotatedDocument(document, (), mentions)


def _many(example: AskedSteps) -> list[AskedSteps]:
    known = ThingNames([_document()])
    return [known.rename([example], random.Random(seed))[0] for seed in range(60)]


def test_a_thing_of_question_and_step_is_renamed_in_both() -> None:
    example = AskedSteps(
        "How long is the rotor cooled?",
        "",
        "Title",
        ("Fill the flask.", "Cool the rotor for 5 min."),
        {1: (19, 24)},
    )
    made = _many(example)
    others = {each.steps[1].split()[2] for each in made}
    assert "rotor" in others
    for each in made:
        name = each.steps[1].split()[2]
        assert name in each.part
        start, end = each.golds[1]
        assert each.steps[1][start:end] == "5 min"


def test_a_thing_that_the_question_may_mean_by_another_name_keeps_its_own() -> None:
    example = AskedSteps(
        "How long is it in the Erlenmeyer?", "", "Title", ("Leave in the flask for 5 min.",), {0: (23, 28)}
    )
    assert {each.steps[0] for each in _many(example)} == {"Leave in the flask for 5 min."}


def test_an_answer_is_renamed_itself() -> None:
    example = AskedSteps("What is added?", "", "Title", ("Add buffer slowly.",), {0: (4, 10)})
    for each in _many(example):
        start, end = each.golds[0]
        assert each.steps[0] == f"Add {each.steps[0][start:end]} slowly."
