"""The members of the list in which an answer stands."""

import re

import pytest

from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.constraints.step_constraints import StepReading
from bioloom.answering.readings.step_answers import draft_of
from bioloom.answering.texts.enumerations import enumerated, listed_members
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.records import Evidence, SubgraphNode


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ("Lysis buffer contains <50 mM Tris-HCl pH 7.5>, <1% NP-40> and <protease inhibitors>.", "Tris-HCl"),
        ("Blocking buffer is made of <5% serum> and <0.1% Tween> in PBS.", "5% serum"),
        ("Lysis: <50 mM HEPES 7.5>, <5% glycerol>, <1 mM TCEP>.", "glycerol"),
        ("2 ml: <Proteinase K 50 µL>; <CB 2.5 mL>; <particles 25 µL>", "CB"),
        ("<45 mL buffer> + <1 tablet> + <2 µL benzonase>, stir 20 min", "tablet"),
        ("Store <Proteinase K> and <carrier RNA> at -20 °C; all else at 4 °C.", "carrier RNA"),
        ("Digest with <EcoRI>, <HindIII> and <XhoI> in CutSmart for 1 h.", "HindIII"),
        ("<Fibrosis>, <hypertrophy> and <weight loss> were reduced.", "hypertrophy"),
        ("Bands are <310 bp for the wild type> and <420 bp for the floxed allele>.", "310 bp"),
        ("<Columns>, <wash buffer PE> and <elution buffer EB> are kept at 4 °C.", "wash"),
        ("Add <2 µl buffer>, <1 µl DNA>, and the tube is vortexed.", "DNA"),
        ("Add 200 µl chloroform and shake for 15 s.", "chloroform"),
        ("Stain with DAPI and image at 20x.", "DAPI"),
        ("Wash in PBS with calcium and magnesium.", "PBS"),
        ("Pick 8 colonies and test them by PCR with <M13F> and <M13R>.", "M13F"),
        ("Complex I was inhibited with rotenone (0.5 µM) and complex III with antimycin A.", "complex III"),
        ("It removes exons 31 and 32 of LOXHD1, missed by the caller and detected by depth.", "31"),
        ("Grew <strains BY4741>, <W303> and <YPH499> in 20 ml of YPD at 30 °C and 220 rpm.", "W303"),
        ("Buffer A: <50 mM phosphate>, <10 mM imidazole>, <pH 8.0>", "imidazole"),
        ("Spin the lysate at 14000 rpm for 10 min.", "lysate"),
        ("We gave mice aged 10 weeks a mix of <neomycin>, <ampicillin> and <colistin>.", "neomycin"),
    ],
)
def test_a_list_is_given_whole_and_what_is_none_is_not(marked: str, said: str) -> None:
    text = re.sub("[<>]", "", marked)
    assert enumerated(text, text.index(said)) == tuple(re.findall("<(.*?)>", marked))


def test_what_all_members_are_called_is_no_part_of_the_first() -> None:
    text = "The genes Bdh1, Oxct1 and Hmgcs2 were upregulated."
    asked = parse_pattern("Which genes were upregulated?")
    assert listed_members(asked, text, "genes Bdh1") == ("Bdh1", "Oxct1", "Hmgcs2")
    assert listed_members(parse_pattern("Which gene was upregulated?"), text, "genes Bdh1") == ()


def test_of_values_each_member_is_one_and_no_more() -> None:
    asked = parse_pattern("What are the wash temperatures?")
    assert listed_members(asked, "Wash at 4 °C, 37 °C and 42 °C.", "4 °C") == ("4 °C", "37 °C", "42 °C")
    amounts = parse_pattern("What are the concentrations of NaCl?")
    assert listed_members(amounts, "150 mM NaCl and 10 mM Hepes", "150 mM") == ()


def _answered(asked: str, text: str, said: str) -> Draft:
    node = SubgraphNode("my:b#s1~1", said, "chemical")
    reading = StepReading(1, Evidence(text, 1.0, "my:b#s1"), "my:b", 1, (node,), {}, belief=0.8)
    return draft_of(parse_pattern(asked), reading)


def test_an_answer_from_a_step_has_the_members_of_its_list_where_several_are_asked_for() -> None:
    text = "Block, then incubate with anti-actin (1:5000) and anti-ZO-1 (1:200) overnight."
    assert _answered("Which antibodies are used?", text, "anti-ZO-1").short == (
        "anti-actin (1:5000)",
        "anti-ZO-1 (1:200)",
    )
    assert _answered("Which antibody is used?", text, "anti-ZO-1").short == ("anti-ZO-1",)
