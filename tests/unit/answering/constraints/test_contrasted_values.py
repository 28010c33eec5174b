"""Several values of one sentence: the one that the words of a question stand by is the answer."""

from __future__ import annotations

import re

import pytest

from bioloom.answering.constraints.contrasted_values import choose_values, contrasted_span, value_places
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence
from step_scorer import Scorer

SHELF = "Keep the enzyme at -20 °C for 6 months or at 4 °C for 2 days."
CYTOKINES = "We advise a 24 hour culture for IL-2 and TNF-α, and a 48 hour culture for IL-4 and IL-10."
GEL = "Run the gel at 80 V for 20 min until the dye has left the stacking part, then at 140 V for 75 min."
SPINS = "Wash twice with buffer RPE: the first spin takes 30 s, the second one 2 min."
RECIPE = "Destain with: 700 mL methanol; 200 mL acetic acid; 2600 mL water, and destain the gels at 65 °C."
FILTERS = "Use a support filter (0.45 μm pores, paper, 47 mm wide) and a membrane (0.2 μm pores, 25 mm wide)."
COCKTAIL = "Add the cocktail: 5 µL CD3-FITC, 2.5 µL CD8-APC and 5 µL CD45-PerCP."
SELECTION = "Start selection: for HeLa use 1 µg/ml puromycin, for U2OS use 2.5 µg/ml puromycin."
PLASMIDS = "Incubate for 8 min at room temperature [12 min for plasmids above 12 kb]."
CALVES = "Mortality was 9.1% in vaccinated and 14.2% in unvaccinated calves."
SEEDLINGS = "Seedlings numbered 3 per m2 in cleared plots against 11 per m2 in controls."
VISCOUS = "Spin for 5 min (15 min for viscous samples)."
STONES = "Stones of urate were frequent among night workers (17% against 10% of day workers)."
LID = "Autoclave for at least 30 minutes (extend to 45 minutes for 1 L)."


@pytest.mark.parametrize(
    ("question", "text", "values", "chosen"),
    [
        ("How long is IL-10 cultured?", CYTOKINES, ("24 hour", "48 hour"), (1,)),
        ("How long is TNF-α cultured?", CYTOKINES, ("24 hour", "48 hour"), (0,)),
        ("What voltage once the dye is through the stacking part?", GEL, ("80 V", "140 V"), (1,)),
        ("What voltage before the dye has left the stacking part?", GEL, ("80 V", "140 V"), (0,)),
        ("How long is the second RPE spin?", SPINS, ("30 s", "2 min"), (1,)),
        ("How long is the first RPE spin?", SPINS, ("30 s", "2 min"), (0,)),
        ("How much CD8-APC goes in?", COCKTAIL, ("5 µL", "2.5 µL", "5 µL"), (1,)),
        ("How much CD45-PerCP goes in?", COCKTAIL, ("5 µL", "2.5 µL", "5 µL"), (2,)),
        ("How much puromycin for U2OS?", SELECTION, ("1 µg/ml", "2.5 µg/ml"), (1,)),
        ("How much puromycin for HeLa?", SELECTION, ("1 µg/ml", "2.5 µg/ml"), (0,)),
        ("How long are plasmids above 12 kb incubated?", PLASMIDS, ("8 min", "12 min"), (1,)),
        ("How long are normal plasmids incubated?", PLASMIDS, ("8 min", "12 min"), (0,)),
        ("How much methanol is in the destain of the gels?", RECIPE, ("700 mL", "200 mL", "2600 mL"), (0,)),
        ("What pores has the support filter?", FILTERS, ("0.45 μm", "47 mm", "0.2 μm", "25 mm"), (0, 1)),
        ("What pores has the membrane?", FILTERS, ("0.45 μm", "47 mm", "0.2 μm", "25 mm"), (2, 3)),
        ("Mortality of the vaccinated calves?", CALVES, ("9.1%", "14.2%"), (0,)),
        ("Mortality of the unvaccinated calves?", CALVES, ("9.1%", "14.2%"), (1,)),
        ("How many seedlings had the controls?", SEEDLINGS, ("3 per m2", "11 per m2"), (1,)),
        ("Urate stones in night workers?", STONES, ("17%", "10%"), (0,)),
        ("Urate stones in day workers?", STONES, ("17%", "10%"), (1,)),
        ("How long are viscous samples spun?", VISCOUS, ("5 min", "15 min"), (1,)),
        ("How long is it spun?", VISCOUS, ("5 min", "15 min"), (0, 1)),
        ("How long is 1 L autoclaved?", LID, ("30 minutes", "45 minutes"), (1,)),
        ("How long does the enzyme keep?", SHELF, ("6 months", "2 days"), (0, 1)),
        ("How long is it cultured?", CYTOKINES, ("24 hour", "48 hour"), (0, 1)),
    ],
)
def test_a_value_is_told_by_the_words_that_stand_by_it(
    question: str, text: str, values: tuple[str, ...], chosen: tuple[int, ...]
) -> None:
    assert choose_values(parse_pattern(question), text, [*value_places(text, values)]) == chosen


