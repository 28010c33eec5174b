"""Sentences and steps: exact offsets, nothing lost, no boundary inside an abbreviation."""

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.extraction import split_sentences


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Add approx. 5 ml. Mix.", ["Add approx. 5 ml.", "Mix."]),
        ("Spin for 5 min. at 4 °C. Dry.", ["Spin for 5 min. at 4 °C.", "Dry."]),
        ("Wait 5 min. Add water.", ["Wait 5 min.", "Add water."]),
        ("Use conc. HCl. See Fig. 3 there.", ["Use conc. HCl.", "See Fig. 3 there."]),
        (
            "Buffers, e.g. PBS, i.e. salt, ca. 1 vol. each.",
            ["Buffers, e.g. PBS, i.e. salt, ca. 1 vol. each."],
        ),
        ("See No. 5. Staphylococcus sp. was used.", ["See No. 5.", "Staphylococcus sp. was used."]),
        ("Set temp. to 0.5 °C. E. coli grows.", ["Set temp. to 0.5 °C.", "E. coli grows."]),
        ("E. coli cells grow. Done.", ["E. coli cells grow.", "Done."]),
        ("Use 1.5 M Tris. pH 8.0 was set.", ["Use 1.5 M Tris.", "pH 8.0 was set."]),
        ("Dry at 37 °C. 5 min later add DNA.", ["Dry at 37 °C.", "5 min later add DNA."]),
        ("Done? Yes! Go.", ["Done?", "Yes!", "Go."]),
        ("Ask S. Lorenz, Tel. 4417. Then go.", ["Ask S. Lorenz, Tel. 4417.", "Then go."]),
        ("Dr. Okafor, Bldg. 3, Rm. 2.117, Ext. 12.", ["Dr. Okafor, Bldg. 3, Rm. 2.117, Ext. 12."]),
        ("Use PFA (Sigma, Cat. No. 158127, Lot. 77).", ["Use PFA (Sigma, Cat. No. 158127, Lot. 77)."]),
        ("Go to St. Anna hospital. Rinse.", ["Go to St. Anna hospital.", "Rinse."]),
        ("Take max. 5 ml, min. 2 ml, z.B. Puffer.", ["Take max. 5 ml, min. 2 ml, z.B. Puffer."]),
        ("Leave o.n. 30 °C, R.T. 10 min.", ["Leave o.n. 30 °C, R.T. 10 min."]),
        ("It is known at 3.4 Å. The protein is small.", ["It is known at 3.4 Å.", "The protein is small."]),
        ("Heat to 60 C. The lid stays on.", ["Heat to 60 C.", "The lid stays on."]),
        (
            "Run 1 h at 100 V. Then stop, at 0.5 M. Go on.",
            ["Run 1 h at 100 V.", "Then stop, at 0.5 M.", "Go on."],
        ),
        ("Ask R2 A. Lorenz and J. Smith there.", ["Ask R2 A. Lorenz and J. Smith there."]),
        ("Haloperidol (1 mg/kg s.c.) and apomorphine.", ["Haloperidol (1 mg/kg s.c.) and apomorphine."]),
        ("We gave it (2 mg, i. p.) 1 h before.", ["We gave it (2 mg, i. p.) 1 h before."]),
        (
            "We gave it (2 mg, i.p.). It helped (i.p.) The rest.",
            ["We gave it (2 mg, i.p.).", "It helped (i.p.) The rest."],
        ),
        ("Spin at max. Dry at room temp. Then wash.", ["Spin at max.", "Dry at room temp.", "Then wash."]),
    ],
)
def test_prose_is_split_at_its_ends_only(text: str, wanted: list[str]) -> None:
    assert sentences(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "1. Lyse (2 min).2. Spin at 4C.3. Wash (once)4. Dry cells.5. Go",
            ["Lyse (2 min).", "Spin at 4C.", "Wash (once)", "Dry cells.", "Go"],
        ),
        ("Grind the leaves.An aliquot is kept.", ["Grind the leaves.", "An aliquot is kept."]),
        ("Spin at 4C.7. ACK lysis.", ["Spin at 4C.7.", "ACK lysis."]),
        ("See Fig.2. Add X.", ["See Fig.2.", "Add X."]),
        ("Use BLAT v.2. Mix (1 tube.).2. Dry.", ["Use BLAT v.2.", "Mix (1 tube.).", "Dry."]),
        ("Use 2.2. Then mix.", ["Use 2.2.", "Then mix."]),
    ],
)
def test_a_lost_line_end_is_found_again(text: str, wanted: list[str]) -> None:
    assert sentences(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1. Add X\n2) Mix Y\n(3) Dry", ["Add X", "Mix Y", "Dry"]),
        ("- Add\n* Mix\n• Dry\n◦ Go", ["Add", "Mix", "Dry", "Go"]),
        ("# Title\n\n## 2.1 Wash the cells\n> 1. Note this", ["Title", "Wash the cells", "Note this"]),
        ("Step 3: Add water\n- [ ] Mix", ["Add water", "Mix"]),
        (
            "1.5 ml of buffer\n0.5 M NaCl\n- 20 °C storage",
            ["1.5 ml of buffer", "0.5 M NaCl", "- 20 °C storage"],
        ),
        ("a) Add\nb) Mix", ["Add", "Mix"]),
        ("Add X\r\nMix Y\rDry Z", ["Add X", "Mix Y", "Dry Z"]),
        ("Add X\u2028Mix Y", ["Add X", "Mix Y"]),
        ("1.\n---\n***\n\n \t", []),
        ("", []),
        ("Tab\there.\u00a0Next one.", ["Tab\there.", "Next one."]),
    ],
)
def test_lines_are_steps_without_their_marks(text: str, wanted: list[str]) -> None:
    assert sentences(text) == wanted


