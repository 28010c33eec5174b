"""Lines to blocks: what is a heading, what a step, what goes on over the line end; printed numbers."""

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.extraction import blocks, item_numbers, section_role, split_sentences
from bioloom.extraction.text_blocks import printed_number


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in blocks(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("## Lysis\nMix", [("heading", "Lysis"), ("text", "Mix")]),
        ("Lysis\n=====\nMix", [("heading", "Lysis"), ("text", "Mix")]),
        ("**Lysis**\nMix", [("heading", "**Lysis**"), ("text", "Mix")]),
        ("For the gel:\nMix", [("heading", "For the gel:"), ("text", "Mix")]),
        ("Add to the tube:\n5 ml water", [("text", "Add to the tube:"), ("text", "5 ml water")]),
        ("Use the following:\nwater", [("text", "Use the following:"), ("text", "water")]),
        ("2. Materials and Methods\n1. Mix", [("heading", "Materials and Methods"), ("text", "Mix")]),
        ("EDTA\nDMSO", [("text", "EDTA"), ("text", "DMSO")]),
        ("| a | b. C |\n|---|:--|\n| c | d |", [("row", "| a | b. C |"), ("row", "| c | d |")]),
        ("~~~\n1. a. B\n~~~\nMix", [("code", "1. a. B"), ("text", "Mix")]),
        ("```\nMix\nSpin", [("text", "```"), ("text", "Mix"), ("text", "Spin")]),
        ("---\ntitle: x\n---\nMix", [("front", "title: x"), ("text", "Mix")]),
    ],
)
def test_what_a_line_is(text: str, wanted: list[tuple[str, str]]) -> None:
    assert kinds(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Dissolve the pellet in\nTris buffer.", 1),
        ("1. Add water\n   and mix.\n2. Spin", 2),
        ("Add water\nMix well\nSpin down", 3),
        ("Add water\nmix well", 2),
        ("Add buffer A,\nbuffer B and water.", 1),
        ("Add water.\n\nmix well", 2),
    ],
)
def test_where_a_sentence_goes_on_over_the_line_end(text: str, wanted: int) -> None:
    assert len(split_sentences(text)) == wanted


@pytest.mark.parametrize("width", [48, 60, 72, 80, 100])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_wrapping_a_paragraph_changes_no_sentence(width: int, end: str) -> None:
    text = (
        "Resuspend the cells from 50 mL of culture in PBS and keep them on ice for 10 min before the Tris "
        "buffer with 5 mM EDTA is added. Spin the tubes at 4 °C in the small rotor until the Percoll layer "
        "has formed. Discard it."
    )
    wrapped = end.join(textwrap.wrap(text, width, break_on_hyphens=False))
    found = [" ".join(wrapped[start:stop].split()) for start, stop in split_sentences(wrapped)]
    assert found == [text[start:stop] for start, stop in split_sentences(text)]


def test_lines_of_prose_that_somebody_wrapped_by_hand_are_one_paragraph() -> None:
    """Neither width nor letters tell the ends: a bracket and a name go on, a short last line ends."""
    text = (
        "METHODS: At five dialysis units in Wales 148 adults with restless legs\n"
        "(a score of 15 or more) were randomised to a blanket of 7 kg or to a sham\n"
        "blanket of 1 kg. Assessors were masked.\n"
        "RESULTS: The score fell from 21.3 to 14.6 with the blanket, which was worn\n"
        "at each session, and from 20.9 to 18.2 with the sham of 1 kg. Replacing\n"
        "Lys23 weakened it."
    )
    assert [text[start:end].replace("\n", " ") for start, end in split_sentences(text)] == [
        "METHODS: At five dialysis units in Wales 148 adults with restless legs (a score of 15 or more) were "
        "randomised to a blanket of 7 kg or to a sham blanket of 1 kg.",
        "Assessors were masked.",
        "RESULTS: The score fell from 21.3 to 14.6 with the blanket, which was worn at each session, and "
        "from 20.9 to 18.2 with the sham of 1 kg.",
        "Replacing Lys23 weakened it.",
    ]