@pytest.mark.parametrize(("asked", "given"), [("men", "64"), ("women", "58"), ("all", "61 years")])
def test_numbers_in_brackets_have_the_unit_of_the_value_before_them(asked: str, given: str) -> None:
    text = "The median age was 61 years (58 in women, 64 in men)."
    start, end = contrasted_span(parse_pattern(f"What was the median age of {asked}?"), text, 19, 27)
    assert text[start:end] == given


@pytest.mark.parametrize(
    ("asked", "text", "given"),
    [
        (
            "How many people were randomised?",
            "Results: Of 611 people screened, 402 were randomised and 368 completed it.",
            "402",
        ),
        ("How many clinical isolates carried dspH?", "Of 212 clinical isolates, 201 carried dspH.", "201"),
        (
            "specificity at a cut-off of 2 cm",
            "At a cut-off of 2.0 cm, sensitivity fell to 64.1% and specificity rose to 97.9%.",
            "97.9%",
        ),
        (
            "How long do cells rest before flow?",
            "Rest for 12 h before ELISpot; cells for flow rest 1 h.",
            "1 h",
        ),
    ],
)
def test_the_number_of_what_is_asked_is_given(asked: str, text: str, given: str) -> None:
    first = contrasted_span(parse_pattern(asked), text, *_first_number(text, given))
    assert text[slice(*first)] == given


def _first_number(text: str, given: str) -> tuple[int, int]:
    """Find the first number of a text that is in the unit of another one."""
    unit = given.lstrip("0123456789.")
    found = re.search(rf"(?<![\d.])\d[\d.]*{re.escape(unit)}", text)
    assert found
    assert found[0] != given
    return found.span()


def test_words_of_numbers_are_counted_to_ninety() -> None:
    text = "Fifteen cores are pooled for the top and eight for each of the two lower layers."
    start, end = contrasted_span(parse_pattern("How many cores for the top?"), text, 0, 7)
    assert text[start:end] == "Fifteen"


def test_words_that_a_part_borrows_from_another_tell_nothing() -> None:
    text = "Add 200 µl of lysis buffer and 20 µl of enzyme."
    pattern = parse_pattern("How much enzyme?", elided="the lysis buffer")
    assert choose_values(pattern, text, [*value_places(text, ["200 µl", "20 µl"])]) == (1,)


def answer(question: str, text: str, words: str) -> tuple[str, ...]:
    evidence = (Evidence(text, 1.0, "a#s1", "a", "Cytokines"),)
    return read_parts(parse_question(question), {}, evidence, needed=0.2, network=Scorer(words)).short


def test_the_networks_value_gives_way_to_the_one_that_is_told_apart() -> None:
    assert answer("How long is IL-10 cultured?", CYTOKINES, "24 hour") == ("48 hour",)
    assert answer("How long is IL-2 cultured?", CYTOKINES, "24 hour") == ("24 hour",)


def test_a_number_is_given_whole() -> None:
    text = "Dilute the antibody 1:10,000 in TBST."
    assert answer("At what dilution is the antibody used?", text, "1:10") == ("1:10,000",)


