"""References to steps, resolved to verbs of the steps that they name."""

from collections.abc import Callable

import pytest

from bioloom.extraction.step_references import (
    BY_COUNT,
    BY_PREVIOUS,
    BY_PRINTED_NUMBER,
    BY_PROVED_COUNT,
    resolve_references,
)
from bioloom.records import AnnotatedDocument

Sketch = Callable[..., AnnotatedDocument]
NUMBERED = "T\n1. <Mix> salt.\n2. <Spin> the tube and <keep> it.\n3. <Dry> the pellet.\n4. "


def found(document: AnnotatedDocument) -> list[tuple[str, str, str]]:
    return [(r.subject[2:], r.predicate, r.object[2:]) for r in resolve_references(document)[0]]


def reasons(document: AnnotatedDocument) -> list[str]:
    return [str(reference) for reference in resolve_references(document)[1]]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("<Add> the product of step 2.", [("add", "based_on", "keep")]),
        ("To the product of step 2, <add> water.", [("add", "based_on", "keep")]),
        ("<Add> the {product} of step 2.", [("product", "based_on", "keep")]),
        ("<Add> the {lysate} (from step #2).", [("lysate", "based_on", "keep")]),
        ("<Spin> as in step 1.", [("spin2", "based_on", "mix")]),
        ("<Spin> (see step 1) again.", [("spin2", "based_on", "mix")]),
        ("<Spin> as described in Step 1.", [("spin2", "based_on", "mix")]),
        ("<Repeat> step 1.", [("repeat", "based_on", "mix")]),
        ("<Repeat> steps 1-2.", [("repeat", "based_on", "mix"), ("repeat", "based_on", "spin")]),
        ("<Repeat> steps 1 – 2.", [("repeat", "based_on", "mix"), ("repeat", "based_on", "spin")]),
        ("<Repeat> steps 1 to 2.", [("repeat", "based_on", "mix"), ("repeat", "based_on", "spin")]),
        ("<Repeat> steps 1 and 3.", [("repeat", "based_on", "mix"), ("repeat", "based_on", "dry")]),
        ("<Repeat> steps 1, 2 and 3.", [("repeat", "based_on", one) for one in ("mix", "spin", "dry")]),
        (
            "<Repeat> step 1 {twice|times}.",
            [("repeat", "based_on", "mix"), ("mix", "repetitions", "twice")],
        ),
        ("<Use> the liquid from the previous step.", []),
        ("<Repeat> the previous step.", [("repeat", "based_on", "dry")]),
        ("<Wait> for 5 minutes.", []),
    ],
)
def test_a_reference_leads_to_its_step(
    sketch: Sketch, sentence: str, expected: list[tuple[str, str, str]]
) -> None:
    assert found(sketch(NUMBERED + sentence)) == expected


def test_edges_are_derived_with_the_confidence_of_their_numbers(sketch: Sketch) -> None:
    printed = resolve_references(sketch(NUMBERED + "<Repeat> step 1."))[0][0]
    counted = resolve_references(sketch("T\n<Mix> salt.\n<Spin> it.\n<Add> the product of step 1."))[0][0]
    previous = resolve_references(sketch(NUMBERED + "<Repeat> the previous step."))[0][0]
    assert printed.derived
    assert [one.confidence for one in (printed, counted, previous)] == [
        BY_PRINTED_NUMBER,
        BY_COUNT,
        BY_PREVIOUS,
    ]


def test_the_product_of_step_2_is_step_2_in_a_list_of_sentences_without_numbers(sketch: Sketch) -> None:
    made = sketch(
        "T\n<Mix> salt.\n<Spin> the tube.\n<Wash> the wall.\n<Add> the {product} of step 2 to water."
    )
    assert found(made) == [("product", "based_on", "spin")]