def test_a_hard_wrapped_paragraph_is_prose() -> None:
    text = (
        "This paragraph of prose is wrapped at about seventy columns, and it goes\non here. Second.\n\nthird"
    )
    assert sentences(text) == [
        "This paragraph of prose is wrapped at about seventy columns, and it goes\non here.",
        "Second.",
        "third",
    ]


PARTS = [
    "Add ",
    "5 ml",
    ". ",
    "\n",
    "1. ",
    "- ",
    "e.g. ",
    "µ",
    "é",
    "\u0301",
    "\u00a0",
    "\r\n",
    "? ",
    "(",
    '"',
    "E. ",
]


@settings(deadline=None)
@given(st.one_of(st.text(max_size=120), st.lists(st.sampled_from(PARTS), max_size=30).map("".join)))
def test_spans_are_exact_ordered_and_leave_only_marks_outside(text: str) -> None:
    position = 0
    for start, end in split_sentences(text):
        assert position <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        for line in text[position:start].splitlines():
            assert len(line.strip()) <= 24, line
        position = end


@pytest.mark.parametrize(
    "text",
    ["Add buffer. " * 90_000, "x" * 1_000_000, "1. " * 300_000, "a.\n" * 100_000, "end.2. Add.On " * 7_000],
)
def test_a_megabyte_on_one_line_is_no_trouble(text: str) -> None:
    spans = split_sentences(text)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_loading_the_splitter_raises_no_warning() -> None:
    code = "from bioloom.extraction import split_sentences; assert len(split_sentences('A b. C d.')) == 2"
    subprocess.run([sys.executable, "-W", "error", "-B", "-c", code], check=True)


def test_a_date_stays_in_its_sentence() -> None:
    notes = "12.03. streaked W303.\n14.03. 12% gel. Blotted.\n17.03.: Washed 3 times."
    assert sentences(notes) == [
        "12.03. streaked W303.",
        "14.03. 12% gel.",
        "Blotted.",
        "17.03.: Washed 3 times.",
    ]
    assert sentences("Step 3.10. Then spin.") == ["Step 3.10.", "Then spin."]