def test_words_that_run_from_one_value_to_another_are_no_value() -> None:
    text = "Dilute to OD 0.25 in 50 ml of fresh medium and grow until OD 1.0."
    (found,) = answer(
        "To which OD is the culture grown?", text, "OD 0.25 in 50 ml of fresh medium and grow until OD 1.0"
    )
    assert found == "OD 1.0"


WEIGHT = "Body weight fell by 12.6% with the drug and by 1.1% with placebo (P = 0.004)."
FOCI = "Low RAD51 foci identified sensitive ones with a sensitivity of 89% and a specificity of 82%."
ACTIN = "Actin was induced 4.3-fold by TGF in diseased cells and 2.6-fold in donor cells."
DIABETES = "The effect was larger in patients with diabetes (68%) than in those without diabetes (57%)."
TUMORS = "The status was determined in 471 tumors, of which 189 carried a mutation in exon 2."
DONORS = "Cells from 12 healthy donors were treated with 0.5, 1 or 2 mM."
GROUPS = "We assigned 318 adults to 200 mg every 4 weeks (n = 159), 100 mg (n = 79) or placebo (n = 80)."
HAZARD = (
    "Compared with placebo, the hazard ratio was 3.1 (95% CI 1.6 to 6.0) for simvastatin and "
    "1.4 (95% CI 0.7 to 2.9) for atorvastatin."
)
UPTAKE = (
    "Uptake rose by 1.1 mL/kg/min with the drug and fell by 0.2 mL/kg/min with placebo "
    "(difference 1.3; p = 0.002)."
)
PAIN = "Some 1,547 patients (8.4%) reported pain and 41 (0.22%) developed weakness."
CLEARED = "The drug was given to 70 women and cleared it in 10 of 27 positive cases."
TEST = "At 60 ng/L the specificity was 95.2% and the positive predictive value 68.9%."
FREE = "Patients with low foci had a longer survival than patients with high foci (19.5 vs. 8.1 months)."
RATES = "The rate was 0.41 per year with vitamin D and 0.44 with placebo (rate ratio 0.93, P = 0.58)."


@pytest.mark.parametrize(
    ("question", "text", "found", "given"),
    [
        ("How much weight was lost with placebo?", WEIGHT, "12.6%", "1.1%"),
        ("How much weight was lost with the drug?", WEIGHT, "12.6% with the drug and by 1.1%", "12.6%"),
        ("How many adults got placebo?", GROUPS, "318 adults", "80"),
        ("What was the specificity of RAD51 foci?", FOCI, "89% and a specificity of 82%", "82%"),
        ("How strongly was actin induced by TGF in donor cells?", ACTIN, "4.3-fold", "2.6-fold"),
        ("What was the share of patients without diabetes?", DIABETES, "68%", "57%"),
        ("How many of the tumors had a mutation?", TUMORS, "471", "189"),
        ("How many tumors were typed?", TUMORS, "471", "471"),
        ("How many donors gave cells?", DONORS, "12 healthy donors", "12 healthy donors"),
        ("What was the rate with placebo?", RATES, "0.41 per year with vitamin D and 0.44", "0.44"),
        ("hazard ratio of simvastatin?", HAZARD, "3.1 (95% CI 1.6 to 6.0) for simvastatin and 1.4", "3.1"),
        ("hazard ratio of atorvastatin?", HAZARD, "1.4 (95% CI 0.7 to 2.9)", "1.4 (95% CI 0.7 to 2.9)"),
        ("What was the change in uptake with placebo?", UPTAKE, "difference 1.3", "0.2 mL/kg/min"),
        ("How many developed weakness?", PAIN, "1,547 patients", "41"),
        ("How many of the positive cases did it clear?", CLEARED, "10 of 27", "10 of 27"),
        ("positive predictive value at 60 ng/L?", TEST, "95.2%", "68.9%"),
        ("How long was survival with high foci?", FREE, "19.5 vs. 8.1 months", "8.1 months"),
        ("How long was survival with low foci?", FREE, "19.5 vs. 8.1 months", "19.5"),
        ("How much weight was lost?", WEIGHT, "12.6% with the drug", "12.6% with the drug"),
        ("What was lost with placebo?", WEIGHT, "Body weight", "Body weight"),
    ],
)
def test_the_number_of_the_group_asked_for_is_given(question: str, text: str, found: str, given: str) -> None:
    start = text.find(found)
    first, last = contrasted_span(parse_pattern(question), text, start, start + len(found))
    assert text[first:last] == given