def test_long_steps_without_full_stops_stay_apart() -> None:
    steps = [
        "Spin for 5 min at 4000 rpm in the small rotor, discard the supernatant and dry the tube briefly",
        "Resuspend in 500 µl of PBS with 2% BSA and pass it through a 40 µm strainer",
        "Add 5 µl of antibody to each tube, vortex and keep in the dark for 30 min",
        "Wash twice with 1 ml of PBS, spin at 300 g and take up in 200 µl of buffer",
    ]
    text = "\n".join(steps)
    assert [text[start:end] for start, end in split_sentences(text)] == steps


def test_printed_numbers() -> None:
    text = "1. Add. Mix.\n(b) Spin\n- Dry\n2.1 Wash it\nStep 4: Elute\n5)\nStore\n10 ml"
    wanted = {
        "Add": "1",
        "Mix": None,
        "Spin": "b",
        "Dry": None,
        "Wash": "2.1",
        "Elute": "4",
        "Store": "5",
        "10 ml": None,
    }
    assert {word: printed_number(text, text.index(word)) for word in wanted} == wanted
    spans = split_sentences(text)
    assert item_numbers(text, spans)[:2] == ("1", "1")


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("12.03. streaked\n14.03. 5 ml culture\n14.03. gel\n02.04. repeat", 4),
        ("12.10. picked\n13.10. spun", 2),
        ("28.12.24 gel run\n02.01.25 Second gel", 2),
        ("* 12.03. streaked\n* 13.03. 5 ml culture", 2),
        ("## 12.03.2024\nstreaked it\n## 13.03.2024\npicked it", 2),
        ("16.03. 12% gel. Washed.", 1),
    ],
)
def test_a_date_of_a_notebook_is_no_number(text: str, dated: int) -> None:
    spans = split_sentences(text)
    assert item_numbers(text, spans) == (None,) * len(spans)
    assert sum(text[start : start + 6].count(".") == 2 for start, _ in spans) == dated


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2.1 Buffers\n2.2 Wash the cells\n10.2. Spin it.", ("2.1", "2.2", "10.2")),
        ("2.9. Spin\n2.10. Wash\n2.11. Dry", ("2.9", "2.10", "2.11")),
        ("2.10. Wash\n2.11. Dry\n2.12. Weigh", ("2.10", "2.11", "2.12")),
        ("2.01. Wash\n2.02. Dry", ("2.01", "2.02")),
        ("12.10. Wash\n3.10. Dry", ("12.10", "3.10")),
        ("12.03. Wash\n12.13. Dry", ("12.03", "12.13")),
        ("10.12. Wash", ("10.12",)),
    ],
)
def test_a_number_of_a_section_is_no_date(text: str, numbers: tuple[str, ...]) -> None:
    assert item_numbers(text, split_sentences(text)) == numbers


@pytest.mark.parametrize(
    ("heading", "role"),
    [("3. PROCEDURE:", "procedure"), ("Star★Methods", "procedure"), ("Results", "other"), ("Lysis", None)],
)
def test_what_headings_announce(heading: str, role: str | None) -> None:
    assert section_role(heading) == role


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            ["# ", "1. ", "Mix", ".", "\n", "\r\n", "|", "---", "```", ":", " ", "\t", "µ", "\ufeff"]
        )
    )
)
def test_blocks_are_ordered_and_cover_every_letter(parts: list[str]) -> None:
    text = "".join(parts)
    end = 0
    covered = 0
    for block in blocks(text):
        assert end <= block.first <= block.start <= block.end
        covered += text[block.first : block.end].count("Mix")
        end = block.end
    marks_only = text.count("Mix") - covered
    assert marks_only >= 0
    if "```" not in text:
        assert marks_only == 0
