"""Definitions of abbreviations in running text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.grounding.abbreviations import abbreviations, definitions


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("the polymerase chain reaction (PCR) was", "PCR", "polymerase chain reaction"),
        ("treated with doxorubicin (DOX).", "DOX", "doxorubicin"),
        ("in Parkinson's disease (PD; n = 20)", "PD", "Parkinson's disease"),
        ("of type 2 diabetes (T2D)", "T2D", "type 2 diabetes"),
        ("Resistance to thyroid hormone (RTH)", "RTH", "Resistance to thyroid hormone"),
        ("serum 5-hydroxytryptamine (5-HT)", "5-HT", "5-hydroxytryptamine"),
        (
            "Janus kinase-signal transducer and activator of transcription (STAT)",
            "STAT",
            "signal transducer and activator of transcription",
        ),
        ("a PCR (polymerase chain reaction) cycler", "PCR", "polymerase chain reaction"),
        ("nonsteroidal antiinflammatory drugs (NSAIDs)", "NSAIDs", "nonsteroidal antiinflammatory drugs"),
        ("in cervical carcinomas (CC)", "CC", "cervical carcinomas"),
        ("of cytochrome c oxidase (COX)", "COX", "cytochrome c oxidase"),
        ("of tissue-type plasminogen activator (t-PA)", "t-PA", "tissue-type plasminogen activator"),
        ("of mitochondrial membrane potential (MMP)", "MMP", "mitochondrial membrane potential"),
        ("an active avoidance (AA) task", "AA", "active avoidance"),
        ("the limit of detection (LOD)", "LOD", "limit of detection"),
        ("oxytocin and arginine vasopressin (AVP)", "AVP", "arginine vasopressin"),
        ("enzymes (superoxide dismutase (SOD), catalase (CAT))", "SOD", "superoxide dismutase"),
    ],
)
def test_a_definition_is_found(text: str, short: str, long: str) -> None:
    assert abbreviations(text).get(short) == long


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(PCR)",
        "the samples (n = 12) were",
        "cells (Figure 2) were",
        "at room temperature (25)",
        "in wild type (see above) mice",
        "with asparagine (AAC) for serine (AGC)",
        "the cerebral cortex (core)",
        "the liver. Mice (LM)",
        "oxytocin and vasopressin (AVP)",
        "active site-blocked FVIIa (FVIIai)",
        "cells of the aorta (ta)",
        "((((",
    ],
)
def test_other_brackets_define_nothing(text: str) -> None:
    assert abbreviations(text) == {}


def test_the_first_definition_holds() -> None:
    text = "rheumatoid arthritis (RA) and reactive astrogliosis (RA)"
    assert abbreviations(text) == {"RA": "rheumatoid arthritis"}
    assert [long for _, long in definitions(text)] == ["rheumatoid arthritis", "reactive astrogliosis"]


@given(st.text(alphabet="abC (),.-αβ1\n", max_size=200))
def test_both_forms_stand_in_the_text(text: str) -> None:
    for short, long in definitions(text):
        assert short in text
        assert long in text


def test_a_hostile_text_takes_no_long_time() -> None:
    assert abbreviations("(" * 100_000) == {}
    assert abbreviations("a (B) " * 20_000) == {}