def test_what_the_title_names_tells_least() -> None:
    pattern = parse_pattern("How much weight was lost with placebo in the semaglutide trial?")
    text = WEIGHT.replace("the drug", "semaglutide")
    start, end = contrasted_span(pattern, text, 20, 25, "Semaglutide in adults")
    assert text[start:end] == "1.1%"


def test_numbers_of_names_and_those_of_the_question_are_no_answer() -> None:
    text = "It lowered IL-6 on exon 7 by 12 points with the drug and by 9 points with placebo."
    pattern = parse_pattern("By how many points did it fall on exon 7 with placebo?")
    start = text.find("12 points")
    first, last = contrasted_span(pattern, text, start, start + 9)
    assert text[first:last] == "9"


FELL = "The threshold fell from 1.21 g at baseline to 0.34 g on day 10."


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("How low did the threshold go?", "0.34 g"),
        ("What was the threshold at baseline?", "1.21 g"),
        ("What happened to the threshold?", "1.21 g"),
    ],
)
def test_the_end_of_a_change_that_is_asked_for_is_given(question: str, given: str) -> None:
    start = FELL.find("1.21 g")
    first, last = contrasted_span(parse_pattern(question), FELL, start, start + 6)
    assert FELL[first:last] == given


SCORES = "The mean score was 9.2 in warm rats, 10.1 after 2 h of cooling and 13.4 after 6 h of cooling."
VOLUMES = "Lesions took 6.8 mm3 in warm rats, 6.1 mm3 after 2 h and 3.9 mm3 after 6 h."
HEATED = (
    "For nuclear antigens, heat them in 10 mM sodium citrate, pH 6.0, at 80 °C for 25 minutes and let them "
    "cool for 20 minutes on the bench; skip this for surface antigens."
)


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("What was the score after 2 h of cooling?", SCORES, "10.1"),
        ("score, 6h of cooling", SCORES, "13.4"),
        ("What was the score of warm rats?", SCORES, "9.2"),
        ("lesion volume, 2h", VOLUMES, "6.1"),
        ("How long is the citrate step for nuclear antigens?", HEATED, "25 minutes"),
    ],
)
def test_values_are_told_apart_by_the_quantities_of_the_question(
    question: str, text: str, given: str
) -> None:
    start = text.find(given)
    for first in (start, text.find({SCORES: "9.2", VOLUMES: "6.8", HEATED: "20 minutes"}[text])):
        place = contrasted_span(parse_pattern(question), text, first, first + len(given))
        assert text[slice(*place)] == given


def test_a_question_with_two_quantities_chooses_none_of_their_values() -> None:
    pattern = parse_pattern("How do the scores compare between 2 h and 6 h of cooling?")
    span = SCORES.find("9.2"), SCORES.find(" after 6 h")
    assert contrasted_span(pattern, SCORES, *span) == span


KIT = "Add 48 ml of ethanol (96–100 %) to Wash Buffer KW2 (KP-2050) or 240 ml (KP-2250)."
CONTENTS = "| Component: Columns | 50 preps (KP-2050): 50 | 250 preps (KP-2250): 250 | Storage: cold |"


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("How much ethanol is added to Wash Buffer KW2 of KP-2250?", KIT, "240 ml"),
        ("How much ethanol is added to Wash Buffer KW2 of KP-2050?", KIT, "48 ml"),
        ("How many columns are in KP-2250?", CONTENTS, "250"),
        ("How many columns are in KP-2050?", CONTENTS, "50"),
        ("How many columns are in the kit for 250 preps?", CONTENTS, "250"),
    ],
)
def test_values_are_told_apart_by_what_stands_in_brackets(question: str, text: str, given: str) -> None:
    places = [*value_places(text, ["48 ml", "240 ml"])] if text is KIT else [(43, 45), (69, 72)]
    (chosen,) = choose_values(parse_pattern(question), text, places)
    assert text[slice(*places[chosen])] == given