def test_counted_lines_are_trusted_only_where_a_repeat_proves_them(sketch: Sketch) -> None:
    text = (
        "T\nWater that is not fresh is <mixed> first.\n<Mix> it.\n<Spin> it.\n<Repeat> steps {}.\n"
        "Later, <add> the {{drug}} from step 2."
    )
    proved = sketch(text.format("2-3"))
    assert ("drug", "based_on", "mix") in found(proved)
    assert {r.confidence for r in resolve_references(proved)[0]} == {BY_PROVED_COUNT}
    assert found(sketch(text.format("1-2"))) == []


def test_go_to_a_later_step_is_order_and_to_an_earlier_one_is_not(sketch: Sketch) -> None:
    made = sketch("T\n1. If clear, <go> to step 3.\n2. <Spin> it.\n3. <Dry> it.\n4. If wet, <return> to it.")
    assert found(made) == [("go", "next_step", "dry")]
    back = sketch("T\n1. <Spin> it.\n2. <Dry> it.\n3. If wet, <go> back to step 1.")
    assert found(back) == [("go", "based_on", "spin")]


def test_a_section_has_its_own_numbers(sketch: Sketch) -> None:
    text = "T\nDay 1\n1. <Mix> it.\n2. <Spin> it.\nDay 2\n1. <Dry> it.\n2. <Repeat> step 1{}"
    assert found(sketch(text.format("."))) == [("repeat", "based_on", "dry")]
    assert found(sketch(text.format(" of day 1."))) == [("repeat", "based_on", "mix")]
    assert found(sketch(text.format(" of day 7."))) == []


def test_sub_steps_are_named_by_number_and_letter(sketch: Sketch) -> None:
    made = sketch("T\n1. <Prepare> it.\n1.1. <Mix> it.\n1.2. <Spin> it.\n2. <Repeat> steps 1.1 and 1.2.")
    assert found(made) == [("repeat", "based_on", "mix"), ("repeat", "based_on", "spin")]
    made = sketch("T\n1. <Prepare> it.\na. <Mix> it.\nb. <Spin> it.\n2. <Spin> as in step 1a.")
    assert found(made) == [("spin2", "based_on", "mix")]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("<Repeat> step 40.", "no step 40"),
        ("<Repeat> steps 3-40.", "no step 40"),
        ("<Keep> it for step 3.", "no word says"),
        ("<Spin> as in step 3 of the kit manual.", "step of another text"),
        ("Repeat step 1.", "no annotated verb or thing refers"),
        ("<Repeat> step 1 of section III.", "no heading section iii"),
    ],
)
def test_what_cannot_be_resolved_is_named_with_file_and_line(
    sketch: Sketch, sentence: str, reason: str
) -> None:
    made = sketch(NUMBERED + sentence)
    assert found(made) == []
    (told,) = reasons(made)
    assert told.startswith("d.txt:5: step")
    assert reason in told


def test_the_label_of_a_step_is_no_reference(sketch: Sketch) -> None:
    made = sketch("T\nStep 1: <Mix> it.\nStep 2: <Spin> it.")
    assert (found(made), reasons(made)) == ([], [])


def test_as_before_leads_to_the_last_same_action_on_the_same_thing(sketch: Sketch) -> None:
    made = sketch("T\n<Wash> {wells}.\n<Wash> {slides}.\n<Add> dye.\n<Wash> the {wells} as before.")
    assert found(made) == [("wash3", "based_on", "wash")]
    assert found(sketch("T\n<Wash> {wells}.\n<Wash> {tubes} as before.")) == []


def test_repeat_the_wash_leads_to_the_last_wash(sketch: Sketch) -> None:
    made = sketch("T\n<Wash> {wells}.\n<Elute> with water.\n<Add> dye.\n<Repeat> elution.")
    assert found(made) == [("repeat", "based_on", "elute")]


def test_what_is_stated_is_not_derived_and_other_documents_have_no_steps(sketch: Sketch) -> None:
    made = sketch(NUMBERED + "<Repeat> step 1.", [("repeat", "based_on", "mix")])
    assert found(made) == []
